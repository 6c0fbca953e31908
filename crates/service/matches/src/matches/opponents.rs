//! What came of the games of a person or a bot, by opponent.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Path, State};
use chautari_arena::live::Verdict;
use chautari_compute::Client;
use chautari_game::Side;
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{Action, Problem};
use chautari_ledger::{Cursor, Label};
use chautari_people::{bots, people};
use chautari_platform::PersonId;
use chautari_platform::paging::load_batches;
use serde::Serialize;
use utoipa::ToSchema;

use super::labels::{State as Standing, by_bot, by_person};
use super::seat::Sitter;
use super::state::{Audience, MatchState};
use crate::Matches;

/// The most games that are counted up: the latest.
const MOST_GAMES: usize = 500;
/// How many are read at a time.
const BATCH: u32 = 100;

/// What came of the games against somebody.
#[derive(Default, Serialize, ToSchema)]
#[schema(as = OpponentResults)]
pub(super) struct Results {
    opponent: String,
    wins: u32,
    draws: u32,
    losses: u32,
}

/// Results by opponent, the most met first; of the latest 500 games
#[utoipa::path(
    get, operation_id = "get_person_opponents", path = "/people/{name}/opponents", tag = "people",
    params(("name" = String, Path, description = "The person")),
    responses(
        (status = OK, body = Vec<Results>, description = "A line an opponent"),
        (status = NOT_FOUND, body = problem::Body),
    ),
)]
pub(super) async fn opponents(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    Path(name): Path<String>,
) -> Result<Json<Vec<Results>>, Problem> {
    let whose = Whose::Person(people::find(app.people(), &name).await?.id.clone());
    count(app, client, whose).await
}

/// A bot's results by opponent, the most met first; of its latest 500 games
#[utoipa::path(
    get, operation_id = "get_bot_opponents", path = "/bots/{name}/opponents", tag = "bots",
    params(("name" = String, Path, description = "The bot")),
    responses(
        (status = OK, body = Vec<Results>, description = "A line an opponent"),
        (status = NOT_FOUND, body = problem::Body),
    ),
)]
pub(super) async fn opponents_of_bot(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    Path(name): Path<String>,
) -> Result<Json<Vec<Results>>, Problem> {
    let whose = Whose::Bot(bots::find(app.people(), &name).await?.name.clone());
    count(app, client, whose).await
}

async fn count(app: Matches, client: Client, whose: Whose) -> Result<Json<Vec<Results>>, Problem> {
    // Many games are looked at, which is work like an engine's.
    app.http().admit(client, Action::Think)?;
    let count = async {
        let mut met: BTreeMap<String, Results> = BTreeMap::new();
        let visited = each_game(&app, &whose, |story, side, winner| {
            // Whom somebody met by link is theirs to know.
            if story.begun.audience != Audience::Everybody {
                return;
            }
            let opponent = story.sitter(side.other()).title();
            let results =
                met.entry(opponent.clone()).or_insert_with(|| Results { opponent, ..Results::default() });
            match winner {
                None => results.draws += 1,
                Some(winner) if winner == side => results.wins += 1,
                Some(_) => results.losses += 1,
            }
        });
        visited.await.map(|()| met)
    };
    let mut met: Vec<Results> = app.platform().read(client, count).await?.into_values().collect();
    met.sort_by_key(|results| std::cmp::Reverse(results.wins + results.draws + results.losses));
    Ok(Json(met))
}

/// Whose games are looked at.
pub(super) enum Whose {
    Person(PersonId),
    /// By its name.
    Bot(String),
}

impl Whose {
    fn ended(&self) -> Label {
        match self {
            Whose::Person(id) => by_person(id, Standing::Ended),
            Whose::Bot(name) => by_bot(name, Standing::Ended),
        }
    }

    fn is(&self, sitter: &Sitter) -> bool {
        match self {
            Whose::Person(id) => sitter.person() == Some(id),
            Whose::Bot(name) => sitter.bot() == Some(name),
        }
    }
}

/// Visits the latest games of somebody that count, with the side that was theirs and who won.
pub(super) async fn each_game(
    app: &Matches,
    whose: &Whose,
    mut visit: impl FnMut(&MatchState, Side, Option<Side>),
) -> Result<(), Problem> {
    let (mut before, mut seen): (Option<Cursor>, usize) = (None, 0);
    loop {
        let page = load_batches(&app.store().0, &whose.ended(), before, BATCH).await?;
        seen += page.items.len();
        for (_, story) in &page.items {
            let sits = |side: &Side| whose.is(&story.begun.seats[side.index()].sitter);
            let Some(side) = Side::ALL.into_iter().find(sits) else { continue };
            let Some(verdict) = story.played.verdict() else { continue };
            let is_played = Side::ALL.into_iter().all(|side| story.played.has_moved(side));
            if is_played && verdict.code != Verdict::ABANDONED && !sits(&side.other()) {
                visit(story, side, verdict.winner);
            }
        }
        before = page.next;
        if before.is_none() || seen >= MOST_GAMES {
            return Ok(());
        }
    }
}
