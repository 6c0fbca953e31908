//! Positions and games as pictures.

use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use chautari_compute::Client;
use chautari_compute::{Cancelled, TaskContext};
use chautari_game::AnyRecord;
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{Action, Problem, QueryParams};
use chautari_picture::{PictureError, Size, Style, Theme, View, gif, png, svg};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::position;
use crate::Positions;

/// What to draw, and how.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Look {
    /// Where to begin [default: the start of the game].
    position: Option<String>,
    /// The dialect it is written in [default: the canonical one].
    dialect: Option<String>,
    /// What to play from there, with spaces between.
    moves: Option<String>,
    /// How wide, in pixels; an SVG has no size of its own [default: 480].
    size: Option<u32>,
    /// Whether to see it from the other side.
    #[serde(default)]
    #[param(required = false)]
    flip: bool,
    /// The colours [default: light].
    #[serde(default)]
    #[param(inline, required = false)]
    theme: Colours,
}

/// How wide a picture is where nothing is said, in pixels.
const USUAL_SIZE: u32 = 480;

#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Colours {
    #[default]
    Light,
    Dark,
}

/// The most pixels an animation may have, all frames together: 600 plies at the usual size.
const MOST_PIXELS: u64 = 140_000_000;

/// How long each position of an animation stays.
const PACE: Duration = Duration::from_millis(900);

impl Look {
    async fn read(
        &self,
        app: &Positions,
        client: Client,
        game: &str,
    ) -> Result<(Box<dyn AnyRecord>, Style), Problem> {
        let game = app.platform().game(game)?;
        let moves = self.moves.as_deref().unwrap_or_default().split_whitespace().map(str::to_owned);
        let (position, dialect) = (self.position.clone(), self.dialect.clone());
        let record = position::line_in(app, client, game, position, dialect, moves.collect()).await?;
        let theme = match self.theme {
            Colours::Light => Theme::Light,
            Colours::Dark => Theme::Dark,
        };
        let view = if self.flip { View::Turned } else { View::Upright };
        Ok((record, Style { theme, view, ..Style::default() }))
    }

    fn size(&self) -> Result<Size, Problem> {
        Size::new(self.size.unwrap_or(USUAL_SIZE)).map_err(problem_of)
    }
}

fn problem_of(error: PictureError) -> Problem {
    match error {
        PictureError::Painting(_) => Problem::internal(&error),
        PictureError::Abandoned => Cancelled.into(),
        error => Problem::bad_request(format!("No picture: {error}.")),
    }
}

/// The same question has the same picture for ever, as far as anybody need care.
fn picture(kind: &'static str, bytes: Vec<u8>) -> Response {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "public, max-age=86400")], bytes).into_response()
}

/// Paints where it holds nobody up. Painting is work like an engine's, so it has a bound like theirs.
async fn paint(
    app: &Positions,
    client: Client,
    kind: &'static str,
    paint: impl FnOnce(&TaskContext) -> Result<Vec<u8>, PictureError> + Send + 'static,
) -> Result<Response, Problem> {
    app.http().admit(client, Action::Think)?;
    Ok(picture(kind, app.platform().compute(client, paint).await?.map_err(problem_of)?))
}

/// What an animation costs, in painted pixels, is known beforehand and has a bound.
fn vet_cost(record: &dyn AnyRecord, size: u32) -> Result<(), Problem> {
    let pixels = (record.len() as u64 + 1) * u64::from(size) * u64::from(size);
    if pixels <= MOST_PIXELS {
        return Ok(());
    }
    let most = (MOST_PIXELS / (record.len() as u64 + 1)).isqrt();
    Err(Problem::unprocessable(
        "size",
        format!("A game of {} plies can be {most} pixels wide.", record.len()),
    ))
}

/// How wide a picture is that stands for a link.
const CARD: u32 = 600;

/// Where a record stands, as the picture that stands for a link to it.
pub async fn card(app: &Positions, client: Client, record: &dyn AnyRecord) -> Result<Response, Problem> {
    let (info, scene, size) = (record.info(), record.scene(), Size::new(CARD).map_err(problem_of)?);
    paint(app, client, "image/png", move |_| png(info, &scene, Style::default(), size)).await
}

/// A position as a drawing
#[utoipa::path(
    get, operation_id = "draw_svg", path = "/games/{game}/picture.svg", tag = "games",
    params(("game" = String, Path, description = "The game"), Look),
    responses(
        (status = OK, content_type = "image/svg+xml", description = "A drawing"),
        (status = BAD_REQUEST, body = problem::Body), (status = NOT_FOUND, body = problem::Body),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body),
    ),
)]
pub(super) async fn drawing(
    State(app): State<Positions>,
    RemoteClient(client): RemoteClient,
    Path(name): Path<String>,
    QueryParams(look): QueryParams<Look>,
) -> Result<Response, Problem> {
    // Drawing takes less than a millisecond; what comes before may not, and is done elsewhere then.
    let (record, style) = look.read(&app, client, &name).await?;
    Ok(picture("image/svg+xml", svg(record.info(), &record.scene(), style).into_bytes()))
}

/// A position as a picture
#[utoipa::path(
    get, operation_id = "draw_png", path = "/games/{game}/picture.png", tag = "games",
    params(("game" = String, Path, description = "The game"), Look),
    responses(
        (status = OK, content_type = "image/png", description = "A picture"),
        (status = BAD_REQUEST, body = problem::Body), (status = NOT_FOUND, body = problem::Body),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body), (status = SERVICE_UNAVAILABLE, body = problem::Body),
    ),
)]
pub(super) async fn painting(
    State(app): State<Positions>,
    RemoteClient(client): RemoteClient,
    Path(name): Path<String>,
    QueryParams(look): QueryParams<Look>,
) -> Result<Response, Problem> {
    let size = look.size()?;
    let (record, style) = look.read(&app, client, &name).await?;
    paint(&app, client, "image/png", move |_| png(record.info(), &record.scene(), style, size)).await
}

/// A game, ply by ply
#[utoipa::path(
    get, operation_id = "draw_gif", path = "/games/{game}/picture.gif", tag = "games",
    params(("game" = String, Path, description = "The game"), Look),
    responses(
        (status = OK, content_type = "image/gif", description = "An animation"),
        (status = BAD_REQUEST, body = problem::Body), (status = NOT_FOUND, body = problem::Body),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body), (status = SERVICE_UNAVAILABLE, body = problem::Body),
    ),
)]
pub(super) async fn animation(
    State(app): State<Positions>,
    RemoteClient(client): RemoteClient,
    Path(name): Path<String>,
    QueryParams(look): QueryParams<Look>,
) -> Result<Response, Problem> {
    let size = look.size()?;
    let (record, style) = look.read(&app, client, &name).await?;
    vet_cost(&*record, look.size.unwrap_or(USUAL_SIZE))?;
    let keep_on = |turn: &TaskContext| turn.check().is_ok();
    paint(&app, client, "image/gif", move |turn| gif(&*record, style, size, PACE, || keep_on(turn))).await
}
