//! Opening explorer, reviews of matches, studies and puzzles.
//!
//! - `model` has the rules, without HTTP and database.
//! - [`reviews`] and the private modules beside it read and write what is stored.
//! - `api` has the endpoints.

mod api;
mod explorer;
mod model;
mod puzzles;
pub mod reviews;
mod state;
mod studies;

pub use api::routes;
pub use explorer::ENDED_MATCHES;
pub use state::StudyService;

/// Starts the background tasks.
pub fn start(app: &StudyService) {
    explorer::start(app);
    studies::start(app);
    puzzles::start(app);
    reviews::start(app);
}
