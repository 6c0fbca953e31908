//! Schedules that are known in advance (round robin, gauntlet), and what remains of them after late entries.

use super::swiss::{Met, seat};
use super::{Entrant, Pairing, Round, TournamentState};

/// Returns a round of a round robin by the circle method: the last player keeps the seat, the others move on by
/// one, and players who face each other meet. With an odd number of players the last seat is empty, and the
/// player facing it has no game.
///
/// Sides alternate along the circle and from round to round, so that no player has one side more than once
/// above the other. A second cycle repeats the first with sides exchanged.
pub(super) fn round_robin(players: u16, number: u32) -> Round {
    let seats = u32::from(players) + u32::from(players) % 2;
    let circle = seats - 1;
    let (cycle, turn) = (number / circle, number % circle);
    let meet = |one: u32, two: u32, swap: bool| {
        let sides = [Entrant(one as u16), Entrant(two as u16)];
        let swap = swap ^ (cycle % 2 == 1);
        Pairing { sides: if swap { [sides[1], sides[0]] } else { sides } }
    };
    let fixed = std::iter::once(meet(turn, circle, turn % 2 == 1));
    let others = (1..seats / 2).map(|step| {
        let (ahead, behind) = ((turn + step) % circle, (turn + circle - step) % circle);
        meet(ahead, behind, step % 2 == 1)
    });
    let is_real = |pairing: &Pairing| pairing.sides.iter().all(|player| player.0 < players);
    Round { pairings: fixed.chain(others).filter(is_real).collect(), byes: Vec::new() }
}

/// Returns a round of a gauntlet: the first player meets the next opponent. Sides alternate.
pub(super) fn gauntlet(number: u32) -> Round {
    let (first, other) = (Entrant(0), Entrant(number as u16 + 1));
    let sides = if number.is_multiple_of(2) { [first, other] } else { [other, first] };
    Round { pairings: vec![Pairing { sides }], byes: Vec::new() }
}

/// Returns the number of pairings that a player has not played yet.
fn remaining_of(state: &TournamentState, met: &Met, cycles: u32, player: Entrant) -> u32 {
    let is_other = |other: &Entrant| *other != player && !state.withdrawn.contains(other);
    let left = |other: Entrant| cycles.saturating_sub(met.times(player, other));
    state.entrants().filter(is_other).map(left).sum()
}

/// Returns the largest number of pairings that a present player has not played yet.
pub(super) fn owed(state: &TournamentState, cycles: u32) -> u32 {
    let met = Met::new(state);
    let present = state.entrants().filter(|player| !state.withdrawn.contains(player));
    present.map(|player| remaining_of(state, &met, cycles, player)).max().unwrap_or(0)
}

/// Pairs players who have not met often enough yet. The one with the most pairings left comes first, so that
/// few rounds are needed. Every player with a pairing left is paired sooner or later, so the rounds come to an
/// end.
pub(super) fn remaining(state: &TournamentState, cycles: u32) -> Round {
    let met = Met::new(state);
    let mut waiting: Vec<Entrant> =
        state.entrants().filter(|player| !state.withdrawn.contains(player)).collect();
    waiting.sort_by_key(|player| std::cmp::Reverse(remaining_of(state, &met, cycles, *player)));
    let mut round = Round::default();
    while let Some((&first, others)) = waiting.split_first() {
        let second = others.iter().copied().find(|other| met.times(first, *other) < cycles);
        if let Some(second) = second {
            let number = round.pairings.len() as u32;
            round.pairings.push(seat(state, [first, second], number));
        }
        waiting.retain(|player| *player != first && Some(*player) != second);
    }
    round
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::{Format, GameResult};
    use super::*;

    /// Returns how often each pair met, how often each player had the first side, and how often each played.
    fn census(state: &TournamentState) -> (HashMap<[Entrant; 2], usize>, Vec<usize>, Vec<usize>) {
        let (mut met, mut first, mut played) =
            (HashMap::new(), vec![0; state.players.into()], vec![0; state.players.into()]);
        for number in 0..state.rounds() {
            let round = state.round(number);
            let mut busy = Vec::new();
            for Pairing { sides } in round.pairings {
                busy.extend(sides);
                first[usize::from(sides[0].0)] += 1;
                for player in sides {
                    played[usize::from(player.0)] += 1;
                }
                let mut pair = sides;
                pair.sort();
                *met.entry(pair).or_insert(0) += 1;
            }
            let seats = busy.len();
            busy.sort();
            busy.dedup();
            assert_eq!(busy.len(), seats, "a player is paired twice in round {number}");
        }
        (met, first, played)
    }

    #[test]
    fn round_robin_pairs_everyone_once_with_balanced_sides() {
        for players in 2..=33 {
            let state = TournamentState::new(Format::RoundRobin, players, 1);
            let (met, first, played) = census(&state);
            assert_eq!(met.len(), usize::from(players) * usize::from(players - 1) / 2, "{players}");
            assert!(met.values().all(|&times| times == 1));
            for (first, played) in first.iter().zip(played) {
                assert!(first.abs_diff(played - first) <= 1, "{players} players: {first} of {played}");
            }
        }
    }

    #[test]
    fn second_cycle_exchanges_sides() {
        for players in 2..=16 {
            let state = TournamentState::new(Format::DoubleRoundRobin, players, 1);
            let (met, first, played) = census(&state);
            assert!(met.values().all(|&times| times == 2));
            assert!(first.iter().zip(played).all(|(first, played)| 2 * first == played));
        }
    }

    #[test]
    fn first_player_meets_all_others_in_a_gauntlet() {
        let (met, first, played) = census(&TournamentState::new(Format::Gauntlet, 5, 1));
        assert_eq!((met.len(), first[0], played[0]), (4, 2, 4));
    }

    #[test]
    fn opponent_of_a_withdrawn_player_has_a_bye() {
        let mut state = TournamentState::new(Format::RoundRobin, 4, 1);
        state.withdrawn.push(Entrant(2));
        let byes: usize = (0..3).map(|number| state.round(number).byes.len()).sum();
        let games: usize = (0..3).map(|number| state.round(number).pairings.len()).sum();
        assert_eq!((byes, games), (3, 3));
    }

    #[test]
    fn late_entrant_meets_everyone() {
        for players in 2..9 {
            let mut state = TournamentState::new(Format::DoubleRoundRobin, players, 1);
            let mut paired = 0;
            while let Some(round) = state.next_round(paired) {
                let results = round.pairings.iter().map(|m| GameResult { sides: m.sides, winner: None });
                state.results.extend(results);
                paired += 1;
                if paired <= 2 {
                    state.enter(paired);
                }
                assert!(paired < 100);
            }
            let met = Met::new(&state);
            for one in state.entrants() {
                for two in state.entrants().filter(|two| *two != one) {
                    assert_eq!(met.times(one, two), 2, "{players}: {one:?} and {two:?}");
                }
            }
        }
    }

    #[test]
    fn single_player_has_no_rounds() {
        for format in [Format::RoundRobin, Format::Gauntlet, Format::Swiss] {
            for players in 0..2 {
                let state = TournamentState::new(format, players, 1);
                assert_eq!((state.rounds(), state.round(0)), (0, Round::default()));
            }
        }
    }
}
