//! The reasons for which a tournament refuses a request.

use chautari_wire::ErrorCode;

use super::limits::{MAX_COST, MAX_GAMES_PER_PAIRING, MAX_PLAYERS, MAX_ROUNDS};
use super::openings::{MAX_OPENING_MOVES, MAX_OPENINGS, MAX_PLIES, MAX_TOTAL_MOVES};
use super::plan::MAX_NAME;
use super::season::{MAX_SEASONS, MAX_TOURNAMENTS};

/// The reason for which a request is refused. The text is for the client.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    // Settings
    #[error("A tournament's name has 1 to {MAX_NAME} bytes, all in one line.")]
    Name,
    #[error("A season's name has 1 to {MAX_NAME} bytes, all in one line.")]
    SeasonName,
    #[error("A tournament that starts at once needs two players.")]
    NoPlayersToStart,
    #[error("A tournament has at most {MAX_PLAYERS} players.")]
    TooManyPlayers,
    #[error("The bot `{0}` has entered twice.")]
    EnteredTwice(String),
    #[error("People join with the code of the tournament, or with a card from its host.")]
    NotAnEngine,
    #[error("A pairing has 1 to {MAX_GAMES_PER_PAIRING} games.")]
    GamesPerPairing,
    #[error("A tournament has 1 to {MAX_ROUNDS} rounds.")]
    Rounds,
    #[error("A tournament must start within a year.")]
    StartTime,
    #[error("Only a format that is paired by the clock has a duration.")]
    HasNoDuration,
    #[error("The duration is between a second and a day.")]
    Duration,
    #[error(
        "A break between rounds is between a second and a day, and needs `next_round` to be `after_break`."
    )]
    Break,
    #[error("{0}")]
    Clock(String),
    #[error("The time to wait for a player who does not show up is half a second to a week.")]
    NoShow,
    #[error(
        "With {players} players there are {games} games, which cost {cost}; a tournament may cost at most {MAX_COST}."
    )]
    TooExpensive { players: u32, games: u64, cost: u64 },

    // Openings
    #[error("There can be at most {MAX_OPENINGS} openings.")]
    TooManyOpenings,
    #[error("An opening has at most {MAX_OPENING_MOVES} moves.")]
    LongOpening(usize),
    #[error("All openings together have at most {MAX_TOTAL_MOVES} moves.")]
    LongOpenings,
    #[error("Give either openings or the number of random plies, not both.")]
    TwoKindsOfOpenings,
    #[error("Random openings have at most {MAX_PLIES} plies.")]
    RandomPlies,

    // Entering
    #[error("The tournament has ended.")]
    Ended,
    #[error("This format takes no more players once the first round is paired.")]
    Late,
    #[error("Only players the host has entered can play here.")]
    Closed,
    #[error("This is not the code of this tournament.")]
    WrongCode,

    // Host actions
    #[error("It takes {0} players to start.")]
    TooFewPlayers(usize),
    #[error("{present} of {players} players are here. Send `anyway` to start without the others.")]
    NotHere { present: usize, players: usize },
    #[error("There is no player `{0}` in this tournament.")]
    NoSuchPlayer(String),
    #[error("Say which `player` is meant.")]
    NoPlayerNamed,
    #[error("Only the host can do this to another player.")]
    NotYourself,
    #[error("This player has no game at the moment.")]
    NoGame,
    #[error("No round has been paired yet.")]
    NothingPaired,
    #[error("The tournament is not running.")]
    NotRunning,
    #[error("Games of this round are still in progress.")]
    RoundInProgress,
    #[error("The last round has been played.")]
    LastRound,
    #[error("In this format the host cannot change pairings.")]
    PairingsFixed,
    #[error("A player can play at one board only.")]
    PairedTwice,
    #[error("`{0}` has left.")]
    HasLeft(String),
    #[error("Name the opponent of `{0}`, or list the player in `free`.")]
    LeftOver(String),
    #[error("`{0}` and `{1}` have already played.")]
    AlreadyPlayed(String, String),

    // Seasons
    #[error("The season belongs to another person. Use the key of the person who created it.")]
    NotYourSeason,
    #[error("A season can have at most {MAX_TOURNAMENTS} tournaments.")]
    FullSeason,
    #[error("You have already created {MAX_SEASONS} seasons.")]
    TooManySeasons,
}

/// The kind of a refusal, which decides the status of the response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RefusalKind {
    /// The request is malformed.
    Malformed,
    /// The caller may not do this.
    Forbidden,
    /// The named thing does not exist.
    Missing,
    /// The tournament is in a state that does not allow it.
    Conflict,
    /// The values are not valid.
    Invalid,
}

impl Refusal {
    /// The kind and the stable code.
    pub(crate) fn kind_and_code(&self) -> (RefusalKind, ErrorCode) {
        use RefusalKind::{Conflict, Forbidden, Invalid, Malformed, Missing};

        match self {
            Refusal::Name | Refusal::SeasonName => (Invalid, ErrorCode::Name),
            Refusal::NoPlayersToStart
            | Refusal::TooManyPlayers
            | Refusal::EnteredTwice(_)
            | Refusal::NotAnEngine => (Invalid, ErrorCode::Players),
            Refusal::GamesPerPairing => (Invalid, ErrorCode::Games),
            Refusal::Rounds => (Invalid, ErrorCode::Rounds),
            Refusal::StartTime => (Invalid, ErrorCode::Starts),
            Refusal::HasNoDuration | Refusal::Duration | Refusal::Break => (Invalid, ErrorCode::Lasts),
            Refusal::Clock(_) => (Invalid, ErrorCode::Clock),
            Refusal::NoShow => (Invalid, ErrorCode::NoShow),
            Refusal::TooExpensive { .. } => (Invalid, ErrorCode::Cost),
            Refusal::TooManyOpenings
            | Refusal::LongOpening(_)
            | Refusal::LongOpenings
            | Refusal::RandomPlies => (Invalid, ErrorCode::Opening),
            Refusal::TwoKindsOfOpenings | Refusal::NoPlayerNamed => (Malformed, ErrorCode::BadRequest),
            Refusal::Late => (Conflict, ErrorCode::Late),
            Refusal::Closed | Refusal::WrongCode | Refusal::NotYourself | Refusal::NotYourSeason => {
                (Forbidden, ErrorCode::Forbidden)
            }
            Refusal::NotHere { .. } => (Conflict, ErrorCode::NotHere),
            Refusal::NoSuchPlayer(_) => (Missing, ErrorCode::NotFound),
            Refusal::Ended
            | Refusal::TooFewPlayers(_)
            | Refusal::NoGame
            | Refusal::NothingPaired
            | Refusal::NotRunning
            | Refusal::RoundInProgress
            | Refusal::LastRound
            | Refusal::AlreadyPlayed(..) => (Conflict, ErrorCode::Conflict),
            Refusal::PairingsFixed | Refusal::PairedTwice | Refusal::HasLeft(_) | Refusal::LeftOver(_) => {
                (Invalid, ErrorCode::Pairing)
            }
            Refusal::FullSeason => (Invalid, ErrorCode::Season),
            Refusal::TooManySeasons => (Invalid, ErrorCode::Seasons),
        }
    }

    /// The index of the list item that is refused, from 0.
    pub(crate) fn index(&self) -> Option<usize> {
        if let Refusal::LongOpening(index) = self { Some(*index) } else { None }
    }
}
