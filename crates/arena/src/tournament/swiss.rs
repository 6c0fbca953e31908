//! Swiss system: players with equal points meet, no two meet twice, and everyone alternates sides.

use super::standings::half_points;
use super::{Entrant, Pairing, Round, TournamentState};

/// The limit of the search for pairings before another meeting of the same players is allowed. Tournaments that
/// can be paired need far less; it bounds those that cannot.
const MAX_ATTEMPTS: u32 = 100_000;

pub(super) fn pair(state: &TournamentState, number: u32) -> Round {
    let points = half_points(state);
    let mut present: Vec<_> = state.entrants().filter(|player| !state.withdrawn.contains(player)).collect();
    present.sort_by_key(|player| std::cmp::Reverse(points[usize::from(player.0)]));
    let mut round = Round::default();
    if present.len() % 2 == 1 {
        // The bye goes to the lowest-ranked player of those with the fewest byes.
        let times = |player: &Entrant| state.byes.iter().filter(|bye| *bye == player).count();
        let fewest = present.iter().map(times).min().expect("an odd number is not 0");
        let seat = present.iter().rposition(|player| times(player) == fewest).expect("one has the fewest");
        round.byes.push(present.remove(seat));
    }
    let met = Met::new(state);
    let mut search = Search { points: &points, met: &met, most: 0, left: MAX_ATTEMPTS };
    let pairs = loop {
        let mut pairs = Vec::with_capacity(present.len() / 2);
        if search.place(&present, &mut pairs) {
            break pairs;
        }
        // No pairing without a rematch was found: allow one more meeting of the same players.
        search.most += 1;
        search.left = MAX_ATTEMPTS;
        if search.most > number {
            // The search failed even so: pair neighbours.
            break present.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        }
    };
    round.pairings = pairs.into_iter().map(|pair| seat(state, pair, number)).collect();
    round
}

/// How often each two players have met.
pub(super) struct Met {
    players: usize,
    times: Vec<u32>,
}

impl Met {
    pub(super) fn new(state: &TournamentState) -> Met {
        let players = usize::from(state.players);
        let mut met = Met { players, times: vec![0; players * players] };
        for game in &state.results {
            let [one, two] = game.sides.map(|player| usize::from(player.0));
            met.times[one * players + two] += 1;
            met.times[two * players + one] += 1;
        }
        // Several games are one meeting.
        met.times.iter_mut().for_each(|games| *games = games.div_ceil(state.games.max(1)));
        met
    }

    pub(super) fn times(&self, one: Entrant, two: Entrant) -> u32 {
        self.times[usize::from(one.0) * self.players + usize::from(two.0)]
    }
}

struct Search<'a> {
    points: &'a [u32],
    met: &'a Met,
    /// The number of earlier meetings that a pairing may have.
    most: u32,
    left: u32,
}

impl Search<'_> {
    /// Pairs all of `waiting`, best first. Returns whether it succeeded.
    fn place(&mut self, waiting: &[Entrant], pairs: &mut Vec<[Entrant; 2]>) -> bool {
        let Some((&first, others)) = waiting.split_first() else { return true };
        let points = |player: Entrant| self.points[usize::from(player.0)];
        // Among players with equal points the upper half meets the lower half, so that the favourites meet
        // late.
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

/// Assigns the sides. The first side goes to the player who had it less often, then to the one who did not have
/// it last, then to the better one in every other round.
pub(super) fn seat(state: &TournamentState, pair: [Entrant; 2], number: u32) -> Pairing {
    let had = |player: Entrant| {
        let firsts = state.results.iter().filter(|game| game.sides[0] == player).count();
        let seconds = state.results.iter().filter(|game| game.sides[1] == player).count();
        let last = state.results.iter().rev().find(|game| game.opponent(player).is_some());
        (firsts as i64 - seconds as i64, last.is_some_and(|game| game.sides[0] == player))
    };
    let [one, two] = pair.map(had);
    let swap = if one == two { number % 2 == 1 } else { one > two };
    Pairing { sides: if swap { [pair[1], pair[0]] } else { pair } }
}

#[cfg(test)]
mod tests {
    use chautari_game::{Rng, Side};

    use super::super::{Format, GameResult};
    use super::*;

    /// Plays a tournament with random results and withdrawals, and checks each round.
    fn play(players: u16, rounds: u32, games: u32, seed: u64, leaving: bool) -> TournamentState {
        let mut dice = Rng::new(seed);
        let mut state = TournamentState::new(Format::Swiss, players, games).with_swiss_rounds(rounds);
        for number in 0..rounds {
            let round = state.round(number);
            assert_eq!(round, state.round(number), "pairing is deterministic");
            let mut seated: Vec<_> = round.pairings.iter().flat_map(|m| m.sides).collect();
            seated.extend(&round.byes);
            seated.sort();
            let present: Vec<_> =
                state.entrants().filter(|player| !state.withdrawn.contains(player)).collect();
            assert_eq!(seated, present, "everyone is paired once");
            for pairing in &round.pairings {
                let [mut one, mut two] = pairing.sides;
                for _ in 0..games {
                    let winner = [Some(Side::One), Some(Side::Two), None][dice.below(3)];
                    state.results.push(GameResult { sides: [one, two], winner });
                    std::mem::swap(&mut one, &mut two);
                }
            }
            state.byes.extend(round.byes);
            if leaving && dice.below(2) == 0 {
                let gone = Entrant(dice.below(players.into()) as u16);
                if !state.withdrawn.contains(&gone) && present.len() > 2 {
                    state.withdrawn.push(gone);
                }
            }
        }
        state
    }

    #[test]
    fn rematches_and_second_byes_are_avoided() {
        for seed in 0..20 {
            for (players, rounds) in [(8, 5), (9, 5), (16, 7), (33, 6), (60, 8)] {
                let state = play(players, rounds, 1, seed, false);
                let met = Met::new(&state);
                let most = met.times.iter().max().expect("games were played");
                assert_eq!(*most, 1, "{players} players, {rounds} rounds, seed {seed}");
                let mut byes = state.byes.clone();
                byes.sort();
                byes.dedup();
                assert_eq!(byes.len(), state.byes.len(), "no player has two byes");
            }
        }
    }

    #[test]
    fn sides_are_balanced() {
        for seed in 0..30 {
            let state = play(16, 6, 1, seed, false);
            for player in state.entrants() {
                let firsts = state.results.iter().filter(|game| game.sides[0] == player).count();
                assert!((1..=5).contains(&firsts), "{firsts} of 6 on the first side, seed {seed}");
            }
        }
    }

    #[test]
    fn pairing_succeeds_when_everyone_has_met() {
        for seed in 0..20 {
            play(4, 9, 1, seed, false);
            play(5, 12, 2, seed, true);
            play(2, 5, 1, seed, false);
            play(3, 7, 1, seed, true);
        }
    }

    #[test]
    fn players_with_equal_points_meet() {
        let mut state = TournamentState::new(Format::Swiss, 8, 1).with_swiss_rounds(3);
        let first = state.round(0);
        // The upper half against the lower half, in order.
        let pairs: Vec<_> = first.pairings.iter().map(|m| m.sides.map(|player| player.0)).collect();
        assert_eq!(pairs, [[0, 4], [1, 5], [2, 6], [3, 7]]);
        for pairing in first.pairings {
            let sides = pairing.sides;
            state.results.push(GameResult { sides, winner: Some(Side::One) });
        }
        let second = state.round(1);
        let points = half_points(&state);
        for pairing in second.pairings {
            let [one, two] = pairing.sides.map(|player| points[usize::from(player.0)]);
            assert_eq!(one, two);
        }
    }
}
