//! Letters and digits as strokes, so that a picture needs no font and looks the same everywhere.

use std::fmt::Write;

/// How far the next letter stands from the last.
const ADVANCE: f32 = 11.0;
/// The height of a capital.
pub(crate) const HEIGHT: f32 = 12.0;
/// The width of most letters.
const WIDTH: f32 = 8.0;

/// The pen's way for a letter, 8 wide and 12 high from its upper left.
fn strokes(letter: char) -> &'static str {
    match letter {
        '0' => "M4 0C1 0 0 3 0 6S1 12 4 12 8 9 8 6 7 0 4 0Z",
        '1' => "M1 3 4 0V12M1 12H7",
        '2' => "M0 3C0 1 2 0 4 0S8 1 8 3.5C8 6 0 9 0 12H8",
        '3' => "M0 1.5C1 .5 2.5 0 4 0 6.5 0 8 1 8 3S6 6 4 6C6.5 6 8 7.2 8 9S6 12 4 12C2 12 1 11.5 0 10.5",
        '4' => "M6 12V0L0 8.5H8",
        '5' => "M7.5 0H1L.5 5.5C1.5 4.8 2.5 4.5 4 4.5 6.5 4.5 8 6 8 8.2S6.5 12 4 12C2.5 12 1 11.5 0 10.5",
        '6' => "M7 .5C3 .5 0 4 0 8.2 0 10.5 1.5 12 4 12S8 10.5 8 8.2 6.5 4.8 4 4.8 0 6 0 8.2",
        '7' => "M0 0H8L3 12",
        '8' => {
            "M4 5.7C1.8 5.7.6 4.6.6 2.9S1.8 0 4 0 7.4 1.2 7.4 2.9 6.2 5.7 4 5.7 0 7 0 8.9 1.5 12 4 12 8 10.8 8 8.9 6.2 5.7 4 5.7Z"
        }
        '9' => "M1 11.5C5 11.5 8 8 8 3.8 8 1.5 6.5 0 4 0S0 1.5 0 3.8 1.5 7.2 4 7.2 8 6 8 3.8",
        'A' => "M0 12 4 0 8 12M1.3 8H6.7",
        'B' => "M0 0V12H4.5C6.8 12 8 10.8 8 9S6.8 6 4.5 6H0M0 0H4C6 0 7.3 1 7.3 3S6 6 4 6",
        'C' => "M8 2.5C7.3 1 6 0 4.3 0 1.5 0 0 2.5 0 6S1.5 12 4.3 12C6 12 7.3 11 8 9.5",
        'D' => "M0 0V12H3.5C6.5 12 8 9.5 8 6S6.5 0 3.5 0Z",
        'E' => "M7 0H0V12H7M0 6H6",
        'F' => "M7 0H0V12M0 6H6",
        'G' => "M8 2.5C7.3 1 6 0 4.3 0 1.5 0 0 2.5 0 6S1.5 12 4.3 12C6.5 12 8 10.8 8 8.5V6.5H5",
        'H' => "M0 0V12M8 0V12M0 6H8",
        'I' => "M4 0V12",
        'J' => "M7 0V8.5C7 11 6 12 4 12S.8 11 .8 9",
        'K' => "M0 0V12M7.5 0 0 7.5M3 5 8 12",
        'L' => "M0 0V12H7",
        'M' => "M0 12V0L4 7 8 0V12",
        'N' => "M0 12V0L8 12V0",
        'O' => "M4 0C1.3 0 0 2.5 0 6S1.3 12 4 12 8 9.5 8 6 6.7 0 4 0Z",
        'P' => "M0 12V0H4.5C6.8 0 8 1.3 8 3.3S6.8 6.6 4.5 6.6H0",
        'Q' => "M4 0C1.3 0 0 2.5 0 6S1.3 12 4 12 8 9.5 8 6 6.7 0 4 0ZM5 9 8 12.5",
        'R' => "M0 12V0H4.5C6.8 0 8 1.3 8 3.3S6.8 6.6 4.5 6.6H0M4 6.6 8 12",
        'S' => "M7.5 2C7 .7 5.7 0 4 0 1.7 0 .4 1.2.4 3 .4 7 8 4.8 8 9 8 10.8 6.4 12 4 12 2 12 .6 11.2 0 9.8",
        'T' => "M0 0H8M4 0V12",
        'U' => "M0 0V7.5C0 10.5 1.5 12 4 12S8 10.5 8 7.5V0",
        'V' => "M0 0 4 12 8 0",
        'W' => "M0 0 2 12 4 4 6 12 8 0",
        'X' => "M0 0 8 12M8 0 0 12",
        'Y' => "M0 0 4 6 8 0M4 6V12",
        'Z' => "M0 0H8L0 12H8",
        'a' => "M7 12V4M7 8C7 5.5 5.5 4 3.5 4S0 5.5 0 8 1.5 12 3.5 12 7 10.5 7 8",
        'b' => "M0 0V12M0 8C0 5.5 1.5 4 3.5 4S7 5.5 7 8 5.5 12 3.5 12 0 10.5 0 8",
        'c' => "M6.5 5.5C5.8 4.5 4.8 4 3.6 4 1.5 4 0 5.5 0 8S1.5 12 3.6 12C4.8 12 5.8 11.5 6.5 10.5",
        'd' => "M7 0V12M7 8C7 5.5 5.5 4 3.5 4S0 5.5 0 8 1.5 12 3.5 12 7 10.5 7 8",
        'e' => "M0 8H7C7 5.5 5.6 4 3.6 4S0 5.5 0 8 1.5 12 3.6 12C4.9 12 6 11.5 6.6 10.5",
        'f' => "M6 .3C3.5-.4 2.5 1 2.5 3V12M.3 4.5H5.5",
        'g' => {
            "M7 4V12.5C7 15 5.5 16 3.5 16 2 16 1 15.5.3 14.8M7 8C7 5.5 5.5 4 3.5 4S0 5.5 0 8 1.5 12 3.5 12 7 10.5 7 8"
        }
        'h' => "M0 0V12M0 7C0 5.2 1.7 4 3.5 4S6.5 5 6.5 7V12",
        _ => "",
    }
}

/// A word around a centre, `height` high; letters that have no strokes leave a gap.
pub(crate) fn word(text: &str, (x, y): (f32, f32), height: f32) -> String {
    let scale = height / HEIGHT;
    let letters = text.chars().count() as f32;
    let left = x - scale * (ADVANCE * (letters - 1.0) + WIDTH) / 2.0;
    let top = y - height / 2.0;
    let mut paths = String::new();
    for (i, letter) in text.chars().enumerate() {
        let small = strokes(letter).is_empty();
        // A letter without strokes of its own is a small capital.
        let way = if small { strokes(letter.to_ascii_uppercase()) } else { strokes(letter) };
        let (size, drop) = if small { (scale * 0.75, height * 0.25) } else { (scale, 0.0) };
        let at = left + scale * ADVANCE * i as f32;
        if !way.is_empty() {
            write!(
                paths,
                r#"<path d="{way}" transform="translate({at:.1} {:.1}) scale({size:.3})"/>"#,
                top + drop
            )
            .expect("writing to a string cannot fail");
        }
    }
    paths
}
