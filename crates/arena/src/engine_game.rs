//! One game and its referee.

use std::fmt;
use std::time::Duration;

use chautari_game::{AnyGame, AnyRecord, Outcome, Side};

use crate::{NoOpening, Opening};

/// A game that has gone on for this many plies is a draw.
pub(crate) const MOST_PLIES: usize = 1000;

/// How long a player may take over a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time it is told to take, if it is told one.
    pub per_move: Option<Duration>,
    /// What is overlooked beyond that, for machines are busy and messages take their time.
    pub grace: Duration,
}

impl Clock {
    /// How long to wait for an answer before the player is taken to hang.
    pub fn patience(&self) -> Duration {
        self.per_move.unwrap_or_default().saturating_add(self.grace)
    }

    /// Whether an answer that took so long came in time; without a time to keep, any does.
    pub fn judge(&self, spent: Duration) -> Result<(), Lapse> {
        if self.per_move.is_some() && spent > self.patience() { Err(Lapse::Late) } else { Ok(()) }
    }
}

/// How a player loses a game by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lapse {
    /// No answer in time.
    Late,
    /// It broke down, with what is known about that.
    Crashed(String),
    /// It answered with something that is no legal move.
    Illegal {
        /// What it answered.
        answer: String,
        /// Why not.
        why: String,
    },
}

/// A clause for people, without its full stop.
impl fmt::Display for Lapse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lapse::Late => f.write_str("no answer came in time"),
            Lapse::Crashed(how) => write!(f, "the engine broke down: {how}"),
            Lapse::Illegal { answer, why } => {
                write!(f, "`{answer}` is not a legal move: {}", why.trim_end_matches('.'))
            }
        }
    }
}

/// How a game of a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules.
    Rules(Outcome),
    /// This side lost it by itself.
    Lapsed(Side, Lapse),
    /// It went on for too long.
    TooLong,
}

impl End {
    /// The winner, or nobody: a draw.
    pub fn winner(&self) -> Option<Side> {
        match self {
            End::Rules(outcome) => outcome.winner,
            End::Lapsed(side, _) => Some(side.other()),
            End::TooLong => None,
        }
    }

    /// Stable, for programs: the ending of the rules, or `time`, `crash`, `illegal-move`, `too-long`.
    pub fn code(&self) -> &'static str {
        match self {
            End::Rules(outcome) => outcome.ending.code,
            End::Lapsed(_, Lapse::Late) => "time",
            End::Lapsed(_, Lapse::Crashed(_)) => "crash",
            End::Lapsed(_, Lapse::Illegal { .. }) => "illegal-move",
            End::TooLong => "too-long",
        }
    }
}

/// A clause for people, without its full stop.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Rules(outcome) => f.write_str(outcome.ending.text),
            End::Lapsed(_, lapse) => lapse.fmt(f),
            End::TooLong => write!(f, "no result after {MOST_PLIES} plies"),
        }
    }
}

/// A game being played: takes answers, keeps the rules and the clock, says when it is over.
pub struct Bout {
    opening: Opening,
    record: Box<dyn AnyRecord>,
    clock: Clock,
    most_plies: usize,
    end: Option<End>,
}

impl Bout {
    /// A game from an opening.
    pub fn new(game: &dyn AnyGame, opening: Opening, clock: Clock) -> Result<Bout, NoOpening> {
        let record = opening.record(game)?;
        let end = record.outcome().map(End::Rules);
        Ok(Bout { opening, record, clock, most_plies: MOST_PLIES, end })
    }

    /// Whose answer is awaited; nobody's once the game is over.
    pub fn turn(&self) -> Option<Side> {
        self.end.is_none().then(|| self.record.turn())
    }

    /// Where the game began.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// The game as it stands.
    pub fn record(&self) -> &dyn AnyRecord {
        &*self.record
    }

    /// All moves from [`Opening::start`] on, those of the opening first.
    pub fn moves(&self) -> Vec<String> {
        self.record.moves()
    }

    /// Takes the answer of the side to move, given after `spent`.
    pub fn answer(&mut self, answer: Result<String, Lapse>, spent: Duration) {
        let Some(side) = self.turn() else { return };
        let taken = answer.and_then(|text| {
            self.clock.judge(spent)?;
            match self.record.play(&text) {
                Ok(_) => Ok(()),
                Err(fault) => Err(Lapse::Illegal { answer: text, why: fault.to_string() }),
            }
        });
        self.end = match (taken, self.record.outcome()) {
            (Err(lapse), _) => Some(End::Lapsed(side, lapse)),
            (Ok(()), Some(outcome)) => Some(End::Rules(outcome)),
            (Ok(()), None) if self.record.len() >= self.most_plies => Some(End::TooLong),
            (Ok(()), None) => None,
        };
    }

    /// How it ended, if it has.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOCK: Clock =
        Clock { per_move: Some(Duration::from_millis(100)), grace: Duration::from_millis(50) };

    fn bout(name: &str, moves: &str) -> Bout {
        let game = chautari_games::find(name).unwrap();
        let opening = if moves.is_empty() {
            Opening { start: None, moves: Vec::new() }
        } else {
            Opening::read(&*game, moves).unwrap()
        };
        Bout::new(&*game, opening, CLOCK).unwrap()
    }

    fn say(bout: &mut Bout, text: &str, millis: u64) {
        bout.answer(Ok(text.to_owned()), Duration::from_millis(millis));
    }

    #[test]
    fn the_clock_overlooks_a_little_and_no_more() {
        let millis = Duration::from_millis;
        assert_eq!(CLOCK.patience(), millis(150));
        assert_eq!(CLOCK.judge(millis(150)), Ok(()));
        assert_eq!(CLOCK.judge(millis(151)), Err(Lapse::Late));
        let free = Clock { per_move: None, grace: millis(50) };
        assert_eq!((free.patience(), free.judge(millis(9999))), (millis(50), Ok(())));
    }

    #[test]
    fn a_game_ends_by_the_rules() {
        let mut bout = bout("baghchal:captures=1", "");
        assert_eq!(bout.turn(), Some(Side::One));
        say(&mut bout, "mB1", 1);
        assert_eq!((bout.turn(), bout.end()), (Some(Side::Two), None));
        say(&mut bout, "mA1C1(B1)", 150);
        let end = bout.end().unwrap();
        assert_eq!((end.winner(), end.code()), (Some(Side::Two), "captures"));
        assert_eq!((bout.turn(), bout.moves().len()), (None, 2));
        say(&mut bout, "mC3", 1);
        assert_eq!(bout.moves().len(), 2, "nothing is played after the end");
    }

    #[test]
    fn a_player_can_lose_by_itself() {
        let lost = |answer, millis| {
            let mut bout = bout("baghchal", "mB1");
            bout.answer(answer, Duration::from_millis(millis));
            let end = bout.end().unwrap().clone();
            assert_eq!((end.winner(), bout.moves().len()), (Some(Side::One), 1));
            (end.code(), end.to_string())
        };
        assert_eq!(lost(Ok("mA1A2".into()), 151), ("time", "no answer came in time".into()));
        assert_eq!(lost(Err(Lapse::Late), 0).0, "time");
        assert_eq!(
            lost(Ok("mA1B1".into()), 1),
            ("illegal-move", "`mA1B1` is not a legal move: B1 is occupied".into())
        );
        assert_eq!(lost(Ok("hello there".into()), 1).0, "illegal-move");
        assert_eq!(
            lost(Err(Lapse::Crashed("it exited with 3".into())), 1),
            ("crash", "the engine broke down: it exited with 3".into())
        );
    }

    #[test]
    fn an_endless_game_is_a_draw() {
        let mut bout = Bout { most_plies: 3, ..bout("baghchal", "mC3") };
        say(&mut bout, "mA1B1", 1);
        assert_eq!(bout.end(), None);
        say(&mut bout, "mC2", 1);
        assert_eq!((bout.end(), End::TooLong.winner()), (Some(&End::TooLong), None));
    }
}
