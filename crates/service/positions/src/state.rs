//! The state of this service.

use std::sync::{Arc, OnceLock};

use axum::extract::FromRef;
use chautari_http::Http;
use chautari_platform::Platform;

use crate::fair_play::PositionsInPlay;

/// Stateless games: positions, pictures, analysis, exact values. Cheap to clone.
#[derive(Clone)]
pub struct Positions {
    platform: Platform,
    in_play: Arc<OnceLock<Arc<dyn PositionsInPlay>>>,
}

impl FromRef<Positions> for Http {
    fn from_ref(positions: &Positions) -> Http {
        positions.http().clone()
    }
}

impl Positions {
    /// Creates the service.
    pub fn new(platform: Platform) -> Positions {
        Positions { platform, in_play: Arc::default() }
    }

    /// The platform under this service.
    pub fn platform(&self) -> &Platform {
        &self.platform
    }

    /// Refuses help with the positions of this source from now on. Only the first call has an effect.
    pub fn protect(&self, source: Arc<dyn PositionsInPlay>) {
        let _ = self.in_play.set(source);
    }

    /// The source of the positions that players get no help with.
    pub(crate) fn positions_in_play(&self) -> Option<Arc<dyn PositionsInPlay>> {
        self.in_play.get().cloned()
    }

    /// Connections, limits, metrics, background tasks.
    pub fn http(&self) -> &Http {
        self.platform().http()
    }
}
