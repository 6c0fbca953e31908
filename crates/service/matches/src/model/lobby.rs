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
    /// There are too many in all, and no address has more of them than this one.
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

    /// Checks whether the lobby has room for another invitation from this address. If it is full, returns the
    /// invitation to withdraw for it: the oldest of the address that holds most places, those of absent authors first.
    pub(crate) fn find_room(&self, client: Client) -> Result<Option<Arc<Invitation>>, LobbyFull> {
        let open = self.lock();
        let mut held: HashMap<Client, usize> = HashMap::new();
        for author in open.clients.values() {
            *held.entry(*author).or_default() += 1;
        }
        let own = held.get(&client).copied().unwrap_or_default();
        if own >= MAX_PER_ADDRESS {
            return Err(LobbyFull::Address);
        }
        if open.by_id.len() < MAX_INVITATIONS {
            return Ok(None);
        }
        // With one more place for this address and one less for the other, this one must not be the larger holder.
        let largest = held.values().copied().max().filter(|largest| *largest > own + 1);
        let largest = largest.ok_or(LobbyFull::Total)?;
        let is_candidate =
            |id: &InvitationId| open.clients.get(id).is_some_and(|author| held.get(author) == Some(&largest));
        let candidates =
            open.by_id.iter().filter(|(id, _)| is_candidate(id)).map(|(_, invitation)| invitation);
        let victim = candidates.min_by_key(|invitation| {
            let is_here = match &invitation.from {
                Player::Bot { name } => self.presence.is_listening(name),
                author => author.person().is_some_and(|person| self.presence.is_here(person)),
            };
            (is_here, invitation.renewed_ms, invitation.made_ms)
        });
        victim.cloned().map(Some).ok_or(LobbyFull::Total)
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

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use chautari_aggregate::{Aggregate as _, EventMeta};
    use chautari_ledger::Version;
    use chautari_platform::PersonId;
    use chautari_wire::Terms;

    use super::super::InvitationEvent;
    use super::*;

    fn lobby() -> (Lobby, Arc<Presence>) {
        let presence = Arc::new(Presence::default());
        (Lobby::new(Arc::clone(&presence), broadcast::Sender::new(1)), presence)
    }

    fn address(number: usize) -> Client {
        Client::from_addr(IpAddr::V4(Ipv4Addr::from_bits(0x0a00_0000 + u32::try_from(number).unwrap())))
    }

    /// Adds an invitation of a new person from this address, created at this time.
    fn offer(lobby: &Lobby, client: Client, made_ms: u64) -> Invitation {
        let from = Player::Person { id: PersonId::random(), name: "Asha".to_owned() };
        let terms = Terms { game: "gomoku".to_owned(), clock: None, rated: false, side: None };
        let event = InvitationEvent::Offered { from, to: None, terms };
        let meta = EventMeta { version: Version(1), at_ms: made_ms };
        let invitation = Invitation::begin(lobby, &InvitationId::seeded(None), &event, meta).unwrap();
        lobby.update(&invitation);
        lobby.record_client(&invitation.id, client);
        invitation
    }

    fn withdraw(lobby: &Lobby, invitation: &Invitation) {
        let mut invitation = invitation.clone();
        let meta = EventMeta { version: Version(2), at_ms: 0 };
        invitation.apply(lobby, &InvitationEvent::Withdrawn, meta).unwrap();
        lobby.update(&invitation);
    }

    #[test]
    fn full_lobby_makes_room_at_the_expense_of_the_largest_holder() {
        let (lobby, presence) = lobby();
        let holders = MAX_INVITATIONS / MAX_PER_ADDRESS;
        let mut oldest = None;
        for number in 0..MAX_INVITATIONS {
            assert_eq!(
                lobby.find_room(address(number % holders)).unwrap().map(|found| found.id.clone()),
                None
            );
            let made = offer(&lobby, address(number % holders), number as u64);
            oldest.get_or_insert(made);
        }
        let oldest = oldest.unwrap();
        assert_eq!(lobby.find_room(address(0)).unwrap_err(), LobbyFull::Address);
        // An author who is online keeps the place, so the next offer goes.
        let second = lobby.find_room(address(99)).unwrap().unwrap();
        assert_eq!((&second.id, second.made_ms), (&oldest.id, 0));
        let here = presence.enter(oldest.from.person());
        assert_eq!(lobby.find_room(address(99)).unwrap().unwrap().made_ms, 1);
        drop(here);

        // The newcomers get as many places as the others have left, and none after that.
        let mut gained = 0;
        while let Ok(victim) = lobby.find_room(address(99)) {
            withdraw(&lobby, &victim.expect("the lobby is full"));
            offer(&lobby, address(99), 10_000 + gained);
            gained += 1;
        }
        assert_eq!(gained, (MAX_INVITATIONS / (holders + 1)) as u64);
        assert_eq!(lobby.find_room(address(99)).unwrap_err(), LobbyFull::Total);
        assert_eq!(lobby.lock().by_id.len(), MAX_INVITATIONS);
    }
}
