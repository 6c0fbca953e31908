//! Commands to a match: what a client or the server wants, and why it may be refused.

use chautari_aggregate::{Decision, Versioned};
use chautari_arena::live::{Action, MatchEvent, Refusal, Tick};
use chautari_game::Side;
use chautari_ledger::{CommandId, Job};
use chautari_people::people::Presence;
use chautari_wire::{At, MatchView, Phrase};
use serde_json::{Value, json};

use super::chat::MAX_MESSAGES;
use super::view::match_view;
use super::{MatchLogEvent, MatchState, Player, Seat};

/// A change of a match.
pub enum MatchCommand<'a> {
    /// An action of a side.
    Act(Side, &'a Action),
    /// Ends the match if a clock has run out.
    ClaimTimeout,
    /// Makes a side lose, for this reason.
    Forfeit(Side, &'a str),
    /// Ends the match without a result, for this reason.
    Abandon(&'a str),
}

/// A command with what makes it safe to repeat.
pub struct Command<'a> {
    /// The id of the command. A repeated command gets the result of the first.
    pub id: CommandId,
    /// The version the client has seen. If the position has changed since, the command is refused.
    pub seen_version: Option<u64>,
    /// The change.
    pub change: MatchCommand<'a>,
    /// The job that is finished together with the command.
    pub job: Option<Job>,
}

impl<'a> Command<'a> {
    /// Creates a command that does not depend on a version or a job.
    pub fn new(id: impl Into<String>, change: MatchCommand<'a>) -> Command<'a> {
        Command { id: CommandId::new(id), seen_version: None, change, job: None }
    }
}

/// Why a match refuses a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchRefusal {
    /// The rules of the game or of matches do not allow the action.
    #[error(transparent)]
    Action(#[from] Refusal),
    /// The position has changed since the version that the client has seen.
    #[error("The match has moved on since the version you have seen.")]
    PositionChanged,
    /// No clock has run out.
    #[error("Nobody has run out of time.")]
    NoTimeout,
    /// The other player has deleted their account.
    #[error("They have gone for good, and nobody can play with them any more.")]
    PlayerGone,
    /// The seat is not open.
    #[error("Somebody else sits there; you can watch.")]
    SeatTaken,
    /// The side has sent the most chat messages that a match allows.
    #[error("You have sent enough messages in this game.")]
    TooManyMessages,
}

/// A refused command, with the match at that time.
#[derive(Debug)]
pub struct RefusedCommand {
    /// Why the match refuses it.
    pub refusal: MatchRefusal,
    /// The version of the match.
    pub version: u64,
    /// The match.
    pub state: MatchView,
}

impl RefusedCommand {
    pub(crate) fn new(refusal: MatchRefusal, state: &MatchState, presence: &Presence) -> RefusedCommand {
        let view = match_view(state, presence, At::LastEvent);
        RefusedCommand { refusal, version: state.version, state: view }
    }
}

impl MatchCommand<'_> {
    /// Returns the request as JSON, so that a reused command id is noticed.
    pub(crate) fn request(&self) -> Value {
        match self {
            MatchCommand::Act(_, action) => json!(action),
            _ => Value::Null,
        }
    }

    fn events(&self, state: &MatchState, now: Tick) -> Result<Vec<MatchEvent>, Refusal> {
        let is_rated = state.created.ratings.is_some();
        match self {
            // As in a game for points: an engine would agree to anything.
            MatchCommand::Act(_, Action::OfferPause) if is_rated => Err(Refusal::ForPoints("pause")),
            MatchCommand::Act(side, Action::OfferTakeback) if is_rated && state.is_engine(side.other()) => {
                Err(Refusal::ForPoints("takeback"))
            }
            MatchCommand::Act(side, action) => state.played.decide(*side, action, now),
            MatchCommand::ClaimTimeout => Ok(Vec::new()),
            MatchCommand::Forfeit(side, why) => Ok(vec![state.played.forfeit(*side, why, now)?]),
            MatchCommand::Abandon(why) => Ok(vec![state.played.abandon(why, now)?]),
        }
    }
}

/// Decides a command. A clock that has run out is always handled first.
pub(crate) fn decide(
    state: &MatchState,
    command: &Command<'_>,
    now: Tick,
    presence: &Presence,
) -> Result<Decision<MatchLogEvent>, MatchRefusal> {
    if let Some(timeout) = state.played.due(now) {
        let id = CommandId::new(format!("flag-{}", state.moved_at));
        return Ok(Decision::AppendThenRetry(id, vec![MatchLogEvent::Event(timeout)]));
    }
    if let Some(seen) = command.seen_version
        && !(state.moved_at..=state.version).contains(&seen)
    {
        return Err(MatchRefusal::PositionChanged);
    }
    if matches!(command.change, MatchCommand::Act(_, Action::Rematch)) && state.has_deleted_player(presence) {
        return Err(MatchRefusal::PlayerGone);
    }
    let events = command.change.events(state, now)?;
    if events.is_empty() {
        return Err(MatchRefusal::NoTimeout);
    }
    Ok(Decision::Append(events.into_iter().map(MatchLogEvent::Event).collect()))
}

/// Decides who gets an open seat; `wanted` is the side the player asks for.
pub(crate) fn join(
    state: &Versioned<MatchState>,
    wanted: Option<Side>,
    seat: &Seat,
) -> Result<Decision<MatchLogEvent>, MatchRefusal> {
    let is_free = |side: &Side| *state.player(*side) == Player::Open && wanted.is_none_or(|it| it == *side);
    match Side::ALL.into_iter().find(is_free) {
        Some(side) if state.played.verdict().is_none() => {
            Ok(Decision::Append(vec![MatchLogEvent::Seated { side, seat: seat.clone() }]))
        }
        _ => Err(MatchRefusal::SeatTaken),
    }
}

/// Decides a chat message.
pub(crate) fn say(
    state: &Versioned<MatchState>,
    side: Side,
    phrase: Phrase,
) -> Result<Decision<MatchLogEvent>, MatchRefusal> {
    if state.chat.iter().filter(|message| message.side == side).count() >= MAX_MESSAGES {
        return Err(MatchRefusal::TooManyMessages);
    }
    Ok(Decision::Append(vec![MatchLogEvent::Said { side, phrase }]))
}
