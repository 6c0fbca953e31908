//! Exact tables on a web host, read by pieces: this says which it wants, whoever asks fetches them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chautari_game::{Exact, OracleError, Remote};
use serde::{Deserialize, Serialize};

use crate::desk::{Told, told};
use crate::position::{LineOfPlay, begin};
use crate::problem::Problem;

/// The bytes that are fetched at a time.
const PIECE: u64 = 4096;

/// How many pieces are kept, 16 MiB; beyond, all are let go.
const MOST_PIECES: usize = 4096;

/// What has been fetched, and what is wanted next.
#[derive(Default)]
pub(crate) struct Fetched(Mutex<Pieces>);

#[derive(Default)]
struct Pieces {
    /// An empty piece is one that is not to be had.
    here: BTreeMap<Piece, Vec<u8>>,
    wanted: BTreeSet<Piece>,
}

/// A piece of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Piece {
    file: String,
    /// Where it begins, in bytes.
    at: u64,
}

impl Fetched {
    fn pieces(&self) -> MutexGuard<'_, Pieces> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Remote for Fetched {
    fn read(&self, file: &str, at: u64, length: usize) -> Option<Vec<u8>> {
        let mut pieces = self.pieces();
        let end = at.checked_add(length as u64)?;
        let first = at / PIECE * PIECE;
        let needed: Vec<_> =
            (first..end).step_by(PIECE as usize).map(|at| Piece { file: file.to_owned(), at }).collect();
        let missing: Vec<_> =
            needed.iter().filter(|piece| !pieces.here.contains_key(piece)).cloned().collect();
        if !missing.is_empty() {
            pieces.wanted.extend(missing);
            return None;
        }
        let bytes: Vec<u8> = needed.iter().flat_map(|piece| &pieces.here[piece]).copied().collect();
        let start = (at - first) as usize;
        bytes.get(start..start + length).map(<[u8]>::to_vec)
    }
}

/// A piece that was fetched.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Bring {
    file: String,
    at: u64,
    /// Two digits a byte; empty where the piece is not to be had.
    hex: String,
}

impl Bring {
    pub(crate) fn bring(self, fetched: &Fetched) -> Told {
        let digits = self.hex.as_bytes();
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let bytes: Option<Vec<u8>> = digits.chunks(2).map(byte).collect();
        let bytes = bytes.ok_or_else(|| Problem::form("This is not hexadecimal."))?;
        let mut pieces = fetched.pieces();
        if pieces.here.len() >= MOST_PIECES {
            pieces.here.clear();
        }
        pieces.here.insert(Piece { file: self.file, at: self.at }, bytes);
        told(&serde_json::json!({}))
    }
}

/// What a position and its moves are worth, as far as it is known; more when what is wanted was brought.
#[derive(Serialize)]
struct Worth {
    value: Option<Value>,
    move_values: Vec<MoveValue>,
    wanted: Vec<Piece>,
}

#[derive(Serialize)]
struct Value {
    kind: &'static str,
    winner: Option<&'static str>,
    plies: Option<u32>,
}

#[derive(Serialize)]
struct MoveValue {
    #[serde(rename = "move")]
    text: String,
    winner: Option<&'static str>,
    plies: Option<u32>,
}

/// Asks about where a line of play stands.
pub(crate) fn worth(line: &LineOfPlay, fetched: &Arc<Fetched>) -> Told {
    let (game, record) = line.read()?;
    let Some(oracle) = game.far_oracle(Arc::clone(fetched) as Arc<dyn Remote>) else {
        return told(&Worth { value: None, move_values: Vec::new(), wanted: Vec::new() });
    };
    let moves = record.moves();
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let verdict = oracle.probe(Some(&begin(&*record).position()), &moves).map_err(|error| match error {
        OracleError::Question(fault) => Problem::from(fault),
        OracleError::Tables(text) => Problem::missing(text),
    })?;
    let wanted = std::mem::take(&mut fetched.pieces().wanted).into_iter().collect();
    let info = record.info();
    let winner = |exact: &Exact| exact.winner.map(|side| info.side(side));
    let value = verdict.value.as_ref();
    let value = value.map(|exact| Value { kind: "exact", winner: winner(exact), plies: exact.plies });
    let known = verdict.moves.into_iter().filter_map(|(text, exact)| Some((text, exact?)));
    let move_values =
        known.map(|(text, exact)| MoveValue { text, winner: winner(&exact), plies: exact.plies }).collect();
    told(&Worth { value, move_values, wanted })
}
