//! Iterative deepening alpha-beta over any game.

use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use chautari_game::{Engine, Game, Limit, Means, Mv, Oracle, Position, Record, Score, Thought, Watch};

use crate::budget::Budget;
use crate::company::{Company, in_company};
use crate::level::{Attention, Handicap};
use crate::worker::{Shared, Worker};
use crate::{Knowledge, Table, Value};

/// An engine that searches with a game's knowledge.
pub struct AlphaBeta<G: Game, K> {
    knowledge: K,
    table: Table,
    threads: usize,
    handicap: Handicap,
    seed: u64,
    oracle: Option<Arc<dyn Oracle<G::Position>>>,
    game: PhantomData<G>,
}

impl<G: Game, K: Knowledge<G::Position>> AlphaBeta<G, K> {
    /// An engine with these means, held back by this.
    pub fn new(knowledge: K, handicap: Handicap, means: &Means) -> Self {
        AlphaBeta {
            knowledge,
            table: Table::new(means.hash),
            threads: means.threads.max(1),
            handicap,
            seed: means.seed,
            oracle: None,
            game: PhantomData,
        }
    }

    /// From now on, what this knows is not searched.
    pub fn consult(&mut self, oracle: Option<Arc<dyn Oracle<G::Position>>>) {
        self.oracle = oracle;
    }
}

impl<G: Game, K: Knowledge<G::Position>> Engine<G> for AlphaBeta<G, K> {
    fn think(&mut self, record: &Record<G>, limit: &Limit, watch: Watch<Mv<G>>) -> Thought<Mv<G>> {
        self.table.grow_older();
        let position = record.position();
        let mut attention = Attention::new(self.handicap, limit, position.key(), self.seed);
        let mut roots = position.moves();
        let sight = self.knowledge.look(position);
        attention.overlook(&mut roots, |&m| self.knowledge.is_noisy(position, &sight, m));
        let limit = attention.limit();
        let blank = attention.is_hasty().then(|| Table::new(0));
        let table = blank.as_ref().unwrap_or(&self.table);
        let (spent, company) = (AtomicBool::new(false), Company::new(self.threads, K::CODES, K::NODES));
        let begin = |thread| {
            let shared = Shared { knowledge: &self.knowledge, oracle: self.oracle.as_deref(), table };
            Worker::new(
                shared,
                company.member(thread),
                Budget::new(limit, &spent),
                record,
                &roots,
                self.handicap.ambition,
            )
        };
        let mut first = begin(0);
        if let Some(outcome) = record.outcome() {
            let value = Value::of(outcome, position.turn(), 0);
            let score = if outcome.winner.is_none() { Score::Draw } else { value.score() };
            return first.thought(Vec::new(), score, 0);
        }
        let others = (1..self.threads).map(|thread| {
            let mut other = begin(thread);
            move || other.deepen(record, limit.depth, &mut |_| ControlFlow::Continue(())).nodes
        });
        let thought = || {
            let proof = first.prove(position, limit, watch);
            proof.unwrap_or_else(|| first.deepen(record, limit.depth, watch))
        };
        in_company(thought, others, &spent)
    }
}
