//! The live feed of the lobby: changes are serialised once for all visitors, at most five times a second.

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use chautari_wire::Invitation;
use serde_json::json;
use tokio::sync::broadcast;

use crate::Matches;
use crate::model::invitation_view;

/// The least time between two frames.
const FRAME_INTERVAL: Duration = Duration::from_millis(200);

/// The least time between two updates of the numbers of visitors and matches, which change all the time.
const COUNT_INTERVAL: Duration = Duration::from_secs(2);

/// Frames that a visitor may lag behind before it gets the whole lobby again.
const FRAME_BUFFER: usize = 64;

/// The frames of the lobby.
pub(crate) struct LobbyFeed {
    frames: broadcast::Sender<Utf8Bytes>,
}

impl Default for LobbyFeed {
    fn default() -> LobbyFeed {
        LobbyFeed { frames: broadcast::Sender::new(FRAME_BUFFER) }
    }
}

impl LobbyFeed {
    /// Returns the whole lobby as a frame, and subscribes to the changes from then on.
    pub(super) fn subscribe(&self, app: &Matches) -> (Utf8Bytes, broadcast::Receiver<Utf8Bytes>) {
        // Subscribed before the lobby is read: a change in between is sent twice, which does no harm.
        let frames = self.frames.subscribe();
        let presence = app.people().presence();
        let open = app.invitations().context().open();
        let invitations: Vec<Invitation> = open.iter().map(|it| invitation_view(it, presence)).collect();
        let (here, matches) = counts(app);
        let frame = json!({"type": "lobby", "invitations": invitations, "here": here, "matches": matches});
        (frame.to_string().into(), frames)
    }

    /// Sends changes to all visitors until the server stops. The first is sent at once, those that follow together.
    pub(crate) async fn run(&self, app: &Matches) {
        let lobby = app.invitations().context();
        let mut sent_counts = (0, 0);
        let mut count = tokio::time::interval(COUNT_INTERVAL);
        loop {
            let counts_due = tokio::select! {
                () = lobby.changed() => false,
                _ = count.tick() => true,
            };
            let (added, gone) = lobby.take_changes();
            if self.frames.receiver_count() == 0 {
                continue;
            }
            let counts = counts(app);
            if added.is_empty() && gone.is_empty() && !(counts_due && counts != sent_counts) {
                continue;
            }
            sent_counts = counts;
            let presence = app.people().presence();
            let added: Vec<Invitation> = added.iter().map(|it| invitation_view(it, presence)).collect();
            let (here, matches) = counts;
            let frame =
                json!({"type": "changed", "added": added, "gone": gone, "here": here, "matches": matches});
            let _ = self.frames.send(frame.to_string().into());
            tokio::time::sleep(FRAME_INTERVAL).await;
        }
    }
}

/// Returns the numbers of visitors and of matches in progress.
fn counts(app: &Matches) -> (usize, usize) {
    (app.people().presence().visitors(), app.store().unfinished_count())
}
