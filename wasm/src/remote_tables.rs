//! Exact tables on a web host, read by byte ranges. The module says which ranges it needs; the caller fetches them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chautari_game::{OracleError, Remote};
use chautari_wire::position::start_of;
use chautari_wire::{MoveValue, PositionValue};
use serde::{Deserialize, Serialize};

use crate::line::LineOfPlay;
use crate::problem::Problem;
use crate::response::{Response, json};

/// The size of the pieces in which files are cached, in bytes.
const PIECE: u64 = 4096;

/// The most pieces in the cache, 16 MiB. Once it is full, it is emptied.
const MAX_PIECES: usize = 4096;

/// The largest gap between two pieces that are fetched in one request, in bytes. A second request would take longer
/// than the bytes in between.
const GAP: u64 = 4 * PIECE;

/// The fetched pieces, and those needed next.
#[derive(Default)]
pub(crate) struct Fetched(Mutex<Pieces>);

#[derive(Default)]
struct Pieces {
    /// The cached bytes. A piece that could not be fetched is empty.
    cached: BTreeMap<Piece, Vec<u8>>,
    missing: BTreeSet<Piece>,
}

/// A piece of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Piece {
    file: String,
    /// The offset of the first byte.
    at: u64,
}

/// A byte range of a file that the caller has to fetch.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct FetchRequest {
    file: String,
    /// The offset of the first byte.
    at: u64,
    /// The number of bytes; the file may end before.
    length: u64,
}

/// Combines missing pieces that are near each other into one request.
fn fetch_requests(missing: BTreeSet<Piece>) -> Vec<FetchRequest> {
    let mut all: Vec<FetchRequest> = Vec::new();
    for Piece { file, at } in missing {
        match all.last_mut() {
            Some(last) if last.file == file && at - last.at <= last.length + GAP => {
                last.length = at - last.at + PIECE;
            }
            _ => all.push(FetchRequest { file, at, length: PIECE }),
        }
    }
    all
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
            needed.iter().filter(|piece| !pieces.cached.contains_key(piece)).cloned().collect();
        if !missing.is_empty() {
            pieces.missing.extend(missing);
            return None;
        }
        let mut bytes = Vec::with_capacity(length);
        for piece in &needed {
            let cached = &pieces.cached[piece];
            let from = at.saturating_sub(piece.at) as usize;
            let to = cached.len().min((end - piece.at) as usize);
            bytes.extend_from_slice(cached.get(from..to)?);
        }
        (bytes.len() == length).then_some(bytes)
    }
}

/// A byte range that the caller has fetched.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FetchedBytes {
    file: String,
    at: u64,
    length: u64,
    /// The bytes in hexadecimal; fewer than `length` if the file ends before, none if it could not be fetched.
    hex: String,
}

impl FetchedBytes {
    /// Adds the bytes to the cache.
    pub(crate) fn store(self, fetched: &Fetched) -> Response {
        let digit = |text: u8| char::from(text).to_digit(16).map(|digit| digit as u8);
        let byte = |pair: &[u8]| match *pair {
            [high, low] => Some(digit(high)? << 4 | digit(low)?),
            _ => None,
        };
        let bytes: Option<Vec<u8>> = self.hex.as_bytes().chunks(2).map(byte).collect();
        let bytes = bytes.ok_or_else(|| Problem::bad_request("`hex` is not hexadecimal."))?;
        if self.length > MAX_PIECES as u64 * PIECE {
            return Err(Problem::bad_request("`length` is larger than the cache."));
        }
        let mut pieces = fetched.pieces();
        if pieces.cached.len() >= MAX_PIECES {
            pieces.cached.clear();
        }
        let mut parts = bytes.chunks(PIECE as usize);
        for start in (0..self.length).step_by(PIECE as usize) {
            let part = parts.next().unwrap_or_default().to_vec();
            pieces.cached.insert(Piece { file: self.file.clone(), at: self.at.saturating_add(start) }, part);
        }
        json(&serde_json::json!({}))
    }
}

/// The exact value of a position and of its moves, as far as the fetched bytes tell.
#[derive(Serialize)]
struct ExactValues {
    value: Option<PositionValue>,
    move_values: Vec<MoveValue>,
    /// The byte ranges to fetch before asking again.
    wanted: Vec<FetchRequest>,
}

/// Looks up the position that a line of play leads to.
pub(crate) fn value_of(line: &LineOfPlay, fetched: &Arc<Fetched>) -> Response {
    let (game, record) = line.read()?;
    let Some(oracle) = game.far_oracle(Arc::clone(fetched) as Arc<dyn Remote>) else {
        return json(&ExactValues { value: None, move_values: Vec::new(), wanted: Vec::new() });
    };
    let moves = record.moves();
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let start = start_of(&*record).position();
    let verdict = oracle.probe(Some(&start), &moves).map_err(|error| match error {
        OracleError::Question(fault) => Problem::from(fault),
        OracleError::Tables(text) => Problem::not_found(text),
    })?;
    let wanted = fetch_requests(std::mem::take(&mut fetched.pieces().missing));
    let info = record.info();
    let value = verdict.value.map(|exact| PositionValue::exact(info, exact));
    let known = verdict.moves.into_iter().filter_map(|(text, exact)| Some((text, exact?)));
    let move_values = known.map(|(text, exact)| MoveValue::new(info, text, exact)).collect();
    json(&ExactValues { value, move_values, wanted })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing(all: &[(&str, u64)]) -> BTreeSet<Piece> {
        all.iter().map(|&(file, number)| Piece { file: file.to_owned(), at: number * PIECE }).collect()
    }

    #[test]
    fn nearby_pieces_are_fetched_in_one_request() {
        let requests = fetch_requests(missing(&[("a", 0), ("a", 1), ("a", 6), ("a", 12), ("b", 13)]));
        let ranges: Vec<_> =
            requests.iter().map(|r| (r.file.as_str(), r.at / PIECE, r.length / PIECE)).collect();
        assert_eq!(ranges, [("a", 0, 7), ("a", 12, 1), ("b", 13, 1)]);
    }

    #[test]
    fn fetched_range_is_read_up_to_the_end_of_the_file() {
        let fetched = Fetched::default();
        let last = 2 * PIECE - 2;
        assert_eq!(fetched.read("a", last, 4), None);
        assert_eq!(fetch_requests(std::mem::take(&mut fetched.pieces().missing)).len(), 1);
        // The file ends in its third piece; a fourth was requested.
        let digits: Vec<_> = (0..2 * PIECE + 3).map(|at| format!("{:02x}", at % 251)).collect();
        let hex = digits.concat();
        let stored = FetchedBytes { file: "a".into(), at: 0, length: 4 * PIECE, hex }.store(&fetched);
        assert!(stored.is_ok());
        let bytes = |at: u64| (at % 251) as u8;
        assert_eq!(fetched.read("a", last, 4), Some((last..last + 4).map(bytes).collect()));
        for beyond in [2 * PIECE, 3 * PIECE] {
            assert_eq!(fetched.read("a", beyond, 4), None);
        }
        assert!(fetched.pieces().missing.is_empty(), "a piece that cannot be fetched is not requested again");
        let endless = FetchedBytes { file: "a".into(), at: u64::MAX, length: u64::MAX, hex: String::new() };
        assert!(endless.store(&fetched).is_err());
    }
}
