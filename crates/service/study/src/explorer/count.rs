//! Matches that have ended are counted.

use std::collections::BTreeSet;

use chautari_aggregate::{Aggregate, JobOutcome, create_if_absent};
use chautari_arena::live::Verdict;
use chautari_game::{AnyRecord, Side};
use chautari_http::Problem;
use chautari_http::problem::Kind;
use chautari_ledger::{Append, AppendError, CommandId, Count, Cursor, Event, Job, NewJob, StreamId, Version};
use chautari_matches::model::{Audience, EndedMatchQueue, MatchState, MatchStatus, Player, by_status};
use chautari_platform::MatchId;
use serde_json::{Value, json};

use crate::StudyService;

/// Only this many plies of a match are counted: what comes later was hardly ever on a board before.
pub(super) const DEPTH: usize = 60;

/// The queue of matches from before there was an explorer, a page at a time.
const BACKLOG: &str = "explorer-backlog";

/// How many matches of the backlog are counted before the next page is put back.
const PAGE: u32 = 50;

/// How often a match is looked at again because something happened in it meanwhile.
const TRIES: usize = 16;

/// The queue of listed matches that have ended.
const PLAYED: &str = "played-matches";

/// The queue as matches see it.
pub const ENDED_MATCHES: EndedMatchQueue = EndedMatchQueue {
    name: PLAYED,
    body: |state| (state.created.audience == Audience::Everybody).then(|| json!(state.id)),
};

/// Starts counting.
pub fn start(app: &StudyService) {
    app.platform().spawn_worker(app, PLAYED, |app, job| async move {
        let Ok(id) = serde_json::from_value(job.body.clone()) else {
            tracing::error!(body = %job.body, "no match to be counted can be read from this");
            return Ok(JobOutcome::Done);
        };
        count(&app, &id).await.map(|()| JobOutcome::Done)
    });
    app.platform().spawn_worker(app, BACKLOG, catch_up);
    let begun = app.clone();
    app.http().spawn_until_stopped(async move {
        if let Err(cause) = begin(&begun).await {
            tracing::warn!(%cause, "matches from before the explorer are not counted yet");
        }
    });
}

/// Has everything counted that ended before somebody was there to count it, once in the life of a ledger.
async fn begin(app: &StudyService) -> Result<(), Problem> {
    let event = Event { kind: "begun".to_owned(), body: Value::Null };
    let first = Append::new(stream(), Version::START).event(event).job(NewJob::new(BACKLOG, Value::Null));
    create_if_absent(app.platform().ledger(), first).await?;
    Ok(())
}

fn stream() -> StreamId {
    StreamId::new("server-explorer")
}

/// Counts one page of the backlog and puts the next one there in its place.
async fn catch_up(app: StudyService, job: Job) -> Result<JobOutcome, Problem> {
    let before: Option<Cursor> = serde_json::from_value(job.body.clone()).unwrap_or_default();
    let page = app.platform().ledger().page(&by_status(MatchStatus::Ended), before, PAGE).await?;
    for id in page.streams.iter().filter_map(MatchState::id) {
        match count(&app, &id).await {
            Ok(()) => {}
            // It passes, and those that are counted by then are counted once.
            Err(cause) if matches!(cause.kind(), Kind::Unavailable | Kind::Conflict) => return Err(cause),
            // One that cannot be read must not hold up all others.
            Err(cause) => tracing::warn!(%id, %cause, "a match is not counted"),
        }
    }
    let Some(next) = page.next else { return Ok(JobOutcome::Done) };
    let version = app.platform().ledger().version(&stream()).await?;
    let next = Append::new(stream(), version).job(NewJob::new(BACKLOG, json!(next))).finishing(job);
    match app.platform().ledger().append(next).await {
        Ok(_) => Ok(JobOutcome::Committed),
        Err(AppendError::JobLost) => Ok(JobOutcome::Done),
        Err(AppendError::Unavailable(cause)) => Err(cause.into()),
        Err(error) => Err(Problem::internal(&error)),
    }
}

/// Counts a match, once, however often it is asked for.
async fn count(app: &StudyService, id: &MatchId) -> Result<(), Problem> {
    for _ in 0..TRIES {
        let Some(story) = app.matches().store().find(id).await? else { return Ok(()) };
        let mut append = Append::new(MatchState::stream(id), story.version)
            .command(CommandId::new("explored"), Value::Null);
        append.counts = counts(&story);
        match app.platform().ledger().append(append).await {
            Ok(_) => return Ok(()),
            // A word was said, or a rematch offered.
            Err(AppendError::Conflict { .. }) => {}
            Err(AppendError::Unavailable(cause)) => return Err(cause.into()),
            Err(error) => return Err(Problem::internal(&error)),
        }
    }
    Err(Problem::conflict("Too much is happening in this match to count it now."))
}

/// What a match adds: each move at each position once, with who played it and how the match ended.
fn counts(story: &MatchState) -> Vec<Count> {
    let Some(verdict) = story.played.verdict().filter(|verdict| verdict.code != Verdict::ABANDONED) else {
        return Vec::new();
    };
    let mut record = story.played.record().fork();
    let mut moves = Vec::new();
    while let Some(text) = record.undo() {
        moves.push(text);
    }
    moves.reverse();
    // What was set up before the sides began is nobody's choice.
    let opening = story.created.terms.opening.len();
    let mut counts = BTreeSet::new();
    for (ply, text) in moves.iter().enumerate().take(DEPTH) {
        let side = record.turn();
        if ply >= opening {
            let who = Who::of(&story.created.seats[side.index()].player);
            let item = item(who, verdict.winner, text);
            counts.insert(Count { key: key(&story.created.game, &*record), item });
        }
        if record.play(text).is_err() {
            break;
        }
    }
    counts.into_iter().collect()
}

/// What the counts of a position are kept under.
pub(super) fn key(game: &str, record: &dyn AnyRecord) -> String {
    format!("played-{game}-{:016x}", record.key().0)
}

/// Who played a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    Person,
    Program,
}

impl Who {
    fn of(sitter: &Player) -> Who {
        match sitter {
            Player::Human | Player::Person { .. } | Player::Open => Who::Person,
            Player::Engine { .. } | Player::Random | Player::Bot { .. } => Who::Program,
        }
    }
}

/// A move as it is counted: who played it, who won, and what it was.
fn item(who: Who, winner: Option<Side>, text: &str) -> String {
    let who = match who {
        Who::Person => 'p',
        Who::Program => 'b',
    };
    let winner = winner.map_or(0, |side| side.index() + 1);
    format!("{who}{winner} {text}")
}

/// Reads what [`item`] has written.
pub(super) fn read_item(item: &str) -> Option<(Who, Option<Side>, &str)> {
    let (head, text) = item.split_once(' ')?;
    let who = match head.as_bytes().first()? {
        b'p' => Who::Person,
        b'b' => Who::Program,
        _ => return None,
    };
    let winner = match head.get(1..)? {
        "0" => None,
        "1" => Some(Side::One),
        "2" => Some(Side::Two),
        _ => return None,
    };
    Some((who, winner, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_is_read_again() {
        for who in [Who::Person, Who::Program] {
            for winner in [None, Some(Side::One), Some(Side::Two)] {
                assert_eq!(read_item(&item(who, winner, "mA1 x")), Some((who, winner, "mA1 x")));
            }
        }
        for wrong in ["", "p1", "q1 a", "p3 a", "é1 a"] {
            assert_eq!(read_item(wrong), None, "{wrong}");
        }
    }

    /// Counts lie in databases under these keys: where one changes, what was counted is not found any more.
    #[test]
    fn the_keys_of_positions_stay() {
        let known = [
            "played-baghchal-ec5fd7e5a86fd5c5",
            "played-banchess-33ab452b87056e0f",
            "played-creeper-d40c41a860b4797e",
            "played-gomoku-e4883d013da4c177",
        ];
        for known in known {
            let name = known.split('-').nth(1).unwrap();
            let game = chautari_game::find(chautari_games::GAMES, name).unwrap();
            assert_eq!(key(name, &*game.start()), known);
        }
    }
}
