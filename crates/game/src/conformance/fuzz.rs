//! The bodies of the fuzz targets, so that ordinary tests can replay their findings.
//!
//! Each takes raw bytes and panics if a law is violated. The first line is the id of a game, so that a
//! finding stays with its game when games are added or removed.

use std::fs;
use std::io;
use std::path::Path;

use crate::AnyGame;

/// Runs a target on every file of a corpus; returns the number of files.
pub fn replay(corpus: &Path, target: impl Fn(&[u8])) -> io::Result<usize> {
    let mut replayed = 0;
    for entry in fs::read_dir(corpus)? {
        target(&fs::read(entry?.path())?);
        replayed += 1;
    }
    Ok(replayed)
}

fn pick<'a>(games: &[&'a dyn AnyGame], data: &'a [u8]) -> Option<(&'a dyn AnyGame, &'a [u8])> {
    let end = data.iter().position(|&byte| byte == b'\n')?;
    let game = games.iter().find(|game| game.info().id.as_bytes() == &data[..end])?;
    Some((*game, &data[end + 1..]))
}

/// Checks that no reader fails on the text.
pub fn text(games: &[&dyn AnyGame], data: &[u8]) {
    let Some((game, rest)) = pick(games, data) else { return };
    let text = String::from_utf8_lossy(rest);
    if let Err(broken) = game.unbroken(&text) {
        panic!("{}: {broken}", game.info().id);
    }
}

/// Checks all laws along a line of play.
pub fn play(games: &[&dyn AnyGame], data: &[u8]) {
    let Some((game, rest)) = pick(games, data) else { return };
    let choices: Vec<u16> = rest.chunks(2).map(|c| c.iter().fold(0, |n, &b| n << 8 | u16::from(b))).collect();
    if let Err(broken) = game.lawful(&choices) {
        panic!("{}: {broken}", game.info().id);
    }
}
