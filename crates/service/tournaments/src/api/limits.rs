//! The size limits of tournaments, and the formats with their rules.

use axum::Json;
use chautari_arena::{Format, FormatRules, TournamentSize};
use chautari_http::problem;
use chautari_http::{Problem, QueryParams};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::model::{MAX_COST, MAX_PLAYERS, TournamentCost, cost};

/// The size of a planned tournament.
#[derive(Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct TournamentLimitsParams {
    /// The format.
    #[param(inline)]
    format: Option<Format>,
    /// The number of players.
    players: Option<usize>,
    /// The number of players that the server plays for: engines and random players [default: none].
    house: Option<usize>,
    /// The number of rounds, in a format that sets it [default: enough to find one winner].
    rounds: Option<u32>,
    /// The number of games per pairing [default: 1].
    games_per_pair: Option<u32>,
}

/// The limits of tournaments.
#[derive(Serialize, ToSchema)]
pub(super) struct TournamentLimits {
    /// The largest number of players.
    players: usize,
    /// The largest cost of all games: each costs 1, and 4 more if an engine plays in it.
    cost: u64,
    /// The cost of the planned tournament; `null` if `format` or `players` is missing.
    #[schema(required)]
    asked: Option<TournamentCost>,
    /// The formats, those that suit most tournaments first.
    formats: Vec<TournamentFormatRules>,
}

/// A format with its rules.
#[derive(Serialize, ToSchema)]
pub(super) struct TournamentFormatRules {
    /// The format.
    format: Format,
    /// The rules.
    rules: FormatRules,
}

/// Get the limits and formats of tournaments
///
/// For a form that creates tournaments. With `format` and `players` the response has the cost of such a tournament.
#[utoipa::path(
    get, operation_id = "get_tournament_limits", path = "/tournaments/limits", tag = "tournaments",
    params(TournamentLimitsParams),
    responses(
        (status = OK, body = TournamentLimits, description = "The limits and formats"),
        (status = BAD_REQUEST, body = problem::Body),
    ),
)]
pub(super) async fn limits(
    QueryParams(params): QueryParams<TournamentLimitsParams>,
) -> Result<Json<TournamentLimits>, Problem> {
    let asked = params.format.zip(params.players).map(|(format, players)| {
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let size = TournamentSize {
            players: count(players),
            engines: count(params.house.unwrap_or(0)),
            rounds: params.rounds,
            games_per_pairing: params.games_per_pair.unwrap_or(1),
        };
        cost(format, size)
    });
    let formats = Format::ALL.map(|format| TournamentFormatRules { format, rules: format.rules() });
    Ok(Json(TournamentLimits { players: MAX_PLAYERS, cost: MAX_COST, asked, formats: formats.into() }))
}
