//! What a tournament does next.

use chautari_arena::Entrant;
use chautari_arena::live::Verdict;
use chautari_game::Side;
use chautari_keeper::{self as keeper, Deed, Now, Work};
use chautari_ledger::{CommandId, Job};

use super::story::{Game, Phase, Slot, Tournament, TournamentEvent};
use crate::matches::{Command, Story, Wish};
use crate::names::TournamentId;
use crate::problem::Kind;
use crate::{App, Problem, bots};

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
    // What this process has in memory may be behind; the end this job is about must not be overlooked.
    let tournament = app.tournaments().look_anew(id).await?;
    if tournament.phase == Phase::Ended {
        return Ok(Progress::None);
    }
    let due = tournament.due();
    if !due.is_empty() {
        let mut settled = Vec::new();
        for (slot, sides) in due {
            settled.extend(attend(app, &tournament, slot, sides).await?.map(TournamentEvent::Settled));
        }
        return if settled.is_empty() {
            Ok(Progress::None)
        } else {
            append(app, id, &tournament, settled).await
        };
    }
    if tournament.phase == Phase::Paused {
        return Ok(Progress::None);
    }
    let number = tournament.rounds.len() as u32;
    if number < tournament.field.rounds() {
        let round = tournament.field.round(number);
        let meetings = round.meetings.iter().map(|meeting| meeting.sides.map(|Entrant(player)| player));
        let free = round.free.iter().map(|Entrant(player)| *player).collect();
        return append(
            app,
            id,
            &tournament,
            vec![TournamentEvent::Paired { meetings: meetings.collect(), free }],
        )
        .await;
    }
    remember_ratings(app, &tournament).await?;
    append(app, id, &tournament, vec![TournamentEvent::Ended]).await
}

/// Appends what was decided on a state; if there is another one by now, it is decided anew.
async fn append(
    app: &App,
    id: &TournamentId,
    seen: &Now<Tournament>,
    events: Vec<TournamentEvent>,
) -> Result<Progress, Problem> {
    let decide = |now: &Now<Tournament>| {
        Ok::<_, Problem>(if now.version == seen.version { Deed::Do(events.clone()) } else { Deed::Nothing })
    };
    app.tournaments().act(id, keeper::Command::default(), decide).await?;
    Ok(Progress::Some)
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
    let Some(story) = hall.find(&id).await? else {
        if gone == [false; 2] {
            if tournament.phase == Phase::Running {
                hall.begin(id, tournament.begun(slot, sides)).await?;
            }
            return Ok(None);
        }
        return Ok(Some(unplayed(slot, sides, gone)));
    };
    if let Some(verdict) = story.played.verdict() {
        return Ok(Some(played(slot, sides, verdict, &story)));
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
        let Some(story) = hall.find(&id).await? else { return Ok(None) };
        return Ok(story.played.verdict().map(|verdict| played(slot, sides, verdict, &story)));
    }
    Ok(None)
}

fn played(slot: Slot, sides: [u16; 2], verdict: &Verdict, story: &Story) -> Game {
    Game {
        slot,
        sides,
        winner: verdict.winner,
        reason: verdict.code.clone(),
        counts: verdict.code != Verdict::ABANDONED,
        r#match: Some(story.id.clone()),
        attended: Side::ALL.into_iter().all(|side| story.played.has_moved(side)),
    }
}

/// A game that nobody came to, or only one.
fn unplayed(slot: Slot, sides: [u16; 2], gone: [bool; 2]) -> Game {
    let winner = match gone {
        [false, true] => Some(Side::One),
        [true, false] => Some(Side::Two),
        _ => None,
    };
    Game {
        slot,
        sides,
        winner,
        reason: "forfeit".to_owned(),
        counts: winner.is_some(),
        r#match: None,
        attended: false,
    }
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
        bots::rate(app, name, game, &games, tournament.id.as_str()).await?;
    }
    Ok(())
}
