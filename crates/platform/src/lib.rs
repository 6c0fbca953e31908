//! What every service and every protocol stands on: HTTP kit, compute pools, ledger and games, as one state.
//!
//! Here is also what services share above these: typed ids, pages of event streams, quotas per account, and the queue
//! of engine moves.

mod clock;
mod engine_backlog;
mod ids;
mod long_reads;
pub mod paging;
pub mod quota;
mod state;

pub use clock::wall_clock;
pub use ids::{InvitationId, MatchId, PersonId, PuzzleId, SeasonId, SolverId, StudyId, TournamentId};
pub use state::Platform;
