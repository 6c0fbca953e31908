//! An ending as a graph for the sweep: positions before a ban, and the ways between them.

use chautari_game::Side;
use chautari_solve::{AlternatingGraph, DRAW, Node, Seed, Ways, is_lost};
use cozy_chess::Color;

use super::layout::Layout;
use super::men::{Men, Way};
use super::tables::Tables;

/// A ban and a move.
pub(super) const PLIES: u16 = 2;

/// The positions of an ending. Captures and promotions lead to other endings, which are solved before.
pub(super) struct Ending<'a> {
    pub(super) layout: &'a Layout,
    pub(super) tables: &'a Tables,
}

pub(super) fn color(side: Side) -> Color {
    match side {
        Side::One => Color::White,
        Side::Two => Color::Black,
    }
}

impl Ending<'_> {
    /// Returns the distance of a position outside this ending, for the side to move.
    fn distance(&self, men: &Men) -> u16 {
        let known = self.tables.distance(men).ok().flatten();
        known.expect("an ending is solved after those it leads to, whose tables were checked")
    }

    fn ways(&self, men: &Men) -> (Ways, u32) {
        let (mut ways, mut count) = (Ways::default(), 0);
        men.each_way(|way| {
            count += if let Way::Same(ways) = way { ways.into() } else { 1 };
            match way {
                Way::Same(count) => ways.stay(count),
                Way::Fewer(after) => leave(&mut ways, self.distance(&after)),
                Way::Promotion(after) => {
                    let best = after.promoted().map(|after| self.distance(&after)).min_by_key(|&d| merit(d));
                    leave(&mut ways, best.unwrap_or(DRAW));
                }
            }
        });
        (ways, count)
    }
}

/// Adds a way to a position of this distance for the other side.
fn leave(ways: &mut Ways, distance: u16) {
    match distance {
        DRAW => ways.draw(),
        lost if is_lost(lost, PLIES) => ways.win(lost + PLIES),
        won => ways.lose(won + PLIES),
    }
}

/// Ranks a distance for the side to move; lower is worse.
pub(super) fn merit(distance: u16) -> i32 {
    match distance {
        DRAW => 0,
        lost if is_lost(lost, PLIES) => i32::from(lost) - i32::from(DRAW),
        won => i32::from(DRAW) - i32::from(won),
    }
}

impl AlternatingGraph for Ending<'_> {
    const BANS: usize = 1;
    const PLIES: u16 = PLIES;

    fn chunks(&self) -> usize {
        self.layout.chunks()
    }

    fn chunk_len(&self) -> usize {
        self.layout.chunk_len()
    }

    fn seed(&self, side: Side, node: Node) -> Seed {
        let turn = color(side);
        let Some(men) = self.layout.men(turn, node) else { return Seed::Drawn };
        if men.in_check(!turn) {
            return Seed::Drawn;
        }
        let (ways, count) = self.ways(&men);
        match count {
            // With no way, or with a single one, which is banned, the game ends here.
            0 | 1 if men.in_check(turn) => Seed::Lost(count as u16),
            0 | 1 => Seed::Drawn,
            _ if men.is_insufficient() => Seed::Drawn,
            _ => Seed::Open(ways),
        }
    }

    fn each_predecessor(&self, side: Side, node: Node, mut visit: impl FnMut(Node)) {
        let Some(men) = self.layout.men(color(side), node) else { return };
        men.each_before(|before| {
            let kings = [Color::White, Color::Black].map(|color| before.king(color));
            if !cozy_chess::get_king_moves(kings[0]).has(kings[1]) {
                visit(self.layout.node(&before));
            }
        });
    }
}
