//! Chat messages of a match.

use chautari_game::Side;
use chautari_wire::Phrase;

/// Chat messages per side and match.
pub(crate) const MAX_MESSAGES: usize = 50;

/// Messages that a view of the match shows.
pub(super) const SHOWN_MESSAGES: usize = 20;

/// A chat message.
#[derive(Clone, Debug)]
pub(crate) struct ChatMessage {
    pub(super) side: Side,
    pub(super) phrase: Phrase,
    pub(super) at_ms: u64,
}
