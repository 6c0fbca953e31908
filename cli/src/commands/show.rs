//! `show`: draws a position as text or as a picture.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use chautari_game::{AnyRecord, Offer, Scene};
use chautari_picture::{Size, Style, Theme, View, gif, png, svg, text};
use serde::Serialize;

use crate::args::PictureArgs;
use crate::input;
use crate::input::is_dash;
use crate::output::{CommandResult, Failure, describe_outcome};

#[derive(Serialize)]
struct SceneLine {
    position: String,
    scene: Scene,
    offers: Vec<Offer>,
}

pub(super) fn run(
    game: &str,
    position: Option<&str>,
    moves: &[String],
    pictures: &PictureArgs,
    json: bool,
    out: &mut dyn Write,
) -> CommandResult {
    let game = input::game(game)?;
    let mut record = input::position(&*game, position, json)?;
    for m in input::text(moves)?.split_whitespace() {
        input::play(&mut *record, m, json)?;
    }
    let paths = [&pictures.svg, &pictures.png, &pictures.gif];
    let piped = paths.into_iter().flatten().filter(|path| is_dash(path)).count();
    if piped + usize::from(json) > 1 {
        return Err(Failure::bad("Only one picture or the JSON can be written to standard output."));
    }
    write_pictures(&*record, pictures)?;
    if piped > 0 {
        return Ok(());
    }
    if json {
        let line = SceneLine { position: record.position(), scene: record.scene(), offers: record.offers() };
        return Ok(writeln!(out, "{}", serde_json::to_string(&line)?)?);
    }
    board(&*record, out)?;
    Ok(writeln!(out, "{}", record.position())?)
}

/// Display time of each position of an animation.
const FRAME_TIME: Duration = Duration::from_millis(900);

/// Writes the requested pictures.
fn write_pictures(record: &dyn AnyRecord, pictures: &PictureArgs) -> CommandResult {
    let style = Style {
        theme: if pictures.dark { Theme::Dark } else { Theme::Light },
        view: if pictures.flip { View::Turned } else { View::Upright },
        ..Style::default()
    };
    let (info, scene) = (record.info(), record.scene());
    let size = Size::new(pictures.size).map_err(bad)?;
    if let Some(path) = &pictures.svg {
        save(path, svg(info, &scene, style).as_bytes())?;
    }
    if let Some(path) = &pictures.png {
        save(path, &png(info, &scene, style, size).map_err(bad)?)?;
    }
    if let Some(path) = &pictures.gif {
        save(path, &gif(record, style, size, FRAME_TIME, || true).map_err(bad)?)?;
    }
    Ok(())
}

#[allow(clippy::needless_pass_by_value, reason = "used with `map_err`")]
fn bad(error: chautari_picture::PictureError) -> Failure {
    Failure::bad(format!("Cannot draw the picture: {error}."))
}

/// Writes a picture to a file or to standard output.
fn save(path: &Path, bytes: &[u8]) -> CommandResult {
    if is_dash(path) {
        // Bypasses the stream that strips escape sequences, because pictures are binary.
        let mut out = std::io::stdout().lock();
        out.write_all(bytes)?;
        return Ok(out.flush()?);
    }
    std::fs::write(path, bytes)
        .map_err(|e| Failure::bad(format!("The picture cannot be written to {}: {e}.", path.display())))
}

/// Prints the board, then the side to move or the outcome.
pub(super) fn board(record: &dyn AnyRecord, out: &mut dyn Write) -> CommandResult {
    write!(out, "{}", text(record.info(), &record.scene()))?;
    match record.outcome() {
        Some(outcome) => writeln!(out, "{}", describe_outcome(record.info(), outcome))?,
        None => writeln!(out, "{}: {}", record.info().called(record.turn()), record.scene().prompt)?,
    }
    Ok(())
}
