//! The rules of openings, reviews, studies and puzzles: no HTTP, no database, no engines.

pub(crate) mod content;
pub(crate) mod opening_counts;
pub(crate) mod puzzle_catalog;
pub(crate) mod puzzle_rating;
pub(crate) mod solver;
pub(crate) mod study;
