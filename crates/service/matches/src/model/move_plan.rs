//! Conditional moves: lines of expected moves and own replies. A reply is played when the expected moves arrive.
//!
//! Lines with a common beginning are a tree: after each of the own turns there is one reply, after each of the other
//! side's any number of expected moves.

use std::collections::BTreeMap;

use chautari_aggregate::{Aggregate, CorruptEvents, EventMeta};
use chautari_game::{AnyRecord, Fault, Side};
use chautari_ledger::{self as ledger, NewJob, Stored};
use chautari_platform::MatchId;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::queues::PLANNED_MOVES;

/// The prefix of the streams of plans; the id of the match follows.
pub const PLANS_PREFIX: &str = "plans-";

/// Lines per plan.
pub(crate) const MAX_LINES: usize = 50;

/// Moves per line.
pub(crate) const MAX_LENGTH: usize = 20;

/// Changes of plans per match.
const MAX_CHANGES: u64 = 5000;

/// The conditional moves of a side, from a position on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovePlan {
    /// The number of plies of the match at the position, those of the opening included.
    ply: usize,
    /// The position, in the canonical notation, because moves may be taken back and others played.
    position: String,
    /// The lines, in the canonical notation.
    lines: Vec<Vec<String>>,
}

/// Why a plan is not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPlan {
    /// There are more than `MAX_LINES` lines.
    #[error("There are more than {MAX_LINES} lines.")]
    TooManyLines,
    /// A line has more than `MAX_LENGTH` moves.
    #[error("A line has at most {MAX_LENGTH} moves.")]
    TooLong(usize),
    /// A line does not end with an own move, so that it plans nothing.
    #[error("A line has to end with your reply.")]
    NoReply(usize),
    /// Two lines have different replies to the same moves.
    #[error("There is another reply to the same moves.")]
    TwoReplies(usize),
    /// A move cannot be played.
    #[error("{1}")]
    Move(usize, Fault),
}

impl InvalidPlan {
    /// The index of the line that is not valid.
    pub(crate) fn line(&self) -> Option<usize> {
        match self {
            InvalidPlan::TooManyLines => None,
            InvalidPlan::TooLong(line)
            | InvalidPlan::NoReply(line)
            | InvalidPlan::TwoReplies(line)
            | InvalidPlan::Move(line, _) => Some(*line),
        }
    }
}

impl MovePlan {
    /// Validates the lines of a side from the current position of a record on.
    pub(crate) fn vet(
        record: &dyn AnyRecord,
        side: Side,
        lines: &[Vec<String>],
    ) -> Result<MovePlan, InvalidPlan> {
        if lines.len() > MAX_LINES {
            return Err(InvalidPlan::TooManyLines);
        }
        let mut replies: BTreeMap<Vec<String>, String> = BTreeMap::new();
        let mut canonical: Vec<Vec<String>> = Vec::new();
        for (index, line) in lines.iter().enumerate() {
            if line.len() > MAX_LENGTH {
                return Err(InvalidPlan::TooLong(index));
            }
            let (mut fork, mut played, mut last) = (record.fork(), Vec::new(), None);
            for text in line {
                let turn = fork.turn();
                fork.play(text).map_err(|fault| InvalidPlan::Move(index, fault))?;
                let text = fork.moves().pop().unwrap_or_default();
                if turn == side && *replies.entry(played.clone()).or_insert_with(|| text.clone()) != text {
                    return Err(InvalidPlan::TwoReplies(index));
                }
                played.push(text);
                last = Some(turn);
            }
            if last != Some(side) {
                return Err(InvalidPlan::NoReply(index));
            }
            if !canonical.contains(&played) {
                canonical.push(played);
            }
        }
        Ok(MovePlan { ply: record.len(), position: record.position(), lines: canonical })
    }

    /// The lines that are still possible, from the current position of a record on.
    pub(crate) fn remaining(&self, record: &dyn AnyRecord) -> Vec<Vec<String>> {
        let Some(since) = record.len().checked_sub(self.ply) else { return Vec::new() };
        let moves = record.moves();
        let mut base = record.fork();
        for _ in 0..since {
            base.undo();
        }
        if base.position() != self.position {
            return Vec::new();
        }
        let played = &moves[self.ply..];
        let rest = |line: &Vec<String>| line.strip_prefix(played).map(<[String]>::to_vec);
        self.lines.iter().filter_map(rest).filter(|line| !line.is_empty()).collect()
    }

    /// The move that the plan has for the current position of a record, if it is the turn of its side.
    pub(crate) fn reply(&self, record: &dyn AnyRecord) -> Option<String> {
        self.remaining(record).into_iter().next()?.into_iter().next()
    }
}

/// A change of the plans of a match.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PlanChanged {
    side: Side,
    plan: MovePlan,
}

impl PlanChanged {
    pub(crate) fn new(side: Side, plan: MovePlan) -> PlanChanged {
        PlanChanged { side, plan }
    }
}

/// The conditional moves of both sides of a match. They have a stream of their own, because the other side must not see
/// them among the events of the match.
#[derive(Clone, Debug)]
pub(crate) struct MovePlans {
    id: MatchId,
    plans: [Option<MovePlan>; 2],
}

impl MovePlans {
    /// The plan of a side.
    pub(crate) fn of(&self, side: Side) -> Option<&MovePlan> {
        self.plans[side.index()].as_ref()
    }

    fn set(&mut self, PlanChanged { side, plan }: &PlanChanged) {
        self.plans[side.index()] = (!plan.lines.is_empty()).then(|| plan.clone());
    }
}

impl Aggregate for MovePlans {
    const WHAT: &'static str = "plan";
    const PREFIX: &'static str = PLANS_PREFIX;
    type Id = MatchId;
    type Context = ();
    type Event = PlanChanged;
    type Notification = ();

    fn read_id(text: &str) -> Option<MatchId> {
        MatchId::read(text)
    }

    fn read(stored: &Stored) -> Result<PlanChanged, CorruptEvents> {
        Ok(serde_json::from_value(stored.body.clone())?)
    }

    fn write(event: &PlanChanged) -> Result<ledger::Event, CorruptEvents> {
        Ok(ledger::Event { kind: "planned".to_owned(), body: serde_json::to_value(event)? })
    }

    fn begin((): &(), id: &MatchId, first: &PlanChanged, _: EventMeta) -> Result<MovePlans, CorruptEvents> {
        let mut plans = MovePlans { id: id.clone(), plans: [None, None] };
        plans.set(first);
        Ok(plans)
    }

    fn apply(&mut self, (): &(), event: &PlanChanged, _: EventMeta) -> Result<(), CorruptEvents> {
        self.set(event);
        Ok(())
    }

    /// The expected move may have arrived while the plan was stored.
    fn jobs(&self, (): &(), _: Option<&MovePlans>) -> Vec<NewJob> {
        vec![NewJob::new(PLANNED_MOVES, json!(self.id))]
    }

    fn notification(&self, (): &(), _: &PlanChanged) {}

    fn event_limit(_: &PlanChanged) -> u64 {
        MAX_CHANGES
    }

    fn is_finished(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use chautari_game::AnyGame;
    use proptest::prelude::*;

    use super::*;

    fn game(name: &str) -> Box<dyn AnyGame> {
        chautari_game::find(chautari_games::GAMES, name).unwrap()
    }

    fn lines(lines: &[&[&str]]) -> Vec<Vec<String>> {
        lines.iter().map(|line| line.iter().map(|text| (*text).to_owned()).collect()).collect()
    }

    #[test]
    fn reply_follows_the_expected_moves_and_no_others() {
        let mut record = game("baghchal").start();
        record.play("mC3").unwrap();
        let plan = lines(&[&["mA1B1", "mC1", "mB1B2", "mE3"], &["mA1A2", "mC2"]]);
        let plan = MovePlan::vet(&*record, Side::One, &plan).unwrap();
        assert_eq!(plan.remaining(&*record).len(), 2);
        record.play("mA1B1").unwrap();
        assert_eq!(plan.reply(&*record).as_deref(), Some("mC1"));
        assert_eq!(plan.remaining(&*record), lines(&[&["mC1", "mB1B2", "mE3"]]));
        record.play("mD3").unwrap();
        assert_eq!(plan.reply(&*record), None, "the player chose another move");
        // After a takeback the plan holds again, unless another game was played up to its position.
        record.undo();
        record.undo();
        assert_eq!(plan.remaining(&*record).len(), 2);
        record.undo();
        assert_eq!(plan.reply(&*record), None);
        for text in ["mC4", "mA1B1"] {
            record.play(text).unwrap();
        }
        assert_eq!(plan.reply(&*record), None);
    }

    #[test]
    fn plans_without_a_single_legal_reply_are_refused() {
        let mut record = game("baghchal").start();
        record.play("mC3").unwrap();
        let refusal = |plan: &[&[&str]]| MovePlan::vet(&*record, Side::One, &lines(plan)).unwrap_err();
        assert_eq!(refusal(&[&["mA1B1"]]), InvalidPlan::NoReply(0));
        assert_eq!(refusal(&[&[]]), InvalidPlan::NoReply(0));
        assert_eq!(refusal(&[&["mA1B1", "mC1"], &["mA1B1", "mC2"]]), InvalidPlan::TwoReplies(1));
        assert!(matches!(refusal(&[&["mA1B1", "mC3"]]), InvalidPlan::Move(0, Fault::Refused { .. })));
        assert!(matches!(refusal(&[&["x"]]), InvalidPlan::Move(0, _)));
        assert_eq!(refusal(&vec![&["mA1B1", "mC1"][..]; MAX_LINES + 1]), InvalidPlan::TooManyLines);
        assert_eq!(refusal(&[&vec!["mC1"; MAX_LENGTH + 1][..]]), InvalidPlan::TooLong(0));
    }

    /// Plays the legal move with this index, modulo their number. Returns its text.
    fn play(record: &mut dyn AnyRecord, choice: usize) -> Option<String> {
        let moves = record.legal_moves();
        let text = moves.get(choice % moves.len().max(1))?.text.clone();
        record.play(&text).unwrap();
        Some(text)
    }

    /// A tree in which the replies depend on the moves before only.
    fn tree(record: &dyn AnyRecord, side: Side, choices: &[Vec<usize>]) -> Vec<Vec<String>> {
        let mut replies: BTreeMap<Vec<String>, usize> = BTreeMap::new();
        let mut all = Vec::new();
        for line in choices {
            let (mut fork, mut played, mut end) = (record.fork(), Vec::new(), 0);
            for &choice in line {
                let is_own = fork.turn() == side;
                let choice =
                    if is_own { *replies.entry(played.clone()).or_insert(choice) } else { choice % 3 };
                let Some(text) = play(&mut *fork, choice) else { break };
                played.push(text);
                end = if is_own { played.len() } else { end };
            }
            played.truncate(end);
            if end > 0 {
                all.push(played);
            }
        }
        all
    }

    /// While the other side plays, the plan moves exactly along its lines, legally, and only for its own side.
    fn check(
        name: &str,
        before: &[usize],
        choices: &[Vec<usize>],
        other: &[usize],
    ) -> Result<(), TestCaseError> {
        let mut record = game(name).start();
        for &choice in before {
            play(&mut *record, choice);
        }
        let side = record.turn().other();
        let lines = tree(&*record, side, choices);
        let plan = MovePlan::vet(&*record, side, &lines);
        prop_assert!(plan.is_ok(), "{plan:?}");
        let stored = serde_json::to_string(&plan.unwrap()).unwrap();
        let plan: MovePlan = serde_json::from_str(&stored).unwrap();
        let (mut played, mut other) = (Vec::new(), other.iter());
        while record.outcome().is_none() {
            let is_own = record.turn() == side;
            let expected = lines.iter().find_map(|line| line.strip_prefix(&*played)?.first());
            prop_assert_eq!(
                is_own.then(|| plan.reply(&*record)).flatten(),
                expected.filter(|_| is_own).cloned()
            );
            let text = match (is_own, plan.reply(&*record)) {
                (true, None) => break,
                (true, Some(text)) => {
                    prop_assert!(record.play(&text).is_ok());
                    text
                }
                (false, _) => match other.next().and_then(|choice| play(&mut *record, choice % 3)) {
                    Some(text) => text,
                    None => break,
                },
            };
            played.push(text);
        }
        Ok(())
    }

    fn choices() -> impl Strategy<Value = Vec<Vec<usize>>> {
        prop::collection::vec(prop::collection::vec(0..40_usize, 1..8), 0..12)
    }

    proptest! {
        #[test]
        fn plan_is_followed_in_a_game_with_alternating_turns(before in prop::collection::vec(0..40_usize, 0..6), choices in choices(), other in prop::collection::vec(0..40_usize, 0..8)) {
            check("baghchal", &before, &choices, &other)?;
        }

        #[test]
        fn plan_is_followed_in_a_game_with_irregular_turns(before in prop::collection::vec(0..40_usize, 0..6), choices in choices(), other in prop::collection::vec(0..40_usize, 0..8)) {
            check("banchess", &before, &choices, &other)?;
        }
    }
}
