//! What is true of a position: by exact tables where they know, else by trying everything.

use chautari_game::{AnyOracle, AnyRecord, Exact, Puzzle};

use crate::report::Failure;

/// How many positions are tried for one question.
const BUDGET: u64 = 6_000_000;

/// Whoever knows.
pub(super) struct Truth {
    pub(super) oracle: Option<Box<dyn AnyOracle>>,
}

/// What a move does for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Worth {
    Loses,
    /// Neither side can force anything, or nobody knows.
    Holds,
    Wins,
}

/// The moves of a position and what they do.
pub(super) struct Judged {
    /// Each with how many plies the win takes, the move included, where it wins and that is known.
    pub(super) moves: Vec<(String, Worth, Option<u32>)>,
}

impl Judged {
    pub(super) fn count(&self, worth: Worth) -> usize {
        self.moves.iter().filter(|(_, found, _)| *found == worth).count()
    }

    fn only(&self, worth: Worth) -> Option<&str> {
        let mut found = self.moves.iter().filter(|(_, found, _)| *found == worth).map(|(text, ..)| text);
        found.next().filter(|_| found.next().is_none()).map(String::as_str)
    }

    /// What is asked for here and the only move that does it: to win, or else to hold where all others lose.
    pub(super) fn only_move(&self) -> Option<(&'static str, &str)> {
        if self.count(Worth::Wins) > 0 {
            return Some((Puzzle::WIN, self.only(Worth::Wins)?));
        }
        // With nothing known to lose nothing has to be held.
        (self.count(Worth::Loses) > 0).then_some(())?;
        Some((Puzzle::HOLD, self.only(Worth::Holds)?))
    }

    /// How many moves do as well as the best.
    pub(super) fn good(&self) -> usize {
        let best = self.moves.iter().map(|(_, worth, _)| *worth).max();
        best.map_or(0, |best| self.count(best))
    }

    /// In how many plies the side to move wins, where it does and that is known.
    pub(super) fn wins_in(&self) -> Option<u32> {
        self.moves.iter().filter_map(|(_, worth, plies)| plies.filter(|_| *worth == Worth::Wins)).min()
    }

    /// The move that wins soonest.
    pub(super) fn quickest(&self) -> Option<&str> {
        let wins = self.moves.iter().filter(|(_, worth, _)| *worth == Worth::Wins);
        wins.min_by_key(|(.., plies)| plies.unwrap_or(u32::MAX)).map(|(text, ..)| text.as_str())
    }
}

impl Truth {
    /// Nobody; everything is tried out.
    pub(super) const TRYING: Truth = Truth { oracle: None };

    /// What each move of the side to move does, by tables alone; `None` where they do not know.
    pub(super) fn exactly(&self, record: &dyn AnyRecord) -> Result<Option<Judged>, Failure> {
        self.oracle.as_ref().map_or(Ok(None), |oracle| by_tables(&**oracle, record))
    }

    /// The same, or without tables, within this many plies. The one is never mixed with the other.
    pub(super) fn judge(&self, record: &dyn AnyRecord, plies: u32) -> Result<Option<Judged>, Failure> {
        if self.oracle.is_some() { self.exactly(record) } else { Ok(by_trying(record, plies)) }
    }
}

fn by_tables(oracle: &dyn AnyOracle, record: &dyn AnyRecord) -> Result<Option<Judged>, Failure> {
    let verdict = oracle.probe(Some(&record.position()), &[]);
    let verdict = verdict.map_err(|error| Failure::bad(error.to_string()))?;
    let side = record.turn();
    let judge = |(text, value): (String, Option<Exact>)| {
        let Exact { winner, plies } = value?;
        let worth = match winner {
            None => Worth::Holds,
            Some(winner) if winner == side => Worth::Wins,
            Some(_) => Worth::Loses,
        };
        Some((text, worth, plies.map(|plies| plies + 1)))
    };
    Ok(verdict.moves.into_iter().map(judge).collect::<Option<Vec<_>>>().map(|moves| Judged { moves }))
}

fn by_trying(record: &dyn AnyRecord, plies: u32) -> Option<Judged> {
    let forced = record.forced(plies, BUDGET).ok()?;
    let judge = |(text, within): (String, Option<u32>)| {
        (text, if within.is_some() { Worth::Wins } else { Worth::Holds }, within)
    };
    Some(Judged { moves: forced.into_iter().map(judge).collect() })
}
