//! Standings, tie-breaks and the crosstable.

use super::{Criterion, Entrant, Format, TournamentState, arena, knockout};
use crate::Worth;

/// A row of the standings. Points are counted in halves, so that they are exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandingsRow {
    /// The player.
    pub player: Entrant,
    /// The rank, from 1. Players that are equal in all criteria share a rank.
    pub rank: u32,
    /// Half points: 2 for a win, 1 for a draw. In an arena, twice its [points by streaks](Format::Arena).
    pub half_points: u32,
    /// The number of knockout pairings survived; 0 in other formats.
    pub survived: u32,
    /// Games won, drawn and lost.
    pub games: [u32; 3],
    /// The number of byes.
    pub byes: u32,
    /// The Buchholz score, in half points: the sum of the points of all opponents, once per game.
    pub buchholz: u32,
    /// The Sonneborn-Berger score, in quarter points: twice the half points of the opponents beaten, and once
    /// those of the opponents drawn with.
    pub sonneborn_berger: u32,
}

impl StandingsRow {
    /// Returns the value of a criterion. Greater is better.
    fn value(&self, criterion: Criterion) -> u32 {
        match criterion {
            Criterion::Survived => self.survived,
            Criterion::Points => self.half_points,
            Criterion::Buchholz => self.buchholz,
            Criterion::SonnebornBerger => self.sonneborn_berger,
            Criterion::Wins => self.games[0],
        }
    }

    fn values(&self, format: Format) -> Vec<u32> {
        format.ranked_by().iter().map(|criterion| self.value(*criterion)).collect()
    }
}

/// Returns the half points of all players without tie-breaks, in the order of entry.
pub(super) fn half_points(state: &TournamentState) -> Vec<u32> {
    if state.format == Format::Arena {
        return arena::points(state).into_iter().map(|points| 2 * points).collect();
    }
    let mut half_points = vec![0; usize::from(state.players)];
    for game in &state.results {
        for player in game.sides {
            half_points[usize::from(player.0)] += game.worth(player) as u32;
        }
    }
    for player in &state.byes {
        half_points[usize::from(player.0)] += 2 * state.games;
    }
    half_points
}

pub(super) fn standings(state: &TournamentState) -> Vec<StandingsRow> {
    let half_points = half_points(state);
    let is_knockout = state.format.ranked_by().contains(&Criterion::Survived);
    let mut standings: Vec<StandingsRow> = state
        .entrants()
        .map(|player| StandingsRow {
            player,
            rank: 0,
            half_points: half_points[usize::from(player.0)],
            survived: if is_knockout { knockout::survived(state, player) } else { 0 },
            games: [0; 3],
            byes: state.byes.iter().filter(|&&bye| bye == player).count() as u32,
            buchholz: 0,
            sonneborn_berger: 0,
        })
        .collect();
    for game in &state.results {
        for (player, other) in [(game.sides[0], game.sides[1]), (game.sides[1], game.sides[0])] {
            let place = &mut standings[usize::from(player.0)];
            let worth = game.worth(player);
            place.games[Worth::Win as usize - worth as usize] += 1;
            place.buchholz += half_points[usize::from(other.0)];
            place.sonneborn_berger += worth as u32 * half_points[usize::from(other.0)];
        }
    }
    if !state.format.ranked_by().contains(&Criterion::Buchholz) {
        for place in &mut standings {
            (place.buchholz, place.sonneborn_berger) = (0, 0);
        }
    }
    // The sort is stable: equal players stay in the order of entry.
    standings.sort_by_cached_key(|row| std::cmp::Reverse(row.values(state.format)));
    let values: Vec<_> = standings.iter().map(|row| row.values(state.format)).collect();
    for (row, own) in standings.iter_mut().zip(&values) {
        row.rank = 1 + values.iter().take_while(|other| *other != own).count() as u32;
    }
    standings
}

/// Returns the results of each player against each other, in the order the games ended: `table[a][b]`.
pub fn crosstable(state: &TournamentState) -> Vec<Vec<Vec<Worth>>> {
    let players = usize::from(state.players);
    let mut table = vec![vec![Vec::new(); players]; players];
    for game in &state.results {
        let [one, two] = game.sides;
        for (player, other) in [(one, two), (two, one)] {
            table[usize::from(player.0)][usize::from(other.0)].push(game.worth(player));
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use chautari_game::Side;

    use super::super::GameResult;
    use super::*;

    fn game(one: u16, two: u16, winner: Option<Side>) -> GameResult {
        GameResult { sides: [Entrant(one), Entrant(two)], winner }
    }

    #[test]
    fn ties_are_broken_by_the_strength_of_the_opponents() {
        let mut state = TournamentState::new(Format::RoundRobin, 4, 1);
        state.results = vec![
            game(0, 1, Some(Side::One)),
            game(2, 3, None),
            game(3, 0, Some(Side::One)),
            game(1, 2, Some(Side::One)),
        ];
        // Player 3 has a win and a draw; 0 and 1 have a win each; 2 has a draw.
        let standings = state.standings();
        let order: Vec<_> = standings.iter().map(|s| (s.player.0, s.rank, s.half_points, s.games)).collect();
        assert_eq!(
            order,
            [(3, 1, 3, [1, 1, 0]), (0, 2, 2, [1, 0, 1]), (1, 3, 2, [1, 0, 1]), (2, 4, 1, [0, 1, 1])]
        );
        // Player 0 met 1 (2 half points) and 3 (3 half points), and beat 1.
        assert_eq!((standings[1].buchholz, standings[1].sonneborn_berger), (5, 4));
        assert_eq!(crosstable(&state)[3][0], [Worth::Win]);
        assert_eq!(crosstable(&state)[0][3], [Worth::Loss]);
    }

    #[test]
    fn equal_players_share_a_rank() {
        let mut state = TournamentState::new(Format::RoundRobin, 3, 1);
        state.byes.push(Entrant(2));
        let places: Vec<_> = state.standings().iter().map(|s| (s.player.0, s.rank)).collect();
        assert_eq!(places, [(2, 1), (0, 2), (1, 2)]);
    }
}
