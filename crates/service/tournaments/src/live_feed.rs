//! A tournament as it goes on, written once for all who watch it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chautari_aggregate::Watch;
use chautari_http::Problem;
use chautari_platform::TournamentId;
use tokio::sync::watch;

use super::state::{Phase, Tournament};
use super::view::View;
use crate::Tournaments;

/// Those who watch are told no more often than this.
const BETWEEN: Duration = Duration::from_secs(1);

/// What is told; nothing before the first time.
type Frame = Option<Arc<str>>;

/// The tournaments that somebody watches here.
#[derive(Default)]
pub(crate) struct LiveFeeds(Mutex<HashMap<TournamentId, Arc<watch::Sender<Frame>>>>);

impl LiveFeeds {
    /// The frames of a tournament that somebody watches already, from the one that stands now.
    fn find(&self, id: &TournamentId) -> Option<watch::Receiver<Frame>> {
        let mut frames = self.lock().get(id)?.subscribe();
        frames.mark_changed();
        Some(frames)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TournamentId, Arc<watch::Sender<Frame>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How a tournament stands, now and whenever something has happened; it ends with the tournament.
pub(super) async fn follow(app: &Tournaments, id: &TournamentId) -> Result<watch::Receiver<Frame>, Problem> {
    if let Some(frames) = app.feeds().find(id) {
        return Ok(frames);
    }
    let tournament = app.tournaments().watch(id).await?;
    let mut screens = app.feeds().lock();
    // Somebody else may have come meanwhile.
    let (screen, is_new) = match screens.entry(id.clone()) {
        Entry::Occupied(screen) => (Arc::clone(screen.get()), false),
        Entry::Vacant(place) => (Arc::clone(place.insert(Arc::new(watch::Sender::new(None)))), true),
    };
    let mut frames = screen.subscribe();
    drop(screens);
    frames.mark_changed();
    if is_new {
        let (app, id) = (app.clone(), id.clone());
        app.http().clone().spawn_until_stopped(async move { show(&app, &id, tournament, &screen).await });
    }
    Ok(frames)
}

/// Writes how a tournament stands until it has ended, or nobody looks any more.
async fn show(
    app: &Tournaments,
    id: &TournamentId,
    mut watch: Watch<Tournament>,
    screen: &watch::Sender<Frame>,
) {
    loop {
        let tournament = watch.now();
        let text = serde_json::to_string(&View::new(app, &tournament)).unwrap_or_default();
        screen.send_replace(Some(text.into()));
        if tournament.phase == Phase::Ended {
            app.feeds().lock().remove(id);
            return;
        }
        let seen = tournament.version;
        drop(tournament);
        tokio::time::sleep(BETWEEN).await;
        while watch.now().version == seen {
            tokio::select! {
                // Whatever was missed is in the state that is told next.
                _ = watch.next() => {}
                () = screen.closed() => {
                    let mut screens = app.feeds().lock();
                    // Not if somebody has come at this moment.
                    if screen.receiver_count() == 0 {
                        screens.remove(id);
                        return;
                    }
                }
            }
        }
    }
}
