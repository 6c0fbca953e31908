//! The Swiss system: equals meet, nobody meets twice, everybody changes sides.

use super::standings::halves;
use super::{Entrant, Field, Meeting, Round};

/// How many placements are tried before a second meeting is allowed. Far more than a field needs that
/// can be paired at all; it bounds the ones that cannot.
const PATIENCE: u32 = 100_000;

pub(super) fn pair(field: &Field, number: u32) -> Round {
    let points = halves(field);
    let mut present: Vec<_> = field.entrants().filter(|player| !field.withdrawn.contains(player)).collect();
    present.sort_by_key(|player| std::cmp::Reverse(points[usize::from(player.0)]));
    let mut round = Round::default();
    if present.len() % 2 == 1 {
        // The last who has had the fewest free rounds.
        let times = |player: &Entrant| field.free.iter().filter(|free| *free == player).count();
        let fewest = present.iter().map(times).min().expect("an odd number is not 0");
        let seat = present.iter().rposition(|player| times(player) == fewest).expect("one has the fewest");
        round.free.push(present.remove(seat));
    }
    let met = Met::new(field);
    let mut search = Search { points: &points, met: &met, most: 0, left: PATIENCE };
    let pairs = loop {
        let mut pairs = Vec::with_capacity(present.len() / 2);
        if search.place(&present, &mut pairs) {
            break pairs;
        }
        // Everybody has met everybody left: one more meeting is allowed.
        search.most += 1;
        search.left = PATIENCE;
        if search.most > number {
            // Out of patience even so: neighbours meet.
            break present.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        }
    };
    round.meetings = pairs.into_iter().map(|pair| seat(field, pair, number)).collect();
    round
}

/// How often any two have met.
pub(super) struct Met {
    players: usize,
    times: Vec<u32>,
}

impl Met {
    pub(super) fn new(field: &Field) -> Met {
        let players = usize::from(field.players);
        let mut met = Met { players, times: vec![0; players * players] };
        for game in &field.settled {
            let [one, two] = game.sides.map(|player| usize::from(player.0));
            met.times[one * players + two] += 1;
            met.times[two * players + one] += 1;
        }
        // Several games are one meeting.
        met.times.iter_mut().for_each(|games| *games = games.div_ceil(field.games.max(1)));
        met
    }

    pub(super) fn times(&self, one: Entrant, two: Entrant) -> u32 {
        self.times[usize::from(one.0) * self.players + usize::from(two.0)]
    }
}

struct Search<'a> {
    points: &'a [u32],
    met: &'a Met,
    /// Two players may have met so often before.
    most: u32,
    left: u32,
}

impl Search<'_> {
    /// Pairs all of `waiting`, best first, or says that it cannot be done.
    fn place(&mut self, waiting: &[Entrant], pairs: &mut Vec<[Entrant; 2]>) -> bool {
        let Some((&first, others)) = waiting.split_first() else { return true };
        let points = |player: Entrant| self.points[usize::from(player.0)];
        // Among equals the upper half meets the lower half, so that the favourites meet late.
        let equals = others.iter().take_while(|&&other| points(other) == points(first)).count();
        let ideal = equals / 2;
        let mut choices: Vec<_> =
            (0..others.len()).filter(|&at| self.met.times(first, others[at]) <= self.most).collect();
        choices.sort_by_key(|&at| (points(first).abs_diff(points(others[at])), at.abs_diff(ideal), at));
        for at in choices {
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            let mut rest = others.to_vec();
            let second = rest.remove(at);
            pairs.push([first, second]);
            if self.place(&rest, pairs) {
                return true;
            }
            pairs.pop();
        }
        false
    }
}

/// Who takes which side: whoever has had the first side less often, then whoever did not have it
/// last, then the better one in every other round.
pub(super) fn seat(field: &Field, pair: [Entrant; 2], number: u32) -> Meeting {
    let had = |player: Entrant| {
        let firsts = field.settled.iter().filter(|game| game.sides[0] == player).count();
        let seconds = field.settled.iter().filter(|game| game.sides[1] == player).count();
        let last = field.settled.iter().rev().find(|game| game.opponent(player).is_some());
        (firsts as i64 - seconds as i64, last.is_some_and(|game| game.sides[0] == player))
    };
    let [one, two] = pair.map(had);
    let swap = if one == two { number % 2 == 1 } else { one > two };
    Meeting { sides: if swap { [pair[1], pair[0]] } else { pair } }
}

#[cfg(test)]
mod tests {
    use chautari_game::{Rng, Side};

    use super::super::{Format, Settled};
    use super::*;

    /// Plays a tournament with random results, some leaving on the way, and checks each round.
    fn play(players: u16, rounds: u32, games: u32, seed: u64, leaving: bool) -> Field {
        let mut dice = Rng::new(seed);
        let mut field = Field::new(Format::Swiss { rounds }, players, games);
        for number in 0..rounds {
            let round = field.round(number);
            assert_eq!(round, field.round(number), "the same field, the same round");
            let mut seated: Vec<_> = round.meetings.iter().flat_map(|m| m.sides).collect();
            seated.extend(&round.free);
            seated.sort();
            let present: Vec<_> =
                field.entrants().filter(|player| !field.withdrawn.contains(player)).collect();
            assert_eq!(seated, present, "everybody once");
            for meeting in &round.meetings {
                let [mut one, mut two] = meeting.sides;
                for _ in 0..games {
                    let winner = [Some(Side::One), Some(Side::Two), None][dice.below(3)];
                    field.settled.push(Settled { sides: [one, two], winner });
                    std::mem::swap(&mut one, &mut two);
                }
            }
            field.free.extend(round.free);
            if leaving && dice.below(2) == 0 {
                let gone = Entrant(dice.below(players.into()) as u16);
                if !field.withdrawn.contains(&gone) && present.len() > 2 {
                    field.withdrawn.push(gone);
                }
            }
        }
        field
    }

    #[test]
    fn nobody_meets_twice_while_it_can_be_helped() {
        for seed in 0..20 {
            for (players, rounds) in [(8, 5), (9, 5), (16, 7), (33, 6), (60, 8)] {
                let field = play(players, rounds, 1, seed, false);
                let met = Met::new(&field);
                let most = met.times.iter().max().expect("somebody played");
                assert_eq!(*most, 1, "{players} players, {rounds} rounds, seed {seed}");
                let mut free = field.free.clone();
                free.sort();
                free.dedup();
                assert_eq!(free.len(), field.free.len(), "nobody is free twice");
            }
        }
    }

    #[test]
    fn sides_change() {
        for seed in 0..30 {
            let field = play(16, 6, 1, seed, false);
            for player in field.entrants() {
                let firsts = field.settled.iter().filter(|game| game.sides[0] == player).count();
                assert!((1..=5).contains(&firsts), "{firsts} of 6 on the first side, seed {seed}");
            }
        }
    }

    #[test]
    fn it_goes_on_when_everybody_has_met() {
        for seed in 0..20 {
            play(4, 9, 1, seed, false);
            play(5, 12, 2, seed, true);
            play(2, 5, 1, seed, false);
            play(3, 7, 1, seed, true);
        }
    }

    #[test]
    fn the_leaders_meet() {
        let mut field = Field::new(Format::Swiss { rounds: 3 }, 8, 1);
        let first = field.round(0);
        // The upper half against the lower half, in order.
        let pairs: Vec<_> = first.meetings.iter().map(|m| m.sides.map(|player| player.0)).collect();
        assert_eq!(pairs, [[0, 4], [1, 5], [2, 6], [3, 7]]);
        for meeting in first.meetings {
            let sides = meeting.sides;
            field.settled.push(Settled { sides, winner: Some(Side::One) });
        }
        let second = field.round(1);
        let points = halves(&field);
        for meeting in second.meetings {
            let [one, two] = meeting.sides.map(|player| points[usize::from(player.0)]);
            assert_eq!(one, two);
        }
    }
}
