//! An opponent: by the tables where they know, by search where they do not.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use chautari_game::{Engine, Exact, Level, Limit, Means, Position as _, Record, Score, Side, Thought, Watch};
use chautari_search::AlphaBeta;
use chautari_solve::TableError;

use crate::levels::ladder;
use crate::solve::{Tables, shelf};
use crate::{Baghchal, Instinct, Move};

/// How far the play expected is told, where the tables know it.
const LINE: usize = 12;

/// What is said of a win or a loss whose distance no table knows, in hundredths: more than any
/// judgement comes to, and yet no number of plies.
const DECIDED: i32 = 100_000;

/// The engine of the game.
pub(crate) struct Opponent {
    search: AlphaBeta<Baghchal, Instinct>,
    /// Where the tables are, at full strength.
    tables: Option<Arc<Path>>,
}

impl Opponent {
    pub(crate) fn new(rules: Baghchal, means: &Means) -> Opponent {
        let tables = means.tables.clone().filter(|_| means.level == Level::FULL);
        Opponent { search: AlphaBeta::new(Instinct, ladder(rules).handicap(means.level), means), tables }
    }
}

impl Engine<Baghchal> for Opponent {
    fn think(&mut self, record: &Record<Baghchal>, limit: &Limit, watch: Watch<Move>) -> Thought<Move> {
        // Tables that are damaged know nothing; whoever named the folder is told when it is asked.
        let rules = record.game();
        let tables = self.tables.as_deref().and_then(|folder| shelf::find(rules, folder).ok());
        let known = tables.as_ref().map_or(Ok(None), |tables| look_up(tables, record));
        match known {
            Ok(Some(thought)) => {
                let _ = watch(&thought);
                return thought;
            }
            Ok(None) => {}
            Err(_) => self.tables.iter().for_each(|folder| shelf::forget(rules, folder)),
        }
        self.search.consult(tables.map(|tables| tables as _));
        self.search.think(record, limit, watch)
    }
}

/// What the tables alone know to play.
fn look_up(tables: &Tables, record: &Record<Baghchal>) -> Result<Option<Thought<Move>>, TableError> {
    let begun = Instant::now();
    let Some(chosen) = tables.choose(record)? else { return Ok(None) };
    let position = record.position();
    let mut line = vec![chosen.m];
    if chosen.value.plies.is_some() {
        line.extend(tables.line(&position.after(chosen.m), LINE - 1)?);
    }
    Ok(Some(Thought {
        best: Some(chosen.m),
        score: score(chosen.value, position.turn()),
        depth: chosen.value.plies.map_or(2, |plies| plies + 1),
        nodes: chosen.looked_up,
        time: begun.elapsed(),
        line,
    }))
}

/// What a move is worth to the side that makes it, by the value it leads to.
fn score(value: Exact, mover: Side) -> Score {
    match (value.winner, value.plies) {
        (None, _) => Score::Draw,
        (Some(winner), Some(plies)) if winner == mover => Score::Win(plies + 1),
        (Some(_), Some(plies)) => Score::Loss(plies + 1),
        (Some(winner), None) => Score::Guess(if winner == mover { DECIDED } else { -DECIDED }),
    }
}
