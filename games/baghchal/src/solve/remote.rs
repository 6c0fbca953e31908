//! Lookups in remote tables.

use std::path::Path;
use std::sync::Arc;

use chautari_game::{Exact, Oracle, OracleError, Position as _, Remote};
use chautari_solve::{RemoteTable, choose};

use super::atlas::{ALL_SLOTS, ATLAS, SLOTS};
use super::layer::Layer;
use super::placing::sizes;
use super::sliding::each;
use super::tables::{TigerResult, result_of};
use crate::position::TIGER_SIDE;
use crate::{Baghchal, GOATS, Position};

/// Remote [`Tables`](super::Tables), read a few bytes at a time.
pub(crate) struct RemoteTables {
    pub(crate) rules: Baghchal,
    pub(crate) remote: Arc<dyn Remote>,
}

impl Oracle<Position> for RemoteTables {
    fn probe(&self, position: &Position) -> Result<Option<Exact>, OracleError> {
        Ok((position.rules() == self.rules).then(|| self.value(position)).flatten())
    }
}

/// Returns the number of a set among those of its size.
fn rank(set: u32) -> usize {
    each(set).zip(1..).map(|(slot, i)| choose(slot as u32, i) as usize).sum()
}

impl RemoteTables {
    fn table(&self, layer: Layer) -> RemoteTable<'_> {
        let name = layer.path(self.rules, Path::new(""));
        RemoteTable {
            remote: &*self.remote,
            file: name.to_string_lossy().into_owned(),
            identity: layer.identity(self.rules),
            chunks: ATLAS.classes.len(),
        }
    }

    fn value(&self, position: &Position) -> Option<Exact> {
        if position.captured() >= self.rules.captures_to_win() {
            return Some(TigerResult::Won.exact(Some(0)));
        }
        let (class, goats) = ATLAS.locate(position.tigers, position.goats);
        let (class, placed) = (usize::from(class), GOATS - position.in_hand());
        let tigers_move = position.turn() == TIGER_SIDE;
        if placed == GOATS {
            let distance = self.distance(position.captured(), tigers_move, class, goats)?;
            return Some(result_of(distance, tigers_move).exact(Some(distance.into())));
        }
        let result = if tigers_move {
            self.result_tigers_to_move(placed, class, goats)
        } else {
            // Request all values before waiting for any of them.
            let after: Vec<_> = each(ALL_SLOTS & !goats)
                .map(|slot| self.result_tigers_to_move(placed + 1, class, goats | 1 << slot))
                .collect();
            after.into_iter().collect::<Option<Vec<_>>>()?.into_iter().min()
        };
        Some(result?.exact(position.outcome().map(|_| 0)))
    }

    fn distance(&self, captured: u8, tigers_move: bool, class: usize, goats: u32) -> Option<u8> {
        let table = self.table(Layer::Sliding { captured });
        let halves = choose(SLOTS, u32::from(captured) + 1);
        let at = rank(ALL_SLOTS & !goats) as u64 + if tigers_move { halves } else { 0 };
        table.byte(table.chunk(class)? + at)
    }

    fn result_tigers_to_move(&self, placed: u8, class: usize, goats: u32) -> Option<TigerResult> {
        let size = goats.count_ones();
        if placed == GOATS {
            return self
                .distance(placed - size as u8, true, class, goats)
                .map(|distance| result_of(distance, true));
        }
        let (least, _) = sizes(self.rules, placed);
        let table = self.table(Layer::Placing { placed });
        let chunk = table.chunk(class)?;
        let entry = chunk + 8 * u64::from(size - least);
        let words = choose(SLOTS, size).div_ceil(64) as usize;
        let bit = |entry: u64| table.bit(chunk + u64::from(table.number(entry)?), words, rank(goats));
        let (won, held) = (bit(entry), bit(entry + 4));
        Some(match (won?, held?) {
            (true, _) => TigerResult::Won,
            (false, true) => TigerResult::Drawn,
            (false, false) => TigerResult::Lost,
        })
    }
}
