//! The generic alpha-beta engine.

use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use chautari_game::{
    Engine, EngineOptions, Game, Limit, Mv, OnThought, Oracle, Position, Record, Score, Thought,
};

use crate::budget::Budget;
use crate::level::{Handicap, HandicapState};
use crate::parallel::{Threads, search_in_parallel};
use crate::worker::{Shared, Worker};
use crate::{Evaluator, TranspositionTable, Value};

/// An engine that searches by alpha-beta with a game's [`Evaluator`].
pub struct AlphaBeta<G: Game, K> {
    evaluator: K,
    table: TranspositionTable,
    threads: usize,
    handicap: Handicap,
    seed: u64,
    oracle: Option<Arc<dyn Oracle<G::Position>>>,
    game: PhantomData<G>,
}

impl<G: Game, K: Evaluator<G::Position>> AlphaBeta<G, K> {
    /// Creates an engine with these options and this handicap.
    pub fn new(evaluator: K, handicap: Handicap, options: &EngineOptions) -> Self {
        AlphaBeta {
            evaluator,
            table: TranspositionTable::for_search(options.hash, handicap.most_nodes()),
            threads: options.threads.max(1),
            handicap,
            seed: options.seed,
            oracle: None,
            game: PhantomData,
        }
    }

    /// Uses an oracle from now on; positions it knows are not searched.
    pub fn consult(&mut self, oracle: Option<Arc<dyn Oracle<G::Position>>>) {
        self.oracle = oracle;
    }

    /// Searches the best of these moves without a handicap. `contempt` is how much worse than even a position
    /// may be, in hundredths, and still be preferred to a draw by repetition.
    pub fn think_among(
        &mut self,
        record: &Record<G>,
        moves: &[Mv<G>],
        contempt: i32,
        limit: &Limit,
        on_thought: OnThought<Mv<G>>,
    ) -> Thought<Mv<G>> {
        self.table.new_search();
        self.search(record, moves, contempt, &self.table, limit, on_thought)
    }

    fn search(
        &self,
        record: &Record<G>,
        roots: &[Mv<G>],
        contempt: i32,
        table: &TranspositionTable,
        limit: &Limit,
        on_thought: OnThought<Mv<G>>,
    ) -> Thought<Mv<G>> {
        let (spent, threads) = (AtomicBool::new(false), Threads::new(self.threads, K::CODES, K::NODE_COST));
        let worker = |index| {
            let shared = Shared { evaluator: &self.evaluator, oracle: self.oracle.as_deref(), table };
            Worker::new(shared, threads.thread(index), Budget::new(limit, &spent), record, roots, contempt)
        };
        let position = record.position();
        let mut main = worker(0);
        if let Some(outcome) = record.outcome() {
            let value = Value::of(outcome, position.turn(), 0);
            let score = if outcome.winner.is_none() { Score::Draw } else { value.score() };
            return main.thought(Vec::new(), score, 0);
        }
        let helpers = (1..self.threads).map(|index| {
            let mut helper = worker(index);
            // Only the first thread manages time; when it finishes, the others stop.
            let limit = Limit { aim: None, ..limit.clone() };
            move || helper.deepen(record, &limit, None, &mut |_| ControlFlow::Continue(())).nodes
        });
        let thought = || match main.prove(position, limit, on_thought) {
            Some(proof) if limit.lines < 2 || roots.len() < 2 => proof,
            proof => main.deepen(record, limit, proof, on_thought),
        };
        search_in_parallel(thought, helpers, &spent)
    }
}

impl<G: Game, K: Evaluator<G::Position>> Engine<G> for AlphaBeta<G, K> {
    fn think(&mut self, record: &Record<G>, limit: &Limit, on_thought: OnThought<Mv<G>>) -> Thought<Mv<G>> {
        self.table.new_search();
        let position = record.position();
        let mut handicap_state = HandicapState::new(self.handicap, limit, position.key(), self.seed);
        let mut roots = position.moves();
        let state = self.evaluator.start(position);
        handicap_state.overlook(&mut roots, |&m| self.evaluator.is_noisy(position, &state, m));
        let limit = handicap_state.limit();
        let blank = handicap_state.is_hasty().then(|| TranspositionTable::new(0));
        let table = blank.as_ref().unwrap_or(&self.table);
        self.search(record, &roots, self.handicap.contempt, table, limit, on_thought)
    }
}
