//! The engine: exact tables where they cover a position, alpha-beta search elsewhere.

use std::path::Path;
use std::sync::Arc;

use chautari_game::{Engine, EngineOptions, Level, Limit, OnThought, Position as _, Record, Score, Thought};
use chautari_search::{AlphaBeta, Instant, exact_score, other_exact_lines};
use chautari_solve::TableError;

use crate::levels::level_table;
use crate::solve::{Tables, table_cache};
use crate::{Baghchal, EvalWeights, Move};

/// The length of the principal variation read from the tables.
const LINE: usize = 12;

/// In drawn positions the engine accepts being this many hundredths of a goat behind to avoid a repetition.
const CONTEMPT: i32 = 150;

/// The node limit for choosing among drawing moves, if the caller sets no limit.
const ENOUGH: u64 = 1 << 20;

/// The engine of Bagh Chal.
pub(crate) struct BaghchalEngine {
    search: AlphaBeta<Baghchal, &'static EvalWeights>,
    /// The folder of the tables; used at full strength only.
    tables: Option<Arc<Path>>,
}

impl BaghchalEngine {
    pub(crate) fn new(rules: Baghchal, options: &EngineOptions) -> BaghchalEngine {
        let weights = match options.level {
            Level::FULL => EvalWeights::best(rules.capture()),
            _ => EvalWeights::by_hand(rules.capture()),
        };
        BaghchalEngine::with_weights(weights, rules, options)
    }

    pub(crate) fn with_weights(
        weights: &'static EvalWeights,
        rules: Baghchal,
        options: &EngineOptions,
    ) -> BaghchalEngine {
        let tables = options.tables.clone().filter(|_| options.level == Level::FULL);
        BaghchalEngine {
            search: AlphaBeta::new(weights, level_table(rules).handicap(options.level), options),
            tables,
        }
    }
}

impl Engine<Baghchal> for BaghchalEngine {
    fn think(
        &mut self,
        record: &Record<Baghchal>,
        limit: &Limit,
        on_thought: OnThought<Move>,
    ) -> Thought<Move> {
        let rules = record.game();
        let tables = self.tables.as_deref().and_then(|folder| table_cache::find(rules, folder).ok());
        if let Some(tables) = &tables {
            match self.play_by(tables, record, limit, on_thought) {
                Ok(Some(thought)) => return thought,
                Ok(None) => {}
                // Damaged tables are ignored here; building or probing them reports the damage.
                Err(_) => self.tables.iter().for_each(|folder| table_cache::forget(rules, folder)),
            }
        }
        self.search.consult(tables.map(|tables| tables as _));
        self.search.think(record, limit, on_thought)
    }
}

impl BaghchalEngine {
    /// Plays by the tables, if they cover the position. They distinguish all moves except drawing ones; among
    /// these a search without tables picks the most promising.
    fn play_by(
        &mut self,
        tables: &Tables,
        record: &Record<Baghchal>,
        limit: &Limit,
        on_thought: OnThought<Move>,
    ) -> Result<Option<Thought<Move>>, TableError> {
        let drawing = tables.drawing(record)?;
        if drawing.len() < 2 {
            let thought = look_up(tables, record, limit.lines)?;
            if let Some(thought) = &thought {
                let _ = on_thought(thought);
            }
            return Ok(thought);
        }
        let is_endless = limit.time.is_none() && limit.nodes.is_none() && limit.depth.is_none();
        let nodes = limit.nodes.or(is_endless.then_some(ENOUGH));
        let (lines, limit) = (limit.lines, Limit { nodes, lines: 1, ..limit.clone() });
        let exact = |thought: &Thought<Move>| {
            let best = thought.best.unwrap_or(drawing[0]);
            let others = other_exact_lines(tables, record.position(), best, lines);
            Thought { score: Score::Draw, others, ..thought.clone() }
        };
        self.search.consult(None);
        let thought = self
            .search
            .think_among(record, &drawing, CONTEMPT, &limit, &mut |thought| on_thought(&exact(thought)));
        Ok(Some(exact(&thought)))
    }
}

/// Plays by the tables alone.
fn look_up(
    tables: &Tables,
    record: &Record<Baghchal>,
    lines: usize,
) -> Result<Option<Thought<Move>>, TableError> {
    let begun = Instant::now();
    let Some(chosen) = tables.choose(record)? else { return Ok(None) };
    let position = record.position();
    let mut line = vec![chosen.m];
    if chosen.value.plies.is_some() {
        line.extend(tables.line(&position.after(chosen.m), LINE - 1)?);
    }
    Ok(Some(Thought {
        best: Some(chosen.m),
        score: exact_score(chosen.value, position.turn()),
        depth: chosen.value.plies.map_or(2, |plies| plies + 1),
        nodes: chosen.looked_up,
        time: begun.elapsed(),
        line,
        others: other_exact_lines(tables, position, chosen.m, lines),
    }))
}
