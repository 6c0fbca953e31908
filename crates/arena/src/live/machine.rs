//! What may happen in a match, and what follows from it.

use chautari_game::{AnyGame, AnyRecord, Fault, ReplayFault, Side};

use super::clock::{Clocks, Turn};
use super::{Action, Broken, Left, MatchEvent, Player, Refusal, Stakes, Terms, Tick, Verdict, What};
use crate::bout::MOST_PLIES;

/// A match as it stands.
pub struct Match {
    terms: Terms,
    record: Box<dyn AnyRecord>,
    /// The plies of `record`, written once as each is played: writing all of them for every view would be slow.
    history: Vec<Ply>,
    clocks: Option<Clocks>,
    /// Which sides have played a move of their own.
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
    /// What that side had to do, as a verb: `move`, `place`, `ban`.
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

/// An offer of one side that the other may accept, decline, or pass over by playing on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Offer {
    /// Whose offer stands.
    by: Option<Side>,
    /// How many plies had been played when each side last made one: one offer a ply is enough.
    made_at: [Option<usize>; 2],
}

impl Offer {
    fn make(&mut self, side: Side, plies: usize) {
        self.by = Some(side);
        self.made_at[side.index()] = Some(plies);
    }
}

/// Whether it goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Rest {
    #[default]
    None,
    Paused,
    /// Paused, and this side is there again.
    Awaited(Side),
}

/// How far a rematch has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Rematch {
    #[default]
    Unasked,
    Offered(Side),
    Agreed,
}

impl Match {
    /// A match that begins now.
    pub fn new(game: &dyn AnyGame, terms: Terms, now: Tick) -> Result<Match, Broken> {
        let mut record = game.replay(None, terms.start.as_deref(), &[]).map_err(Broken::Opening)?;
        let mut history = Vec::new();
        for (index, text) in terms.opening.iter().enumerate() {
            play(&mut *record, &mut history, text)
                .map_err(|fault| Broken::Opening(ReplayFault { index: Some(index), fault }))?;
        }
        // An opening may come from a client, in a form that can be read but is not the canonical one.
        for (ply, text) in history.iter_mut().zip(record.moves()) {
            ply.text = text;
        }
        if record.outcome().is_some() {
            return Err(Broken::Over);
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
            rematch: Rematch::Unasked,
        };
        if let Some(clocks) = &new.clocks {
            new.wind(Some(clocks.left), Turn::New, now);
        }
        Ok(new)
    }

    /// What it is played by.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// What has been played.
    pub fn record(&self) -> &dyn AnyRecord {
        &*self.record
    }

    /// Every ply since the start position, those of the opening first.
    pub fn history(&self) -> &[Ply] {
        &self.history
    }

    /// Whether a side has made a move of its own.
    pub fn has_moved(&self, side: Side) -> bool {
        self.begun[side.index()]
    }

    /// Whose move it is; nobody's once it is over, and from the move on that ended it.
    pub fn turn(&self) -> Option<Side> {
        (self.verdict.is_none() && self.record.outcome().is_none()).then(|| self.record.turn())
    }

    /// How it ended, if it has.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// The side whose offer of a draw stands.
    pub fn draw_offer(&self) -> Option<Side> {
        self.draw.by
    }

    /// The side that would have its last move back.
    pub fn takeback_offer(&self) -> Option<Side> {
        self.takeback.by
    }

    /// The side that would have a pause.
    pub fn pause_offer(&self) -> Option<Side> {
        self.pause.by
    }

    /// Whether it is paused: nobody moves, and no clock runs.
    pub fn is_paused(&self) -> bool {
        self.rest != Rest::None
    }

    /// The side that is back from a pause, and waits for the other.
    pub fn resume_offer(&self) -> Option<Side> {
        if let Rest::Awaited(side) = self.rest { Some(side) } else { None }
    }

    /// The side that offers a rematch.
    pub fn rematch_offer(&self) -> Option<Side> {
        if let Rematch::Offered(side) = self.rematch { Some(side) } else { None }
    }

    /// Both sides play again, elsewhere.
    pub fn rematch_agreed(&self) -> bool {
        self.rematch == Rematch::Agreed
    }

    /// What both sides have left, where time is measured.
    pub fn left(&self, now: Tick) -> Option<Left> {
        self.clocks.map(|clocks| clocks.left(now))
    }

    /// What both sides had left when something last happened.
    pub fn left_then(&self) -> Option<Left> {
        self.clocks.map(|clocks| clocks.left)
    }

    /// The side whose clock runs.
    pub fn running(&self) -> Option<Side> {
        self.clocks.and_then(|clocks| clocks.running)
    }

    /// How long the side whose clock runs had, with its delay, when it began to run.
    pub fn time_left(&self) -> Option<u64> {
        let clocks = self.clocks?;
        clocks.deadline().map(|(deadline, _)| deadline.since(clocks.since))
    }

    /// When the side to move will have run out of time, unless something happens before.
    pub fn deadline(&self) -> Option<Tick> {
        self.clocks.and_then(|clocks| clocks.deadline()).map(|(tick, _)| tick)
    }

    /// What time has brought about by itself: the end, where a side has none left.
    pub fn due(&self, now: Tick) -> Option<MatchEvent> {
        let (deadline, side) = self.clocks.and_then(|clocks| clocks.deadline())?;
        (now >= deadline).then(|| self.end(Verdict::late(side, self.name(side)), now))
    }

    /// What an action of a side would bring about, or why nothing.
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
                Ok(vec![self.now(What::DrawOffered { side }, now)])
            }
            Action::DeclineDraw if self.draw.by == Some(other) => {
                Ok(vec![self.now(What::DrawDeclined { side }, now)])
            }
            Action::AcceptDraw | Action::DeclineDraw => Err(Refusal::NoOffer("draw")),
            Action::OfferTakeback => {
                if self.terms.stakes == Stakes::Points {
                    return Err(Refusal::ForPoints("takeback"));
                }
                let taken_back = self.take_back(side, now)?;
                self.may_offer(self.takeback, side)?;
                let agreed = self.is_house(other).then_some(taken_back);
                let offered = self.now(What::TakebackOffered { side }, now);
                Ok([offered].into_iter().chain(agreed).collect())
            }
            Action::AcceptTakeback if self.takeback.by == Some(other) => {
                Ok(vec![self.take_back(other, now)?])
            }
            Action::DeclineTakeback if self.takeback.by == Some(other) => {
                Ok(vec![self.now(What::TakebackDeclined { side }, now)])
            }
            Action::AcceptTakeback | Action::DeclineTakeback => Err(Refusal::NoOffer("takeback")),
            Action::OfferPause | Action::AcceptPause | Action::DeclinePause | Action::Resume => {
                self.decide_rest(side, action, now)
            }
            Action::Rematch => self.decide_rematch(side, now),
        }
    }

    /// What it would bring about if a side lost for this reason, a clause without its full stop.
    pub fn forfeit(&self, side: Side, why: &str, now: Tick) -> Result<MatchEvent, Refusal> {
        self.unless_over(Verdict::forfeited(side, why), now)
    }

    /// What it would bring about if the match were not to count, for this reason.
    pub fn abandon(&self, why: &str, now: Tick) -> Result<MatchEvent, Refusal> {
        self.unless_over(Verdict::abandoned(why), now)
    }

    /// Applies an event that has been stored.
    pub fn apply(&mut self, event: &MatchEvent, now: Tick) -> Result<(), Broken> {
        let what = &event.what;
        let may_happen = match what {
            What::Moved { side, .. } => self.turn() == Some(*side) && !self.is_paused(),
            What::ResumeOffered { .. } | What::Resumed => self.verdict.is_none() && self.is_paused(),
            What::PauseOffered { .. } | What::Paused => self.verdict.is_none() && !self.is_paused(),
            What::TakenBack { plies, .. } => self.verdict.is_none() && *plies <= self.own_plies(),
            What::RematchOffered { .. } => self.verdict.is_some() && self.rematch == Rematch::Unasked,
            What::RematchAgreed => self.verdict.is_some() && self.rematch != Rematch::Agreed,
            _ => self.verdict.is_none(),
        };
        if !may_happen {
            return Err(Broken::OutOfPlace(what.kind()));
        }
        let turn = self.turn();
        match what {
            What::Moved { side, text } => {
                play(&mut *self.record, &mut self.history, text).map_err(Broken::Rules)?;
                self.begun[side.index()] = true;
                // Whoever plays on passes over what the other side offered; a move that is not the
                // last any more is not asked back.
                self.draw.by = self.draw.by.filter(|by| by == side);
                self.pause.by = self.pause.by.filter(|by| by == side);
                self.takeback.by = None;
            }
            What::DrawOffered { side } => self.draw.make(*side, self.record.len()),
            What::DrawDeclined { .. } => self.draw.by = None,
            What::TakebackOffered { side } => self.takeback.make(*side, self.record.len()),
            What::TakebackDeclined { .. } => self.takeback.by = None,
            What::TakenBack { plies, .. } => {
                for _ in 0..*plies {
                    self.record.undo();
                    self.history.pop();
                }
                // What was said about the moves that are gone is gone with them.
                self.draw = Offer::default();
                self.takeback = Offer::default();
            }
            What::PauseOffered { side } => self.pause.make(*side, self.record.len()),
            What::PauseDeclined { .. } => self.pause.by = None,
            What::Paused => {
                self.pause.by = None;
                self.rest = Rest::Paused;
            }
            What::ResumeOffered { side } => self.rest = Rest::Awaited(*side),
            What::Resumed => self.rest = Rest::None,
            What::Ended { verdict } => {
                self.verdict = Some(verdict.clone());
                self.draw.by = None;
                self.takeback.by = None;
                self.pause.by = None;
                self.rest = Rest::None;
            }
            What::RematchOffered { side } => self.rematch = Rematch::Offered(*side),
            What::RematchAgreed => self.rematch = Rematch::Agreed,
        }
        // A turn that is taken back to begins anew.
        let goes_on = self.turn() == turn && !matches!(what, What::TakenBack { .. });
        self.wind(event.left, if goes_on { Turn::Same } else { Turn::New }, now);
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
        // What is kept is what was meant, in its one written form.
        let text = next.undo().expect("a move has just been played");
        let left = self.clocks.map(|clocks| clocks.left_after_move(side, turn, now));
        let verdict = match outcome {
            Some(outcome) => Some(Verdict::rules(outcome)),
            None if plies >= MOST_PLIES => Some(Verdict::too_long(plies)),
            None => None,
        };
        let ended = verdict.map(|verdict| What::Ended { verdict });
        // Guests see that an offer was passed over; of the house they are told.
        let passed_over = self.is_house(side) && self.draw.by == Some(side.other());
        let declined = passed_over.then_some(What::DrawDeclined { side });
        let moved = declined.into_iter().chain([What::Moved { side, text }]);
        Ok(moved.chain(ended).map(|what| MatchEvent { what, left }).collect())
    }

    /// A pause, agreed on by both, and the way back from it, on which each waits for the other.
    fn decide_rest(&self, side: Side, action: &Action, now: Tick) -> Result<Vec<MatchEvent>, Refusal> {
        let other = side.other();
        let is_offered = self.pause.by == Some(other);
        let events = match action {
            Action::Resume => match self.rest {
                Rest::None => return Err(Refusal::NotPaused),
                Rest::Awaited(by) if by == side => return Err(Refusal::OfferedAlready),
                Rest::Awaited(_) => vec![What::Resumed],
                Rest::Paused if self.is_house(other) => vec![What::Resumed],
                Rest::Paused => vec![What::ResumeOffered { side }],
            },
            _ if self.is_paused() => return Err(Refusal::Paused),
            Action::OfferPause | Action::AcceptPause if is_offered => vec![What::Paused],
            Action::DeclinePause if is_offered => vec![What::PauseDeclined { side }],
            Action::OfferPause if self.terms.stakes == Stakes::Points => {
                return Err(Refusal::ForPoints("pause"));
            }
            Action::OfferPause => {
                self.may_offer(self.pause, side)?;
                let agreed = self.is_house(other).then_some(What::Paused);
                [What::PauseOffered { side }].into_iter().chain(agreed).collect()
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
            Rematch::Unasked if self.is_house(side.other()) => {
                vec![What::RematchOffered { side }, What::RematchAgreed]
            }
            Rematch::Unasked => vec![What::RematchOffered { side }],
            Rematch::Offered(by) if by == side => return Err(Refusal::OfferedAlready),
            Rematch::Offered(_) => vec![What::RematchAgreed],
            Rematch::Agreed => return Err(Refusal::RematchBegun),
        };
        Ok(events.into_iter().map(|what| self.now(what, now)).collect())
    }

    /// A side's last move and all after it, gone.
    fn take_back(&self, side: Side, now: Tick) -> Result<MatchEvent, Refusal> {
        let mut earlier = self.record.fork();
        for plies in 1..=self.own_plies() {
            earlier.undo();
            if earlier.turn() == side {
                let left = self.clocks.map(|clocks| clocks.left_after_takeback(now));
                return Ok(MatchEvent { what: What::TakenBack { side, plies }, left });
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
        self.now(What::Ended { verdict }, now)
    }

    /// Something that happens now and changes no clock.
    fn now(&self, what: What, now: Tick) -> MatchEvent {
        MatchEvent { what, left: self.left(now) }
    }

    /// How many plies have been played by the sides themselves.
    fn own_plies(&self) -> usize {
        self.record.len() - self.terms.opening.len()
    }

    /// Sets the clocks and lets the one that is to run, run.
    fn wind(&mut self, left: Option<Left>, turn: Turn, now: Tick) {
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

    /// What people call a side: they read it.
    fn name(&self, side: Side) -> &'static str {
        self.record.info().called(side)
    }
}
