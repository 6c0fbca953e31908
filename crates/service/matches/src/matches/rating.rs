//! What a rated match is worth to those who played it.

use chautari_aggregate::{Freshness, JobOutcome};
use chautari_arena::live::Verdict;
use chautari_arena::{Rating, Worth};
use chautari_game::Side;
use chautari_http::Problem;
use chautari_ledger::{Job, Version};
use chautari_people::{bots, people};

use super::seat::Sitter;
use super::state::EngineMoveJob;
use crate::Matches;

/// Lets both players keep what they have come to. Doing it twice does it once: the match names the change.
pub(super) async fn rate(app: Matches, job: Job) -> Result<JobOutcome, Problem> {
    let Ok(EngineMoveJob { id, at }) = serde_json::from_value(job.body.clone()) else {
        tracing::error!(body = %job.body, "no match can be read from this");
        return Ok(JobOutcome::Done);
    };
    let story = app.store().load(&id, Freshness::AtLeast(Version(at))).await?;
    let (Some(verdict), Some(ratings)) = (story.played.verdict(), story.begun.ratings) else {
        return Ok(JobOutcome::Done);
    };
    // Who never came has shown nothing of what they can.
    let is_played = Side::ALL.into_iter().all(|side| story.played.has_moved(side));
    if !is_played || verdict.code == Verdict::ABANDONED {
        return Ok(JobOutcome::Done);
    }
    let game = &story.begun.game;
    for side in Side::ALL {
        let [rating, deviation, volatility] = ratings[side.other().index()];
        let games = [(Rating { rating, deviation, volatility }, Worth::of(verdict.winner, side).points())];
        match &story.begun.seats[side.index()].sitter {
            Sitter::Person { id: person, .. } => {
                people::rate(app.people(), person, game, &games, id.as_str()).await?;
            }
            Sitter::Bot { name } => bots::rate(app.people(), name, game, &games, id.as_str()).await?,
            _ => {}
        }
    }
    Ok(JobOutcome::Done)
}

/// What somebody is worth in a game now; nothing for whoever has no name.
pub async fn worth(app: &Matches, sitter: &Sitter, game: &str) -> Result<Option<Rating>, Problem> {
    Ok(match sitter {
        Sitter::Person { id, .. } => {
            Some(app.people().accounts().load(id, Freshness::Current).await?.rating(game))
        }
        Sitter::Bot { name } => Some(bots::find(app.people(), name).await?.rating(game)),
        other => other.fixed_rating(),
    })
}
