//! Knockout: the loser of a pairing is eliminated, until one player is left.

use super::swiss::seat;
use super::{Entrant, Pairing, Round, TournamentState};

/// The number of extra games in a level pairing. If it is still level, the better seed advances.
pub(super) const TIE_BREAKS: u32 = 2;

/// Pairs a round. Every player has a fixed place in the bracket: in round `n` the survivors of `2^(n+1)`
/// neighbouring places meet. A player without an opponent there has a bye.
pub(super) fn pair(state: &TournamentState, number: u32) -> Round {
    let mut round = Round::default();
    for places in bracket(state.players).chunks(2 << number) {
        let is_in = |&&seed: &&u16| seed < state.players && is_alive(state, Entrant(seed));
        let mut here: Vec<Entrant> = places.iter().filter(is_in).map(|&seed| Entrant(seed)).collect();
        here.sort();
        match here[..] {
            [] => {}
            [alone] => round.byes.push(alone),
            [one, two, ..] => round.pairings.push(seat(state, [one, two], number)),
        }
    }
    round
}

/// Whether a player has neither withdrawn nor been eliminated.
fn is_alive(state: &TournamentState, player: Entrant) -> bool {
    !state.withdrawn.contains(&player)
        && opponents(state, player).all(|other| has_beaten(state, player, other))
}

/// Returns the opponents that a player has met, each once.
fn opponents(state: &TournamentState, player: Entrant) -> impl Iterator<Item = Entrant> {
    let mut met: Vec<Entrant> = state.results.iter().filter_map(|game| game.opponent(player)).collect();
    met.sort();
    met.dedup();
    met.into_iter()
}

/// Whether a pairing was won by the first of the two. If it is level, the better seed wins.
fn has_beaten(state: &TournamentState, player: Entrant, other: Entrant) -> bool {
    let lead = lead(state, player, other);
    lead > 0 || (lead == 0 && player < other)
}

/// Returns how many half points a player is ahead of another in their games against each other.
pub(super) fn lead(state: &TournamentState, player: Entrant, other: Entrant) -> i64 {
    let between = state.results.iter().filter(|game| game.opponent(player) == Some(other));
    between.map(|game| game.worth(player) as i64 - game.worth(other) as i64).sum()
}

/// Returns the number of pairings won, including byes.
pub(super) fn survived(state: &TournamentState, player: Entrant) -> u32 {
    let won = opponents(state, player).filter(|other| has_beaten(state, player, *other)).count();
    (won + state.byes.iter().filter(|bye| **bye == player).count()) as u32
}

/// Returns the seeds in bracket order: the best two can meet only in the last round, the best four in the last
/// two, and so on. Places beyond the number of players stay empty and face the best seeds.
fn bracket(players: u16) -> Vec<u16> {
    let mut places = vec![0u16];
    while places.len() < usize::from(players) {
        let size = 2 * places.len() as u16;
        places = places.iter().flat_map(|seed| [*seed, size - 1 - seed]).collect();
    }
    places
}

/// Whether a pairing gets another game because it is level. This applies even if a player has withdrawn: the
/// next game is a win for the one who stayed, while otherwise the better seed would advance, who may be the one
/// who left.
pub(super) fn is_extended(state: &TournamentState, pairing: Pairing, played: u32) -> bool {
    let [one, two] = pairing.sides;
    played < state.games + TIE_BREAKS && lead(state, one, two) == 0
}

#[cfg(test)]
mod tests {
    use chautari_game::Side;

    use super::super::{Format, GameResult};
    use super::*;

    #[test]
    fn best_seeds_meet_last() {
        assert_eq!(bracket(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        let state = TournamentState::new(Format::Knockout, 6, 1);
        let round = state.round(0);
        assert_eq!(round.byes, [Entrant(0), Entrant(1)], "the best seeds have the byes");
        assert_eq!(round.pairings.len(), 2);
        assert_eq!(state.rounds(), 3);
    }

    #[test]
    fn loser_is_eliminated_and_level_pairing_is_extended() {
        let mut state = TournamentState::new(Format::Knockout, 4, 1);
        let first = state.round(0);
        let [upper, lower] = [first.pairings[0], first.pairings[1]];
        state.results.push(GameResult { sides: upper.sides, winner: None });
        assert!(state.has_next_game(upper, 1) && state.has_next_game(lower, 0));
        state.results.push(GameResult { sides: upper.sides, winner: None });
        assert!(state.has_next_game(upper, 2) && !state.has_next_game(upper, 3), "only by two games");
        state.results.push(GameResult { sides: lower.sides, winner: Some(Side::Two) });
        let last = state.round(1);
        let mut finalists = last.pairings[0].sides;
        finalists.sort();
        assert_eq!(finalists, [Entrant(0), lower.sides[1]], "the better seed goes on from a level pairing");
        state.results.push(GameResult { sides: finalists, winner: Some(Side::Two) });
        assert_eq!(state.standings()[0].player, lower.sides[1]);
        assert_eq!(state.standings()[0].survived, 2);
    }

    #[test]
    fn withdrawn_player_gives_the_opponent_a_bye() {
        let mut state = TournamentState::new(Format::Knockout, 4, 1);
        state.withdrawn.push(Entrant(3));
        let round = state.round(0);
        assert_eq!((round.pairings.len(), round.byes), (1, vec![Entrant(0)]));
    }

    #[test]
    fn withdrawal_from_a_level_pairing_loses_it_even_for_the_better_seed() {
        for games in [1, 2] {
            let mut state = TournamentState::new(Format::Knockout, 4, games);
            let pairing = state.round(0).pairings[0];
            let [better, other] = pairing.sides;
            assert!(better < other);
            for _ in 0..games {
                state.results.push(GameResult { sides: pairing.sides, winner: None });
            }
            state.withdrawn.push(better);
            assert!(state.has_next_game(pairing, games), "the remaining player has not got the points yet");
            // The next game is won by the one who is present.
            state.results.push(GameResult { sides: pairing.sides, winner: Some(Side::Two) });
            assert!(!state.has_next_game(pairing, games + 1));
            assert!(is_alive(&state, other) && !is_alive(&state, better), "{games} games");
            assert_eq!((survived(&state, other), survived(&state, better)), (1, 0));
        }
    }

    #[test]
    fn level_pairing_without_players_ends() {
        let mut state = TournamentState::new(Format::Knockout, 4, 1);
        let pairing = state.round(0).pairings[0];
        state.withdrawn.extend(pairing.sides);
        let played = (0..10).find(|played| !state.has_next_game(pairing, *played));
        assert_eq!(played, Some(1 + TIE_BREAKS), "its games have no result");
        assert!(!pairing.sides.iter().any(|player| is_alive(&state, *player)));
    }
}
