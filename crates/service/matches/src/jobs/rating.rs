//! Ratings of players after a rated match.

use chautari_aggregate::{Freshness, JobOutcome};
use chautari_arena::live::Verdict;
use chautari_arena::{Rating, Worth};
use chautari_game::Side;
use chautari_http::Problem;
use chautari_ledger::{Job, Version};
use chautari_people::{bots, people};

use super::read_body;
use crate::Matches;
use crate::model::{MatchJob, Player};

/// Updates the ratings of both players. The match is the id of the update, so that repeating it has no effect.
pub(super) async fn rate(app: Matches, job: Job) -> Result<JobOutcome, Problem> {
    let Some(MatchJob { id, at }) = read_body(&job) else { return Ok(JobOutcome::Done) };
    let state = app.store().load(&id, Freshness::AtLeast(Version(at))).await?;
    let (Some(verdict), Some(ratings)) = (state.played.verdict(), state.created.ratings) else {
        return Ok(JobOutcome::Done);
    };
    // A player who has not moved has shown nothing of their strength.
    if !state.both_have_moved() || verdict.code == Verdict::ABANDONED {
        return Ok(JobOutcome::Done);
    }
    let game = &state.created.game;
    for side in Side::ALL {
        let [rating, deviation, volatility] = ratings[side.other().index()];
        let games = [(Rating { rating, deviation, volatility }, Worth::of(verdict.winner, side).points())];
        match state.player(side) {
            Player::Person { id: person, .. } => {
                people::rate(app.people(), person, game, &games, id.as_str()).await?;
            }
            Player::Bot { name } => bots::rate(app.people(), name, game, &games, id.as_str()).await?,
            Player::Human | Player::Engine { .. } | Player::Random | Player::Open => {}
        }
    }
    Ok(JobOutcome::Done)
}

/// Returns the current rating of a player in a game; `None` for a player without a name.
pub(crate) async fn current_rating(
    app: &Matches,
    player: &Player,
    game: &str,
) -> Result<Option<Rating>, Problem> {
    Ok(match player {
        Player::Person { id, .. } => {
            Some(app.people().accounts().load(id, Freshness::Current).await?.rating(game))
        }
        Player::Bot { name } => Some(bots::find(app.people(), name).await?.rating(game)),
        other => other.fixed_rating(),
    })
}
