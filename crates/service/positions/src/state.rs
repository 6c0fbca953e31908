//! The state of this service.

use axum::extract::FromRef;
use chautari_http::Http;
use chautari_platform::Platform;

/// Stateless games: positions, pictures, analysis, exact values. Cheap to clone.
#[derive(Clone)]
pub struct Positions(Platform);

impl FromRef<Positions> for Http {
    fn from_ref(positions: &Positions) -> Http {
        positions.http().clone()
    }
}

impl Positions {
    /// Creates the service.
    pub fn new(platform: Platform) -> Positions {
        Positions(platform)
    }

    /// The platform under this service.
    pub fn platform(&self) -> &Platform {
        &self.0
    }

    /// Connections, limits, metrics, background tasks.
    pub fn http(&self) -> &Http {
        self.platform().http()
    }
}
