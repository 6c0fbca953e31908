//! Exact values from endgame tables.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use chautari_game::{Exact, Oracle, OracleError, Position as _, Side};
use chautari_solve::{DRAW, Identity, Table, TableCache, TableError, is_lost, packed_distance};
use cozy_chess::{Board, Color};

use super::graph::{PLIES, merit};
use super::layout::Layout;
use super::material::{MOST_MEN, Material};
use super::men::Men;
use crate::{INFO, Player, Position};

/// The open tables of endings.
#[derive(Clone, Default)]
pub struct Tables(HashMap<Material, Arc<Solved>>);

struct Solved {
    layout: Layout,
    table: Table,
}

static ALL: LazyLock<Vec<Material>> = LazyLock::new(|| Material::up_to(MOST_MEN));
static CACHE: LazyLock<TableCache<(), Tables>> = LazyLock::new(TableCache::default);

/// Returns the tables in a folder, opening new ones.
pub(crate) fn find(folder: &Path) -> Result<Arc<Tables>, TableError> {
    CACHE.find((), folder, Tables::default)
}

/// Closes damaged tables, so that they are found again once they have been rebuilt.
pub(crate) fn forget(folder: &Path) {
    CACHE.forget((), folder);
}

/// Returns the path of an ending's file.
pub(super) fn path(material: Material, folder: &Path) -> PathBuf {
    folder.join(format!("{}-{material}.table", INFO.id))
}

/// Returns the identity stored in an ending's file.
pub(super) fn identity(material: Material) -> Identity {
    Identity { profile: format!("{} rules={}", INFO.id, INFO.rule_version), layer: material.to_string() }
}

/// Opens the file of an ending.
pub(super) fn opened(material: Material, folder: &Path) -> Result<Table, TableError> {
    Table::open(&path(material, folder), &identity(material))
}

impl chautari_solve::Tables for Tables {
    fn with_added(&self, folder: &Path) -> Result<Option<Tables>, TableError> {
        let mut more = None;
        for &material in ALL.iter().filter(|&&material| !self.has(material)) {
            match opened(material, folder) {
                Ok(table) => more.get_or_insert_with(|| self.clone()).put(material, table)?,
                Err(error) if error.is_missing() => {}
                Err(error) => return Err(error),
            }
        }
        Ok(more)
    }
}

impl Tables {
    /// Opens the tables in a folder. A missing file is not an error, a damaged one is.
    pub fn open(folder: &Path) -> Result<Tables, TableError> {
        let none = Tables::default();
        Ok(chautari_solve::Tables::with_added(&none, folder)?.unwrap_or(none))
    }

    /// Whether there are no tables.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether there is a table for an ending.
    pub fn has(&self, material: Material) -> bool {
        self.0.contains_key(&material)
    }

    /// Returns the total size of the files in bytes.
    pub fn bytes(&self) -> u64 {
        self.0.values().map(|solved| solved.table.bytes() as u64).sum()
    }

    pub(super) fn put(&mut self, material: Material, table: Table) -> Result<(), TableError> {
        let layout = Layout::new(material);
        if table.chunks() != layout.chunks() {
            return Err(table.damaged(0));
        }
        self.0.insert(material, Arc::new(Solved { layout, table }));
        Ok(())
    }

    pub(super) fn layout(&self, material: Material) -> Option<&Layout> {
        self.0.get(&material).map(|solved| &solved.layout)
    }

    /// Returns all distances of a chunk, White to move first.
    pub(super) fn chunk(&self, material: Material, chunk: usize) -> Result<[Vec<u16>; 2], TableError> {
        let Some(Solved { layout, table }) = self.0.get(&material).map(|solved| &**solved) else {
            return Ok([Vec::new(), Vec::new()]);
        };
        let (bytes, len) = (table.chunk(chunk)?, layout.chunk_len());
        let distance = |at| packed_distance(bytes, 2 * len, at).ok_or_else(|| table.damaged(chunk));
        let half = |from: usize| (from..from + len).map(distance).collect::<Result<_, _>>();
        Ok([half(0)?, half(len)?])
    }

    /// Returns the distance of a legal position before its ban; `None` if no table covers it.
    pub(super) fn distance(&self, men: &Men) -> Result<Option<u16>, TableError> {
        if men.all().len() == 2 {
            return Ok(Some(DRAW));
        }
        let (material, exchanged) = Material::of(men.all().iter().map(|man| (man.piece, man.color)));
        let Some(Solved { layout, table }) = self.0.get(&material).map(|solved| &**solved) else {
            return Ok(None);
        };
        let men = if exchanged { men.exchanged() } else { *men };
        let (node, len) = (layout.node(&men), layout.chunk_len());
        let at = node.offset as usize + if men.turn == Color::White { 0 } else { len };
        let bytes = table.chunk(node.chunk as usize)?;
        packed_distance(bytes, 2 * len, at).map(Some).ok_or_else(|| table.damaged(node.chunk as usize))
    }

    /// Returns the value of a position, ignoring the fifty-move clock and the history; `None` if no table
    /// covers it, because it has too many men or castling rights.
    pub fn value(&self, position: &Position) -> Result<Option<Exact>, TableError> {
        if let Some(outcome) = position.outcome() {
            return Ok(Some(Exact { winner: outcome.winner, plies: Some(0) }));
        }
        if position.ban().is_none() {
            return self.before_ban(&position.board);
        }
        // The mover picks the position that is worst for the other side.
        let mut worst = None;
        for m in position.moves() {
            let Some(men) = Men::of(&position.after(m).board) else { return Ok(None) };
            let Some(distance) = self.distance(&men)? else { return Ok(None) };
            if worst.is_none_or(|worst| merit(distance) < merit(worst)) {
                worst = Some(distance);
            }
        }
        let next = !position.board.side_to_move();
        Ok(worst.map(|worst| {
            let Exact { winner, plies } = exact(worst, next);
            Exact { winner, plies: plies.map(|plies| plies + 1) }
        }))
    }

    /// Returns the value of a chess position before a ban.
    pub(crate) fn before_ban(&self, board: &Board) -> Result<Option<Exact>, TableError> {
        let Some(men) = Men::of(board) else { return Ok(None) };
        Ok(self.distance(&men)?.map(|distance| exact(distance, men.turn)))
    }
}

/// Converts a distance to a value.
pub(super) fn exact(distance: u16, turn: Color) -> Exact {
    let side = |color: Color| Side::from(Player::from(color));
    match distance {
        DRAW => Exact { winner: None, plies: None },
        lost if is_lost(lost, PLIES) => Exact { winner: Some(side(!turn)), plies: Some(lost.into()) },
        won => Exact { winner: Some(side(turn)), plies: Some(won.into()) },
    }
}

impl Oracle<Position> for Tables {
    fn probe(&self, position: &Position) -> Result<Option<Exact>, OracleError> {
        self.value(position).map_err(|error| OracleError::Tables(error.to_string()))
    }
}
