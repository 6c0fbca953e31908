//! Names of the job queues of matches, and the job body that most of them share.
//!
//! The names are stored with the jobs, so they stay as they are.

use chautari_platform::MatchId;
use serde::{Deserialize, Serialize};

/// Engine moves in matches with a player at the board.
pub(crate) const ENGINE_MOVES: &str = "house-moves";

/// Engine moves in matches that no player waits for. A queue is processed in order, so these must not delay
/// [`ENGINE_MOVES`].
pub(crate) const BACKGROUND_ENGINE_MOVES: &str = "house-moves-unattended";

/// Draw offers that an engine has to answer while it is not to move.
pub(crate) const DRAW_ANSWERS: &str = "house-answers";

/// Rematches to create.
pub(crate) const REMATCHES: &str = "rematches";

/// Matches to check for inactivity.
pub(crate) const INACTIVITY: &str = "idle-matches";

/// Finished rated matches.
pub(crate) const RATINGS: &str = "ratings";

/// Clocks of correspondence matches, due when a side runs out of time.
pub(crate) const CORRESPONDENCE_CLOCKS: &str = "match-clocks";

/// Push notifications to players who are to move and not online.
pub(crate) const TURN_NOTICES: &str = "turns-to-tell";

/// A job about a match at a version. It is obsolete once the match has moved on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct MatchJob {
    pub(crate) id: MatchId,
    /// The version: `moved_at` for jobs about the position, else the version of the event.
    pub(crate) at: u64,
}
