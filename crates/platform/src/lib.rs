//! The platform of all services and protocols: HTTP kit, compute pools, ledger and games, as one state.
//!
//! It also has what services share: typed ids, pages of event streams, quotas per account, and the queue
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
