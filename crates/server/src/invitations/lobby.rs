//! The lobby: what is offered to whoever comes, told as it changes, a few times a second and once for all.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use serde_json::json;
use tokio::sync::broadcast;

use super::invitation::Invitation;
use super::show::Shown;
use crate::App;
use crate::matches::{News, Sitter};
use crate::names::{InvitationId, PersonId};
use crate::people::Presence;

/// How often those in the lobby are told of changes.
const BEAT: Duration = Duration::from_millis(200);

/// Who comes and goes is told every so many beats: somebody always does.
const NUMBERS: u32 = 10;

/// How many changes a slow listener may be behind.
const BEHIND: usize = 64;

/// The open invitations, and those who look at them.
pub(crate) struct Lobby {
    pub(super) presence: Arc<Presence>,
    news: broadcast::Sender<News>,
    state: Mutex<Open>,
    frames: broadcast::Sender<Utf8Bytes>,
}

#[derive(Default)]
struct Open {
    invitations: BTreeMap<InvitationId, Arc<Invitation>>,
    /// What has changed since it was last told.
    changed: BTreeSet<InvitationId>,
}

impl Lobby {
    pub(crate) fn new(presence: Arc<Presence>, news: broadcast::Sender<News>) -> Lobby {
        Lobby { presence, news, state: Mutex::default(), frames: broadcast::Sender::new(BEHIND) }
    }

    /// An invitation stands like this now.
    pub(super) fn hear(&self, invitation: &Invitation) {
        let mut open = self.lock();
        let id = &invitation.id;
        if invitation.is_in_lobby() {
            let is_news = match open.invitations.insert(id.clone(), Arc::new(invitation.clone())) {
                Some(before) => before.terms != invitation.terms,
                None => true,
            };
            if is_news {
                open.changed.insert(id.clone());
            }
        } else if open.invitations.remove(id).is_some() {
            open.changed.insert(id.clone());
        }
        drop(open);
        for party in [&invitation.from].into_iter().chain(&invitation.to) {
            if let Some(person) = party.person() {
                self.presence.ring(person);
            }
        }
        if let Some(Sitter::Bot { name }) = &invitation.to
            && invitation.is_open()
        {
            let _ = self.news.send(News::Asked(id.clone(), name.clone()));
        }
    }

    /// What a person offers in the lobby.
    pub(super) fn of(&self, person: &PersonId) -> Vec<InvitationId> {
        let is_theirs = |it: &&Arc<Invitation>| it.from.person() == Some(person);
        self.lock().invitations.values().filter(is_theirs).map(|it| it.id.clone()).collect()
    }

    /// All that is offered, the first first.
    pub(super) fn open(&self) -> Vec<Arc<Invitation>> {
        let mut open: Vec<_> = self.lock().invitations.values().cloned().collect();
        open.sort_by_key(|it| it.made_ms);
        open
    }

    /// Everything, for somebody who comes; and what changes from then on.
    pub(super) fn enter(&self, games: usize) -> (Utf8Bytes, broadcast::Receiver<Utf8Bytes>) {
        // First listen, then look: what is told twice does no harm.
        let frames = self.frames.subscribe();
        let invitations: Vec<Shown> = self.open().iter().map(|it| Shown::new(it)).collect();
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
                Some(invitation) => added.push(Shown::new(invitation)),
                None => gone.push(id),
            }
        }
        (added, gone)
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells everybody in the lobby what has changed, together, for as long as it runs.
pub(super) async fn tell(app: &App) {
    let lobby = app.invitations().world();
    let (mut told, mut beats) = ((0, 0), 0);
    loop {
        tokio::time::sleep(BEAT).await;
        beats += 1;
        let numbers = (lobby.presence.visitors(), app.hall().live());
        let (added, gone) = lobby.changes();
        let has_news = !added.is_empty() || !gone.is_empty() || (beats >= NUMBERS && numbers != told);
        if !has_news || lobby.frames.receiver_count() == 0 {
            continue;
        }
        (told, beats) = (numbers, 0);
        let (here, matches) = numbers;
        let frame =
            json!({"type": "changed", "added": added, "gone": gone, "here": here, "matches": matches});
        let _ = lobby.frames.send(frame.to_string().into());
    }
}
