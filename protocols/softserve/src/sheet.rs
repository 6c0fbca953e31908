//! One game, written down: who was asked for an action, what it came to, who was too slow.

use std::time::Duration;

use chautari_game::{AnyGame, AnyRecord, Side};
use serde::{Deserialize, Serialize};

use crate::ids::MOST_PLIES;
use crate::{Refusal, Verdict};

/// Something that is written on a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum SheetEvent {
    /// The side to move was asked for an action. Its clock runs from here, whatever follows.
    Asked {
        /// When, in milliseconds since 1970.
        at_ms: u64,
    },
    /// It acted.
    Played {
        /// What it did, in the canonical notation.
        action: String,
        /// When, in milliseconds since 1970.
        at_ms: u64,
        /// Whether it took longer than it may.
        #[serde(default, skip_serializing_if = "Pace::is_fair")]
        pace: Pace,
    },
    /// Its event was closed while it went on.
    Closed {
        /// When, in milliseconds since 1970.
        at_ms: u64,
        /// Who was to act and loses by it; nobody in a draw.
        forfeit: Option<Side>,
    },
}

/// Whether an action came in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// It did.
    #[default]
    Fair,
    /// It did not.
    Late,
}

/// How long an action may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// So long.
    pub limit: Duration,
    /// Since when this server is there, in milliseconds since 1970: before that nobody could act.
    pub since_ms: u64,
}

impl Pace {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "what serde asks for")]
    fn is_fair(&self) -> bool {
        *self == Pace::Fair
    }
}

/// A game as it stands.
pub struct ScoreSheet {
    record: Box<dyn AnyRecord>,
    /// Every state it has been in, the first one included.
    states: Vec<String>,
    /// Whose turn it was at each ply so far.
    movers: Vec<Side>,
    asked: Option<u64>,
    late: Option<Side>,
    last_ms: Option<u64>,
    /// How it counts, if its event was closed before its end.
    closed: Option<Verdict>,
}

impl Clone for ScoreSheet {
    fn clone(&self) -> ScoreSheet {
        ScoreSheet {
            record: self.record.fork(),
            states: self.states.clone(),
            movers: self.movers.clone(),
            asked: self.asked,
            late: self.late,
            last_ms: self.last_ms,
            closed: self.closed,
        }
    }
}

impl ScoreSheet {
    /// A game from its usual start.
    pub fn new(game: &dyn AnyGame) -> ScoreSheet {
        let record = game.start();
        let states = vec![record.position()];
        ScoreSheet {
            record,
            states,
            movers: Vec::new(),
            asked: None,
            late: None,
            last_ms: None,
            closed: None,
        }
    }

    /// What happens when the side to move is asked for an action; nothing where it has been.
    pub fn ask(&self, now_ms: u64) -> Option<SheetEvent> {
        self.asked.is_none().then_some(SheetEvent::Asked { at_ms: now_ms })
    }

    /// Whether the action at a ply was ever asked for.
    pub fn was_asked(&self, ply: usize) -> bool {
        ply < self.ply() || (ply == self.ply() && self.asked.is_some())
    }

    /// What happens when the side to move acts, or why it may not.
    pub fn act(&self, action: &str, now_ms: u64, patience: Option<Patience>) -> Result<SheetEvent, Refusal> {
        if self.verdict() != Verdict::Ongoing {
            return Err(Refusal::InvalidAction);
        }
        let played = self.record.fork().play(action).map_err(|_| Refusal::InvalidAction)?;
        let is_late = self.asked.zip(patience).is_some_and(|(asked, patience)| {
            let took = now_ms.saturating_sub(asked.max(patience.since_ms));
            Duration::from_millis(took) > patience.limit
        });
        let pace = if is_late { Pace::Late } else { Pace::Fair };
        Ok(SheetEvent::Played { action: played.text, at_ms: now_ms, pace })
    }

    /// Takes in what happened; fails where it cannot have.
    pub fn apply(&mut self, event: &SheetEvent) -> Result<(), Refusal> {
        match event {
            SheetEvent::Asked { at_ms } => self.asked = Some(*at_ms),
            SheetEvent::Played { action, at_ms, pace } => {
                let mover = self.record.turn();
                self.record.play(action).map_err(|_| Refusal::InvalidAction)?;
                self.states.push(self.record.position());
                self.movers.push(mover);
                self.asked = None;
                self.last_ms = Some(*at_ms);
                if *pace == Pace::Late && self.late.is_none() {
                    self.late = Some(mover);
                }
            }
            SheetEvent::Closed { at_ms, forfeit } => {
                self.last_ms = Some(*at_ms);
                self.late = self.late.or(*forfeit);
                self.closed = Some(forfeit.map_or(Verdict::Draw, |side| Verdict::Win(side.other())));
            }
        }
        Ok(())
    }

    /// How many actions there have been.
    pub fn ply(&self) -> usize {
        self.movers.len()
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Side {
        self.record.turn()
    }

    /// Whose action a ply was, or is.
    pub fn mover(&self, ply: usize) -> Side {
        self.movers.get(ply).copied().unwrap_or_else(|| self.turn())
    }

    /// Whether the side to move has been asked for its action.
    pub fn is_asked(&self) -> bool {
        self.asked.is_some()
    }

    /// Whether its event was closed before its end.
    pub fn is_closed(&self) -> bool {
        self.closed.is_some()
    }

    /// How it stands by the rules, or how it counts since its event was closed.
    pub fn verdict(&self) -> Verdict {
        if let Some(verdict) = self.closed {
            return verdict;
        }
        match self.record.outcome() {
            Some(outcome) => outcome.winner.map_or(Verdict::Draw, Verdict::Win),
            None if self.ply() >= MOST_PLIES => Verdict::Draw,
            None => Verdict::Ongoing,
        }
    }

    /// Who was too slow first, if anybody was.
    pub fn late(&self) -> Option<Side> {
        self.late
    }

    /// Every state it has been in, the first one included.
    pub fn states(&self) -> &[String] {
        &self.states
    }

    /// The state it is in.
    pub fn state(&self) -> &str {
        self.states.last().map_or("", String::as_str)
    }

    /// Every action so far.
    pub fn actions(&self) -> Vec<String> {
        self.record.moves()
    }

    /// What can be done.
    pub fn offers(&self) -> Vec<String> {
        if self.verdict() == Verdict::Ongoing {
            self.record.offers().into_iter().map(|offer| offer.text).collect()
        } else {
            Vec::new()
        }
    }

    /// When the last action was, in milliseconds since 1970.
    pub fn last_ms(&self) -> Option<u64> {
        self.last_ms
    }

    /// The name of the winner's side, `draw`, or `none` while it goes on.
    pub fn winner(&self) -> &'static str {
        match self.verdict() {
            Verdict::Ongoing => "none",
            Verdict::Draw => "draw",
            Verdict::Win(side) => self.record.info().side(side),
        }
    }
}
