//! Baseline engines for any game, random and greedy, to measure other engines against.

use std::ops::ControlFlow;
use std::time::Duration;

use chautari_game::{AnyEngine, AnyGame, Fault, Limit, OnThought, Rng, Score, Thought};

/// A thought without search.
fn shallow(best: Option<String>, score: Score) -> Thought<String> {
    let line = best.clone().into_iter().collect();
    Thought { best, score, depth: 0, nodes: 1, time: Duration::ZERO, line, others: Vec::new() }
}

/// Plays a random legal move.
pub(crate) struct Random {
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) dice: Rng,
}

impl AnyEngine for Random {
    fn think(
        &mut self,
        start: Option<&str>,
        moves: &[&str],
        _: &Limit,
        _: OnThought<String>,
    ) -> Result<Thought<String>, Fault> {
        let offers = self.game.replay(None, start, moves)?.offers();
        let best = self.dice.pick(&offers).map(|offer| offer.text);
        Ok(shallow(best, Score::Guess(0)))
    }
}

/// Plays a move that wins at once if there is one, otherwise the best move of a one-ply search.
pub(crate) struct Greedy {
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) engine: Box<dyn AnyEngine>,
}

impl AnyEngine for Greedy {
    fn think(
        &mut self,
        start: Option<&str>,
        moves: &[&str],
        limit: &Limit,
        _: OnThought<String>,
    ) -> Result<Thought<String>, Fault> {
        let mut record = self.game.replay(None, start, moves)?;
        let turn = record.turn();
        for offer in record.offers() {
            record.play(&offer.text)?;
            if record.outcome().is_some_and(|outcome| outcome.winner == Some(turn)) {
                return Ok(shallow(Some(offer.text), Score::Win(1)));
            }
            record.undo();
        }
        let one_ply = Limit { depth: Some(1), ..limit.clone() };
        self.engine.think(start, moves, &one_ply, &mut |_| ControlFlow::Continue(()))
    }
}
