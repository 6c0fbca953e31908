//! Arena: for a set time free players are paired at once, and a winning streak doubles the points.

use super::swiss::seat;
use super::{Entrant, Pairing, TournamentState};
use crate::Worth;

/// After this many wins in a row, games count double until one is not won.
const STREAK: u32 = 2;

/// Pairs waiting players who are neighbours in the standings. Two players do not meet again at once while
/// others play too. A player without an opponent waits for the next one to become free.
pub(super) fn pair(state: &TournamentState, waiting: &[Entrant]) -> Vec<Pairing> {
    let points = points(state);
    let mut waiting = waiting.to_vec();
    waiting.sort_by_key(|player| (std::cmp::Reverse(points[usize::from(player.0)]), *player));
    let present = state.entrants().filter(|player| !state.withdrawn.contains(player)).count();
    let mut pairings = Vec::new();
    let mut number = state.results.len() as u32;
    while let Some((&first, others)) = waiting.split_first() {
        let is_new = |other: &Entrant| {
            present <= 2
                || last_opponent(state, first) != Some(*other)
                || last_opponent(state, *other) != Some(first)
        };
        let Some(at) = others.iter().position(is_new) else {
            waiting.remove(0);
            continue;
        };
        let second = others[at];
        pairings.push(seat(state, [first, second], number));
        number += 1;
        waiting.retain(|player| *player != first && *player != second);
    }
    pairings
}

fn last_opponent(state: &TournamentState, player: Entrant) -> Option<Entrant> {
    state.results.iter().rev().find_map(|game| game.opponent(player))
}

/// Returns the points of all players, in the order of entry: two for a win, one for a draw, doubled during a
/// streak.
pub(super) fn points(state: &TournamentState) -> Vec<u32> {
    let mut points = vec![0; usize::from(state.players)];
    let mut streaks = vec![0; usize::from(state.players)];
    for game in &state.results {
        for player in game.sides {
            let (worth, at) = (game.worth(player), usize::from(player.0));
            points[at] += worth as u32 * if streaks[at] >= STREAK { 2 } else { 1 };
            streaks[at] = if worth == Worth::Win { streaks[at] + 1 } else { 0 };
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use chautari_game::Side;

    use super::super::{Format, GameResult};
    use super::*;

    fn arena(players: u16) -> TournamentState {
        TournamentState::new(Format::Arena, players, 1)
    }

    fn all(state: &TournamentState) -> Vec<Entrant> {
        state.entrants().collect()
    }

    #[test]
    fn third_win_in_a_row_counts_double() {
        let mut state = arena(2);
        for winner in [Some(Side::One), Some(Side::One), Some(Side::One), None, Some(Side::Two)] {
            state.results.push(GameResult { sides: [Entrant(0), Entrant(1)], winner });
        }
        // 2 + 2 + 4, then a draw that still counts double, and a loss. The other player has a draw and a win.
        assert_eq!(points(&state), [2 + 2 + 4 + 2, 1 + 2]);
        assert_eq!(state.standings()[0].half_points, 20, "shown as points");
    }

    #[test]
    fn waiting_players_are_paired_but_not_again_at_once() {
        let mut state = arena(3);
        let first = pair(&state, &all(&state));
        assert_eq!(first.len(), 1);
        let [one, two] = first[0].sides;
        state.results.push(GameResult { sides: [one, two], winner: None });
        assert_eq!(pair(&state, &[one, two]), [], "the third player may become free at any moment");
        assert_eq!(pair(&state, &all(&state)).len(), 1);
        state.withdrawn = state.entrants().filter(|player| ![one, two].contains(player)).collect();
        assert_eq!(pair(&state, &[one, two]).len(), 1, "no other player is present");
    }
}
