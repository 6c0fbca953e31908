//! The adapter from [`Engine`] to the object-safe [`AnyEngine`].

use crate::{
    AnyEngine, Engine, Fault, Game, Limit, Mv, Notation, OnThought, Position, Record, Thought, Variation,
};

/// An [`Engine`] as an [`AnyEngine`].
pub(super) struct ErasedEngine<G: Game> {
    pub(super) game: G,
    pub(super) engine: Box<dyn Engine<G>>,
}

impl<G: Game> AnyEngine for ErasedEngine<G> {
    fn think(
        &mut self,
        start: Option<&str>,
        moves: &[&str],
        limit: &Limit,
        on_thought: OnThought<String>,
    ) -> Result<Thought<String>, Fault> {
        let notation = G::Text::ALL[0];
        let record = Record::replay(self.game, start, moves)?;
        let write = |moves: &[Mv<G>]| {
            let mut position = record.position().clone();
            let mut line = Vec::with_capacity(moves.len());
            for &m in moves {
                line.push(notation.write_move(&position, m));
                position.apply(m);
            }
            line
        };
        let texts = |thought: &Thought<Mv<G>>| Thought {
            best: thought.best.map(|m| notation.write_move(record.position(), m)),
            score: thought.score,
            depth: thought.depth,
            nodes: thought.nodes,
            time: thought.time,
            line: write(&thought.line),
            others: thought
                .others
                .iter()
                .map(|Variation { score, line }| Variation { score: *score, line: write(line) })
                .collect(),
        };
        let thought = self.engine.think(&record, limit, &mut |thought| on_thought(&texts(thought)));
        Ok(texts(&thought))
    }
}
