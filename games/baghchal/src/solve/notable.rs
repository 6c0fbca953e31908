//! Notable positions from the tables: longest wins and only moves.

use std::cmp::Reverse;

use chautari_game::{Exact, Rng, Side};
use chautari_solve::{DRAW_BYTE, TableError};
use rayon::prelude::*;

use super::atlas::ATLAS;
use super::layer::Layer;
use super::tables::{SUBSETS, Tables};
use crate::position::{GOAT_SIDE, TIGER_SIDE};
use crate::{Move, Position};

/// A notable position.
#[derive(Clone, Copy, Debug)]
pub struct NotablePosition {
    /// The position.
    pub position: Position,
    /// The value of the position.
    pub value: Exact,
    /// The only move that preserves the value, if that is why the position is notable.
    pub only: Option<Move>,
}

/// The number of random positions searched for only moves.
const PATIENCE: u32 = 1_000_000;

impl Tables {
    /// Returns the longest wins of a layer of the sliding phase with `turn` to move, longest first, up to
    /// symmetry. Other layers store no distances and yield none.
    pub fn longest(
        &self,
        layer: Layer,
        turn: Side,
        limit: usize,
    ) -> Result<Vec<NotablePosition>, TableError> {
        Ok(self.by_length(layer, turn)?.take(limit).collect())
    }

    /// Returns positions of a layer in which exactly one of several moves preserves a win or a draw. If
    /// distances are known, half of them are the longest wins, longest first, and the others random draws;
    /// otherwise all are random.
    pub fn unique(&self, layer: Layer, turn: Side, limit: usize) -> Result<Vec<NotablePosition>, TableError> {
        let mut found = Vec::new();
        let is_sliding = matches!(layer, Layer::Sliding { .. });
        for mut remarkable in self.by_length(layer, turn)?.filter(|r| r.value.winner == Some(turn)) {
            if found.len() == limit.div_ceil(2) {
                break;
            }
            remarkable.only = self.only_move(&remarkable.position, remarkable.value)?;
            found.extend(remarkable.only.is_some().then_some(remarkable));
        }
        let mut rng = Rng::new(0);
        for _ in 0..PATIENCE {
            if found.len() == limit || !self.has(layer) {
                break;
            }
            let position = self.sample(layer, turn, &mut rng);
            let is_wanted = |value: &Exact| value.winner.is_none_or(|winner| winner == turn && !is_sliding);
            let Some(value) = self.value(&position)?.filter(is_wanted) else { continue };
            let only = self.only_move(&position, value)?;
            found.extend(only.is_some().then_some(NotablePosition { position, value, only }));
        }
        Ok(found)
    }

    /// Returns the only move that preserves the value of a position, if there are other moves.
    fn only_move(&self, position: &Position, value: Exact) -> Result<Option<Move>, TableError> {
        let moves = self.moves(position)?;
        let mut good = moves.iter().filter(|(_, next)| next.is_some_and(|next| next.winner == value.winner));
        Ok(match (good.next(), good.next()) {
            (Some(&(only, _)), None) if moves.len() > 1 => Some(only),
            _ => None,
        })
    }

    /// Returns the decided positions of a layer of the sliding phase, longest first.
    fn by_length(
        &self,
        layer: Layer,
        turn: Side,
    ) -> Result<impl Iterator<Item = NotablePosition>, TableError> {
        let mut places: Vec<(Reverse<u8>, u16, u32)> = Vec::new();
        let captured = if let Layer::Sliding { captured } = layer { captured } else { 0 };
        let masks = SUBSETS[usize::from(captured) + 1].masks();
        if let (Layer::Sliding { .. }, Some(table)) = (layer, self.table(layer)) {
            let chunks = (0..table.chunks()).into_par_iter().map(|number| {
                let (goats, tigers) = table.chunk(number)?.split_at(masks.len());
                let distances = if turn == TIGER_SIDE { tigers } else { goats };
                let least = |mask: u32| ATLAS.classes[number].is_least(mask);
                let decided = masks.iter().zip(distances).filter(|&(_, &distance)| distance != DRAW_BYTE);
                let places = decided.filter(|&(&mask, _)| least(mask));
                Ok(places.map(|(&mask, &d)| (Reverse(d), number as u16, mask)).collect::<Vec<_>>())
            });
            places = chunks.collect::<Result<Vec<_>, TableError>>()?.concat();
            places.par_sort_unstable();
        }
        let rules = self.rules();
        Ok(places.into_iter().map(move |(Reverse(distance), class, empty)| {
            let class = &ATLAS.classes[usize::from(class)];
            let goats = super::atlas::ALL_SLOTS & !empty;
            let position =
                Position { tigers: class.tigers, goats: class.points(goats), captured, turn, rules };
            let tigers_win = (distance % 2 == 1) == (turn == TIGER_SIDE);
            let winner = Some(if tigers_win { TIGER_SIDE } else { GOAT_SIDE });
            NotablePosition { position, value: Exact { winner, plies: Some(distance.into()) }, only: None }
        }))
    }
}
