//! The colours, read from the style sheet that the page uses too.

use std::collections::HashMap;
use std::sync::LazyLock;

use chautari_game::Info;

use crate::Theme;

/// A block of the style sheet: names without their dashes, and values.
pub(crate) type Colours = HashMap<&'static str, &'static str>;

static SHEET: LazyLock<HashMap<&'static str, Colours>> =
    LazyLock::new(|| blocks(include_str!("../art/theme.css")));

fn blocks(sheet: &'static str) -> HashMap<&'static str, Colours> {
    let mut blocks: HashMap<_, Colours> = HashMap::new();
    let mut selector = None;
    for line in sheet.lines() {
        let line = line.trim();
        if let Some(name) = line.strip_suffix(" {") {
            selector = Some(name);
        } else if let (Some(selector), Some(rule)) = (selector, line.strip_prefix("--"))
            && let Some((name, value)) = rule.trim_end_matches(';').split_once(": ")
        {
            blocks.entry(selector).or_default().insert(name, value);
        }
    }
    blocks
}

impl Theme {
    /// The colour of a part of the board.
    pub(crate) fn colour(self, name: &str) -> &'static str {
        let selector = match self {
            Theme::Light => ":root",
            Theme::Dark => ":root[data-theme=\"dark\"]",
        };
        SHEET[selector].get(name).copied().expect("the style sheet names every colour we draw with")
    }
}

/// The colours of a side's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Tone {
    Light,
    Dark,
    One,
    Two,
}

impl Tone {
    /// A side that is called after a colour has it; others are told apart by their order.
    pub(crate) fn of(info: &Info, side: &str) -> Tone {
        match side {
            "white" => Tone::Light,
            "black" => Tone::Dark,
            _ if side == info.sides[0] => Tone::One,
            _ => Tone::Two,
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Tone::Light => "light",
            Tone::Dark => "dark",
            Tone::One => "one",
            Tone::Two => "two",
        }
    }

    pub(crate) fn colours(self) -> &'static Colours {
        let selector = match self {
            Tone::Light => ".tone-light",
            Tone::Dark => ".tone-dark",
            Tone::One => ".tone-one",
            Tone::Two => ".tone-two",
        };
        &SHEET[selector]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_themes_name_the_same_colours() {
        let names = |selector: &str| {
            let mut names: Vec<_> = SHEET[selector].keys().copied().collect();
            names.sort_unstable();
            names
        };
        assert_eq!(names(":root"), names(":root[data-theme=\"dark\"]"));
        assert!(names(":root").contains(&"slab"));
        for tone in [Tone::Light, Tone::Dark, Tone::One, Tone::Two] {
            assert_eq!(names(&format!(".tone-{}", tone.name())), ["body", "detail", "edge", "glint"]);
        }
    }
}
