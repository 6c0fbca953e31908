//! Downloads of a tournament: CSV tables, PGN, JSON.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use chautari_aggregate::Freshness;
use chautari_arena::{Criterion, Worth, crosstable, pgn as notation};
use chautari_game::Side;
use chautari_http::cost::Think;
use chautari_http::problem;
use chautari_http::{ChargedClient, LargeJson, Problem, QueryParams, RemoteClient};
use chautari_matches::model::Player;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::names::PlayerNames;
use super::tournament_id;
use super::view::{TournamentView, standings};
use crate::Tournaments;
use crate::model::Tournament;

/// The number of games that are read in one long read. Other reads from the same address run in between.
const GAMES_PER_READ: usize = 5;

/// The table of an export.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ExportTournamentParams {
    /// The table: `standings` [default], `games`, `crosstable`, or `players` with their state.
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

/// Export a table of a tournament as CSV
///
/// For spreadsheets.
#[utoipa::path(
    get, operation_id = "export_tournament_csv", path = "/tournaments/{tournament}/export.csv", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament id"), ExportTournamentParams),
    responses(
        (status = OK, body = String, content_type = "text/csv", description = "The table"),
        (status = NOT_FOUND, body = problem::Body),
    ),
)]
pub(super) async fn csv(
    State(app): State<Tournaments>,
    RemoteClient(client): RemoteClient,
    Path(id): Path<String>,
    QueryParams(params): QueryParams<ExportTournamentParams>,
) -> Result<impl IntoResponse, Problem> {
    let tournament_id = tournament_id(&id)?;
    let write = async {
        let tournament = app.tournaments().load(&tournament_id, Freshness::Resident).await?;
        let game = app.platform().game(&tournament.settings.game);
        let sides = game.map_or(["one", "two"], |game| game.info().sides);
        let names = PlayerNames::new(&app);
        Ok::<_, Problem>(match params.table.unwrap_or(CsvTable::Standings) {
            CsvTable::Standings => ("standings", standings_csv(names, &tournament)),
            CsvTable::Games => ("games", games_csv(names, &tournament, sides)),
            CsvTable::Crosstable => ("crosstable", crosstable_csv(names, &tournament)),
            CsvTable::Players => ("players", players_csv(names, &tournament)),
        })
    };
    let (name, text) = app.platform().read(client, write).await?;
    Ok(attachment("text/csv; charset=utf-8", &format!("tournament-{id}-{name}.csv"), text))
}

/// Returns a response that browsers save as a file.
pub(super) fn attachment(kind: &'static str, name: &str, text: String) -> impl IntoResponse + use<> {
    let file = format!("attachment; filename=\"{name}\"");
    ([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, file)], text)
}

/// Export the games of a tournament as PGN
///
/// All games that have ended and count. Games without PGN notation have moves in their own notation between the tags.
#[utoipa::path(
    get, operation_id = "export_tournament_pgn", path = "/tournaments/{tournament}/export.pgn", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament id")),
    responses(
        (status = OK, body = String, content_type = "application/x-chess-pgn", description = "The games, in the order in which they ended"),
        (status = NOT_FOUND, body = problem::Body),
    ),
)]
pub(super) async fn pgn(
    State(app): State<Tournaments>,
    charged: ChargedClient<Think>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let (tournament_id, here) = (tournament_id(&id)?, app.clone());
    let load =
        async { Ok::<_, Problem>(here.tournaments().load(&tournament_id, Freshness::Resident).await?) };
    let tournament = app.platform().read(charged.client, load).await?;
    let mut text = String::new();
    for first in (0..tournament.games.len()).step_by(GAMES_PER_READ) {
        let (app, tournament) = (app.clone(), Arc::clone(&tournament));
        let write = async { write_games(&app, &tournament, first).await };
        text += &app.platform().read(charged.client, write).await?;
    }
    Ok(attachment("application/x-chess-pgn", &format!("tournament-{id}.pgn"), text))
}

/// Writes those of the next few games that count as PGN.
async fn write_games(app: &Tournaments, tournament: &Tournament, first: usize) -> Result<String, Problem> {
    let game = app.platform().game(&tournament.settings.game)?;
    let names = PlayerNames::new(app);
    let mut text = String::new();
    for settled in tournament.games.iter().skip(first).take(GAMES_PER_READ).filter(|settled| settled.counts) {
        let Some(id) = &settled.r#match else { continue };
        let state = app.matches().store().load(id, Freshness::Current).await?;
        let [white, black] = settled.sides.map(|player| names.of(tournament, player));
        let slot = settled.slot;
        let played = notation::Game {
            event: &tournament.settings.name,
            round: format!("{}.{}.{}", slot.round + 1, slot.board + 1, slot.game + 1),
            players: [white, black],
            winner: settled.winner,
            reason: &settled.reason,
            start: state.created.terms.start.as_deref(),
            moves: &state.played.record().moves(),
        };
        text += &notation::write(&*game, &played)?;
        tokio::task::yield_now().await;
    }
    Ok(text)
}

/// Export a tournament as JSON
///
/// As in `GET /tournaments/{tournament}`, with all pairings.
#[utoipa::path(
    get, operation_id = "export_tournament_json", path = "/tournaments/{tournament}/export.json", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament id")),
    responses((status = OK, body = TournamentView, description = "The tournament"), (status = NOT_FOUND, body = problem::Body)),
)]
pub(super) async fn json(
    State(app): State<Tournaments>,
    RemoteClient(client): RemoteClient,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let file = format!("attachment; filename=\"tournament-{id}.json\"");
    let id = tournament_id(&id)?;
    let write = async {
        let tournament = app.tournaments().load(&id, Freshness::Resident).await?;
        Ok::<_, Problem>(LargeJson(TournamentView::complete(&app, &tournament)).into_response())
    };
    Ok(([(CONTENT_DISPOSITION, file)], app.platform().read(client, write).await?))
}

/// Writes a row of a CSV table.
pub(super) fn write_row<S: AsRef<str>>(text: &mut String, cells: impl IntoIterator<Item = S>) {
    let cells: Vec<_> = cells.into_iter().map(|cell| quoted(cell.as_ref())).collect();
    text.push_str(&cells.join(","));
    text.push_str("\r\n");
}

fn standings_csv(names: PlayerNames<'_>, tournament: &Tournament) -> String {
    let survived = tournament.settings.format.ranked_by().contains(&Criterion::Survived);
    let mut text = String::new();
    let head = ["rank", "player", "points"].into_iter().chain(survived.then_some("survived"));
    let rest = ["wins", "draws", "losses", "free", "buchholz", "sonneborn_berger", "rating", "deviation"];
    write_row(&mut text, head.chain(rest));
    for place in standings(names, tournament) {
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
        write_row(
            &mut text,
            head.into_iter().chain(survived.then(|| place.survived.to_string())).chain(cells),
        );
    }
    text
}

fn games_csv(names: PlayerNames<'_>, tournament: &Tournament, sides: [&str; 2]) -> String {
    let mut text = String::new();
    write_row(&mut text, ["round", "board", "game", sides[0], sides[1], "winner", "reason", "match"]);
    for game in &tournament.games {
        let player = |side: Side| names.of(tournament, game.sides[side.index()]).to_owned();
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
        write_row(&mut text, cells);
    }
    text
}

fn crosstable_csv(names: PlayerNames<'_>, tournament: &Tournament) -> String {
    let mut text = String::new();
    let players: Vec<&str> =
        (0..tournament.players.len() as u16).map(|player| names.of(tournament, player)).collect();
    write_row(&mut text, std::iter::once("player").chain(players.iter().copied()));
    for (name, cells) in players.iter().zip(crosstable(&tournament.progress)) {
        let sum = |cell: Vec<Worth>| match cell[..] {
            [] => String::new(),
            _ => cell.into_iter().map(Worth::points).sum::<f64>().to_string(),
        };
        write_row(&mut text, std::iter::once((*name).to_owned()).chain(cells.into_iter().map(sum)));
    }
    text
}

fn players_csv(names: PlayerNames<'_>, tournament: &Tournament) -> String {
    let mut text = String::new();
    write_row(&mut text, ["player", "kind", "state"]);
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
        write_row(&mut text, [names.of(tournament, player), kind, state]);
    }
    text
}

/// Quotes a cell if it contains a separator, a quote or a line break.
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
    fn cells_with_separators_are_quoted() {
        assert_eq!(quoted("plain"), "plain");
        assert_eq!(quoted("a, \"b\""), "\"a, \"\"b\"\"\"");
    }
}
