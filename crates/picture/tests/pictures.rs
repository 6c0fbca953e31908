//! Pictures of real positions of every game.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::time::Duration;

use chautari_game::{AnyGame, AnyRecord, Rng};
use chautari_games::{GAMES, find};
use chautari_picture::{Labels, MOST_FRAMES, PictureError, Size, Style, Theme, View, gif, png, svg, text};

/// Plays the first offer `plies` times.
fn record(game: &dyn AnyGame, plies: usize) -> Box<dyn AnyRecord> {
    let mut record = game.start();
    for _ in 0..plies {
        let first = record.offers()[0].text.clone();
        record.play(&first).unwrap();
    }
    record
}

fn drawn(record: &dyn AnyRecord, style: Style) -> String {
    svg(record.info(), &record.scene(), style)
}

#[test]
fn every_game_has_a_drawing_of_every_piece() {
    for game in GAMES {
        let record = record(*game, 4);
        let drawn = drawn(&*record, Style::default());
        let used = drawn.matches("<use ").count();
        assert!(used >= record.scene().pieces.len(), "{}: {used} pieces", record.info().id);
        for use_ in drawn.split("<use href=\"#").skip(1) {
            let id = &use_[..use_.find('"').unwrap()];
            assert!(
                drawn.contains(&format!("<g id=\"{id}\">")),
                "{}: nothing defines {id}",
                record.info().id
            );
        }
        assert!(!drawn.contains("var("), "{}: a colour has no value", record.info().id);
    }
}

#[test]
fn pictures_have_an_accessible_title() {
    let drawn = drawn(&*record(&*find("baghchal").unwrap(), 1), Style::default());
    assert!(
        drawn.contains(
            "<title>Bagh Chal: Tigers to move; Goats, goats in hand: 19 of 20; Tigers, goats captured: 0 of 5</title>"
        ),
        "{drawn}"
    );
}

#[test]
fn text_uses_display_names_of_sides() {
    let record = record(&*find("creeper").unwrap(), 0);
    let title = "<title>Creeper: Teal to move; Teal, pins: 8 of 8; Orange, pins: 8 of 8</title>";
    let picture = drawn(&*record, Style::default());
    assert!(picture.contains(title), "{picture}");
    // In text output pins are letters.
    let text = text(record.info(), &record.scene());
    assert!(text.contains("     Teal (x) pins: 8 of 8\n     Orange (o) pins: 8 of 8\n"), "{text}");
}

#[test]
fn themes_views_and_labels_differ() {
    let record = record(&*find("banchess").unwrap(), 3);
    let plain = Style::default();
    let styles = [
        plain,
        Style { theme: Theme::Dark, ..plain },
        Style { view: View::Turned, ..plain },
        Style { labels: Labels::Hidden, ..plain },
    ];
    let drawings: std::collections::HashSet<_> = styles.map(|style| drawn(&*record, style)).into();
    assert_eq!(drawings.len(), styles.len());
}

/// Returns the coordinates of the first piece in a drawing.
fn first_place(drawing: &str) -> (f32, f32) {
    let number = |text: &str, name: &str| {
        let rest = &text[text.find(name).unwrap() + name.len()..];
        rest[..rest.find('"').unwrap()].parse::<f32>().unwrap()
    };
    let piece = &drawing[drawing.find("<use ").unwrap()..];
    (number(piece, " x=\""), number(piece, " y=\""))
}

#[test]
fn turned_boards_are_point_reflections() {
    let record = record(&*find("baghchal").unwrap(), 0);
    let (x, y) = first_place(&drawn(&*record, Style::default()));
    let (tx, ty) = first_place(&drawn(&*record, Style { view: View::Turned, ..Style::default() }));
    // The tiger on the first corner moves to the last: four cells of 100 units.
    assert_eq!((tx - x, ty - y), (400.0, 400.0));
}

#[test]
fn pictures_have_the_requested_size() {
    let record = record(&*find("baghchal").unwrap(), 1);
    let file = png(record.info(), &record.scene(), Style::default(), Size::new(64).unwrap()).unwrap();
    assert_eq!(&file[1..4], b"PNG");
    assert_eq!(u32::from_be_bytes(file[16..20].try_into().unwrap()), 64);
}

#[test]
fn extreme_sizes_are_refused() {
    for asked in [0, Size::MIN - 1, Size::MAX + 1, u32::MAX] {
        assert_eq!(Size::new(asked), Err(PictureError::Size { asked }));
    }
}

#[test]
fn animations_have_one_frame_per_position() {
    for game in GAMES {
        let record = record(*game, 5);
        let file =
            gif(&*record, Style::default(), Size::new(48).unwrap(), Duration::from_millis(500), || true)
                .unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(&file[..]).unwrap();
        let mut delays = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            delays.push(frame.delay);
        }
        assert_eq!(delays, [50, 50, 50, 50, 50, 200], "{}", record.info().id);
    }
}

/// Plays random games until one reaches the maximum length of an animation.
fn endless() -> Box<dyn AnyRecord> {
    let mut rng = Rng::new(1);
    loop {
        for game in GAMES {
            let mut record = game.start();
            while record.outcome().is_none() {
                if record.len() == MOST_FRAMES {
                    return record;
                }
                let chosen = rng.pick(&record.offers()).unwrap();
                record.play(&chosen.text).unwrap();
            }
        }
    }
}

#[test]
fn games_longer_than_an_animation_are_refused() {
    let record = endless();
    let asked = gif(&*record, Style::default(), Size::new(16).unwrap(), Duration::ZERO, || true);
    assert_eq!(asked, Err(PictureError::Frames { asked: MOST_FRAMES + 1 }));
}

#[test]
fn cancelled_animations_are_not_rendered() {
    let mut record = chautari_games::find("baghchal").unwrap().start();
    record.play("mB1").unwrap();
    let given_up = gif(&*record, Style::default(), Size::new(16).unwrap(), Duration::ZERO, || false);
    assert!(matches!(given_up, Err(chautari_picture::PictureError::Abandoned)));
}
