//! The size limits of tournaments, by the cost of their games.

use chautari_arena::{Format, GameCount, TournamentSize};
use serde::Serialize;
use utoipa::ToSchema;

use super::plan::CheckedPlan;
use super::refusal::Refusal;
use super::settings::Entry;

pub(crate) const MAX_PLAYERS: usize = 256;
pub(super) const MAX_GAMES_PER_PAIRING: u32 = 100;
pub(super) const MAX_ROUNDS: u32 = 50;

/// The largest cost of all games of a tournament: two hundred people may all meet once, thirty may meet ten times.
pub(crate) const MAX_COST: u64 = 20_000;

/// The extra cost of a game with an engine, because the engine needs a core. A game alone costs 1.
const ENGINE_COST: u64 = 4;

/// The largest number of games of a tournament, and their cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[allow(clippy::struct_field_names, reason = "the cost of a tournament is its cost")]
pub(crate) struct TournamentCost {
    /// The largest number of games.
    games: u64,
    /// The cost of these games.
    cost: u64,
    /// Whether such a tournament may be created.
    pub(crate) allowed: bool,
}

/// Returns the cost of a tournament of this size. Numbers above the limits count as the first number above them, so
/// that nothing overflows.
pub(crate) fn cost(format: Format, size: TournamentSize) -> TournamentCost {
    let fits = size.players as usize <= MAX_PLAYERS
        && size.rounds.is_none_or(|rounds| (1..=MAX_ROUNDS).contains(&rounds))
        && (1..=MAX_GAMES_PER_PAIRING).contains(&size.games_per_pairing);
    let GameCount { games, with_engines } = format.count_games(TournamentSize {
        players: size.players.min(MAX_PLAYERS as u32 + 1),
        rounds: size.rounds.map(|rounds| rounds.min(MAX_ROUNDS + 1)),
        games_per_pairing: size.games_per_pairing.min(MAX_GAMES_PER_PAIRING + 1),
        ..size
    });
    let cost = games + ENGINE_COST * with_engines;
    TournamentCost { games, cost, allowed: fits && cost <= MAX_COST }
}

/// Checks whether a tournament of this size may be played.
pub(super) fn check(format: Format, size: TournamentSize) -> Result<(), Refusal> {
    let TournamentCost { games, cost, allowed } = cost(format, size);
    match size.players {
        _ if allowed => Ok(()),
        players if players as usize > MAX_PLAYERS => Err(Refusal::TooManyPlayers),
        players => Err(Refusal::TooExpensive { players, games, cost }),
    }
}

/// Checks whether a planned tournament with these players may be played.
pub(crate) fn check_size(plan: &CheckedPlan, players: &[Entry]) -> Result<(), Refusal> {
    let size = TournamentSize {
        players: players.len() as u32,
        engines: players.iter().filter(|entry| !entry.is_guest()).count() as u32,
        rounds: plan.rounds,
        games_per_pairing: plan.games,
    };
    check(plan.format, size)
}

/// Returns the number of games that a tournament paired by the clock may begin, given its number of engines.
pub(crate) fn max_arena_games(engines: usize) -> usize {
    (if engines == 0 { MAX_COST } else { MAX_COST / (1 + ENGINE_COST) }) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(players: u32, rounds: Option<u32>, games_per_pairing: u32, engines: u32) -> TournamentSize {
        TournamentSize { players, engines, rounds, games_per_pairing }
    }

    #[test]
    fn thirty_players_may_meet_in_two_pairs_of_games() {
        let class = cost(Format::RoundRobin, size(30, None, 4, 0));
        assert_eq!(class, TournamentCost { games: 1740, cost: 1740, allowed: true });
        assert!(check(Format::RoundRobin, size(30, None, 4, 30)).is_ok(), "engines too");
        let large = check(Format::DoubleRoundRobin, size(128, None, 4, 0));
        assert!(matches!(large, Err(Refusal::TooExpensive { players: 128, .. })), "{large:?}");
        let crowd = check(Format::Knockout, size(MAX_PLAYERS as u32 + 1, None, 1, 0));
        assert_eq!(crowd, Err(Refusal::TooManyPlayers));
        assert_eq!(cost(Format::Gauntlet, size(0, None, 1, 0)).games, 0);
        assert!(cost(Format::Swiss, size(4, Some(MAX_ROUNDS), 1, 0)).allowed, "the largest number of rounds");
        let mixed = cost(Format::RoundRobin, size(3, None, 1, 1));
        assert_eq!(mixed.cost, 3 + 2 * 4, "two of three games have an engine");
    }

    #[test]
    fn sizes_beyond_the_limits_are_never_allowed() {
        for format in Format::ALL {
            for beyond in [
                size(u32::MAX, None, 1, 0),
                size(4, Some(0), 1, 0),
                size(4, Some(u32::MAX), 1, 0),
                size(4, None, 0, 0),
                size(4, None, u32::MAX, u32::MAX),
            ] {
                assert!(!cost(format, beyond).allowed, "{format:?}: {beyond:?}");
            }
        }
    }
}
