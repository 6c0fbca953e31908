//! Rounds that are known before the first game, and what is left of them where somebody enters late.

use super::swiss::{Met, seat};
use super::{Entrant, Field, Meeting, Round};

/// One round of all against all, by the circle: the last player keeps its seat, the others move on
/// by one, and those who face each other meet. With an odd number the last seat is empty, and who
/// faces it rests.
///
/// Sides alternate along the circle and from round to round, which leaves nobody more than one game
/// ahead on either side. A second cycle is the first with sides exchanged.
pub(super) fn round_robin(players: u16, number: u32) -> Round {
    let seats = u32::from(players) + u32::from(players) % 2;
    let circle = seats - 1;
    let (cycle, turn) = (number / circle, number % circle);
    let meet = |one: u32, two: u32, swap: bool| {
        let sides = [Entrant(one as u16), Entrant(two as u16)];
        let swap = swap ^ (cycle % 2 == 1);
        Meeting { sides: if swap { [sides[1], sides[0]] } else { sides } }
    };
    let fixed = std::iter::once(meet(turn, circle, turn % 2 == 1));
    let others = (1..seats / 2).map(|step| {
        let (ahead, behind) = ((turn + step) % circle, (turn + circle - step) % circle);
        meet(ahead, behind, step % 2 == 1)
    });
    let is_real = |meeting: &Meeting| meeting.sides.iter().all(|player| player.0 < players);
    Round { meetings: fixed.chain(others).filter(is_real).collect(), free: Vec::new() }
}

/// The first player against the next, with sides exchanged from one opponent to another.
pub(super) fn gauntlet(number: u32) -> Round {
    let (first, other) = (Entrant(0), Entrant(number as u16 + 1));
    let sides = if number.is_multiple_of(2) { [first, other] } else { [other, first] };
    Round { meetings: vec![Meeting { sides }], free: Vec::new() }
}

/// The meetings that somebody still owes: how many.
fn owes(field: &Field, met: &Met, cycles: u32, player: Entrant) -> u32 {
    let is_other = |other: &Entrant| *other != player && !field.withdrawn.contains(other);
    let left = |other: Entrant| cycles.saturating_sub(met.times(player, other));
    field.entrants().filter(is_other).map(left).sum()
}

/// The most meetings that anybody owes who is there.
pub(super) fn owed(field: &Field, cycles: u32) -> u32 {
    let met = Met::new(field);
    let present = field.entrants().filter(|player| !field.withdrawn.contains(player));
    present.map(|player| owes(field, &met, cycles, player)).max().unwrap_or(0)
}

/// A round of those who have not met so often yet. Whoever owes the most comes first, so that few rounds do; each
/// has a meeting as long as one is owed, so that they come to an end.
pub(super) fn who_is_left(field: &Field, cycles: u32) -> Round {
    let met = Met::new(field);
    let mut waiting: Vec<Entrant> =
        field.entrants().filter(|player| !field.withdrawn.contains(player)).collect();
    waiting.sort_by_key(|player| std::cmp::Reverse(owes(field, &met, cycles, *player)));
    let mut round = Round::default();
    while let Some((&first, others)) = waiting.split_first() {
        let second = others.iter().copied().find(|other| met.times(first, *other) < cycles);
        if let Some(second) = second {
            let number = round.meetings.len() as u32;
            round.meetings.push(seat(field, [first, second], number));
        }
        waiting.retain(|player| *player != first && Some(*player) != second);
    }
    round
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::{Format, Settled};
    use super::*;

    /// How often each pair met, how often each player had the first side, and how often it played.
    fn census(field: &Field) -> (HashMap<[Entrant; 2], usize>, Vec<usize>, Vec<usize>) {
        let (mut met, mut first, mut played) =
            (HashMap::new(), vec![0; field.players.into()], vec![0; field.players.into()]);
        for number in 0..field.rounds() {
            let round = field.round(number);
            let mut busy = Vec::new();
            for Meeting { sides } in round.meetings {
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
            assert_eq!(busy.len(), seats, "somebody plays twice in round {number}");
        }
        (met, first, played)
    }

    #[test]
    fn everybody_meets_everybody_once_and_sides_are_even() {
        for players in 2..=33 {
            let field = Field::new(Format::RoundRobin, players, 1);
            let (met, first, played) = census(&field);
            assert_eq!(met.len(), usize::from(players) * usize::from(players - 1) / 2, "{players}");
            assert!(met.values().all(|&times| times == 1));
            for (first, played) in first.iter().zip(played) {
                assert!(first.abs_diff(played - first) <= 1, "{players} players: {first} of {played}");
            }
        }
    }

    #[test]
    fn the_second_cycle_exchanges_sides() {
        for players in 2..=16 {
            let field = Field::new(Format::DoubleRoundRobin, players, 1);
            let (met, first, played) = census(&field);
            assert!(met.values().all(|&times| times == 2));
            assert!(first.iter().zip(played).all(|(first, played)| 2 * first == played));
        }
    }

    #[test]
    fn the_first_runs_the_gauntlet() {
        let (met, first, played) = census(&Field::new(Format::Gauntlet, 5, 1));
        assert_eq!((met.len(), first[0], played[0]), (4, 2, 4));
    }

    #[test]
    fn who_faces_somebody_gone_is_free() {
        let mut field = Field::new(Format::RoundRobin, 4, 1);
        field.withdrawn.push(Entrant(2));
        let free: usize = (0..3).map(|number| field.round(number).free.len()).sum();
        let games: usize = (0..3).map(|number| field.round(number).meetings.len()).sum();
        assert_eq!((free, games), (3, 3));
    }

    #[test]
    fn who_enters_late_meets_everybody_too() {
        for players in 2..9 {
            let mut field = Field::new(Format::DoubleRoundRobin, players, 1);
            let mut paired = 0;
            while let Some(round) = field.next(paired) {
                let results = round.meetings.iter().map(|m| Settled { sides: m.sides, winner: None });
                field.settled.extend(results);
                paired += 1;
                if paired <= 2 {
                    field.enter(paired);
                }
                assert!(paired < 100);
            }
            let met = Met::new(&field);
            for one in field.entrants() {
                for two in field.entrants().filter(|two| *two != one) {
                    assert_eq!(met.times(one, two), 2, "{players}: {one:?} and {two:?}");
                }
            }
        }
    }

    #[test]
    fn nobody_to_meet_is_no_round() {
        for format in [Format::RoundRobin, Format::Gauntlet, Format::Swiss { rounds: 3 }] {
            for players in 0..2 {
                let field = Field::new(format, players, 1);
                assert_eq!((field.rounds(), field.round(0)), (0, Round::default()));
            }
        }
    }
}
