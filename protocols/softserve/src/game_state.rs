//! The state of one game: its moves, the pending action and the time limit.

use std::time::Duration;

use chautari_game::{AnyGame, AnyRecord, Side};
use serde::{Deserialize, Serialize};

use crate::ids::MOST_PLIES;
use crate::{Refusal, Verdict};

/// An event of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum GameEvent {
    /// The action of the side to move was requested, which starts its clock.
    #[serde(rename = "asked")]
    Requested {
        /// The time, in milliseconds since 1970.
        at_ms: u64,
    },
    /// The side to move acted.
    Played {
        /// The action, in canonical notation.
        action: String,
        /// The time, in milliseconds since 1970.
        at_ms: u64,
        /// Whether the action came within the time limit.
        #[serde(default, skip_serializing_if = "Timeliness::is_in_time")]
        pace: Timeliness,
    },
    /// The event was closed before the game ended.
    Closed {
        /// The time, in milliseconds since 1970.
        at_ms: u64,
        /// The side to move, which loses by it; `None` for a draw.
        forfeit: Option<Side>,
    },
}

/// Whether an action came within the time limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Timeliness {
    /// Within the limit.
    #[default]
    #[serde(rename = "fair")]
    InTime,
    /// After the limit.
    Late,
}

/// The time limit per action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionTimeout {
    /// The limit.
    pub limit: Duration,
    /// The start time of this server, in milliseconds since 1970. Earlier requests count from here, because
    /// nothing could be submitted before.
    pub since_ms: u64,
}

impl Timeliness {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "what serde asks for")]
    fn is_in_time(&self) -> bool {
        *self == Timeliness::InTime
    }
}

/// A game as it stands.
pub struct GameState {
    record: Box<dyn AnyRecord>,
    /// Every state it has been in, the first one included.
    states: Vec<String>,
    /// The side that made each ply.
    movers: Vec<Side>,
    asked: Option<u64>,
    late: Option<Side>,
    last_ms: Option<u64>,
    /// The result if the event was closed before the game ended.
    closed: Option<Verdict>,
}

impl Clone for GameState {
    fn clone(&self) -> GameState {
        GameState {
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

impl GameState {
    /// Starts a game from its usual position.
    pub fn new(game: &dyn AnyGame) -> GameState {
        let record = game.start();
        let states = vec![record.position()];
        GameState { record, states, movers: Vec::new(), asked: None, late: None, last_ms: None, closed: None }
    }

    /// Returns the event that requests the action of the side to move; `None` if it is already requested.
    pub fn ask(&self, now_ms: u64) -> Option<GameEvent> {
        self.asked.is_none().then_some(GameEvent::Requested { at_ms: now_ms })
    }

    /// Returns `true` if the action at a ply was ever requested.
    pub fn was_requested(&self, ply: usize) -> bool {
        ply < self.ply() || (ply == self.ply() && self.asked.is_some())
    }

    /// Returns the event of an action of the side to move. Errors if it is not legal.
    pub fn act(
        &self,
        action: &str,
        now_ms: u64,
        timeout: Option<ActionTimeout>,
    ) -> Result<GameEvent, Refusal> {
        if self.verdict() != Verdict::Ongoing {
            return Err(Refusal::InvalidAction);
        }
        let played = self.record.fork().play(action).map_err(|_| Refusal::InvalidAction)?;
        let is_late = self.asked.zip(timeout).is_some_and(|(asked, timeout)| {
            let took = now_ms.saturating_sub(asked.max(timeout.since_ms));
            Duration::from_millis(took) > timeout.limit
        });
        let pace = if is_late { Timeliness::Late } else { Timeliness::InTime };
        Ok(GameEvent::Played { action: played.text, at_ms: now_ms, pace })
    }

    /// Takes in what happened; fails where it cannot have.
    pub fn apply(&mut self, event: &GameEvent) -> Result<(), Refusal> {
        match event {
            GameEvent::Requested { at_ms } => self.asked = Some(*at_ms),
            GameEvent::Played { action, at_ms, pace } => {
                let mover = self.record.turn();
                self.record.play(action).map_err(|_| Refusal::InvalidAction)?;
                self.states.push(self.record.position());
                self.movers.push(mover);
                self.asked = None;
                self.last_ms = Some(*at_ms);
                if *pace == Timeliness::Late && self.late.is_none() {
                    self.late = Some(mover);
                }
            }
            GameEvent::Closed { at_ms, forfeit } => {
                self.last_ms = Some(*at_ms);
                self.late = self.late.or(*forfeit);
                self.closed = Some(forfeit.map_or(Verdict::Draw, |side| Verdict::Win(side.other())));
            }
        }
        Ok(())
    }

    /// Returns the number of actions.
    pub fn ply(&self) -> usize {
        self.movers.len()
    }

    /// Returns the side to move.
    pub fn turn(&self) -> Side {
        self.record.turn()
    }

    /// Returns the side that made a ply or is about to.
    pub fn mover(&self, ply: usize) -> Side {
        self.movers.get(ply).copied().unwrap_or_else(|| self.turn())
    }

    /// Returns `true` if the action of the side to move was requested.
    pub fn is_requested(&self) -> bool {
        self.asked.is_some()
    }

    /// Returns `true` if the event was closed before the game ended.
    pub fn is_closed(&self) -> bool {
        self.closed.is_some()
    }

    /// Returns the verdict by the rules, or by the closing of the event.
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

    /// Returns the side that first exceeded the time limit, if any.
    pub fn late(&self) -> Option<Side> {
        self.late
    }

    /// Returns all states, the first one included.
    pub fn states(&self) -> &[String] {
        &self.states
    }

    /// Returns the current state.
    pub fn state(&self) -> &str {
        self.states.last().map_or("", String::as_str)
    }

    /// Returns all actions.
    pub fn actions(&self) -> Vec<String> {
        self.record.moves()
    }

    /// Returns the legal actions.
    pub fn offers(&self) -> Vec<String> {
        if self.verdict() == Verdict::Ongoing {
            self.record.offers().into_iter().map(|offer| offer.text).collect()
        } else {
            Vec::new()
        }
    }

    /// Returns the time of the last action, in milliseconds since 1970.
    pub fn last_ms(&self) -> Option<u64> {
        self.last_ms
    }

    /// Returns the name of the winner's side, `draw`, or `none` for an unfinished game.
    pub fn winner(&self) -> &'static str {
        match self.verdict() {
            Verdict::Ongoing => "none",
            Verdict::Draw => "draw",
            Verdict::Win(side) => self.record.info().side(side),
        }
    }
}
