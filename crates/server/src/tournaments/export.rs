//! A tournament to take away: a table for spreadsheets, or everything.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use chautari_game::Side;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::named;
use super::story::Tournament;
use super::view::{View, standings};
use crate::problem;
use crate::{App, Params, Problem};

/// Which table of a tournament.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    /// The `standings` [default], or the `games`.
    #[param(inline)]
    table: Option<CsvTable>,
}

#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum CsvTable {
    Standings,
    Games,
}

/// The standings or the games as comma-separated values
#[utoipa::path(
    get, operation_id = "export_tournament_csv", path = "/tournaments/{tournament}/export.csv", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament"), Which),
    responses(
        (status = OK, body = String, content_type = "text/csv", description = "The table"),
        (status = NOT_FOUND, body = problem::Body),
    ),
)]
pub(super) async fn csv(
    State(app): State<App>,
    Path(id): Path<String>,
    Params(which): Params<Which>,
) -> Result<impl IntoResponse, Problem> {
    let tournament = app.tournaments().keep(&named(&id)?).await?;
    let sides = app.game(&tournament.plan.game).map_or(["one", "two"], |game| game.info().sides);
    let (name, text) = match which.table.unwrap_or(CsvTable::Standings) {
        CsvTable::Standings => ("standings", standings_csv(&tournament)),
        CsvTable::Games => ("games", games_csv(&tournament, sides)),
    };
    let file = format!("attachment; filename=\"tournament-{id}-{name}.csv\"");
    let headers = [(CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, file)];
    Ok((headers, text))
}

/// Everything about a tournament, as JSON
#[utoipa::path(
    get, operation_id = "export_tournament_json", path = "/tournaments/{tournament}/export.json", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament")),
    responses((status = OK, body = View, description = "The tournament"), (status = NOT_FOUND, body = problem::Body)),
)]
pub(super) async fn json(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let tournament = app.tournaments().keep(&named(&id)?).await?;
    let file = format!("attachment; filename=\"tournament-{id}.json\"");
    Ok(([(CONTENT_DISPOSITION, file)], Json(View::new(&app, &tournament))))
}

fn row<S: AsRef<str>>(text: &mut String, cells: impl IntoIterator<Item = S>) {
    let cells: Vec<_> = cells.into_iter().map(|cell| quoted(cell.as_ref())).collect();
    text.push_str(&cells.join(","));
    text.push_str("\r\n");
}

fn standings_csv(tournament: &Tournament) -> String {
    let mut text = String::new();
    row(
        &mut text,
        [
            "rank",
            "player",
            "points",
            "wins",
            "draws",
            "losses",
            "free",
            "buchholz",
            "sonneborn_berger",
            "rating",
            "deviation",
        ],
    );
    for place in standings(tournament) {
        let cells = [
            place.rank.to_string(),
            place.player,
            place.points.to_string(),
            place.wins.to_string(),
            place.draws.to_string(),
            place.losses.to_string(),
            place.free.to_string(),
            place.buchholz.to_string(),
            place.sonneborn_berger.to_string(),
            place.rating.rating.to_string(),
            place.rating.deviation.to_string(),
        ];
        row(&mut text, cells);
    }
    text
}

fn games_csv(tournament: &Tournament, sides: [&str; 2]) -> String {
    let mut text = String::new();
    row(&mut text, ["round", "board", "game", sides[0], sides[1], "winner", "reason", "match"]);
    for game in &tournament.games {
        let player = |side: Side| tournament.name(game.sides[side.index()]).to_owned();
        let cells = [
            (game.slot.round + 1).to_string(),
            (game.slot.board + 1).to_string(),
            (game.slot.game + 1).to_string(),
            player(Side::One),
            player(Side::Two),
            game.winner.map(player).unwrap_or_default(),
            game.reason.clone(),
            game.r#match.as_ref().map(ToString::to_string).unwrap_or_default(),
        ];
        row(&mut text, cells);
    }
    text
}

/// A cell that stays one, whatever is in it.
fn quoted(cell: &str) -> String {
    if cell.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stay_cells() {
        assert_eq!(quoted("plain"), "plain");
        assert_eq!(quoted("a, \"b\""), "\"a, \"\"b\"\"\"");
    }
}
