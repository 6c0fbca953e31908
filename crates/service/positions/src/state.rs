//! The state of this service.

use std::sync::Arc;

use axum::extract::FromRef;
use chautari_http::Http;
use chautari_platform::Platform;

use crate::scene::Boards;

/// Stateless games: positions, pictures, analysis, exact values. Cheap to clone.
#[derive(Clone)]
pub struct Positions(Arc<Inner>);

struct Inner {
    platform: Platform,
    boards: Boards,
}

impl FromRef<Positions> for Http {
    fn from_ref(positions: &Positions) -> Http {
        positions.http().clone()
    }
}

impl Positions {
    /// Creates the service.
    pub fn new(platform: Platform) -> Positions {
        Positions(Arc::new(Inner { boards: Boards::new(platform.games()), platform }))
    }

    /// The platform under this service.
    pub fn platform(&self) -> &Platform {
        &self.0.platform
    }

    /// Connections, limits, metrics, background tasks.
    pub fn http(&self) -> &Http {
        self.platform().http()
    }

    pub(crate) fn boards(&self) -> &Boards {
        &self.0.boards
    }
}
