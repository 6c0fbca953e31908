//! Lines of play and the bounds of pictures: no HTTP, no threads.

pub(crate) mod animation;
pub(crate) mod line;
