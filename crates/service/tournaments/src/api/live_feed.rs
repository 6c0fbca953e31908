//! Live tournaments: each change is serialised once for all watchers.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chautari_aggregate::Watch;
use chautari_http::Problem;
use chautari_platform::TournamentId;
use tokio::sync::watch;

use super::view::TournamentView;
use crate::Tournaments;
use crate::model::{Phase, Tournament};

/// The shortest time between two frames of a tournament.
const FRAME_INTERVAL: Duration = Duration::from_secs(1);

/// A tournament as JSON; `None` before the first frame.
type Frame = Option<Arc<str>>;

/// The tournaments that have watchers at this process.
#[derive(Default)]
pub(crate) struct LiveFeeds(Mutex<HashMap<TournamentId, Arc<watch::Sender<Frame>>>>);

impl LiveFeeds {
    /// Returns the frames of a tournament that is already watched, starting with the current one.
    fn find(&self, id: &TournamentId) -> Option<watch::Receiver<Frame>> {
        let mut frames = self.lock().get(id)?.subscribe();
        frames.mark_changed();
        Some(frames)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TournamentId, Arc<watch::Sender<Frame>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Follows a tournament: the current frame, then one after changes. The channel closes when the tournament has ended.
pub(super) async fn follow(app: &Tournaments, id: &TournamentId) -> Result<watch::Receiver<Frame>, Problem> {
    if let Some(frames) = app.feeds().find(id) {
        return Ok(frames);
    }
    let tournament = app.tournaments().watch(id).await?;
    let mut feeds = app.feeds().lock();
    // Another watcher may have come meanwhile.
    let (feed, is_new) = match feeds.entry(id.clone()) {
        Entry::Occupied(feed) => (Arc::clone(feed.get()), false),
        Entry::Vacant(slot) => (Arc::clone(slot.insert(Arc::new(watch::Sender::new(None)))), true),
    };
    let mut frames = feed.subscribe();
    drop(feeds);
    frames.mark_changed();
    if is_new {
        let (app, id) = (app.clone(), id.clone());
        app.http()
            .clone()
            .spawn_until_stopped(async move { write_frames(&app, &id, tournament, &feed).await });
    }
    Ok(frames)
}

/// Writes frames of a tournament until it has ended or has no watchers.
async fn write_frames(
    app: &Tournaments,
    id: &TournamentId,
    mut watch: Watch<Tournament>,
    feed: &watch::Sender<Frame>,
) {
    loop {
        let tournament = watch.now();
        let text = serde_json::to_string(&TournamentView::new(app, &tournament)).unwrap_or_default();
        feed.send_replace(Some(text.into()));
        if tournament.phase == Phase::Ended {
            app.feeds().lock().remove(id);
            return;
        }
        let seen = tournament.version;
        drop(tournament);
        tokio::time::sleep(FRAME_INTERVAL).await;
        while watch.now().version == seen {
            tokio::select! {
                // A missed update is part of the next frame, too.
                _ = watch.next() => {}
                () = feed.closed() => {
                    let mut feeds = app.feeds().lock();
                    // A watcher may have come since the channel closed.
                    if feed.receiver_count() == 0 {
                        feeds.remove(id);
                        return;
                    }
                }
            }
        }
    }
}
