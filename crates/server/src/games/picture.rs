//! Positions and games as pictures.

use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use chautari_game::AnyRecord;
use chautari_picture::{PictureError, Size, Style, Theme, View, gif, png, svg};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::position;
use crate::problem::{Kind, ProblemShape};
use crate::{Action, App, Client, Params, Problem};

/// What to draw, and how.
#[derive(Deserialize, IntoParams)]
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
    flip: bool,
    /// The colours [default: light].
    #[serde(default)]
    theme: Colours,
}

#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Colours {
    #[default]
    Light,
    Dark,
}

/// How long each position of an animation stays.
const PACE: Duration = Duration::from_millis(900);

impl Look {
    fn read(&self, app: &App, game: &str) -> Result<(Box<dyn AnyRecord>, Style), Problem> {
        let game = app.game(game)?;
        let moves: Vec<&str> = self.moves.as_deref().unwrap_or_default().split_whitespace().collect();
        let record = position::read(&*game, self.position.as_deref(), self.dialect.as_deref(), &moves)?;
        let theme = match self.theme {
            Colours::Light => Theme::Light,
            Colours::Dark => Theme::Dark,
        };
        let view = if self.flip { View::Turned } else { View::Upright };
        Ok((record, Style { theme, view, ..Style::default() }))
    }

    fn size(&self) -> Result<Size, Problem> {
        Ok(Size::new(self.size.unwrap_or(480))?)
    }
}

impl From<PictureError> for Problem {
    fn from(error: PictureError) -> Problem {
        match error {
            PictureError::Painting(_) => Problem::broken(&error),
            error => Problem::form(format!("No picture: {error}.")),
        }
    }
}

/// The same question has the same picture for ever, as far as anybody need care.
fn picture(kind: &'static str, bytes: Vec<u8>) -> Response {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "public, max-age=86400")], bytes).into_response()
}

/// Paints where it holds nobody up. Painting is work like an engine's, so it has a bound like theirs.
async fn paint(
    app: &App,
    client: Client,
    kind: &'static str,
    paint: impl FnOnce() -> Result<Vec<u8>, PictureError> + Send + 'static,
) -> Result<Response, Problem> {
    app.admit(client, Action::Think)?;
    let Ok(place) = app.easels().try_acquire_owned() else {
        let text = "All painters are busy; try again soon.";
        return Err(Problem::new(Kind::Away, "overload", text).retry_after(Duration::from_secs(1)));
    };
    let painted = tokio::task::spawn_blocking(move || {
        let _place = place;
        paint()
    });
    Ok(picture(kind, painted.await.map_err(|e| Problem::broken(&e))??))
}

/// A position as a drawing
#[utoipa::path(
    get, path = "/games/{game}/picture.svg", tag = "games",
    params(("game" = String, Path, description = "The game"), Look),
    responses(
        (status = OK, content_type = "image/svg+xml"),
        (status = BAD_REQUEST, body = ProblemShape), (status = NOT_FOUND, body = ProblemShape),
        (status = UNPROCESSABLE_ENTITY, body = ProblemShape),
    ),
)]
pub(super) async fn drawing(
    State(app): State<App>,
    Path(name): Path<String>,
    Params(look): Params<Look>,
) -> Result<Response, Problem> {
    let (record, style) = look.read(&app, &name)?;
    Ok(picture("image/svg+xml", svg(record.info(), &record.scene(), style).into_bytes()))
}

/// A position as a picture
#[utoipa::path(
    get, path = "/games/{game}/picture.png", tag = "games",
    params(("game" = String, Path, description = "The game"), Look),
    responses(
        (status = OK, content_type = "image/png"),
        (status = BAD_REQUEST, body = ProblemShape), (status = NOT_FOUND, body = ProblemShape),
        (status = UNPROCESSABLE_ENTITY, body = ProblemShape), (status = SERVICE_UNAVAILABLE, body = ProblemShape),
    ),
)]
pub(super) async fn painting(
    State(app): State<App>,
    client: Client,
    Path(name): Path<String>,
    Params(look): Params<Look>,
) -> Result<Response, Problem> {
    let (record, style) = look.read(&app, &name)?;
    let size = look.size()?;
    paint(&app, client, "image/png", move || png(record.info(), &record.scene(), style, size)).await
}

/// A game, ply by ply
#[utoipa::path(
    get, path = "/games/{game}/picture.gif", tag = "games",
    params(("game" = String, Path, description = "The game"), Look),
    responses(
        (status = OK, content_type = "image/gif"),
        (status = BAD_REQUEST, body = ProblemShape), (status = NOT_FOUND, body = ProblemShape),
        (status = UNPROCESSABLE_ENTITY, body = ProblemShape), (status = SERVICE_UNAVAILABLE, body = ProblemShape),
    ),
)]
pub(super) async fn animation(
    State(app): State<App>,
    client: Client,
    Path(name): Path<String>,
    Params(look): Params<Look>,
) -> Result<Response, Problem> {
    let (record, style) = look.read(&app, &name)?;
    let size = look.size()?;
    paint(&app, client, "image/gif", move || gif(&*record, style, size, PACE)).await
}
