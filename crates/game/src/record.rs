//! Records: a line of play with its history, undo and repetition rules.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::{Dense, Explain, Fault, Game, Mv, Notation, Outcome, Position, Side};

/// A position with the last move and the ply count, as far as its text gives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment<P: Position> {
    /// The position.
    pub position: P,
    /// The move that led to the position, if known.
    pub last: Option<P::Move>,
    /// The number of plies played before the position, if known.
    pub plies: Option<u32>,
}

impl<P: Position> Moment<P> {
    /// Returns the moment at the start of a game.
    pub fn start(position: P) -> Moment<P> {
        Moment { position, last: None, plies: Some(0) }
    }
}

/// A line of play: its start, its moves, its current position.
///
/// Rules about sequences are applied here: a record that a repetition has ended accepts no more moves, even
/// though its position has some.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    game: G,
    start: Moment<G::Position>,
    /// The positions after each move.
    reached: Vec<G::Position>,
    moves: Vec<Mv<G>>,
    seen: HashMap<<G::Position as Position>::Recurrence, u32>,
    outcome: Option<Outcome>,
}

impl<G: Game> Record<G> {
    /// Starts a game from the standard position.
    pub fn new(game: G) -> Record<G> {
        Record::from_moment(game, Moment::start(game.start()))
    }

    /// Starts a game from any moment.
    pub fn from_moment(game: G, start: Moment<G::Position>) -> Record<G> {
        let mut seen = HashMap::new();
        seen.extend(start.position.recurrence().map(|r| (r, 1)));
        let outcome = start.position.outcome();
        Record { game, start, reached: Vec::new(), moves: Vec::new(), seen, outcome }
    }

    /// Replays moves in the canonical notation from `start`, or from the standard starting position.
    pub fn replay(game: G, start: Option<&str>, moves: &[&str]) -> Result<Record<G>, Fault> {
        let notation = G::Text::ALL[0];
        let mut record = match start {
            None => Record::new(game),
            Some(text) => notation.read(game, text)?,
        };
        for text in moves {
            let m = notation.read_move(record.position(), text)?;
            record.play(m)?;
        }
        Ok(record)
    }

    /// Returns the game.
    pub fn game(&self) -> G {
        self.game
    }

    /// Returns the starting moment.
    pub fn start(&self) -> &Moment<G::Position> {
        &self.start
    }

    /// Returns the moves played.
    pub fn moves(&self) -> &[Mv<G>] {
        &self.moves
    }

    /// Returns the moves played, each with the position before it.
    pub fn plies(&self) -> impl Iterator<Item = (&G::Position, Mv<G>)> {
        self.positions().zip(self.moves.iter().copied())
    }

    /// Returns all positions, the current one last.
    pub fn positions(&self) -> impl Iterator<Item = &G::Position> {
        std::iter::once(&self.start.position).chain(&self.reached)
    }

    /// Returns the average number of decisions per turn: two if each move comes with a ban. 1 before the
    /// first decision.
    pub fn decisions_a_turn(&self) -> f64 {
        let sides: Vec<Side> = self.plies().map(|(position, _)| position.turn()).collect();
        let turns = sides.chunk_by(|before, after| before == after).count();
        if turns == 0 { 1.0 } else { sides.len() as f64 / turns as f64 }
    }

    /// Returns the current position.
    pub fn position(&self) -> &G::Position {
        self.reached.last().unwrap_or(&self.start.position)
    }

    /// Returns the current position with the last move and the ply count.
    pub fn moment(&self) -> Moment<G::Position> {
        Moment {
            position: self.position().clone(),
            last: self.last(),
            // Ply counts beyond this cannot be written and read back by every notation.
            plies: self
                .start
                .plies
                .and_then(|plies| plies.checked_add(self.moves.len() as u32))
                .filter(|plies| i32::try_from(*plies).is_ok()),
        }
    }

    /// Returns the last move, if known.
    pub fn last(&self) -> Option<Mv<G>> {
        self.moves.last().copied().or(self.start.last)
    }

    /// Returns the result, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Checks whether a move is legal now.
    pub fn check(&self, m: Mv<G>) -> Result<(), RecordRefusal<G>> {
        match (self.outcome, self.position().outcome()) {
            // Only the history ends the game; the position alone would allow the move.
            (Some(outcome), None) => Err(RecordRefusal::Over(outcome)),
            _ => self.position().check(m).map_err(RecordRefusal::Rules),
        }
    }

    /// Plays a move. The record is unchanged if the move is illegal.
    pub fn play(&mut self, m: Mv<G>) -> Result<(), RecordRefusal<G>> {
        self.check(m)?;
        self.push(m);
        Ok(())
    }

    /// Plays a move that is known to be legal.
    pub(crate) fn push(&mut self, m: Mv<G>) {
        let position = self.position().after(m);
        let times = position.recurrence().map(|r| {
            let times = self.seen.entry(r).or_insert(0);
            *times += 1;
            *times
        });
        self.outcome = position.outcome().or_else(|| position.recurred(times?));
        self.reached.push(position);
        self.moves.push(m);
    }

    /// Visits the action number of every legal move; none if the game is over.
    pub(crate) fn each_action(&self, mut visit: impl FnMut(usize)) {
        if self.outcome.is_some() {
            return;
        }
        let position = self.position();
        let _ = position.each_move(|m| {
            visit(position.action_id(m).expect("a legal move has a number"));
            ControlFlow::<()>::Continue(())
        });
    }

    /// Returns the move with this action number, legal or not.
    pub(crate) fn read_action(&self, id: usize) -> Result<Mv<G>, Fault> {
        self.position().action_move(id).ok_or_else(|| {
            let (name, last) = (self.game.info().name, G::Position::ACTION_COUNT - 1);
            Fault::Unsupported(if id > last {
                format!("{name} has no action {id}; they are numbered from 0 to {last}.")
            } else {
                format!("Action {id} of {name} is no {} at any time.", self.position().action())
            })
        })
    }

    /// Takes back the last move and returns it.
    pub fn undo(&mut self) -> Option<Mv<G>> {
        let m = self.moves.pop()?;
        if let Some(r) = self.reached.pop().and_then(|left| left.recurrence())
            && let Some(times) = self.seen.get_mut(&r)
        {
            *times -= 1;
            if *times == 0 {
                self.seen.remove(&r);
            }
        }
        // The game was not over before the move.
        self.outcome = None;
        Some(m)
    }
}

#[cfg(feature = "conformance")]
impl<G: Game> Record<G> {
    /// Whether two records are equal including all derived state.
    pub(crate) fn is(&self, other: &Record<G>) -> bool {
        self == other
            && self.reached == other.reached
            && self.seen == other.seen
            && self.outcome == other.outcome
    }
}

/// Records are equal if they have the same start and the same moves.
impl<G: Game> PartialEq for Record<G> {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start && self.moves == other.moves
    }
}

/// Why a record rejects a move.
#[derive(Clone, Debug)]
pub enum RecordRefusal<G: Game> {
    /// The game is over by a rule about sequences.
    Over(Outcome),
    /// The position rejects the move.
    Rules(<G::Position as Position>::Refusal),
}

impl<G: Game> PartialEq for RecordRefusal<G> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (RecordRefusal::Over(a), RecordRefusal::Over(b)) => a == b,
            (RecordRefusal::Rules(a), RecordRefusal::Rules(b)) => a == b,
            _ => false,
        }
    }
}

impl<G: Game> Explain for RecordRefusal<G> {
    fn code(&self) -> &'static str {
        match self {
            RecordRefusal::Over(_) => Outcome::OVER,
            RecordRefusal::Rules(refusal) => refusal.code(),
        }
    }

    fn text(&self) -> String {
        match self {
            RecordRefusal::Over(outcome) => outcome.over(),
            RecordRefusal::Rules(refusal) => refusal.text(),
        }
    }

    fn points(&self) -> Vec<u16> {
        match self {
            RecordRefusal::Over(_) => Vec::new(),
            RecordRefusal::Rules(refusal) => refusal.points(),
        }
    }
}

impl<G: Game> From<RecordRefusal<G>> for Fault {
    fn from(refusal: RecordRefusal<G>) -> Self {
        Fault::refused([&refusal])
    }
}
