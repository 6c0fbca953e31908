//! Exact tables on a web host, read by stretches: this says which it wants, whoever asks fetches them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chautari_game::{Exact, OracleError, Remote};
use serde::{Deserialize, Serialize};

use crate::desk::{Told, told};
use crate::position::{LineOfPlay, begin};
use crate::problem::Problem;

/// What is fetched is kept in pieces of so many bytes.
const PIECE: u64 = 4096;

/// How many pieces are kept, 16 MiB; beyond, all are let go.
const MOST_PIECES: usize = 4096;

/// Bytes between two pieces that are fetched with them: one request more would take longer.
const GAP: u64 = 4 * PIECE;

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
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Piece {
    file: String,
    /// Where it begins, in bytes.
    at: u64,
}

/// Pieces of a file that are fetched at once.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Stretch {
    file: String,
    /// Where it begins, in bytes, and how many they are; the file may end before.
    at: u64,
    length: u64,
}

/// Pieces that lie near each other together.
fn stretches(wanted: BTreeSet<Piece>) -> Vec<Stretch> {
    let mut all: Vec<Stretch> = Vec::new();
    for Piece { file, at } in wanted {
        match all.last_mut() {
            Some(last) if last.file == file && at - last.at <= last.length + GAP => {
                last.length = at - last.at + PIECE;
            }
            _ => all.push(Stretch { file, at, length: PIECE }),
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
            needed.iter().filter(|piece| !pieces.here.contains_key(piece)).cloned().collect();
        if !missing.is_empty() {
            pieces.wanted.extend(missing);
            return None;
        }
        let mut bytes = Vec::with_capacity(length);
        for piece in &needed {
            let here = &pieces.here[piece];
            let from = at.saturating_sub(piece.at) as usize;
            let to = here.len().min((end - piece.at) as usize);
            bytes.extend_from_slice(here.get(from..to)?);
        }
        (bytes.len() == length).then_some(bytes)
    }
}

/// A stretch that was fetched.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Bring {
    file: String,
    at: u64,
    length: u64,
    /// Two digits a byte; none where the file ends or is not to be had.
    hex: String,
}

impl Bring {
    pub(crate) fn bring(self, fetched: &Fetched) -> Told {
        let digit = |text: u8| char::from(text).to_digit(16).map(|digit| digit as u8);
        let byte = |pair: &[u8]| match *pair {
            [high, low] => Some(digit(high)? << 4 | digit(low)?),
            _ => None,
        };
        let bytes: Option<Vec<u8>> = self.hex.as_bytes().chunks(2).map(byte).collect();
        let bytes = bytes.ok_or_else(|| Problem::form("This is not hexadecimal."))?;
        if self.length > MOST_PIECES as u64 * PIECE {
            return Err(Problem::form("This is more than is kept."));
        }
        let mut pieces = fetched.pieces();
        if pieces.here.len() >= MOST_PIECES {
            pieces.here.clear();
        }
        let mut parts = bytes.chunks(PIECE as usize);
        for start in (0..self.length).step_by(PIECE as usize) {
            let part = parts.next().unwrap_or_default().to_vec();
            pieces.here.insert(Piece { file: self.file.clone(), at: self.at.saturating_add(start) }, part);
        }
        told(&serde_json::json!({}))
    }
}

/// What a position and its moves are worth, as far as it is known; more when what is wanted was brought.
#[derive(Serialize)]
struct Worth {
    value: Option<Value>,
    move_values: Vec<MoveValue>,
    wanted: Vec<Stretch>,
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
    let wanted = stretches(std::mem::take(&mut fetched.pieces().wanted));
    let info = record.info();
    let winner = |exact: &Exact| exact.winner.map(|side| info.side(side));
    let value = verdict.value.as_ref();
    let value = value.map(|exact| Value { kind: "exact", winner: winner(exact), plies: exact.plies });
    let known = verdict.moves.into_iter().filter_map(|(text, exact)| Some((text, exact?)));
    let move_values =
        known.map(|(text, exact)| MoveValue { text, winner: winner(&exact), plies: exact.plies }).collect();
    told(&Worth { value, move_values, wanted })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(all: &[(&str, u64)]) -> BTreeSet<Piece> {
        all.iter().map(|&(file, number)| Piece { file: file.to_owned(), at: number * PIECE }).collect()
    }

    #[test]
    fn what_lies_near_is_fetched_at_once() {
        let near = stretches(wanted(&[("a", 0), ("a", 1), ("a", 6), ("a", 12), ("b", 13)]));
        let told: Vec<_> = near.iter().map(|s| (s.file.as_str(), s.at / PIECE, s.length / PIECE)).collect();
        assert_eq!(told, [("a", 0, 7), ("a", 12, 1), ("b", 13, 1)]);
    }

    #[test]
    fn a_stretch_is_read_as_if_the_file_were_here_as_far_as_it_goes() {
        let fetched = Fetched::default();
        let last = 2 * PIECE - 2;
        assert_eq!(fetched.read("a", last, 4), None);
        assert_eq!(stretches(std::mem::take(&mut fetched.pieces().wanted)).len(), 1);
        // The file ends in its third piece; a fourth was asked for.
        let digits: Vec<_> = (0..2 * PIECE + 3).map(|at| format!("{:02x}", at % 251)).collect();
        let hex = digits.concat();
        let brought = Bring { file: "a".into(), at: 0, length: 4 * PIECE, hex }.bring(&fetched);
        assert!(brought.is_ok());
        let bytes = |at: u64| (at % 251) as u8;
        assert_eq!(fetched.read("a", last, 4), Some((last..last + 4).map(bytes).collect()));
        for beyond in [2 * PIECE, 3 * PIECE] {
            assert_eq!(fetched.read("a", beyond, 4), None);
        }
        assert!(fetched.pieces().wanted.is_empty(), "what is not to be had is not wanted again");
        let endless = Bring { file: "a".into(), at: u64::MAX, length: u64::MAX, hex: String::new() };
        assert!(endless.bring(&fetched).is_err());
    }
}
