//! The state of this service.

use std::sync::Arc;

use axum::extract::FromRef;
use chautari_aggregate::Repository;
use chautari_http::Http;
use chautari_matches::Matches;
use chautari_people::People;
use chautari_platform::Platform;

use crate::api::LiveFeeds;
use crate::model::{Season, Tournament};

/// Tournaments and seasons. Cheap to clone.
#[derive(Clone)]
pub struct Tournaments(Arc<Inner>);

struct Inner {
    matches: Matches,
    tournaments: Repository<Tournament>,
    seasons: Repository<Season>,
    feeds: LiveFeeds,
}

impl FromRef<Tournaments> for Http {
    fn from_ref(tournaments: &Tournaments) -> Http {
        tournaments.http().clone()
    }
}

impl FromRef<Tournaments> for People {
    fn from_ref(tournaments: &Tournaments) -> People {
        tournaments.people().clone()
    }
}

impl Tournaments {
    /// Creates the service.
    pub fn new(matches: Matches) -> Tournaments {
        let ledger = matches.platform().ledger().clone();
        let tournaments = Repository::new(ledger.clone(), ());
        let seasons = Repository::new(ledger, ());
        Tournaments(Arc::new(Inner { matches, tournaments, seasons, feeds: LiveFeeds::default() }))
    }

    /// The platform under this service.
    pub fn platform(&self) -> &Platform {
        self.0.matches.platform()
    }

    /// Connections, limits, metrics, background tasks.
    pub fn http(&self) -> &Http {
        self.platform().http()
    }

    /// The matches that tournaments consist of.
    pub fn matches(&self) -> &Matches {
        &self.0.matches
    }

    /// The people and bots who play.
    pub fn people(&self) -> &People {
        self.0.matches.people()
    }

    /// The tournaments.
    pub(crate) fn tournaments(&self) -> &Repository<Tournament> {
        &self.0.tournaments
    }

    /// Series of tournaments with common standings.
    pub(crate) fn seasons(&self) -> &Repository<Season> {
        &self.0.seasons
    }

    /// The streams of live tournaments, shared by their watchers.
    pub(crate) fn feeds(&self) -> &LiveFeeds {
        &self.0.feeds
    }
}
