//! From what somebody asks to what has happened: decided, written down, and only then told.

use std::sync::Arc;

use chautari_aggregate::{self as keeper, Decision, Versioned};
use chautari_arena::live::{Action, At, MatchEvent, Refusal, ReplayError, Tick};
use chautari_game::{Fault, ReplayFault, Side};
use chautari_http::Problem;
use chautari_ledger::{CommandId, Job};
use chautari_people::people;
use chautari_platform::MatchId;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::state::{MatchCreated, MatchLogEvent, MatchState, Unreadable};
use super::store::MatchStore;
use super::view::View;

/// What somebody who acted is told.
#[derive(Serialize, ToSchema)]
#[schema(as = ActionResult)]
pub struct ActionResult {
    /// The version of the match with this action in it.
    pub(crate) version: u64,
    /// The match at that version, with the clocks as they stood then.
    pub(crate) state: View,
}

impl ActionResult {
    pub(super) fn new(story: &MatchState) -> ActionResult {
        ActionResult { version: story.version, state: View::new(story, At::LastEvent) }
    }
}

/// What somebody would do.
pub enum MatchCommand<'a> {
    /// What a side asks for.
    Act(Side, &'a Action),
    /// To end it where a clock has run out.
    Flag,
    /// To have this side lose, for this reason.
    Forfeit(Side, &'a str),
    /// To let it not count, for this reason.
    Abandon(&'a str),
}

impl MatchCommand<'_> {
    /// What it asks for, to be told from another wish under the same name.
    fn about(&self) -> Value {
        match self {
            MatchCommand::Act(_, action) => json!(action),
            _ => Value::Null,
        }
    }

    fn decide(&self, story: &MatchState, now: Tick) -> Result<Vec<MatchEvent>, Refusal> {
        match self {
            // A rated game is for points, too, as far as this goes; the house would agree to anything.
            MatchCommand::Act(_, Action::OfferPause) if story.begun.ratings.is_some() => {
                Err(Refusal::ForPoints("pause"))
            }
            MatchCommand::Act(side, Action::OfferTakeback)
                if story.begun.ratings.is_some() && story.is_house(side.other()) =>
            {
                Err(Refusal::ForPoints("takeback"))
            }
            MatchCommand::Act(side, action) => story.played.decide(*side, action, now),
            MatchCommand::Flag => Ok(Vec::new()),
            MatchCommand::Forfeit(side, why) => Ok(vec![story.played.forfeit(*side, why, now)?]),
            MatchCommand::Abandon(why) => Ok(vec![story.played.abandon(why, now)?]),
        }
    }
}

/// A wish and what makes it safe to repeat.
pub struct Command<'a> {
    /// Its name: the same name gets the same answer.
    pub name: CommandId,
    /// The version whoever wishes has seen; if another position stands on the board since, nothing
    /// happens.
    pub seen: Option<u64>,
    /// What is wished for.
    pub wish: MatchCommand<'a>,
    /// The job this is the work of.
    pub job: Option<Job>,
}

impl MatchStore {
    /// Begins a match; if it has begun already, there is nothing to do.
    pub async fn begin(
        &self,
        id: MatchId,
        begun: MatchCreated,
    ) -> Result<Arc<Versioned<MatchState>>, Problem> {
        self.begin_by(id, begun, keeper::Command::default()).await
    }

    /// The same, by a command that can be repeated.
    pub(crate) async fn begin_by(
        &self,
        id: MatchId,
        begun: MatchCreated,
        command: keeper::Command,
    ) -> Result<Arc<Versioned<MatchState>>, Problem> {
        self.vet(&id, &begun)?;
        self.begin_vetted(id, begun, command).await
    }

    /// Whether a match can be played is the client's business; what comes after is ours.
    pub(super) fn vet(&self, id: &MatchId, begun: &MatchCreated) -> Result<(), Problem> {
        let around = self.context();
        let presence = Arc::clone(&around.presence);
        let story = MatchState::new(around.games, id.clone(), begun.clone(), 0, self.now(), presence);
        story.map(drop).map_err(unplayable)
    }

    pub(super) async fn begin_vetted(
        &self,
        id: MatchId,
        begun: MatchCreated,
        command: keeper::Command,
    ) -> Result<Arc<Versioned<MatchState>>, Problem> {
        let first = vec![MatchLogEvent::Created(Box::new(begun))];
        let story = self.0.create(&id, command, first).await?.now();
        self.announce(&story);
        Ok(story)
    }

    /// Carries out a command: once, however often it is sent.
    pub async fn carry_out(&self, id: &MatchId, command: Command<'_>) -> Result<ActionResult, Problem> {
        // The time is taken before anything is waited for: waiting is not the player's doing.
        let now = self.moment();
        let safely = keeper::Command {
            name: Some(command.name.clone()),
            job: command.job.clone(),
            about: command.wish.about(),
            lifetime: None,
        };
        let done = self.0.act(id, safely, |story| decide(story, &command, now.of(story))).await?;
        Ok(ActionResult::new(&done.now))
    }
}

/// What is to happen now. A clock that has run out comes first, whatever was wished for.
fn decide(story: &MatchState, command: &Command<'_>, now: Tick) -> Result<Decision<MatchLogEvent>, Problem> {
    if let Some(flag) = story.played.due(now) {
        let name = CommandId::new(format!("flag-{}", story.moved_at));
        return Ok(Decision::AppendThenRetry(name, vec![MatchLogEvent::Event(flag)]));
    }
    if let Some(seen) = command.seen
        && !(story.moved_at..=story.version).contains(&seen)
    {
        return Err(conflict(story, "The match has moved on since the version you have seen."));
    }
    if matches!(command.wish, MatchCommand::Act(_, Action::Rematch)) && story.has_lost_somebody() {
        return Err(beside(people::gone(), story));
    }
    let events = command.wish.decide(story, now).map_err(|refusal| refused(story, refusal))?;
    if events.is_empty() {
        return Err(conflict(story, "Nobody has run out of time."));
    }
    Ok(Decision::Append(events.into_iter().map(MatchLogEvent::Event).collect()))
}

/// 409, with where the match stands.
fn conflict(story: &MatchState, text: &str) -> Problem {
    beside(Problem::conflict(text), story)
}

fn beside(problem: Problem, story: &MatchState) -> Problem {
    let state = serde_json::to_value(View::new(story, At::LastEvent)).unwrap_or_default();
    problem.with("version", story.version.into()).with("state", state)
}

/// What the rules refuse is 400 or 422; what came too early or too late is 409, with where the match
/// stands.
fn refused(story: &MatchState, refusal: Refusal) -> Problem {
    let (code, text) = (refusal.code(), refusal.to_string());
    match refusal {
        Refusal::Rules(fault) => fault.into(),
        Refusal::ForPoints(_) => Problem::unprocessable(code, text),
        _ => beside(Problem::new(chautari_http::Kind::Conflict, code, text), story),
    }
}

/// Why a match cannot begin so.
fn unplayable(error: Unreadable) -> Problem {
    match error {
        Unreadable::Broken(ReplayError::Opening(ReplayFault { index, fault })) => {
            let problem = Problem::from(fault);
            index.into_iter().fold(problem, Problem::index)
        }
        Unreadable::Broken(ReplayError::Over) => {
            Problem::unprocessable(chautari_game::Outcome::OVER, ReplayError::Over.to_string())
        }
        Unreadable::Game(text) => Problem::from(Fault::Unsupported(text)),
        error => Problem::internal(&error),
    }
}
