//! `fair-play`: compares the moves of people in games that count with the engine's, for the operator to judge.

mod conduct;

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::Context;
use chautari_game::{AnyEngine, EngineOptions, Limit};
use chautari_ledger::Ledger;
use chautari_server::{FinishedMatch, matches_that_count};
use rayon::prelude::*;

use self::conduct::{Conduct, Conducts, Difficulty, Sample, Tally};
use super::runtime::block_on;
use super::serve;
use crate::args::StoreArgs;
use crate::input;
use crate::output::{CommandResult, Failure};

/// Plies at the beginning of a game that are not compared, because openings are known by heart.
const OPENING_PLIES: usize = 6;

/// Positions visited by a glance.
const GLANCE_NODES: u64 = 200;

/// The selection of games, and the effort.
pub(super) struct FairPlayRequest {
    pub(super) game: Option<String>,
    pub(super) player: Option<String>,
    pub(super) games: usize,
    pub(super) nodes: u64,
    pub(super) json: bool,
}

pub(super) fn run(store: &StoreArgs, request: &FairPlayRequest, out: &mut dyn Write) -> CommandResult {
    let database = serve::existing_url(store)?;
    let folder = std::env::temp_dir().join(format!("chautari-fair-play-{}", std::process::id()));
    fs::create_dir(&folder)
        .map_err(|e| Failure::bad(format!("{} cannot be created: {e}.", folder.display())))?;
    let found = block_on(find(&database, &folder, request));
    // A leftover temporary file matters less than the result.
    let _ = fs::remove_dir_all(&folder);
    let found = found?;
    anstream::eprintln!("Comparing {} games with the engine…", found.len());
    let compared: Vec<_> = found.par_iter().map(|played| samples(played, request.nodes)).collect();
    let mut conducts = Conducts::default();
    for (played, samples) in found.iter().zip(compared) {
        conducts.add(played, &samples.unwrap_or_default());
    }
    let wanted =
        |conduct: &Conduct| request.player.as_ref().is_none_or(|name| is_name(&conduct.player, name));
    let conducts: Vec<_> = conducts.sorted().into_iter().filter(wanted).collect();
    if request.json {
        for conduct in &conducts {
            writeln!(out, "{}", serde_json::to_string(conduct)?)?;
        }
        return Ok(out.flush()?);
    }
    print(&conducts, request.nodes, out)
}

fn is_name(name: &str, wanted: &str) -> bool {
    name.to_lowercase() == wanted.to_lowercase()
}

/// Reads the games from a copy of the ledger, so that servers can keep running.
async fn find(url: &str, folder: &Path, request: &FairPlayRequest) -> anyhow::Result<Vec<FinishedMatch>> {
    let backup = folder.join("backup.jsonl");
    Ledger::backup(url, &backup).await.context("The ledger cannot be read")?;
    let copy = format!("sqlite:{}", folder.join("copy.db").display());
    Ledger::restore(&copy, &backup).await.context("The ledger cannot be copied")?;
    let ledger = Ledger::open(&copy).await?;
    let wanted = |played: &FinishedMatch| {
        let is_game = request
            .game
            .as_ref()
            .is_none_or(|game| played.created.game.split(':').next() == Some(game.as_str()));
        let mut names = played.created.seats.iter().map(|seat| seat.player.title());
        is_game && request.player.as_ref().is_none_or(|player| names.any(|name| is_name(&name, player)))
    };
    let found = matches_that_count(&ledger, request.games, wanted).await?;
    ledger.close().await;
    Ok(found)
}

/// Compares the moves of people in a game with the engine's. Returns `None` if the game cannot be replayed.
fn samples(played: &FinishedMatch, nodes: u64) -> Option<Vec<Sample>> {
    let game = input::game(&played.created.game).ok()?;
    // Each has tables of its own, so that a glance does not know what the long search has found.
    let [mut engine, mut quick] = [(); 2].map(|()| game.engine(&EngineOptions::default()));
    let start = played.created.terms.start.as_deref();
    let opening: Vec<&str> = played.created.terms.opening.iter().map(String::as_str).collect();
    let mut record = game.replay(None, start, &opening).ok()?;
    let mut samples = Vec::new();
    for (ply, played_move) in played.moves.iter().enumerate() {
        let is_person = played.created.seats[played_move.side.index()].player.person().is_some();
        if is_person && ply >= OPENING_PLIES && record.legal_moves().len() > 1 {
            let moves = record.moves();
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            let found = best(&mut *engine, start, &moves, nodes)?;
            let glance = best(&mut *quick, start, &moves, GLANCE_NODES)?;
            samples.push(Sample {
                side: played_move.side,
                difficulty: if found == glance { Difficulty::Plain } else { Difficulty::Hard },
                is_match: found == played_move.text,
                took_ms: played_move.took_ms,
            });
        }
        record.play(&played_move.text).ok()?;
    }
    Some(samples)
}

fn best(engine: &mut dyn AnyEngine, start: Option<&str>, moves: &[&str], nodes: u64) -> Option<String> {
    let limit = Limit { nodes: Some(nodes), ..Limit::default() };
    engine.think(start, moves, &limit, &mut |_| ControlFlow::Continue(())).ok()?.best
}

fn print(conducts: &[Conduct], nodes: u64, out: &mut dyn Write) -> CommandResult {
    if conducts.is_empty() {
        return Ok(writeln!(out, "There are no games of people that count.")?);
    }
    writeln!(
        out,
        "{:24}  {:12}  {:>5}  {:>14}  {:>14}  {:>13}  {:>4}  {:>5}  {:>8}",
        "player", "game", "games", "plain moves", "hard moves", "median s", "left", "early", "same pair"
    )?;
    for one in conducts {
        let times = format!("{} / {}", seconds(&one.plain), seconds(&one.hard));
        writeln!(
            out,
            "{:24}  {:12}  {:>5}  {:>14}  {:>14}  {:>13}  {:>4}  {:>5}  {:>8}",
            one.player,
            one.game,
            one.games,
            share(&one.plain),
            share(&one.hard),
            times,
            one.left,
            one.early_resignations,
            one.most_against_one
        )?;
    }
    writeln!(
        out,
        "\nMoves equal to the engine's, from ply {OPENING_PLIES} on, where there was a choice. Plain: the engine finds \
         the move among {GLANCE_NODES} positions; hard: only among {nodes}. Median seconds for plain / hard moves. \
         left: games left before the first own move. early: resigned within three moves. same pair: most games with \
         one opponent. Strong players find many plain moves; many hard ones, as fast as plain ones, over many games, \
         are worth a look at the games. Nothing is punished automatically."
    )?;
    Ok(out.flush()?)
}

fn share(tally: &Tally) -> String {
    match tally.moves {
        0 => "–".to_owned(),
        moves => format!("{}/{moves} {:3.0} %", tally.matched, 100.0 * tally.matched as f64 / moves as f64),
    }
}

fn seconds(tally: &Tally) -> String {
    tally.median_ms.map_or_else(|| "–".to_owned(), |ms| format!("{:.1}", ms as f64 / 1000.0))
}
