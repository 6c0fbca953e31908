//! The state of this service.

use std::sync::Arc;

use axum::extract::FromRef;
use chautari_aggregate::Repository;
use chautari_http::Http;
use chautari_people::People;
use chautari_platform::Platform;
use chautari_positions::Positions;

use crate::invitations::{Invitation, Lobby};
use crate::matches::MatchStore;

/// Matches and invitations. Cheap to clone.
#[derive(Clone)]
pub struct Matches(Arc<Inner>);

struct Inner {
    people: People,
    positions: Positions,
    store: MatchStore,
    invitations: Repository<Invitation>,
}

impl FromRef<Matches> for Http {
    fn from_ref(matches: &Matches) -> Http {
        matches.http().clone()
    }
}

impl Matches {
    /// Creates the service.
    pub fn new(people: People, positions: Positions) -> Matches {
        let platform = people.platform();
        let ledger = platform.ledger().clone();
        let store = MatchStore::new(ledger.clone(), platform.games(), Arc::clone(people.presence()));
        let lobby = Lobby::new(Arc::clone(people.presence()), store.notice_sender());
        let invitations = Repository::new(ledger, lobby);
        Matches(Arc::new(Inner { people, positions, store, invitations }))
    }

    /// The platform under this service.
    pub fn platform(&self) -> &Platform {
        self.0.people.platform()
    }

    /// Connections, limits, metrics, background tasks.
    pub fn http(&self) -> &Http {
        self.platform().http()
    }

    /// The people and bots who play.
    pub fn people(&self) -> &People {
        &self.0.people
    }

    /// Positions, pictures and exact values.
    pub fn positions(&self) -> &Positions {
        &self.0.positions
    }

    /// The matches.
    pub fn store(&self) -> &MatchStore {
        &self.0.store
    }

    /// Open invitations and challenges.
    pub fn invitations(&self) -> &Repository<Invitation> {
        &self.0.invitations
    }
}
