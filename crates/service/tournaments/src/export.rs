//! A tournament to take away: a table for spreadsheets, or everything.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use chautari_aggregate::Freshness;
use chautari_arena::{Worth, crosstable, pgn as notation};
use chautari_game::Side;
use chautari_http::LargeJson;
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{Action, Problem, QueryParams};
use chautari_matches::model::Player;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::named;
use super::settings::Form;
use super::state::Tournament;
use super::view::{View, standings};
use crate::Tournaments;

/// So many games are read at a time: others come in between, from the same address, too.
const AT_A_TIME: usize = 5;

/// Which table of a tournament.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    /// The `standings` [default], the `games`, the `crosstable`, or the `players` with how they stand.
    #[param(inline)]
    table: Option<CsvTable>,
}

#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum CsvTable {
    Standings,
    Games,
    Crosstable,
    Players,
}

/// A table of a tournament as comma-separated values
#[utoipa::path(
    get, operation_id = "export_tournament_csv", path = "/tournaments/{tournament}/export.csv", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament"), Which),
    responses(
        (status = OK, body = String, content_type = "text/csv", description = "The table"),
        (status = NOT_FOUND, body = problem::Body),
    ),
)]
pub(super) async fn csv(
    State(app): State<Tournaments>,
    RemoteClient(client): RemoteClient,
    Path(id): Path<String>,
    QueryParams(which): QueryParams<Which>,
) -> Result<impl IntoResponse, Problem> {
    let known = named(&id)?;
    let write = async {
        let tournament = app.tournaments().load(&known, Freshness::Resident).await?;
        let sides =
            app.platform().game(&tournament.plan.game).map_or(["one", "two"], |game| game.info().sides);
        Ok::<_, Problem>(match which.table.unwrap_or(CsvTable::Standings) {
            CsvTable::Standings => ("standings", standings_csv(&tournament)),
            CsvTable::Games => ("games", games_csv(&tournament, sides)),
            CsvTable::Crosstable => ("crosstable", crosstable_csv(&tournament)),
            CsvTable::Players => ("players", players_csv(&tournament)),
        })
    };
    let (name, text) = app.platform().read(client, write).await?;
    Ok(attachment("text/csv; charset=utf-8", &format!("tournament-{id}-{name}.csv"), text))
}

/// A file to take away.
pub(super) fn attachment(kind: &'static str, name: &str, text: String) -> impl IntoResponse + use<> {
    let file = format!("attachment; filename=\"{name}\"");
    ([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, file)], text)
}

/// All games that have ended, as PGN
///
/// Games whose notation is not PGN's have their own moves between PGN's tags.
#[utoipa::path(
    get, operation_id = "export_tournament_pgn", path = "/tournaments/{tournament}/export.pgn", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament")),
    responses(
        (status = OK, body = String, content_type = "application/x-chess-pgn", description = "The games, in the order they ended"),
        (status = NOT_FOUND, body = problem::Body),
    ),
)]
pub(super) async fn pgn(
    State(app): State<Tournaments>,
    RemoteClient(client): RemoteClient,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    // Many games are looked at, which is work like an engine's.
    app.http().admit(client, Action::Think)?;
    let (known, here) = (named(&id)?, app.clone());
    let keep = async { Ok::<_, Problem>(here.tournaments().load(&known, Freshness::Resident).await?) };
    let tournament = app.platform().read(client, keep).await?;
    let mut text = String::new();
    for first in (0..tournament.games.len()).step_by(AT_A_TIME) {
        let (app, tournament) = (app.clone(), Arc::clone(&tournament));
        let write = async { some_games(&app, &tournament, first).await };
        text += &app.platform().read(client, write).await?;
    }
    Ok(attachment("application/x-chess-pgn", &format!("tournament-{id}.pgn"), text))
}

/// Those of the next few games that count.
async fn some_games(app: &Tournaments, tournament: &Tournament, first: usize) -> Result<String, Problem> {
    let game = app.platform().game(&tournament.plan.game)?;
    let mut text = String::new();
    for one in tournament.games.iter().skip(first).take(AT_A_TIME).filter(|one| one.counts) {
        let Some(id) = &one.r#match else { continue };
        let story = app.matches().store().load(id, Freshness::Current).await?;
        let [white, black] = one.sides.map(|player| tournament.name(player));
        let played = notation::Game {
            event: &tournament.plan.name,
            round: format!("{}.{}.{}", one.slot.round + 1, one.slot.board + 1, one.slot.game + 1),
            players: [white, black],
            winner: one.winner,
            reason: &one.reason,
            start: story.created.terms.start.as_deref(),
            moves: &story.played.record().moves(),
        };
        text += &notation::write(&*game, &played)?;
        tokio::task::yield_now().await;
    }
    Ok(text)
}

/// Everything about a tournament, as JSON
#[utoipa::path(
    get, operation_id = "export_tournament_json", path = "/tournaments/{tournament}/export.json", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament")),
    responses((status = OK, body = View, description = "The tournament"), (status = NOT_FOUND, body = problem::Body)),
)]
pub(super) async fn json(
    State(app): State<Tournaments>,
    RemoteClient(client): RemoteClient,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let file = format!("attachment; filename=\"tournament-{id}.json\"");
    let id = named(&id)?;
    let write = async {
        let tournament = app.tournaments().load(&id, Freshness::Resident).await?;
        Ok::<_, Problem>(LargeJson(View::whole(&app, &tournament)).into_response())
    };
    Ok(([(CONTENT_DISPOSITION, file)], app.platform().read(client, write).await?))
}

pub(super) fn row<S: AsRef<str>>(text: &mut String, cells: impl IntoIterator<Item = S>) {
    let cells: Vec<_> = cells.into_iter().map(|cell| quoted(cell.as_ref())).collect();
    text.push_str(&cells.join(","));
    text.push_str("\r\n");
}

fn standings_csv(tournament: &Tournament) -> String {
    // Only in a knockout is there something to survive.
    let survived = tournament.plan.format == Form::Knockout;
    let mut text = String::new();
    let head = ["rank", "player", "points"].into_iter().chain(survived.then_some("survived"));
    let rest = ["wins", "draws", "losses", "free", "buchholz", "sonneborn_berger", "rating", "deviation"];
    row(&mut text, head.chain(rest));
    for place in standings(tournament) {
        let head = [place.rank.to_string(), place.player, place.points.to_string()];
        let cells = [
            place.wins.to_string(),
            place.draws.to_string(),
            place.losses.to_string(),
            place.free.to_string(),
            place.buchholz.to_string(),
            place.sonneborn_berger.to_string(),
            place.rating.rating.to_string(),
            place.rating.deviation.to_string(),
        ];
        row(&mut text, head.into_iter().chain(survived.then(|| place.survived.to_string())).chain(cells));
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

fn crosstable_csv(tournament: &Tournament) -> String {
    let mut text = String::new();
    let names: Vec<&str> =
        (0..tournament.players.len() as u16).map(|player| tournament.name(player)).collect();
    row(&mut text, std::iter::once("player").chain(names.iter().copied()));
    for (name, cells) in names.iter().zip(crosstable(&tournament.field)) {
        let sum = |cell: Vec<Worth>| match cell[..] {
            [] => String::new(),
            _ => cell.into_iter().map(Worth::points).sum::<f64>().to_string(),
        };
        row(&mut text, std::iter::once((*name).to_owned()).chain(cells.into_iter().map(sum)));
    }
    text
}

fn players_csv(tournament: &Tournament) -> String {
    let mut text = String::new();
    row(&mut text, ["player", "kind", "state"]);
    for (player, entry) in (0..).zip(&tournament.players) {
        let kind = match &entry.seat.player {
            Player::Person { .. } | Player::Human | Player::Open => "person",
            Player::Bot { .. } => "bot",
            Player::Engine { .. } => "engine",
            Player::Random => "random",
        };
        let state = match (tournament.absent.contains(&player), tournament.has_withdrawn(player)) {
            (true, _) => "did not come",
            (false, true) => "left",
            (false, false) => "plays",
        };
        row(&mut text, [tournament.name(player), kind, state]);
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
