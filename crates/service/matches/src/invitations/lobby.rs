//! The lobby: what is offered to whoever comes, told as it changes, a few times a second and once for all.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use chautari_compute::Client;
use chautari_http::Problem;
use chautari_http::problem::Kind;
use chautari_people::people::{Change, Presence};
use chautari_platform::InvitationId;
use serde_json::json;
use tokio::sync::{Notify, broadcast};

use super::invitation::Invitation;
use super::queries::{Shown, is_same};
use crate::Matches;
use crate::matches::{BotNotice, Sitter};

/// How long those in the lobby are left alone after they were told of changes.
const BEAT: Duration = Duration::from_millis(200);

/// Who comes and goes is told as often as this: somebody always does.
const NUMBERS: Duration = Duration::from_secs(2);

/// How many changes a slow listener may be behind.
const BEHIND: usize = 64;

/// The most invitations that are in the lobby, of all and from one address: everybody who comes is told all of them.
const MOST: usize = 1000;
const MOST_OF_ADDRESS: usize = 100;

/// The open invitations, and those who look at them.
pub struct Lobby {
    pub(super) presence: Arc<Presence>,
    news: broadcast::Sender<BotNotice>,
    state: Mutex<Open>,
    /// Something has changed.
    stirred: Notify,
    frames: broadcast::Sender<Utf8Bytes>,
}

#[derive(Default)]
struct Open {
    invitations: BTreeMap<InvitationId, Arc<Invitation>>,
    /// What has changed since it was last told.
    changed: BTreeSet<InvitationId>,
    /// From where those came that were made at this process.
    made: HashMap<InvitationId, Client>,
}

impl Lobby {
    pub(crate) fn new(presence: Arc<Presence>, news: broadcast::Sender<BotNotice>) -> Lobby {
        let frames = broadcast::Sender::new(BEHIND);
        Lobby { presence, news, state: Mutex::default(), stirred: Notify::new(), frames }
    }

    /// An invitation stands like this now.
    pub(super) fn hear(&self, invitation: &Invitation) {
        let mut open = self.lock();
        let id = &invitation.id;
        if invitation.is_in_lobby() {
            if open.invitations.insert(id.clone(), Arc::new(invitation.clone())).is_some() {
                // Its maker is still there, and nobody need be told that.
                return;
            }
            open.changed.insert(id.clone());
            self.stirred.notify_one();
        } else if open.invitations.remove(id).is_some() {
            open.made.remove(id);
            open.changed.insert(id.clone());
            self.stirred.notify_one();
        }
        drop(open);
        for party in [&invitation.from].into_iter().chain(&invitation.to) {
            if let Some(person) = party.person() {
                self.presence.notify(person, Change::Invitation(id));
            }
        }
        if let Some(Sitter::Bot { name }) = &invitation.to
            && invitation.is_open()
        {
            let _ = self.news.send(BotNotice::Invited(id.clone(), name.clone()));
        }
    }

    /// What somebody offers in the lobby.
    pub(super) fn of(&self, who: &Sitter) -> Vec<Arc<Invitation>> {
        self.lock().invitations.values().filter(|it| is_same(&it.from, who)).cloned().collect()
    }

    /// Whether there is room for one more from this address.
    pub(super) fn vet(&self, client: Client) -> Result<(), Problem> {
        let open = self.lock();
        let busy = |text: &str| {
            Err(Problem::new(Kind::TooManyRequests, "quota", text).retry_after(Duration::from_secs(10)))
        };
        if open.made.values().filter(|maker| **maker == client).count() >= MOST_OF_ADDRESS {
            return busy("There are many invitations from your address; wait until some are answered.");
        }
        if open.invitations.len() >= MOST {
            return busy("The lobby is full; accept one of its invitations, or try again soon.");
        }
        Ok(())
    }

    /// An invitation came from this address.
    pub(super) fn came(&self, id: &InvitationId, client: Client) {
        let mut open = self.lock();
        if open.invitations.contains_key(id) {
            open.made.insert(id.clone(), client);
        }
    }

    /// Whether an invitation is known to be open here.
    pub(super) fn has(&self, id: &InvitationId) -> bool {
        self.lock().invitations.contains_key(id)
    }

    /// All that is offered, the first first.
    pub(super) fn open(&self) -> Vec<Arc<Invitation>> {
        let mut open: Vec<_> = self.lock().invitations.values().cloned().collect();
        open.sort_by(|one, other| one.order().cmp(&other.order()));
        open
    }

    /// Everything, for somebody who comes; and what changes from then on.
    pub(super) fn enter(&self, games: usize) -> (Utf8Bytes, broadcast::Receiver<Utf8Bytes>) {
        // First listen, then look: what is told twice does no harm.
        let frames = self.frames.subscribe();
        let invitations: Vec<Shown> = self.open().iter().map(|it| Shown::new(&self.presence, it)).collect();
        let here = self.presence.visitors();
        let frame = json!({"type": "lobby", "invitations": invitations, "here": here, "matches": games});
        (frame.to_string().into(), frames)
    }

    /// What has changed since this was last asked.
    fn changes(&self) -> (Vec<Shown>, Vec<InvitationId>) {
        let mut open = self.lock();
        let (mut added, mut gone) = (Vec::new(), Vec::new());
        for id in std::mem::take(&mut open.changed) {
            match open.invitations.get(&id) {
                Some(invitation) => added.push(Shown::new(&self.presence, invitation)),
                None => gone.push(id),
            }
        }
        (added, gone)
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells everybody in the lobby what has changed, for as long as it runs: at once, and what comes soon after together.
pub(super) async fn tell(app: &Matches) {
    let lobby = app.invitations().context();
    let mut told = (0, 0);
    let mut count = tokio::time::interval(NUMBERS);
    loop {
        let is_time = tokio::select! {
            () = lobby.stirred.notified() => false,
            _ = count.tick() => true,
        };
        let (added, gone) = lobby.changes();
        if lobby.frames.receiver_count() == 0 {
            continue;
        }
        let numbers = (lobby.presence.visitors(), app.store().unfinished_count());
        if added.is_empty() && gone.is_empty() && !(is_time && numbers != told) {
            continue;
        }
        told = numbers;
        let (here, matches) = numbers;
        let frame =
            json!({"type": "changed", "added": added, "gone": gone, "here": here, "matches": matches});
        let _ = lobby.frames.send(frame.to_string().into());
        tokio::time::sleep(BEAT).await;
    }
}
