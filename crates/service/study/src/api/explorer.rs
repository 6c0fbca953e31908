//! The opening explorer.

use std::collections::BTreeMap;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use chautari_game::{Info, Side};
use chautari_http::{Billed, JsonBody, LargeJson, Problem, RemoteClient, body, problem};
use chautari_positions::{Sender, play_line};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::StudyService;
use crate::model::opening_counts::{PlayerKind, key, read_item};

/// A position.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct PlayedRequest {
    /// The position to begin at [default: the start of the game].
    position: Option<String>,
    /// The moves to play from there.
    moves: Vec<String>,
}

/// The moves played at a position, with their results.
#[derive(Serialize, ToSchema)]
struct PlayedAnswer {
    /// The name of the opening, in games whose openings have names.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    opening: Option<&'static str>,
    /// The moves, the most played first.
    moves: Vec<PlayedMove>,
}

/// A move that was played, with its results.
#[derive(Serialize, ToSchema)]
struct PlayedMove {
    /// The move, in the canonical notation.
    #[serde(rename = "move")]
    text: String,
    /// The move as people write it.
    human: String,
    /// The results of games in which a person played it.
    people: GameResults,
    /// The results of games in which an engine or a bot played it.
    programs: GameResults,
}

/// Results of games.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
struct GameResults {
    /// The number of games.
    games: u64,
    /// The number of wins of each side, by its name.
    wins: BTreeMap<&'static str, u64>,
    /// The number of draws.
    draws: u64,
}

impl GameResults {
    fn new(info: &Info) -> GameResults {
        GameResults { games: 0, wins: info.sides.map(|side| (side, 0)).into(), draws: 0 }
    }

    fn add(&mut self, info: &Info, winner: Option<Side>, number: u64) {
        self.games += number;
        match winner {
            Some(side) => *self.wins.entry(info.side(side)).or_default() += number,
            None => self.draws += number,
        }
    }
}

/// Explore an opening
///
/// Returns the moves played from a position in the listed games of this server, with their results. The first 60 plies
/// of a game are counted shortly after its end. Transpositions count as one position.
#[utoipa::path(
    post, operation_id = "opening_explorer", path = "/games/{game}/played", tag = "games",
    params(("game" = String, Path, description = "The game, with its rules")),
    request_body = PlayedRequest,
    responses(
        (status = OK, body = PlayedAnswer, description = "The moves, the most played first"),
        (status = BAD_REQUEST, body = problem::Body, description = "A text could not be read (`syntax`)"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The rules forbid a move; `index` is its place in `moves`"),
    ),
)]
pub(super) async fn explore(
    State(app): State<StudyService>,
    RemoteClient(client): RemoteClient,
    billed: Billed,
    Path(name): Path<String>,
    JsonBody(PlayedRequest { position, moves }): JsonBody<PlayedRequest, { body::MEDIUM }>,
) -> Result<Response, Problem> {
    let game = app.platform().game(&name)?;
    let (info, name) = (game.info(), app.platform().name_of(&*game));
    let record = play_line(app.positions(), Sender { client, billed }, game, position, moves).await?;
    let mut found: BTreeMap<String, [GameResults; 2]> = BTreeMap::new();
    for (item, number) in app.platform().ledger().counts(&key(&name, &*record)).await? {
        let Some((kind, winner, text)) = read_item(&item) else { continue };
        let results =
            found.entry(text.to_owned()).or_insert_with(|| [(); 2].map(|()| GameResults::new(info)));
        results[usize::from(kind == PlayerKind::Program)].add(info, winner, number);
    }
    let mut moves: Vec<_> = record
        .offers()
        .into_iter()
        .filter_map(|offer| {
            let [people, programs] = found.remove(&offer.text)?;
            Some(PlayedMove { text: offer.text, human: offer.human, people, programs })
        })
        .collect();
    moves.sort_by_key(|played| std::cmp::Reverse(played.people.games + played.programs.games));
    Ok(LargeJson(PlayedAnswer { opening: record.opening(), moves }).into_response())
}
