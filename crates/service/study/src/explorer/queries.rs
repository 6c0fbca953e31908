//! What was played here.

use std::collections::BTreeMap;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use chautari_game::{Info, Side};
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{Billed, JsonBody, LargeJson, Problem, body};
use chautari_positions::{Sender, play_line};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::count::{Who, key, read_item};
use crate::StudyService;

/// Which position.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = PlayedRequest)]
pub(super) struct Request {
    /// Where to begin [default: the start of the game].
    position: Option<String>,
    /// What to play from there.
    moves: Vec<String>,
}

/// What was played at a position, however it came about.
#[derive(Serialize, ToSchema)]
#[schema(as = PlayedAnswer)]
struct Answer {
    /// What the way the game began is called, in games whose openings have names; it is known after some moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    opening: Option<&'static str>,
    /// The most played first.
    moves: Vec<PlayedMove>,
}

/// A move that was played.
#[derive(Serialize, ToSchema)]
struct PlayedMove {
    /// The move, in the canonical notation.
    #[serde(rename = "move")]
    text: String,
    /// The same as people write it.
    human: String,
    /// What came of it where people played it.
    people: GameResults,
    /// What came of it where engines and bots played it.
    programs: GameResults,
}

/// How games ended in which a move was played.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
struct GameResults {
    /// How many games.
    games: u64,
    /// How many of them each side won, by its name.
    wins: BTreeMap<&'static str, u64>,
    /// How many were drawn.
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

/// What was played from a position, in the public games of this server
///
/// The first 60 plies of every listed match that has ended are counted, a moment after its end. Positions
/// are told apart by what is on the board and whose turn it is, not by how they came about.
#[utoipa::path(
    post, operation_id = "played_from", path = "/games/{game}/played", tag = "games",
    params(("game" = String, Path, description = "The game")),
    request_body = Request,
    responses(
        (status = OK, body = Answer),
        (status = BAD_REQUEST, body = problem::Body, description = "A text could not be read"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The rules say no; `index` is the move"),
    ),
)]
pub(super) async fn played(
    State(app): State<StudyService>,
    RemoteClient(client): RemoteClient,
    billed: Billed,
    Path(name): Path<String>,
    JsonBody(request): JsonBody<Request, { body::MEDIUM }>,
) -> Result<Response, Problem> {
    let game = app.platform().game(&name)?;
    let (info, name) = (game.info(), app.platform().name_of(&*game));
    let record =
        play_line(app.positions(), Sender { client, billed }, game, request.position, request.moves).await?;
    let mut found: BTreeMap<String, [GameResults; 2]> = BTreeMap::new();
    for (item, number) in app.platform().ledger().counts(&key(&name, &*record)).await? {
        let Some((who, winner, text)) = read_item(&item) else { continue };
        let results =
            found.entry(text.to_owned()).or_insert_with(|| [(); 2].map(|()| GameResults::new(info)));
        results[usize::from(who == Who::Program)].add(info, winner, number);
    }
    let mut moves: Vec<_> = record
        .offers()
        .into_iter()
        .filter_map(|offer| {
            let [people, programs] = found.remove(&offer.text)?;
            Some(PlayedMove { text: offer.text, human: offer.human, people, programs })
        })
        .collect();
    moves.sort_by_key(|m| std::cmp::Reverse(m.people.games + m.programs.games));
    Ok(LargeJson(Answer { opening: record.opening(), moves }).into_response())
}
