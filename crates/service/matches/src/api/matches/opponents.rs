//! Results of a person or a bot by opponent.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Path, State};
use chautari_arena::live::Verdict;
use chautari_game::Side;
use chautari_http::cost::Think;
use chautari_http::problem;
use chautari_http::{ChargedClient, Client, Problem};
use chautari_ledger::{Cursor, Label};
use chautari_people::{bots, people};
use chautari_platform::PersonId;
use chautari_platform::paging::load_batches;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Matches;
use crate::model::{Audience, MatchState, MatchStatus, Player, by_bot, by_person, player_view};

/// Matches that are counted, newest first.
const MAX_MATCHES: usize = 500;

/// Matches that are loaded at a time.
const BATCH: u32 = 100;

/// The results against one opponent.
#[derive(Default, Serialize, ToSchema)]
pub(super) struct OpponentResults {
    /// The name of the opponent.
    opponent: String,
    /// The number of matches won.
    wins: u32,
    /// The number of draws.
    draws: u32,
    /// The number of matches lost.
    losses: u32,
}

/// Get a person's results by opponent
///
/// Use it for a profile. Counts the latest 500 listed matches; the most frequent opponent is first.
#[utoipa::path(
    get, operation_id = "get_person_opponents", path = "/people/{name}/opponents", tag = "people",
    params(("name" = String, Path, description = "The name of the person")),
    responses(
        (status = OK, body = Vec<OpponentResults>, description = "One entry per opponent"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such person"),
    ),
)]
pub(super) async fn of_person(
    State(app): State<Matches>,
    // Hundreds of replays cost as much as a search.
    ChargedClient { client, .. }: ChargedClient<Think>,
    Path(name): Path<String>,
) -> Result<Json<Vec<OpponentResults>>, Problem> {
    let subject = Subject::Person(people::find(app.people(), &name).await?.id.clone());
    count(app, client, subject).await
}

/// Get a bot's results by opponent
///
/// Use it for a profile. Counts the latest 500 listed matches; the most frequent opponent is first.
#[utoipa::path(
    get, operation_id = "get_bot_opponents", path = "/bots/{name}/opponents", tag = "bots",
    params(("name" = String, Path, description = "The name of the bot")),
    responses(
        (status = OK, body = Vec<OpponentResults>, description = "One entry per opponent"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such bot"),
    ),
)]
pub(super) async fn of_bot(
    State(app): State<Matches>,
    // Hundreds of replays cost as much as a search.
    ChargedClient { client, .. }: ChargedClient<Think>,
    Path(name): Path<String>,
) -> Result<Json<Vec<OpponentResults>>, Problem> {
    let subject = Subject::Bot(bots::find(app.people(), &name).await?.name.clone());
    count(app, client, subject).await
}

async fn count(
    app: Matches,
    client: Client,
    subject: Subject,
) -> Result<Json<Vec<OpponentResults>>, Problem> {
    let presence = app.store().presence();
    let count = async {
        let mut found: BTreeMap<String, OpponentResults> = BTreeMap::new();
        let visit = |state: &MatchState, side: Side, winner: Option<Side>| {
            // The opponents of unlisted matches are private.
            if state.created.audience != Audience::Everybody {
                return;
            }
            let opponent = player_view(state.player(side.other()), presence).title();
            let results = found
                .entry(opponent.clone())
                .or_insert_with(|| OpponentResults { opponent, ..OpponentResults::default() });
            match winner {
                None => results.draws += 1,
                Some(winner) if winner == side => results.wins += 1,
                Some(_) => results.losses += 1,
            }
        };
        visit_matches(&app, &subject, visit).await.map(|()| found)
    };
    let found = app.platform().read(client, count).await?;
    let mut results: Vec<OpponentResults> = found.into_values().collect();
    results.sort_by_key(|results| std::cmp::Reverse(results.wins + results.draws + results.losses));
    Ok(Json(results))
}

/// The player whose matches are visited.
pub(super) enum Subject {
    /// A person, by id.
    Person(PersonId),
    /// A bot, by name.
    Bot(String),
}

impl Subject {
    fn finished_matches(&self) -> Label {
        match self {
            Subject::Person(id) => by_person(id, MatchStatus::Ended),
            Subject::Bot(name) => by_bot(name, MatchStatus::Ended),
        }
    }

    fn is(&self, player: &Player) -> bool {
        match self {
            Subject::Person(id) => player.person() == Some(id),
            Subject::Bot(name) => player.bot() == Some(name),
        }
    }
}

/// Visits the latest matches of a player that both sides have played to a result, with the player's side and the
/// winner.
pub(super) async fn visit_matches(
    app: &Matches,
    subject: &Subject,
    mut visit: impl FnMut(&MatchState, Side, Option<Side>),
) -> Result<(), Problem> {
    let (mut before, mut seen): (Option<Cursor>, usize) = (None, 0);
    loop {
        let label = subject.finished_matches();
        let page = load_batches(app.store().repository(), &label, before, BATCH).await?;
        seen += page.items.len();
        for (_, state) in &page.items {
            let plays = |side: &Side| subject.is(state.player(*side));
            let Some(side) = Side::ALL.into_iter().find(plays) else { continue };
            let Some(verdict) = state.played.verdict() else { continue };
            let counts = state.both_have_moved() && verdict.code != Verdict::ABANDONED;
            if counts && !plays(&side.other()) {
                visit(state, side, verdict.winner);
            }
        }
        before = page.next;
        if before.is_none() || seen >= MAX_MATCHES {
            return Ok(());
        }
    }
}
