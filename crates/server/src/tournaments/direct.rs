//! What a tournament does next.

use chautari_arena::Entrant;
use chautari_arena::live::Verdict;
use chautari_game::Side;
use chautari_ledger::{Append, AppendError, CommandId, Job};

use super::story::{self, Event, Game, Phase, Slot, Tournament};
use crate::bots::{self, Rated};
use crate::matches::{Command, Wish, Work, unwritten};
use crate::names::{MatchId, TournamentId};
use crate::problem::Kind;
use crate::{App, Problem};

/// Does the job of looking at a tournament.
pub(super) async fn direct(app: App, job: Job) -> Result<Work, Problem> {
    let Some(id) = job.body.as_str().and_then(TournamentId::read) else {
        tracing::error!(body = %job.body, "no tournament can be read from this");
        return Ok(Work::Done);
    };
    while let Progress::Some = step(&app, &id).await? {}
    Ok(Work::Done)
}

/// Whether anything was done.
enum Progress {
    Some,
    None,
}

/// Does the next thing there is to do. Whatever it decides is appended on what it has read; if
/// somebody else was faster, it reads again.
async fn step(app: &App, id: &TournamentId) -> Result<Progress, Problem> {
    let tournament = Tournament::find(app, id).await?;
    if tournament.phase == Phase::Ended {
        return Ok(Progress::None);
    }
    let due = tournament.due();
    if !due.is_empty() {
        let mut settled = Vec::new();
        for (slot, sides) in due {
            settled.extend(attend(app, &tournament, slot, sides).await?.map(Event::Settled));
        }
        return if settled.is_empty() { Ok(Progress::None) } else { append(app, &tournament, settled).await };
    }
    if tournament.phase == Phase::Paused {
        return Ok(Progress::None);
    }
    let number = tournament.rounds.len() as u32;
    if number < tournament.field.rounds() {
        let round = tournament.field.round(number);
        let meetings = round.meetings.iter().map(|meeting| meeting.sides.map(|Entrant(player)| player));
        let free = round.free.iter().map(|Entrant(player)| *player).collect();
        return append(app, &tournament, vec![Event::Paired { meetings: meetings.collect(), free }]).await;
    }
    remember_ratings(app, &tournament).await?;
    append(app, &tournament, vec![Event::Ended]).await
}

async fn append(app: &App, tournament: &Tournament, events: Vec<Event>) -> Result<Progress, Problem> {
    let mut append = Append::new(tournament.id.stream(), tournament.version);
    if events.iter().any(|event| matches!(event, Event::Ended)) {
        append.labels = story::last_labels();
    }
    append.events = events.iter().map(Event::stored).collect();
    match app.ledger().append(append).await {
        Ok(_) | Err(AppendError::Conflict { .. }) => Ok(Progress::Some),
        Err(error) => Err(unwritten(error)),
    }
}

/// Sees to a game that is due: begins it, or says how it ended.
async fn attend(
    app: &App,
    tournament: &Tournament,
    slot: Slot,
    sides: [u16; 2],
) -> Result<Option<Game>, Problem> {
    let (hall, id) = (app.hall(), tournament.match_id(slot));
    let gone = sides.map(|player| tournament.has_withdrawn(player));
    // What this process has in memory may be behind; the end this job is about must not be overlooked.
    let story = match hall.read_anew(&id).await {
        Ok(story) => story,
        Err(problem) if problem.kind() == Kind::Missing => {
            if gone == [false; 2] {
                if tournament.phase == Phase::Running {
                    hall.begin(id, tournament.begun(slot, sides)).await?;
                }
                return Ok(None);
            }
            return Ok(Some(unplayed(slot, sides, gone)));
        }
        Err(problem) => return Err(problem),
    };
    if let Some(verdict) = story.played.verdict() {
        return Ok(Some(played(slot, sides, verdict, id)));
    }
    let leaver = Side::ALL.into_iter().find(|side| gone[side.index()]);
    if let Some(side) = leaver {
        let wish = Wish::Forfeit(side, "the player withdrew from the tournament");
        let command = Command { name: CommandId::new("withdrawn"), seen: None, wish, job: None };
        // Its end makes a job of its own; but we are here already.
        match hall.carry_out(&id, command).await {
            Ok(_) => {}
            Err(problem) if problem.kind() == Kind::Conflict => {}
            Err(problem) => return Err(problem),
        }
        let story = hall.read_anew(&id).await?;
        return Ok(story.played.verdict().map(|verdict| played(slot, sides, verdict, id)));
    }
    Ok(None)
}

fn played(slot: Slot, sides: [u16; 2], verdict: &Verdict, id: MatchId) -> Game {
    Game {
        slot,
        sides,
        winner: verdict.winner,
        reason: verdict.code.clone(),
        counts: verdict.code != Verdict::ABANDONED,
        r#match: Some(id),
    }
}

/// A game that nobody came to, or only one.
fn unplayed(slot: Slot, sides: [u16; 2], gone: [bool; 2]) -> Game {
    let winner = match gone {
        [false, true] => Some(Side::One),
        [true, false] => Some(Side::Two),
        _ => None,
    };
    Game { slot, sides, winner, reason: "forfeit".to_owned(), counts: winner.is_some(), r#match: None }
}

/// Lets the bots keep what they have come to.
async fn remember_ratings(app: &App, tournament: &Tournament) -> Result<(), Problem> {
    let game = &tournament.plan.game;
    for (index, entry) in tournament.plan.players.iter().enumerate() {
        let Some(name) = entry.seat.sitter.bot() else { continue };
        let games = tournament.games_of(index as u16);
        if games.is_empty() {
            continue;
        }
        // From what it is worth by now: another tournament may have ended meanwhile.
        let rating = bots::find(app, name).await?.rating(game).after(&games);
        bots::rate(app, name, &Rated::new(game, rating), tournament.id.as_str()).await?;
    }
    Ok(())
}
