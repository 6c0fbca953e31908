//! Pictures of positions (SVG, PNG) and animations of games (GIF).

use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use chautari_compute::{Cancelled, TaskContext};
use chautari_game::AnyRecord;
use chautari_http::{Action, Billed, Client, Problem, QueryParams, RemoteClient, problem};
use chautari_picture::{PictureError, Size, Style, Theme, View, gif, png, svg};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::Positions;
use crate::lines::{Sender, play};
use crate::model::animation::check_size;
use crate::model::line::Line;

/// The default width of a picture, in pixels.
const DEFAULT_SIZE: u32 = 480;

/// The width of a preview picture for links, in pixels.
const CARD_SIZE: u32 = 600;

/// How long an animation shows each position.
const FRAME_TIME: Duration = Duration::from_millis(900);

/// The position and the style of a picture.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct PictureParams {
    /// The position to begin at [default: the start of the game].
    position: Option<String>,
    /// The dialect of `position` and `moves` [default: the canonical one].
    dialect: Option<String>,
    /// The moves to play from there, separated by spaces.
    moves: Option<String>,
    /// The width in pixels, without effect on an SVG [default: 480].
    size: Option<u32>,
    /// Whether to draw the board from the other side.
    #[serde(default)]
    #[param(required = false)]
    flip: bool,
    /// The colours [default: light].
    #[serde(default)]
    #[param(inline, required = false)]
    theme: Colours,
}

#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Colours {
    #[default]
    Light,
    Dark,
}

impl PictureParams {
    async fn play(
        &self,
        app: &Positions,
        sender: Sender,
        game: &str,
    ) -> Result<(Box<dyn AnyRecord>, Style), Problem> {
        let game = app.platform().game(game)?;
        let moves = self.moves.as_deref().unwrap_or_default().split_whitespace().map(str::to_owned);
        let (position, dialect) = (self.position.clone(), self.dialect.clone());
        let line = Line { position, dialect, moves: moves.collect(), typed: None };
        let record = play(app, sender, game, line).await?;
        let theme = match self.theme {
            Colours::Light => Theme::Light,
            Colours::Dark => Theme::Dark,
        };
        let view = if self.flip { View::Turned } else { View::Upright };
        Ok((record, Style { theme, view, ..Style::default() }))
    }

    fn size(&self) -> Result<Size, Problem> {
        Size::new(self.size.unwrap_or(DEFAULT_SIZE)).map_err(problem_of)
    }
}

fn problem_of(error: PictureError) -> Problem {
    match error {
        PictureError::Painting(_) => Problem::internal(&error),
        PictureError::Abandoned => Cancelled.into(),
        error => Problem::bad_request(format!("No picture: {error}.")),
    }
}

/// Builds the response. The same URL always gives the same picture, so clients may cache it.
fn picture(kind: &'static str, bytes: Vec<u8>) -> Response {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "public, max-age=86400")], bytes).into_response()
}

/// Paints on the compute pool. Charged as a search, because it takes as much time.
async fn paint(
    app: &Positions,
    client: Client,
    kind: &'static str,
    paint: impl FnOnce(&TaskContext) -> Result<Vec<u8>, PictureError> + Send + 'static,
) -> Result<Response, Problem> {
    app.http().charge(Billed::address(client), Action::Think)?;
    Ok(picture(kind, app.platform().compute(client, paint).await?.map_err(problem_of)?))
}

/// Paints the preview picture for a link to a game.
pub async fn card(app: &Positions, client: Client, record: &dyn AnyRecord) -> Result<Response, Problem> {
    let (info, scene, size) = (record.info(), record.scene(), Size::new(CARD_SIZE).map_err(problem_of)?);
    paint(app, client, "image/png", move |_| png(info, &scene, Style::default(), size)).await
}

/// Draw a position as SVG
///
/// For documents and web pages. The drawing scales to any size.
#[utoipa::path(
    get, operation_id = "draw_svg", path = "/games/{game}/picture.svg", tag = "games",
    params(("game" = String, Path, description = "The game, with its rules"), PictureParams),
    responses(
        (status = OK, content_type = "image/svg+xml", description = "The drawing"),
        (status = BAD_REQUEST, body = problem::Body, description = "A text could not be read (`syntax`)"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The rules forbid a move; `index` is its place in `moves`"),
    ),
)]
pub(super) async fn draw_svg(
    State(app): State<Positions>,
    RemoteClient(client): RemoteClient,
    billed: Billed,
    Path(name): Path<String>,
    QueryParams(params): QueryParams<PictureParams>,
) -> Result<Response, Problem> {
    // Not on the compute pool: writing an SVG takes less than a millisecond.
    let (record, style) = params.play(&app, Sender { client, billed }, &name).await?;
    Ok(picture("image/svg+xml", svg(record.info(), &record.scene(), style).into_bytes()))
}

/// Draw a position as PNG
///
/// For places that do not show SVG, such as chats and link previews.
#[utoipa::path(
    get, operation_id = "draw_png", path = "/games/{game}/picture.png", tag = "games",
    params(("game" = String, Path, description = "The game, with its rules"), PictureParams),
    responses(
        (status = OK, content_type = "image/png", description = "The picture"),
        (status = BAD_REQUEST, body = problem::Body, description = "A text could not be read (`syntax`), or the size is not possible"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The rules forbid a move; `index` is its place in `moves`"),
        (status = SERVICE_UNAVAILABLE, body = problem::Body, description = "The server is busy"),
    ),
)]
pub(super) async fn draw_png(
    State(app): State<Positions>,
    RemoteClient(client): RemoteClient,
    billed: Billed,
    Path(name): Path<String>,
    QueryParams(params): QueryParams<PictureParams>,
) -> Result<Response, Problem> {
    let size = params.size()?;
    let (record, style) = params.play(&app, Sender { client, billed }, &name).await?;
    paint(&app, client, "image/png", move |_| png(record.info(), &record.scene(), style, size)).await
}

/// Draw a game as GIF
///
/// An animation of the moves, one frame per ply.
#[utoipa::path(
    get, operation_id = "draw_gif", path = "/games/{game}/picture.gif", tag = "games",
    params(("game" = String, Path, description = "The game, with its rules"), PictureParams),
    responses(
        (status = OK, content_type = "image/gif", description = "The animation"),
        (status = BAD_REQUEST, body = problem::Body, description = "A text could not be read (`syntax`), or the size is not possible"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The rules forbid a move, or the game is too long for this size (`size`)"),
        (status = SERVICE_UNAVAILABLE, body = problem::Body, description = "The server is busy"),
    ),
)]
pub(super) async fn draw_gif(
    State(app): State<Positions>,
    RemoteClient(client): RemoteClient,
    billed: Billed,
    Path(name): Path<String>,
    QueryParams(params): QueryParams<PictureParams>,
) -> Result<Response, Problem> {
    let size = params.size()?;
    let (record, style) = params.play(&app, Sender { client, billed }, &name).await?;
    check_size(record.len(), params.size.unwrap_or(DEFAULT_SIZE)).map_err(|widest| {
        let text = format!("A game of {} plies can be {widest} pixels wide.", record.len());
        Problem::unprocessable("size", text)
    })?;
    let keep_on = |task: &TaskContext| task.check().is_ok();
    paint(&app, client, "image/gif", move |task| gif(&*record, style, size, FRAME_TIME, || keep_on(task)))
        .await
}
