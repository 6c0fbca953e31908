//! From what somebody asks to what has happened: decided, written down, and only then told.

use std::time::{SystemTime, UNIX_EPOCH};

use chautari_arena::live::{Action, Broken, Event, Refusal, Tick};
use chautari_game::{Fault, Side};
use chautari_ledger::{self as ledger, Append, AppendError, Appended, CommandId, First, Job, Version};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::hall::Hall;
use super::story::{Begun, Story, Unreadable};
use super::view::{At, View};
use crate::Problem;
use crate::names::MatchId;

/// How often a decision is made anew because another process was faster.
const TRIES: usize = 16;

/// What somebody who acted is told.
#[derive(Serialize, ToSchema)]
#[schema(as = Acted)]
pub(crate) struct Acted {
    /// The version of the match with this action in it.
    pub(crate) version: u64,
    /// The match at that version, with the clocks as they stood then.
    pub(crate) state: View,
}

impl Acted {
    fn new(story: &Story) -> Acted {
        Acted { version: story.version, state: View::new(story, At::LastEvent) }
    }
}

/// What somebody would do.
pub(crate) enum Wish<'a> {
    /// What a side asks for.
    Act(Side, &'a Action),
    /// To end it where a clock has run out.
    Flag,
    /// To have this side lose, for this reason.
    Forfeit(Side, &'a str),
    /// To let it not count, for this reason.
    Abandon(&'a str),
}

impl Wish<'_> {
    fn decide(&self, story: &Story, now: Tick) -> Result<Vec<Event>, Refusal> {
        match self {
            Wish::Act(side, action) => story.played.decide(*side, action, now),
            Wish::Flag => Ok(Vec::new()),
            Wish::Forfeit(side, why) => Ok(vec![story.played.forfeit(*side, why, now)?]),
            Wish::Abandon(why) => Ok(vec![story.played.abandon(why, now)?]),
        }
    }
}

/// A wish and what makes it safe to repeat.
pub(crate) struct Command<'a> {
    /// Its name: the same name gets the same answer.
    pub(crate) name: CommandId,
    /// The version whoever wishes has seen; if another position stands on the board since, nothing
    /// happens.
    pub(crate) seen: Option<u64>,
    /// What is wished for.
    pub(crate) wish: Wish<'a>,
    /// The job this is the work of.
    pub(crate) job: Option<Job>,
}

impl Hall {
    /// Begins a match; if it has begun already, there is nothing to do.
    pub(crate) async fn begin(&self, id: MatchId, begun: Begun) -> Result<Story, Problem> {
        let story =
            Story::begin(self.games(), id, begun, wall_clock(), self.time.now()).map_err(unplayable)?;
        let first = story.first_event().map_err(|e| Problem::broken(&e))?;
        let mut append = Append::new(story.id.stream(), Version::START).event(first);
        append.labels = story.first_labels();
        append.jobs = story.chores(None);
        match self.ledger.append(append).await {
            Ok(_) => {
                // As everybody else will read it, to the millisecond it began.
                let story = self.read_anew(&story.id).await?;
                self.announce(&story);
                self.keep(story.clone());
                Ok(story)
            }
            Err(AppendError::Conflict { .. }) => self.look(&story.id).await,
            Err(error) => Err(unwritten(error)),
        }
    }

    /// Carries out a command: once, however often it is sent.
    pub(crate) async fn carry_out(&self, id: &MatchId, command: Command<'_>) -> Result<Acted, Problem> {
        // The time is taken before anything is waited for: waiting is not the player's doing.
        let now = self.time.now();
        let table = self.table(id).await?;
        let mut story = table.story.lock().await;
        for _ in 0..TRIES {
            let (name, events) = match decide(&story, &command, now) {
                Ok(decided) => decided,
                Err(problem) => {
                    // It may have been carried out before, and that is why it cannot be now.
                    if let Some(recalled) = self.ledger.recall(&id.stream(), &command.name).await? {
                        return self.answer_again(id, recalled.version).await;
                    }
                    // Or it was refused because of what another process has changed since.
                    let seen = story.version;
                    self.ask_others(id, &table, &mut story).await?;
                    if story.version == seen {
                        return Err(problem);
                    }
                    continue;
                }
            };
            let is_command = name == command.name;
            let appended =
                self.append(&story, name, &events, command.job.clone().filter(|_| is_command)).await;
            match appended {
                Ok(Appended { first: First::First, .. }) => {
                    // The next clock starts now that it is on disk: writing is not the player's doing.
                    let written = self.time.now();
                    for event in &events {
                        story.happen(event, wall_clock(), written).map_err(|e| Problem::broken(&e))?;
                        self.tell(&table, &story, event);
                    }
                    if is_command {
                        return Ok(Acted::new(&story));
                    }
                }
                Ok(Appended { version, .. }) if is_command => {
                    self.catch_up_locked(id, &table, &mut story).await?;
                    return self.answer_again(id, version).await;
                }
                // Somebody else was faster, or did the same.
                Ok(_) | Err(AppendError::Conflict { .. }) => {
                    self.catch_up_locked(id, &table, &mut story).await?;
                }
                Err(error) => return Err(unwritten(error)),
            }
        }
        Err(conflict(&story, "Too many others are acting on this match; try again."))
    }

    async fn append(
        &self,
        story: &Story,
        command: CommandId,
        events: &[Event],
        job: Option<Job>,
    ) -> Result<Appended, AppendError> {
        let mut next = story.clone();
        let mut append = Append::new(story.id.stream(), Version(story.version)).command(command, Value::Null);
        for event in events {
            append = append.event(ledger::Event { kind: event.what.kind().to_owned(), body: json!(event) });
            next.happen(event, 0, Tick(0)).expect("what was decided can happen");
        }
        if story.played.verdict().is_none() && next.played.verdict().is_some() {
            append.labels = next.last_labels();
        }
        append.jobs = next.chores(Some(story));
        append.finishes = job;
        self.ledger.append(append).await
    }

    /// What was answered when the match came to this version.
    async fn answer_again(&self, id: &MatchId, version: Version) -> Result<Acted, Problem> {
        Ok(Acted::new(&self.look_back(id, version.0).await?))
    }
}

/// What is to happen now, and by which command. A clock that has run out comes first, whatever
/// was wished for.
fn decide(story: &Story, command: &Command<'_>, now: Tick) -> Result<(CommandId, Vec<Event>), Problem> {
    if let Some(flag) = story.played.due(now) {
        return Ok((CommandId::new(format!("flag-{}", story.moved_at)), vec![flag]));
    }
    if let Some(seen) = command.seen
        && !(story.moved_at..=story.version).contains(&seen)
    {
        return Err(conflict(story, "The match has moved on since the version you have seen."));
    }
    let events = command.wish.decide(story, now).map_err(|refusal| refused(story, refusal))?;
    if events.is_empty() {
        return Err(conflict(story, "Nobody has run out of time."));
    }
    Ok((command.name.clone(), events))
}

/// The time on the wall, for people to read.
pub(super) fn wall_clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
}

/// 409, with where the match stands.
fn conflict(story: &Story, text: &str) -> Problem {
    beside(Problem::conflict(text), story)
}

fn beside(problem: Problem, story: &Story) -> Problem {
    let state = serde_json::to_value(View::new(story, At::LastEvent)).unwrap_or_default();
    problem.with("version", story.version.into()).with("state", state)
}

/// What the rules refuse is 400 or 422; what came too early or too late is 409, with where the match
/// stands.
fn refused(story: &Story, refusal: Refusal) -> Problem {
    let (code, text) = (refusal.code(), refusal.to_string());
    match refusal {
        Refusal::Rules(fault) => fault.into(),
        Refusal::ForPoints(_) => Problem::refused(code, text),
        _ => beside(Problem::new(crate::Kind::Conflict, code, text), story),
    }
}

/// Why a match cannot begin so.
fn unplayable(error: Unreadable) -> Problem {
    match error {
        Unreadable::Broken(Broken::Rules(fault)) => fault.into(),
        Unreadable::Broken(Broken::Over) => {
            Problem::refused(chautari_game::Outcome::OVER, Broken::Over.to_string())
        }
        Unreadable::Game(text) => Problem::from(Fault::Unsupported(text)),
        error => Problem::broken(&error),
    }
}

/// Why the ledger did not take it.
pub(crate) fn unwritten(error: AppendError) -> Problem {
    match error {
        AppendError::Unavailable(cause) => cause.into(),
        AppendError::Unfit { .. } => Problem::form(format!("{error}.")),
        // Whoever holds the job now does it.
        AppendError::JobLost => Problem::conflict("Somebody else is doing this."),
        error => Problem::broken(&error),
    }
}
