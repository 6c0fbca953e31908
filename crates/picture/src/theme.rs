//! The colour themes, read from the style sheet that the web page uses too.

use std::collections::HashMap;
use std::sync::LazyLock;

use chautari_game::Tone;

use crate::Theme;

/// The variables of one block of the style sheet, by their names without dashes.
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
    /// Returns the colour of a part of the board.
    pub(crate) fn colour(self, name: &str) -> &'static str {
        let selector = match self {
            Theme::Light => ":root",
            Theme::Dark => ":root[data-theme=\"dark\"]",
        };
        SHEET[selector].get(name).copied().expect("the style sheet names every colour we draw with")
    }
}

/// Returns the name of a tone in the style sheet.
pub(crate) const fn name(tone: Tone) -> &'static str {
    match tone {
        Tone::Light => "light",
        Tone::Dark => "dark",
        Tone::One => "one",
        Tone::Two => "two",
    }
}

/// Returns the colours of a side's pieces.
pub(crate) fn colours(tone: Tone) -> &'static Colours {
    let selector = match tone {
        Tone::Light => ".tone-light",
        Tone::Dark => ".tone-dark",
        Tone::One => ".tone-one",
        Tone::Two => ".tone-two",
    };
    &SHEET[selector]
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
            assert_eq!(names(&format!(".tone-{}", name(tone))), ["body", "detail", "edge", "glint"]);
        }
    }
}
