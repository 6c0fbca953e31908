//! The state machine of a match: decides actions and applies events.

use chautari_game::{AnyGame, AnyRecord, Fault, ReplayFault, Side};

use super::clock::{Clocks, Turn};
use super::{
    Action, MatchEvent, MatchEventKind, Player, Refusal, RemainingTime, ReplayError, Stakes, Terms, Tick,
    Verdict,
};
use crate::engine_game::MAX_PLIES;

/// The state of a match.
pub struct Match {
    terms: Terms,
    record: Box<dyn AnyRecord>,
    /// The plies of `record`, written once as each is played: writing all of them for every view would be slow.
    history: Vec<Ply>,
    clocks: Option<Clocks>,
    /// Whether each side has played a move of its own.
    begun: [bool; 2],
    draw: Offer,
    takeback: Offer,
    pause: Offer,
    rest: Rest,
    verdict: Option<Verdict>,
    rematch: Rematch,
}

impl Clone for Match {
    fn clone(&self) -> Match {
        Match {
            terms: self.terms.clone(),
            record: self.record.fork(),
            history: self.history.clone(),
            verdict: self.verdict.clone(),
            ..*self
        }
    }
}

/// A ply of a match: who made it, and how it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The side that made it; turns need not alternate.
    pub side: Side,
    /// The action due, as a verb: `move`, `place`, `ban`.
    pub action: &'static str,
    /// The move, in the canonical notation.
    pub text: String,
    /// The move as people write it.
    pub human: String,
    /// The move in a further notation, in games that have one: see [`Played`](chautari_game::Played).
    pub further: Option<String>,
}

/// Plays a move in the canonical notation and adds it to the history.
fn play(record: &mut dyn AnyRecord, history: &mut Vec<Ply>, text: &str) -> Result<(), Fault> {
    let (side, action) = (record.turn(), record.action());
    let played = record.play(text)?;
    history.push(Ply { side, action, text: text.to_owned(), human: played.human, further: played.further });
    Ok(())
}

/// An offer of one side, which the other may accept, decline, or pass over by playing on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Offer {
    /// The side whose offer is open.
    by: Option<Side>,
    /// The number of plies at each side's last offer, since one offer per ply is enough.
    made_at: [Option<usize>; 2],
}

impl Offer {
    fn make(&mut self, side: Side, plies: usize) {
        self.by = Some(side);
        self.made_at[side.index()] = Some(plies);
    }
}

/// Whether the match is paused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Rest {
    #[default]
    None,
    Paused,
    /// Paused, and this side is ready to resume.
    OneBack(Side),
}

/// The state of a rematch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Rematch {
    #[default]
    NotOffered,
    Offered(Side),
    Agreed,
}

impl Match {
    /// Creates a match that begins now.
    pub fn new(game: &dyn AnyGame, terms: Terms, now: Tick) -> Result<Match, ReplayError> {
        let mut record = game.replay(None, terms.start.as_deref(), &[]).map_err(ReplayError::Opening)?;
        let mut history = Vec::new();
        for (index, text) in terms.opening.iter().enumerate() {
            play(&mut *record, &mut history, text)
                .map_err(|fault| ReplayError::Opening(ReplayFault { index: Some(index), fault }))?;
        }
        // An opening may come from a client, in a form that can be read but is not the canonical one.
        for (ply, text) in history.iter_mut().zip(record.moves()) {
            ply.text = text;
        }
        if record.outcome().is_some() {
            return Err(ReplayError::Over);
        }
        let clocks = terms.control.map(|control| Clocks::new(control, now));
        let mut new = Match {
            terms,
            record,
            history,
            clocks,
            begun: [false; 2],
            draw: Offer::default(),
            takeback: Offer::default(),
            pause: Offer::default(),
            rest: Rest::None,
            verdict: None,
            rematch: Rematch::NotOffered,
        };
        if let Some(clocks) = &new.clocks {
            new.set_clocks(Some(clocks.left), Turn::New, now);
        }
        Ok(new)
    }

    /// The terms of the match.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The record of the moves.
    pub fn record(&self) -> &dyn AnyRecord {
        &*self.record
    }

    /// Every ply since the start position, those of the opening first.
    pub fn history(&self) -> &[Ply] {
        &self.history
    }

    /// Whether a side has played a move of its own.
    pub fn has_moved(&self, side: Side) -> bool {
        self.begun[side.index()]
    }

    /// The side to move; `None` from the last move on.
    pub fn turn(&self) -> Option<Side> {
        (self.verdict.is_none() && self.record.outcome().is_none()).then(|| self.record.turn())
    }

    /// The result; `None` while the match is in progress.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// The side whose draw offer is open.
    pub fn draw_offer(&self) -> Option<Side> {
        self.draw.by
    }

    /// The side that has asked for a takeback.
    pub fn takeback_offer(&self) -> Option<Side> {
        self.takeback.by
    }

    /// The side that has offered a pause.
    pub fn pause_offer(&self) -> Option<Side> {
        self.pause.by
    }

    /// Whether the match is paused, so that no move is possible and no clock runs.
    pub fn is_paused(&self) -> bool {
        self.rest != Rest::None
    }

    /// The side that is ready to resume and waits for the other.
    pub fn resume_offer(&self) -> Option<Side> {
        if let Rest::OneBack(side) = self.rest { Some(side) } else { None }
    }

    /// The side that has offered a rematch.
    pub fn rematch_offer(&self) -> Option<Side> {
        if let Rematch::Offered(side) = self.rematch { Some(side) } else { None }
    }

    /// Whether both sides have agreed to a rematch.
    pub fn rematch_agreed(&self) -> bool {
        self.rematch == Rematch::Agreed
    }

    /// The remaining times; `None` if time is unlimited.
    pub fn left(&self, now: Tick) -> Option<RemainingTime> {
        self.clocks.map(|clocks| clocks.left(now))
    }

    /// The remaining times at the last event.
    pub fn left_at_last_event(&self) -> Option<RemainingTime> {
        self.clocks.map(|clocks| clocks.left)
    }

    /// The side whose clock runs.
    pub fn running(&self) -> Option<Side> {
        self.clocks.and_then(|clocks| clocks.running)
    }

    /// The time, including the delay, that the running clock had when it started.
    pub fn time_left(&self) -> Option<u64> {
        let clocks = self.clocks?;
        clocks.deadline().map(|(deadline, _)| deadline.since(clocks.since))
    }

    /// When the running clock will run out, unless something happens before.
    pub fn deadline(&self) -> Option<Tick> {
        self.clocks.and_then(|clocks| clocks.deadline()).map(|(tick, _)| tick)
    }

    /// Returns the end of the match if the running clock has run out.
    pub fn due(&self, now: Tick) -> Option<MatchEvent> {
        let (deadline, side) = self.clocks.and_then(|clocks| clocks.deadline())?;
        (now >= deadline).then(|| self.end(Verdict::late(side, self.name(side)), now))
    }

    /// Decides an action of a side. Returns the events it causes, to be stored and then
    /// [applied](Match::apply).
    pub fn decide(&self, side: Side, action: &Action, now: Tick) -> Result<Vec<MatchEvent>, Refusal> {
        if let Some(verdict) = &self.verdict
            && *action != Action::Rematch
        {
            return Err(Refusal::Over(verdict.clone()));
        }
        let other = side.other();
        match action {
            Action::Move { text } => self.decide_move(side, text, now),
            Action::Resign => Ok(vec![self.end(Verdict::resigned(side, self.name(side)), now)]),
            Action::OfferDraw | Action::AcceptDraw if self.draw.by == Some(other) => {
                Ok(vec![self.end(Verdict::agreed(), now)])
            }
            Action::OfferDraw => {
                self.may_offer(self.draw, side)?;
                Ok(vec![self.now(MatchEventKind::DrawOffered { side }, now)])
            }
            Action::DeclineDraw if self.draw.by == Some(other) => {
                Ok(vec![self.now(MatchEventKind::DrawDeclined { side }, now)])
            }
            Action::AcceptDraw | Action::DeclineDraw => Err(Refusal::NoOffer("draw")),
            Action::OfferTakeback => {
                if self.terms.stakes == Stakes::Points {
                    return Err(Refusal::ForPoints("takeback"));
                }
                let taken_back = self.take_back(side, now)?;
                self.may_offer(self.takeback, side)?;
                let agreed = self.is_house(other).then_some(taken_back);
                let offered = self.now(MatchEventKind::TakebackOffered { side }, now);
                Ok([offered].into_iter().chain(agreed).collect())
            }
            Action::AcceptTakeback if self.takeback.by == Some(other) => {
                Ok(vec![self.take_back(other, now)?])
            }
            Action::DeclineTakeback if self.takeback.by == Some(other) => {
                Ok(vec![self.now(MatchEventKind::TakebackDeclined { side }, now)])
            }
            Action::AcceptTakeback | Action::DeclineTakeback => Err(Refusal::NoOffer("takeback")),
            Action::OfferPause | Action::AcceptPause | Action::DeclinePause | Action::Resume => {
                self.decide_rest(side, action, now)
            }
            Action::Rematch => self.decide_rematch(side, now),
        }
    }

    /// Decides that a side loses by forfeit. `why` is a clause without a full stop.
    pub fn forfeit(&self, side: Side, why: &str, now: Tick) -> Result<MatchEvent, Refusal> {
        self.unless_over(Verdict::forfeited(side, why), now)
    }

    /// Decides that the match does not count. `why` is a clause without a full stop.
    pub fn abandon(&self, why: &str, now: Tick) -> Result<MatchEvent, Refusal> {
        self.unless_over(Verdict::abandoned(why), now)
    }

    /// Applies a stored event.
    pub fn apply(&mut self, event: &MatchEvent, now: Tick) -> Result<(), ReplayError> {
        let what = &event.what;
        let may_happen = match what {
            MatchEventKind::Moved { side, .. } => self.turn() == Some(*side) && !self.is_paused(),
            MatchEventKind::ResumeOffered { .. } | MatchEventKind::Resumed => {
                self.verdict.is_none() && self.is_paused()
            }
            MatchEventKind::PauseOffered { .. } | MatchEventKind::Paused => {
                self.verdict.is_none() && !self.is_paused()
            }
            MatchEventKind::TakenBack { plies, .. } => self.verdict.is_none() && *plies <= self.own_plies(),
            MatchEventKind::RematchOffered { .. } => {
                self.verdict.is_some() && self.rematch == Rematch::NotOffered
            }
            MatchEventKind::RematchAgreed => self.verdict.is_some() && self.rematch != Rematch::Agreed,
            _ => self.verdict.is_none(),
        };
        if !may_happen {
            return Err(ReplayError::OutOfPlace(what.kind()));
        }
        let turn = self.turn();
        match what {
            MatchEventKind::Moved { side, text } => {
                play(&mut *self.record, &mut self.history, text).map_err(ReplayError::Rules)?;
                self.begun[side.index()] = true;
                // Playing on passes over the other side's offers, and a takeback can only concern the last
                // move.
                self.draw.by = self.draw.by.filter(|by| by == side);
                self.pause.by = self.pause.by.filter(|by| by == side);
                self.takeback.by = None;
            }
            MatchEventKind::DrawOffered { side } => self.draw.make(*side, self.record.len()),
            MatchEventKind::DrawDeclined { .. } => self.draw.by = None,
            MatchEventKind::TakebackOffered { side } => self.takeback.make(*side, self.record.len()),
            MatchEventKind::TakebackDeclined { .. } => self.takeback.by = None,
            MatchEventKind::TakenBack { plies, .. } => {
                for _ in 0..*plies {
                    self.record.undo();
                    self.history.pop();
                }
                // Offers about the removed moves are removed with them.
                self.draw = Offer::default();
                self.takeback = Offer::default();
            }
            MatchEventKind::PauseOffered { side } => self.pause.make(*side, self.record.len()),
            MatchEventKind::PauseDeclined { .. } => self.pause.by = None,
            MatchEventKind::Paused => {
                self.pause.by = None;
                self.rest = Rest::Paused;
            }
            MatchEventKind::ResumeOffered { side } => self.rest = Rest::OneBack(*side),
            MatchEventKind::Resumed => self.rest = Rest::None,
            MatchEventKind::Ended { verdict } => {
                self.verdict = Some(verdict.clone());
                self.draw.by = None;
                self.takeback.by = None;
                self.pause.by = None;
                self.rest = Rest::None;
            }
            MatchEventKind::RematchOffered { side } => self.rematch = Rematch::Offered(*side),
            MatchEventKind::RematchAgreed => self.rematch = Rematch::Agreed,
        }
        // A takeback starts a new turn.
        let has_next_game = self.turn() == turn && !matches!(what, MatchEventKind::TakenBack { .. });
        self.set_clocks(event.left, if has_next_game { Turn::Same } else { Turn::New }, now);
        Ok(())
    }

    fn decide_move(&self, side: Side, text: &str, now: Tick) -> Result<Vec<MatchEvent>, Refusal> {
        if self.record.turn() != side {
            return Err(Refusal::NotYourTurn(self.name(side.other())));
        }
        if self.is_paused() {
            return Err(Refusal::Paused);
        }
        if self.due(now).is_some() {
            return Err(Refusal::Late);
        }
        let mut next = self.record.fork();
        next.play(text).map_err(Refusal::Rules)?;
        let (outcome, plies) = (next.outcome(), next.len());
        let turn = outcome.is_none().then(|| next.turn());
        // The event stores the move in its canonical form.
        let text = next.undo().expect("a move has just been played");
        let left = self.clocks.map(|clocks| clocks.left_after_move(side, turn, now));
        let verdict = match outcome {
            Some(outcome) => Some(Verdict::rules(outcome)),
            None if plies >= MAX_PLIES => Some(Verdict::too_long(plies)),
            None => None,
        };
        let ended = verdict.map(|verdict| MatchEventKind::Ended { verdict });
        // An engine's refusal is an event. Between people the move itself shows that an offer was passed over.
        let passed_over = self.is_house(side) && self.draw.by == Some(side.other());
        let declined = passed_over.then_some(MatchEventKind::DrawDeclined { side });
        let moved = declined.into_iter().chain([MatchEventKind::Moved { side, text }]);
        Ok(moved.chain(ended).map(|what| MatchEvent { what, left }).collect())
    }

    /// Decides about a pause, which needs the consent of both sides, and about resuming, which needs both sides
    /// back.
    fn decide_rest(&self, side: Side, action: &Action, now: Tick) -> Result<Vec<MatchEvent>, Refusal> {
        let other = side.other();
        let is_offered = self.pause.by == Some(other);
        let events = match action {
            Action::Resume => match self.rest {
                Rest::None => return Err(Refusal::NotPaused),
                Rest::OneBack(by) if by == side => return Err(Refusal::OfferedAlready),
                Rest::OneBack(_) => vec![MatchEventKind::Resumed],
                Rest::Paused if self.is_house(other) => vec![MatchEventKind::Resumed],
                Rest::Paused => vec![MatchEventKind::ResumeOffered { side }],
            },
            _ if self.is_paused() => return Err(Refusal::Paused),
            Action::OfferPause | Action::AcceptPause if is_offered => vec![MatchEventKind::Paused],
            Action::DeclinePause if is_offered => vec![MatchEventKind::PauseDeclined { side }],
            Action::OfferPause if self.terms.stakes == Stakes::Points => {
                return Err(Refusal::ForPoints("pause"));
            }
            Action::OfferPause => {
                self.may_offer(self.pause, side)?;
                let agreed = self.is_house(other).then_some(MatchEventKind::Paused);
                [MatchEventKind::PauseOffered { side }].into_iter().chain(agreed).collect()
            }
            _ => return Err(Refusal::NoOffer("pause")),
        };
        Ok(events.into_iter().map(|what| self.now(what, now)).collect())
    }

    fn decide_rematch(&self, side: Side, now: Tick) -> Result<Vec<MatchEvent>, Refusal> {
        if self.verdict.is_none() {
            return Err(Refusal::NotOver);
        }
        if self.terms.stakes == Stakes::Points {
            return Err(Refusal::ForPoints("rematch"));
        }
        let events = match self.rematch {
            Rematch::NotOffered if self.is_house(side.other()) => {
                vec![MatchEventKind::RematchOffered { side }, MatchEventKind::RematchAgreed]
            }
            Rematch::NotOffered => vec![MatchEventKind::RematchOffered { side }],
            Rematch::Offered(by) if by == side => return Err(Refusal::OfferedAlready),
            Rematch::Offered(_) => vec![MatchEventKind::RematchAgreed],
            Rematch::Agreed => return Err(Refusal::RematchBegun),
        };
        Ok(events.into_iter().map(|what| self.now(what, now)).collect())
    }

    /// Takes back a side's last move and all moves after it.
    fn take_back(&self, side: Side, now: Tick) -> Result<MatchEvent, Refusal> {
        let mut earlier = self.record.fork();
        for plies in 1..=self.own_plies() {
            earlier.undo();
            if earlier.turn() == side {
                let left = self.clocks.map(|clocks| clocks.left_after_takeback(now));
                return Ok(MatchEvent { what: MatchEventKind::TakenBack { side, plies }, left });
            }
        }
        Err(Refusal::NothingToTakeBack)
    }

    fn may_offer(&self, offer: Offer, side: Side) -> Result<(), Refusal> {
        let again = offer.by == Some(side) || offer.made_at[side.index()] == Some(self.record.len());
        if again { Err(Refusal::OfferedAlready) } else { Ok(()) }
    }

    fn unless_over(&self, verdict: Verdict, now: Tick) -> Result<MatchEvent, Refusal> {
        match &self.verdict {
            Some(verdict) => Err(Refusal::Over(verdict.clone())),
            None => Ok(self.end(verdict, now)),
        }
    }

    fn end(&self, verdict: Verdict, now: Tick) -> MatchEvent {
        self.now(MatchEventKind::Ended { verdict }, now)
    }

    /// An event that happens now and does not change the clocks.
    fn now(&self, what: MatchEventKind, now: Tick) -> MatchEvent {
        MatchEvent { what, left: self.left(now) }
    }

    /// The number of plies played by the sides themselves, without the opening.
    fn own_plies(&self) -> usize {
        self.record.len() - self.terms.opening.len()
    }

    /// Sets the clocks and starts the right one.
    fn set_clocks(&mut self, left: Option<RemainingTime>, turn: Turn, now: Tick) {
        let running = self.turn().filter(|&side| {
            let waits = self.terms.stakes == Stakes::Friendly && !self.begun[side.index()];
            !self.is_house(side) && !waits && !self.is_paused()
        });
        if let (Some(clocks), Some(left)) = (&mut self.clocks, left) {
            clocks.set(left, running, turn, now);
        }
    }

    fn is_house(&self, side: Side) -> bool {
        self.terms.players[side.index()] == Player::House
    }

    /// The name of a side in messages.
    fn name(&self, side: Side) -> &'static str {
        self.record.info().called(side)
    }
}
