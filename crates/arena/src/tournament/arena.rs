//! The arena: for a set time, whoever is free meets whoever is free, and wins in a row count double.

use super::swiss::seat;
use super::{Entrant, Field, Meeting};
use crate::Worth;

/// From this many wins in a row on, a game counts double, until one is not won.
const STREAK: u32 = 2;

/// Who of those that wait meets whom: neighbours in the standings, but nobody twice in a row while others play
/// too. Whoever is left waits for the next to come.
pub(super) fn pair(field: &Field, waiting: &[Entrant]) -> Vec<Meeting> {
    let points = points(field);
    let mut waiting = waiting.to_vec();
    waiting.sort_by_key(|player| (std::cmp::Reverse(points[usize::from(player.0)]), *player));
    let present = field.entrants().filter(|player| !field.withdrawn.contains(player)).count();
    let mut meetings = Vec::new();
    let mut number = field.settled.len() as u32;
    while let Some((&first, others)) = waiting.split_first() {
        let is_new = |other: &Entrant| {
            present <= 2
                || last_opponent(field, first) != Some(*other)
                || last_opponent(field, *other) != Some(first)
        };
        let Some(at) = others.iter().position(is_new) else {
            waiting.remove(0);
            continue;
        };
        let second = others[at];
        meetings.push(seat(field, [first, second], number));
        number += 1;
        waiting.retain(|player| *player != first && *player != second);
    }
    meetings
}

fn last_opponent(field: &Field, player: Entrant) -> Option<Entrant> {
    field.settled.iter().rev().find_map(|game| game.opponent(player))
}

/// What everybody has, in the order of entry: two for a win, one for a draw, and both double during a streak.
pub(super) fn points(field: &Field) -> Vec<u32> {
    let mut points = vec![0; usize::from(field.players)];
    let mut streaks = vec![0; usize::from(field.players)];
    for game in &field.settled {
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

    use super::super::{Format, Settled};
    use super::*;

    fn arena(players: u16) -> Field {
        Field::new(Format::Arena, players, 1)
    }

    fn all(field: &Field) -> Vec<Entrant> {
        field.entrants().collect()
    }

    #[test]
    fn wins_in_a_row_count_double() {
        let mut field = arena(2);
        for winner in [Some(Side::One), Some(Side::One), Some(Side::One), None, Some(Side::Two)] {
            field.settled.push(Settled { sides: [Entrant(0), Entrant(1)], winner });
        }
        // 2 + 2 + 4, then a draw that still counts double, and a loss; the other has a draw and a win.
        assert_eq!(points(&field), [2 + 2 + 4 + 2, 1 + 2]);
        assert_eq!(field.standings()[0].halves, 20, "shown as points");
    }

    #[test]
    fn whoever_is_free_meets_whoever_is_free_and_not_at_once_again() {
        let mut field = arena(3);
        let first = pair(&field, &all(&field));
        assert_eq!(first.len(), 1);
        let [one, two] = first[0].sides;
        field.settled.push(Settled { sides: [one, two], winner: None });
        assert_eq!(pair(&field, &[one, two]), [], "the third one may come any moment");
        assert_eq!(pair(&field, &all(&field)).len(), 1);
        field.withdrawn = field.entrants().filter(|player| ![one, two].contains(player)).collect();
        assert_eq!(pair(&field, &[one, two]).len(), 1, "there is nobody else");
    }
}
