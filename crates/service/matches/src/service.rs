//! The state of this service.

use std::sync::Arc;

use axum::extract::FromRef;
use chautari_aggregate::Repository;
use chautari_http::Http;
use chautari_people::People;
use chautari_platform::Platform;
use chautari_positions::Positions;

use crate::api::LobbyFeed;
use crate::model::{EndedMatchQueue, Invitation, Lobby};
use crate::store::MatchStore;

/// Matches and invitations. Cheap to clone.
#[derive(Clone)]
pub struct Matches(Arc<Inner>);

struct Inner {
    people: People,
    positions: Positions,
    store: MatchStore,
    invitations: Repository<Invitation>,
    lobby_feed: LobbyFeed,
}

impl FromRef<Matches> for Http {
    fn from_ref(matches: &Matches) -> Http {
        matches.http().clone()
    }
}

impl Matches {
    /// Creates the service. `ended_queues` are the queues of services that process finished matches.
    pub fn new(people: People, positions: Positions, ended_queues: Vec<EndedMatchQueue>) -> Matches {
        let platform = people.platform();
        let ledger = platform.ledger().clone();
        let presence = people.presence();
        let store = MatchStore::new(ledger.clone(), platform.games(), Arc::clone(presence), ended_queues);
        let lobby = Lobby::new(Arc::clone(presence), store.notice_sender());
        let invitations = Repository::new(ledger, lobby);
        let lobby_feed = LobbyFeed::default();
        Matches(Arc::new(Inner { people, positions, store, invitations, lobby_feed }))
    }

    /// Returns the platform under this service.
    pub fn platform(&self) -> &Platform {
        self.0.people.platform()
    }

    /// Returns connections, limits, metrics and background tasks.
    pub fn http(&self) -> &Http {
        self.platform().http()
    }

    /// Returns people and bots.
    pub fn people(&self) -> &People {
        &self.0.people
    }

    /// Returns positions, pictures and exact values.
    pub fn positions(&self) -> &Positions {
        &self.0.positions
    }

    /// Returns the matches.
    pub fn store(&self) -> &MatchStore {
        &self.0.store
    }

    /// Returns the invitations.
    pub fn invitations(&self) -> &Repository<Invitation> {
        &self.0.invitations
    }

    /// Returns the live feed of the lobby.
    pub(crate) fn lobby_feed(&self) -> &LobbyFeed {
        &self.0.lobby_feed
    }
}
