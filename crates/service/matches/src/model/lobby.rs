//! The index of open invitations in the lobby, and the notifications that follow from changes of an invitation.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chautari_compute::Client;
use chautari_people::people::{Change, Presence};
use chautari_platform::InvitationId;
use tokio::sync::{Notify, broadcast};

use super::context::BotNotice;
use super::invitation::Invitation;
use super::player::Player;

/// Invitations in the lobby, because every visitor gets all of them.
const MAX_INVITATIONS: usize = 1000;

/// Invitations in the lobby per address.
const MAX_PER_ADDRESS: usize = 100;

/// The context of [`Invitation`]: the open invitations that any player may accept.
pub struct Lobby {
    presence: Arc<Presence>,
    notices: broadcast::Sender<BotNotice>,
    open: Mutex<OpenInvitations>,
    /// Notified when an invitation was added or removed.
    changed: Notify,
}

#[derive(Default)]
struct OpenInvitations {
    by_id: BTreeMap<InvitationId, Arc<Invitation>>,
    /// Added or removed since [`Lobby::take_changes`] was last called.
    changed: BTreeSet<InvitationId>,
    /// The addresses of the authors, as far as the invitation was created at this process.
    clients: HashMap<InvitationId, Client>,
}

/// Why the lobby takes no invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LobbyFull {
    /// There are too many from this address.
    #[error("There are many invitations from your address; wait until some are answered.")]
    Address,
    /// There are too many in all.
    #[error("The lobby is full; accept one of its invitations, or try again soon.")]
    Total,
}

impl Lobby {
    pub(crate) fn new(presence: Arc<Presence>, notices: broadcast::Sender<BotNotice>) -> Lobby {
        Lobby { presence, notices, open: Mutex::default(), changed: Notify::new() }
    }

    /// Updates the index after a change of an invitation, and notifies both players.
    pub(super) fn update(&self, invitation: &Invitation) {
        let mut open = self.lock();
        let id = &invitation.id;
        if invitation.is_in_lobby() {
            if open.by_id.insert(id.clone(), Arc::new(invitation.clone())).is_some() {
                // A renewal changes nothing that others see.
                return;
            }
            open.changed.insert(id.clone());
            self.changed.notify_one();
        } else if open.by_id.remove(id).is_some() {
            open.clients.remove(id);
            open.changed.insert(id.clone());
            self.changed.notify_one();
        }
        drop(open);
        for person in invitation.parties().filter_map(Player::person) {
            self.presence.notify(person, Change::Invitation(id));
        }
        if let Some(Player::Bot { name }) = &invitation.to
            && invitation.is_open()
        {
            let _ = self.notices.send(BotNotice::Invited(id.clone(), name.clone()));
        }
    }

    /// Returns the invitations of an author.
    pub(crate) fn by_author(&self, author: &Player) -> Vec<Arc<Invitation>> {
        self.lock().by_id.values().filter(|it| it.from.is_same(author)).cloned().collect()
    }

    /// Checks whether the lobby has room for another invitation from this address.
    pub(crate) fn vet_room(&self, client: Client) -> Result<(), LobbyFull> {
        let open = self.lock();
        match () {
            () if open.clients.values().filter(|author| **author == client).count() >= MAX_PER_ADDRESS => {
                Err(LobbyFull::Address)
            }
            () if open.by_id.len() >= MAX_INVITATIONS => Err(LobbyFull::Total),
            () => Ok(()),
        }
    }

    /// Records the address that an invitation was created from.
    pub(crate) fn record_client(&self, id: &InvitationId, client: Client) {
        let mut open = self.lock();
        if open.by_id.contains_key(id) {
            open.clients.insert(id.clone(), client);
        }
    }

    /// Whether this process has an open invitation with this id.
    pub(crate) fn contains(&self, id: &InvitationId) -> bool {
        self.lock().by_id.contains_key(id)
    }

    /// Returns all open invitations, oldest first.
    pub(crate) fn open(&self) -> Vec<Arc<Invitation>> {
        let mut open: Vec<_> = self.lock().by_id.values().cloned().collect();
        open.sort_by(|one, other| one.order().cmp(&other.order()));
        open
    }

    /// Waits until an invitation is added or removed.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Returns the invitations added and the ids removed since the last call.
    pub(crate) fn take_changes(&self) -> (Vec<Arc<Invitation>>, Vec<InvitationId>) {
        let mut open = self.lock();
        let (mut added, mut removed) = (Vec::new(), Vec::new());
        for id in std::mem::take(&mut open.changed) {
            match open.by_id.get(&id) {
                Some(invitation) => added.push(Arc::clone(invitation)),
                None => removed.push(id),
            }
        }
        (added, removed)
    }

    /// A poisoned lock is ignored, because no holder of it panics half-way through a change.
    fn lock(&self) -> MutexGuard<'_, OpenInvitations> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
