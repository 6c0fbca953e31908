//! Who stands where.

use super::{Entrant, Field, Format, arena, knockout};
use crate::Worth;

/// Where a player stands. Points are counted in halves, so that they are exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Who.
    pub player: Entrant,
    /// 1 for the best; players that nothing tells apart share a place.
    pub rank: u32,
    /// Half points: 2 for a win, 1 for a draw. In an arena, twice its [points by streaks](Format::Arena).
    pub halves: u32,
    /// How many meetings of a knockout it has survived; 0 elsewhere.
    pub survived: u32,
    /// Games won, drawn and lost.
    pub games: [u32; 3],
    /// Rounds in which it got its points without a game.
    pub free: u32,
    /// The first tie-break, Buchholz: the half points of everybody it played, once a game.
    pub buchholz: u32,
    /// The second, Sonneborn-Berger: the half points of those it beat, twice, and of those it drew
    /// with, once; so these are quarter points.
    pub sonneborn_berger: u32,
}

impl Place {
    /// What decides the place, the better the greater.
    fn merit(&self) -> [u32; 5] {
        [self.survived, self.halves, self.buchholz, self.sonneborn_berger, self.games[0]]
    }
}

/// Half points without tie-breaks, in the order of entry.
pub(super) fn halves(field: &Field) -> Vec<u32> {
    if field.format == Format::Arena {
        return arena::points(field).into_iter().map(|points| 2 * points).collect();
    }
    let mut halves = vec![0; usize::from(field.players)];
    for game in &field.settled {
        for player in game.sides {
            halves[usize::from(player.0)] += game.worth(player) as u32;
        }
    }
    for player in &field.free {
        halves[usize::from(player.0)] += 2 * field.games;
    }
    halves
}

pub(super) fn standings(field: &Field) -> Vec<Place> {
    let halves = halves(field);
    let mut standings: Vec<Place> = field
        .entrants()
        .map(|player| Place {
            player,
            rank: 0,
            halves: halves[usize::from(player.0)],
            survived: if field.format == Format::Knockout { knockout::survived(field, player) } else { 0 },
            games: [0; 3],
            free: field.free.iter().filter(|&&free| free == player).count() as u32,
            buchholz: 0,
            sonneborn_berger: 0,
        })
        .collect();
    for game in &field.settled {
        for (player, other) in [(game.sides[0], game.sides[1]), (game.sides[1], game.sides[0])] {
            let place = &mut standings[usize::from(player.0)];
            let worth = game.worth(player);
            place.games[Worth::Win as usize - worth as usize] += 1;
            place.buchholz += halves[usize::from(other.0)];
            place.sonneborn_berger += worth as u32 * halves[usize::from(other.0)];
        }
    }
    if field.format == Format::Arena {
        // Nobody chooses whom they meet there, nor how often: the opposition tells nothing.
        for place in &mut standings {
            (place.buchholz, place.sonneborn_berger) = (0, 0);
        }
    }
    // A stable sort: what nothing tells apart stays in the order of entry.
    standings.sort_by_key(|place| std::cmp::Reverse(place.merit()));
    let merits: Vec<_> = standings.iter().map(Place::merit).collect();
    for (place, merit) in standings.iter_mut().zip(&merits) {
        place.rank = 1 + merits.iter().take_while(|other| *other != merit).count() as u32;
    }
    standings
}

/// What each player got from each other, game by game in the order they ended: `table[a][b]`.
pub fn crosstable(field: &Field) -> Vec<Vec<Vec<Worth>>> {
    let players = usize::from(field.players);
    let mut table = vec![vec![Vec::new(); players]; players];
    for game in &field.settled {
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

    use super::super::Settled;
    use super::*;

    fn game(one: u16, two: u16, winner: Option<Side>) -> Settled {
        Settled { sides: [Entrant(one), Entrant(two)], winner }
    }

    #[test]
    fn ties_are_broken_by_the_strength_of_the_opposition() {
        let mut field = Field::new(Format::RoundRobin, 4, 1);
        field.settled = vec![
            game(0, 1, Some(Side::One)),
            game(2, 3, None),
            game(3, 0, Some(Side::One)),
            game(1, 2, Some(Side::One)),
        ];
        // 3 has a win and a draw; 0 and 1 a win each; 2 a draw.
        let standings = field.standings();
        let order: Vec<_> = standings.iter().map(|s| (s.player.0, s.rank, s.halves, s.games)).collect();
        assert_eq!(
            order,
            [(3, 1, 3, [1, 1, 0]), (0, 2, 2, [1, 0, 1]), (1, 3, 2, [1, 0, 1]), (2, 4, 1, [0, 1, 1])]
        );
        // 0 played 1 (2 halves) and 3 (3 halves); it beat 1.
        assert_eq!((standings[1].buchholz, standings[1].sonneborn_berger), (5, 4));
        assert_eq!(crosstable(&field)[3][0], [Worth::Win]);
        assert_eq!(crosstable(&field)[0][3], [Worth::Loss]);
    }

    #[test]
    fn equals_share_a_place() {
        let mut field = Field::new(Format::RoundRobin, 3, 1);
        field.free.push(Entrant(2));
        let places: Vec<_> = field.standings().iter().map(|s| (s.player.0, s.rank)).collect();
        assert_eq!(places, [(2, 1), (0, 2), (1, 2)]);
    }
}
