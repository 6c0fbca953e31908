//! Opening explorer, reviews of matches, studies and puzzles.

pub mod explorer;
pub mod puzzles;
pub mod reviews;
mod state;
pub mod studies;

pub use state::StudyService;
