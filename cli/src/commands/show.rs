//! `show`: a position, drawn.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use chautari_game::{AnyRecord, Offer, Scene};
use chautari_picture::{Size, Style, Theme, View, gif, png, svg, text};
use serde::Serialize;

use crate::args::Pictures;
use crate::input::is_dash;
use crate::report::{Failure, verdict};
use crate::{Done, input};

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
    pictures: &Pictures,
    json: bool,
    out: &mut dyn Write,
) -> Done {
    let game = input::game(game)?;
    let mut record = input::position(&*game, position, json)?;
    for m in input::text(moves)?.split_whitespace() {
        input::play(&mut *record, m, json)?;
    }
    let places = [&pictures.svg, &pictures.png, &pictures.gif];
    let piped = places.into_iter().flatten().filter(|place| is_dash(place)).count();
    if piped + usize::from(json) > 1 {
        return Err(Failure::bad("Only one thing goes to standard output: a picture or the JSON."));
    }
    paint(&*record, pictures)?;
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

/// How long each position of an animation stays.
const PACE: Duration = Duration::from_millis(900);

/// Writes the pictures that were asked for.
fn paint(record: &dyn AnyRecord, pictures: &Pictures) -> Done {
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
        save(path, &gif(record, style, size, PACE, || true).map_err(bad)?)?;
    }
    Ok(())
}

#[allow(clippy::needless_pass_by_value, reason = "it stands in `map_err`")]
fn bad(error: chautari_picture::PictureError) -> Failure {
    Failure::bad(format!("No picture: {error}."))
}

fn save(path: &Path, bytes: &[u8]) -> Done {
    if is_dash(path) {
        // Past what takes colours out of texts.
        let mut out = std::io::stdout().lock();
        out.write_all(bytes)?;
        return Ok(out.flush()?);
    }
    std::fs::write(path, bytes)
        .map_err(|e| Failure::bad(format!("The picture cannot be written to {}: {e}.", path.display())))
}

/// The board and whose move it is, or how the game ended.
pub(super) fn board(record: &dyn AnyRecord, out: &mut dyn Write) -> Done {
    write!(out, "{}", text(record.info(), &record.scene()))?;
    match record.outcome() {
        Some(outcome) => writeln!(out, "{}", verdict(record.info(), outcome))?,
        None => writeln!(out, "{}: {}", record.info().called(record.turn()), record.scene().prompt)?,
    }
    Ok(())
}
