//! Deliberate mistakes. The simulation must find each of them.

use chautari_ledger::Defect;

/// A deliberate mistake in the store or in the servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// The store appends to a stream without comparing its version with the one that the writer has seen.
    AppendsAtAnyVersion,
    /// The store carries out a repeated command again.
    ForgetsCommands,
    /// The store acknowledges some appends without storing them.
    LosesAppends,
    /// The store lets two people claim the same name.
    SharesClaims,
    /// The store drops some jobs.
    LosesJobs,
    /// A lost notice is never reported, so that caches stay behind.
    NeverReportsLostNotices,
    /// A server acknowledges a move before it is stored.
    AcknowledgesEarly,
    /// A restarted server does not set the clocks of the matches in progress.
    ForgetsClocks,
    /// A server measures thinking time by the clock of the store, which can be set.
    MeasuresByWallClock,
    /// A server finishes a job before it has done its work.
    FinishesJobsEarly,
    /// The score of a match is counted without a command id, so that a repeated job counts it again.
    CountsScoresTwice,
    /// The id of a tournament's match depends on how often the job was tried, so that a repeated job begins another match.
    StartsMatchesTwice,
    /// A server accepts a move without comparing the number of plies that the player has seen.
    IgnoresSeenPlies,
    /// A tournament settles some games while they are still played.
    SettlesUnfinishedGames,
}

impl Bug {
    /// All of them.
    pub const ALL: [Bug; 14] = [
        Bug::AppendsAtAnyVersion,
        Bug::ForgetsCommands,
        Bug::LosesAppends,
        Bug::SharesClaims,
        Bug::LosesJobs,
        Bug::NeverReportsLostNotices,
        Bug::AcknowledgesEarly,
        Bug::ForgetsClocks,
        Bug::MeasuresByWallClock,
        Bug::FinishesJobsEarly,
        Bug::CountsScoresTwice,
        Bug::StartsMatchesTwice,
        Bug::IgnoresSeenPlies,
        Bug::SettlesUnfinishedGames,
    ];

    /// The mistake of the store, if it is one of the store.
    pub(crate) fn defect(self) -> Option<Defect> {
        match self {
            Bug::AppendsAtAnyVersion => Some(Defect::IgnoresVersions),
            Bug::ForgetsCommands => Some(Defect::ForgetsCommands),
            Bug::LosesAppends => Some(Defect::LosesAppends),
            Bug::SharesClaims => Some(Defect::IgnoresClaims),
            Bug::LosesJobs => Some(Defect::LosesJobs),
            _ => None,
        }
    }
}
