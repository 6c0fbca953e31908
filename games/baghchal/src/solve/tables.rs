//! Exact values from the tables.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use chautari_game::{Exact, Oracle, OracleError, Position as _};
use chautari_solve::{DRAW_BYTE, Subsets, Table, TableError, Tables as _, add_smaller};

use super::atlas::{ALL_SLOTS, ATLAS, SLOTS};
use super::layer::{Layer, Phase};
use super::placing::{Cube, sizes};
use super::sliding::each;
use super::strata::PlacingTable;
use crate::position::{GOAT_SIDE, TIGER_SIDE};
use crate::{Baghchal, GOATS, Position};

/// The open tables of the game under one set of rules.
#[derive(Clone, Debug)]
pub struct Tables {
    rules: Baghchal,
    /// The tables of the sliding phase by goats captured.
    sliding: Vec<Option<Arc<Table>>>,
    /// The tables of the placement phase by goats placed.
    placing: Vec<Option<Arc<PlacingTable>>>,
}

/// All sets of slots, by their size.
pub(crate) static SUBSETS: LazyLock<Vec<Subsets>> =
    LazyLock::new(|| (0..=SLOTS).map(|size| Subsets::new(SLOTS, size)).collect());

/// The result of a position for the tigers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TigerResult {
    Lost,
    Drawn,
    Won,
}

impl TigerResult {
    pub(super) fn exact(self, plies: Option<u32>) -> Exact {
        let winner = match self {
            TigerResult::Lost => Some(GOAT_SIDE),
            TigerResult::Drawn => None,
            TigerResult::Won => Some(TIGER_SIDE),
        };
        Exact { winner, plies: plies.filter(|_| winner.is_some()) }
    }
}

impl chautari_solve::Tables for Tables {
    fn with_added(&self, folder: &Path) -> Result<Option<Tables>, TableError> {
        let mut more = None;
        for layer in Layer::all(self.rules, Phase::All).into_iter().filter(|&layer| !self.has(layer)) {
            match self.opened(layer, folder) {
                Ok(table) => more.get_or_insert_with(|| self.clone()).put(layer, Some(table)),
                Err(error) if error.is_missing() => {}
                Err(error) => return Err(error),
            }
        }
        Ok(more)
    }
}

impl Tables {
    /// Creates an empty set of tables.
    pub(crate) fn none(rules: Baghchal) -> Tables {
        Tables {
            rules,
            sliding: (0..rules.captures_to_win()).map(|_| None).collect(),
            placing: (0..GOATS).map(|_| None).collect(),
        }
    }

    /// Opens the tables in a folder. A missing file is not an error, a damaged one is.
    pub fn open(rules: Baghchal, folder: &Path) -> Result<Tables, TableError> {
        let none = Tables::none(rules);
        Ok(none.with_added(folder)?.unwrap_or(none))
    }

    /// Whether there are no tables.
    pub fn is_empty(&self) -> bool {
        self.files().next().is_none()
    }

    /// Opens the table of a layer and adds it.
    pub(crate) fn add(&mut self, layer: Layer, folder: &Path) -> Result<(), TableError> {
        self.put(layer, Some(self.opened(layer, folder)?));
        Ok(())
    }

    pub(super) fn opened(&self, layer: Layer, folder: &Path) -> Result<Table, TableError> {
        let path = layer.path(self.rules, folder);
        let table = Table::open(&path, &layer.identity(self.rules))?;
        if table.chunks() != ATLAS.classes.len() {
            return Err(TableError::Foreign { path });
        }
        Ok(table)
    }

    /// Sets or removes the table of a layer.
    pub(super) fn put(&mut self, layer: Layer, table: Option<Table>) {
        match layer {
            Layer::Sliding { captured } => self.sliding[usize::from(captured)] = table.map(Arc::new),
            Layer::Placing { placed } => {
                let table = table.map(|table| PlacingTable::new(self.rules, placed, table));
                self.placing[usize::from(placed)] = table.map(Arc::new);
            }
        }
    }

    /// Returns the rules of the tables.
    pub fn rules(&self) -> Baghchal {
        self.rules
    }

    /// Returns the table of a layer, if there is one.
    pub(crate) fn table(&self, layer: Layer) -> Option<&Table> {
        match layer {
            Layer::Sliding { captured } => self.sliding.get(usize::from(captured))?.as_deref(),
            Layer::Placing { placed } => self.placing_table(placed).map(|placing| &placing.table),
        }
    }

    #[inline]
    fn placing_table(&self, placed: u8) -> Option<&PlacingTable> {
        self.placing.get(usize::from(placed))?.as_deref()
    }

    /// Whether there is a table for a layer.
    pub fn has(&self, layer: Layer) -> bool {
        self.table(layer).is_some()
    }

    /// Returns the total size of the files in bytes.
    pub fn bytes(&self) -> u64 {
        self.files().map(|table| table.bytes() as u64).sum()
    }

    fn files(&self) -> impl Iterator<Item = &Table> {
        let placing = self.placing.iter().flatten().map(|placing| &placing.table);
        self.sliding.iter().flatten().map(|table| &**table).chain(placing)
    }

    /// Returns the value of a position; `None` if no table covers it.
    pub fn value(&self, position: &Position) -> Result<Option<Exact>, TableError> {
        if position.rules() != self.rules {
            return Ok(None);
        }
        if position.captured() >= self.rules.captures_to_win() {
            return Ok(Some(TigerResult::Won.exact(Some(0))));
        }
        let (class, goats) = ATLAS.locate(position.tigers, position.goats);
        let (class, placed) = (usize::from(class), GOATS - position.in_hand());
        if placed == GOATS {
            return self.sliding_value(position, class, goats);
        }
        let result = if position.turn() == TIGER_SIDE {
            self.result_tigers_to_move(placed, class, goats)?
        } else {
            self.result_goats_to_move(placed, class, goats)?
        };
        Ok(result.map(|result| result.exact(position.outcome().map(|_| 0))))
    }

    fn sliding_value(
        &self,
        position: &Position,
        class: usize,
        goats: u32,
    ) -> Result<Option<Exact>, TableError> {
        let tigers_move = position.turn() == TIGER_SIDE;
        let Some(distance) = self.distance(position.captured(), tigers_move, class, goats)? else {
            return Ok(None);
        };
        Ok(Some(result_of(distance, tigers_move).exact(Some(distance.into()))))
    }

    #[inline]
    fn distance(
        &self,
        captured: u8,
        tigers_move: bool,
        class: usize,
        goats: u32,
    ) -> Result<Option<u8>, TableError> {
        let Some(table) = self.table(Layer::Sliding { captured }) else { return Ok(None) };
        let empties = &SUBSETS[usize::from(captured) + 1];
        let at = empties.rank(ALL_SLOTS & !goats) + if tigers_move { empties.len() } else { 0 };
        let distance = table.chunk(class)?.get(at).copied();
        distance.ok_or_else(|| table.damaged(class)).map(Some)
    }

    /// Returns the result with the tigers to move.
    #[inline]
    fn result_tigers_to_move(
        &self,
        placed: u8,
        class: usize,
        goats: u32,
    ) -> Result<Option<TigerResult>, TableError> {
        let size = goats.count_ones();
        if placed == GOATS {
            let distance = self.distance(placed - size as u8, true, class, goats)?;
            return Ok(distance.map(|distance| result_of(distance, true)));
        }
        self.placing_table(placed).map(|table| table.result(class, goats)).transpose()
    }

    /// Returns the result with a goat to be placed: the worst for the tigers among all placements.
    fn result_goats_to_move(
        &self,
        placed: u8,
        class: usize,
        goats: u32,
    ) -> Result<Option<TigerResult>, TableError> {
        let placed = placed + 1;
        if let Some(table) = self.placing_table(placed) {
            return table.worst_result(class, goats).map(Some);
        }
        let mut least = TigerResult::Won;
        for slot in each(ALL_SLOTS & !goats) {
            match self.result_tigers_to_move(placed, class, goats | 1 << slot)? {
                Some(TigerResult::Lost) => return Ok(Some(TigerResult::Lost)),
                Some(result) => least = least.min(result),
                None => return Ok(None),
            }
        }
        Ok(Some(least))
    }

    /// Fills a cube with the tigers' results in a class with the tigers to move.
    pub(crate) fn cube(&self, placed: u8, class: usize, cube: &mut Cube) -> Result<Option<()>, TableError> {
        let (least, most) = sizes(self.rules, placed);
        cube.fill([0; 2]);
        if placed == GOATS {
            for size in least..=most {
                for &goats in SUBSETS[size as usize].masks() {
                    let Some(result) = self.result_tigers_to_move(placed, class, goats)? else {
                        return Ok(None);
                    };
                    let pair = &mut cube[goats as usize / 64];
                    pair[0] |= u64::from(result == TigerResult::Won) << (goats % 64);
                    pair[1] |= u64::from(result != TigerResult::Lost) << (goats % 64);
                }
            }
        } else {
            let Some(table) = self.placing_table(placed) else { return Ok(None) };
            table.unpack(class, cube)?;
        }
        add_smaller(cube, least);
        Ok(Some(()))
    }
}

/// Converts a distance to a result for the tigers.
pub(super) fn result_of(distance: u8, tigers_move: bool) -> TigerResult {
    match distance {
        DRAW_BYTE => TigerResult::Drawn,
        distance if (distance % 2 == 1) == tigers_move => TigerResult::Won,
        _ => TigerResult::Lost,
    }
}

impl Oracle<Position> for Tables {
    fn probe(&self, position: &Position) -> Result<Option<Exact>, OracleError> {
        self.value(position).map_err(|error| OracleError::Tables(error.to_string()))
    }
}
