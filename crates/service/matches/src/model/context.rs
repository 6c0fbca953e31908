//! Dependencies of matches that are not in their events: games, clocks, timers, presence, subscribers.

use std::sync::Arc;

use chautari_arena::live::Tick;
use chautari_game::AnyGame;
use chautari_people::people::Presence;
use chautari_platform::{InvitationId, MatchId, PersonId};
use serde_json::Value;
use tokio::sync::broadcast;

use super::timers::{ClockTimers, MonotonicClock};
use super::{MatchState, is_correspondence};

/// The context of [`MatchState`].
pub struct MatchContext {
    pub(crate) games: &'static [&'static dyn AnyGame],
    pub(crate) clock: MonotonicClock,
    pub(crate) timers: ClockTimers,
    pub(crate) notices: broadcast::Sender<BotNotice>,
    pub(crate) presence: Arc<Presence>,
    pub(crate) ended_queues: Vec<EndedMatchQueue>,
}

/// A queue of another service that gets a job for each match that has ended.
#[derive(Clone, Copy)]
pub struct EndedMatchQueue {
    /// The name of the queue.
    pub name: &'static str,
    /// Returns the body of the job, or `None` if the service has no use for this match.
    pub body: fn(&MatchState) -> Option<Value>,
}

/// The current time by both clocks, read before it is known which one applies.
#[derive(Clone, Copy)]
pub struct ClockReading {
    /// The time of this process.
    pub(crate) process: Tick,
    /// The wall-clock time, in milliseconds since 1970.
    pub(crate) wall: Tick,
}

impl ClockReading {
    /// Returns the time by the clock that the match uses.
    pub fn of(self, state: &MatchState) -> Tick {
        if is_correspondence(state.created.terms.control) { self.wall } else { self.process }
    }
}

/// A notification for bots that are connected to this process.
#[derive(Clone, Debug)]
pub enum BotNotice {
    /// A match of these bots has changed.
    MatchChanged(MatchId, Arc<[String]>),
    /// The bot has an invitation to answer.
    Invited(InvitationId, String),
    /// These people have started a match at this time, in milliseconds since 1970, and are not available for others.
    PlayersSeated(Arc<[PersonId]>, u64),
    /// Some notices were lost: load everything again.
    Lagged,
}
