//! The adapter from [`Oracle`] to the object-safe [`AnyOracle`].

use std::sync::Arc;

use crate::{AnyOracle, Exact, Game, Mv, Notation, Oracle, OracleError, Position, Prospect, Record, Verdict};

/// An [`Oracle`] as an [`AnyOracle`].
pub(super) struct ErasedOracle<G: Game> {
    pub(super) game: G,
    pub(super) oracle: Arc<dyn Oracle<G::Position>>,
}

impl<G: Game> AnyOracle for ErasedOracle<G> {
    fn probe(&self, start: Option<&str>, moves: &[&str]) -> Result<Verdict, OracleError> {
        let mut record = Record::replay(self.game, start, moves)?;
        if record.outcome().is_some() {
            return Ok(Verdict { value: self.here(&record)?, moves: Vec::new() });
        }
        let position = record.position().clone();
        let after = |m| Ok((G::Text::ALL[0].write_move(&position, m), self.after(&mut record, m)?));
        let moves = position.moves().into_iter().map(after).collect::<Result<_, OracleError>>()?;
        Ok(Verdict { value: self.oracle.probe(&position)?, moves })
    }

    fn value(&self, position: &str) -> Result<Option<Exact>, OracleError> {
        self.here(&Record::replay(self.game, Some(position), &[])?)
    }

    fn explore(&self, start: Option<&str>, moves: &[&str]) -> Result<Vec<Prospect>, OracleError> {
        let mut record = Record::replay(self.game, start, moves)?;
        if record.outcome().is_some() {
            return Ok(Vec::new());
        }
        let position = record.position().clone();
        let prospect = |m| self.prospect(G::Text::ALL[0].write_move(&position, m), &mut record, m);
        position.moves().into_iter().map(prospect).collect()
    }
}

impl<G: Game> ErasedOracle<G> {
    /// Returns the value of the current position. Tables do not know the history, so the record decides draws
    /// by repetition.
    fn here(&self, record: &Record<G>) -> Result<Option<Exact>, OracleError> {
        match record.outcome() {
            Some(outcome) => Ok(Some(Exact { winner: outcome.winner, plies: Some(0) })),
            None => self.oracle.probe(record.position()),
        }
    }

    /// Returns the value after a legal move.
    fn after(&self, record: &mut Record<G>, m: Mv<G>) -> Result<Option<Exact>, OracleError> {
        record.push(m);
        let value = self.here(record);
        record.undo();
        value
    }

    fn prospect(&self, text: String, record: &mut Record<G>, m: Mv<G>) -> Result<Prospect, OracleError> {
        let mover = record.position().turn();
        record.push(m);
        let value = self.here(record)?;
        let mut played = 1;
        // The prospect counts replies of the opponent, so the mover first completes its own turn, as in Ban
        // Chess, with its best action.
        while record.outcome().is_none() && record.position().turn() == mover {
            let mut best: Option<(i64, Mv<G>)> = None;
            for next in record.position().moves() {
                let merit = self.after(record, next)?.map(|value| value.merit(mover));
                if let Some(merit) = merit.filter(|merit| best.is_none_or(|(most, _)| *merit > most)) {
                    best = Some((merit, next));
                }
            }
            let Some((_, next)) = best else { break };
            record.push(next);
            played += 1;
        }
        let mut prospect = Prospect { text, value, replies: 0, holding: 0, deepest: None };
        if record.outcome().is_none() && record.position().turn() != mover {
            for reply in record.position().moves() {
                let next = self.after(record, reply)?;
                prospect.replies += 1;
                match (value, next) {
                    (Some(value), Some(next)) if next.winner == value.winner => prospect.holding += 1,
                    (Some(_), Some(next)) => prospect.deepest = prospect.deepest.max(next.plies),
                    _ => {}
                }
            }
        }
        for _ in 0..played {
            record.undo();
        }
        Ok(prospect)
    }
}
