//! A refereed game between two engines.

use std::fmt;
use std::time::Duration;

use chautari_game::{AnyGame, AnyRecord, Outcome, Side};

use crate::{Opening, OpeningError};

/// Games of this many plies are drawn.
pub(crate) const MAX_PLIES: usize = 1000;

/// The time limit for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time that the engine is asked to use; `None` if it is not limited by time.
    pub per_move: Option<Duration>,
    /// The tolerance beyond that, for a busy machine and for communication.
    pub grace: Duration,
}

impl Clock {
    /// Returns how long to wait for a reply before the engine counts as hanging.
    pub fn timeout(&self) -> Duration {
        self.per_move.unwrap_or_default().saturating_add(self.grace)
    }

    /// Checks that a reply came in time. Without a time per move every reply is in time.
    pub fn judge(&self, spent: Duration) -> Result<(), EngineFault> {
        if self.per_move.is_some() && spent > self.timeout() { Err(EngineFault::Late) } else { Ok(()) }
    }
}

/// A fault by which an engine forfeits a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineFault {
    /// It did not reply in time.
    Late,
    /// It crashed, with a description of what is known.
    Crashed(String),
    /// It replied with something that is not a legal move.
    Illegal {
        /// The reply.
        answer: String,
        /// Why it is not a legal move.
        why: String,
    },
}

/// A clause for people, without a full stop.
impl fmt::Display for EngineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineFault::Late => f.write_str("no reply in time"),
            EngineFault::Crashed(how) => write!(f, "the engine crashed: {how}"),
            EngineFault::Illegal { answer, why } => {
                write!(f, "`{answer}` is not a legal move: {}", why.trim_end_matches('.'))
            }
        }
    }
}

/// How a game between engines ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The rules ended the game.
    Rules(Outcome),
    /// By a fault of this side.
    Fault(Side, EngineFault),
    /// By the limit of plies.
    TooLong,
}

impl End {
    /// Returns the winner; `None` for a draw.
    pub fn winner(&self) -> Option<Side> {
        match self {
            End::Rules(outcome) => outcome.winner,
            End::Fault(side, _) => Some(side.other()),
            End::TooLong => None,
        }
    }

    /// A stable code for programs: the ending of the rules, or `time`, `crash`, `illegal-move`, `too-long`.
    pub fn code(&self) -> &'static str {
        match self {
            End::Rules(outcome) => outcome.ending.code,
            End::Fault(_, EngineFault::Late) => "time",
            End::Fault(_, EngineFault::Crashed(_)) => "crash",
            End::Fault(_, EngineFault::Illegal { .. }) => "illegal-move",
            End::TooLong => "too-long",
        }
    }
}

/// A clause for people, without a full stop.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Rules(outcome) => f.write_str(outcome.ending.text),
            End::Fault(_, fault) => fault.fmt(f),
            End::TooLong => write!(f, "no result after {MAX_PLIES} plies"),
        }
    }
}

/// A game in progress: accepts replies, enforces rules and time limits, and detects the end.
pub struct EngineGame {
    opening: Opening,
    record: Box<dyn AnyRecord>,
    clock: Clock,
    max_plies: usize,
    end: Option<End>,
}

impl EngineGame {
    /// Starts a game from an opening.
    pub fn new(game: &dyn AnyGame, opening: Opening, clock: Clock) -> Result<EngineGame, OpeningError> {
        let record = opening.record(game)?;
        let end = record.outcome().map(End::Rules);
        Ok(EngineGame { opening, record, clock, max_plies: MAX_PLIES, end })
    }

    /// Returns the side to move; `None` if the game is over.
    pub fn turn(&self) -> Option<Side> {
        self.end.is_none().then(|| self.record.turn())
    }

    /// Returns the opening.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// Returns the record of the game.
    pub fn record(&self) -> &dyn AnyRecord {
        &*self.record
    }

    /// Returns all moves from [`Opening::start`] on, including those of the opening.
    pub fn moves(&self) -> Vec<String> {
        self.record.moves()
    }

    /// Accepts the reply of the side to move, which took `spent`.
    pub fn answer(&mut self, answer: Result<String, EngineFault>, spent: Duration) {
        let Some(side) = self.turn() else { return };
        let taken = answer.and_then(|text| {
            self.clock.judge(spent)?;
            match self.record.play(&text) {
                Ok(_) => Ok(()),
                Err(fault) => Err(EngineFault::Illegal { answer: text, why: fault.to_string() }),
            }
        });
        self.end = match (taken, self.record.outcome()) {
            (Err(fault), _) => Some(End::Fault(side, fault)),
            (Ok(()), Some(outcome)) => Some(End::Rules(outcome)),
            (Ok(()), None) if self.record.len() >= self.max_plies => Some(End::TooLong),
            (Ok(()), None) => None,
        };
    }

    /// Returns how the game ended; `None` if it is still in progress.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOCK: Clock =
        Clock { per_move: Some(Duration::from_millis(100)), grace: Duration::from_millis(50) };

    fn engine_game(name: &str, moves: &str) -> EngineGame {
        let game = chautari_games::find(name).unwrap();
        let opening = if moves.is_empty() {
            Opening { start: None, moves: Vec::new() }
        } else {
            Opening::read(&*game, moves).unwrap()
        };
        EngineGame::new(&*game, opening, CLOCK).unwrap()
    }

    fn reply(game: &mut EngineGame, text: &str, millis: u64) {
        game.answer(Ok(text.to_owned()), Duration::from_millis(millis));
    }

    #[test]
    fn late_reply_is_tolerated_within_the_grace() {
        let millis = Duration::from_millis;
        assert_eq!(CLOCK.timeout(), millis(150));
        assert_eq!(CLOCK.judge(millis(150)), Ok(()));
        assert_eq!(CLOCK.judge(millis(151)), Err(EngineFault::Late));
        let free = Clock { per_move: None, grace: millis(50) };
        assert_eq!((free.timeout(), free.judge(millis(9999))), (millis(50), Ok(())));
    }

    #[test]
    fn game_ends_by_the_rules() {
        let mut game = engine_game("baghchal:captures=1", "");
        assert_eq!(game.turn(), Some(Side::One));
        reply(&mut game, "mB1", 1);
        assert_eq!((game.turn(), game.end()), (Some(Side::Two), None));
        reply(&mut game, "mA1C1(B1)", 150);
        let end = game.end().unwrap();
        assert_eq!((end.winner(), end.code()), (Some(Side::Two), "captures"));
        assert_eq!((game.turn(), game.moves().len()), (None, 2));
        reply(&mut game, "mC3", 1);
        assert_eq!(game.moves().len(), 2, "nothing is played after the end");
    }

    #[test]
    fn engine_fault_loses_the_game() {
        let lost = |answer, millis| {
            let mut game = engine_game("baghchal", "mB1");
            game.answer(answer, Duration::from_millis(millis));
            let end = game.end().unwrap().clone();
            assert_eq!((end.winner(), game.moves().len()), (Some(Side::One), 1));
            (end.code(), end.to_string())
        };
        assert_eq!(lost(Ok("mA1A2".into()), 151), ("time", "no reply in time".into()));
        assert_eq!(lost(Err(EngineFault::Late), 0).0, "time");
        assert_eq!(
            lost(Ok("mA1B1".into()), 1),
            ("illegal-move", "`mA1B1` is not a legal move: B1 is occupied".into())
        );
        assert_eq!(lost(Ok("hello there".into()), 1).0, "illegal-move");
        assert_eq!(
            lost(Err(EngineFault::Crashed("it exited with 3".into())), 1),
            ("crash", "the engine crashed: it exited with 3".into())
        );
    }

    #[test]
    fn game_at_the_ply_limit_is_drawn() {
        let mut game = EngineGame { max_plies: 3, ..engine_game("baghchal", "mC3") };
        reply(&mut game, "mA1B1", 1);
        assert_eq!(game.end(), None);
        reply(&mut game, "mC2", 1);
        assert_eq!((game.end(), End::TooLong.winner()), (Some(&End::TooLong), None));
    }
}
