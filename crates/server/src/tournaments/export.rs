//! A tournament to take away: a table for spreadsheets, or everything.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use chautari_game::Side;

use super::named;
use super::story::Tournament;
use super::view::{View, standings};
use crate::problem::ProblemShape;
use crate::{App, Problem};

/// Standings and games as comma-separated values
///
/// First the standings under their heading, then, after an empty line, every game under its own.
#[utoipa::path(
    get, path = "/tournaments/{tournament}/export.csv", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament")),
    responses(
        (status = OK, body = String, content_type = "text/csv"),
        (status = NOT_FOUND, body = ProblemShape),
    ),
)]
pub(super) async fn csv(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let tournament = Tournament::find(&app, &named(&id)?).await?;
    let sides = app.game(&tournament.plan.game).map_or(["one", "two"], |game| game.info().sides);
    let file = format!("attachment; filename=\"tournament-{id}.csv\"");
    let headers = [(CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, file)];
    Ok((headers, write(&tournament, sides)))
}

/// Everything about a tournament, as JSON
#[utoipa::path(
    get, path = "/tournaments/{tournament}/export.json", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament")),
    responses((status = OK, body = View), (status = NOT_FOUND, body = ProblemShape)),
)]
pub(super) async fn json(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let tournament = Tournament::find(&app, &named(&id)?).await?;
    let file = format!("attachment; filename=\"tournament-{id}.json\"");
    Ok(([(CONTENT_DISPOSITION, file)], Json(View::new(&app, &tournament))))
}

fn write(tournament: &Tournament, sides: [&str; 2]) -> String {
    let mut text = String::new();
    let mut row = |cells: &[String]| {
        let cells: Vec<_> = cells.iter().map(|cell| quoted(cell)).collect();
        text.push_str(&cells.join(","));
        text.push_str("\r\n");
    };
    let heading = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    row(&heading(&[
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
    ]));
    for place in standings(tournament) {
        row(&[
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
        ]);
    }
    row(&[]);
    row(&heading(&["round", "board", "game", sides[0], sides[1], "winner", "reason", "match"]));
    for game in &tournament.games {
        let player = |side: Side| tournament.name(game.sides[side.index()]).to_owned();
        row(&[
            (game.slot.round + 1).to_string(),
            (game.slot.board + 1).to_string(),
            (game.slot.game + 1).to_string(),
            player(Side::One),
            player(Side::Two),
            game.winner.map(player).unwrap_or_default(),
            game.reason.clone(),
            game.r#match.as_ref().map(ToString::to_string).unwrap_or_default(),
        ]);
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
