//! Boards of the documentation: positions named in the Markdown, drawn as SVG files.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use chautari_picture::{Style, Theme, svg};

use super::contents::SOURCES;

/// How a fenced block that shows a position begins.
pub(super) const FENCE: &str = "position ";

/// A position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// Id of the game.
    pub(super) game: &'static str,
    /// The position, in the canonical notation.
    pub(super) position: String,
}

/// One position per game, for the front page.
pub(super) const FRONT_BOARDS: [(&str, &str); 4] = [
    ("baghchal", "TXXXX/GGGXX/GGTXT/GXXXX/GXGTG t c1 mB2 #g10"),
    ("banchess", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3 9"),
    ("creeper", "...........x...x........o........o...............oxxxxx.x.o..x.oo..x...o.x....ox....ox"),
    ("gomoku", "19/19/19/19/19/6x12/7oxo9/8xo1x7/7ox1o8/6x1oxo8/9x1o7/8o10/19/19/19/19/19/19/19 b 0 0"),
];

impl Board {
    /// The board of a fenced block in a page, if the block shows a position.
    pub(super) fn of_fence(file: &str, info: &str) -> Option<Board> {
        let position = info.strip_prefix(FENCE)?.trim().to_owned();
        let game = match file {
            "docs/SOLVED.md" => "baghchal",
            "docs/ENDINGS.md" => "banchess",
            _ => chautari_games::GAMES.iter().map(|game| game.info().id).find(|id| file.contains(*id))?,
        };
        Some(Board { game, position })
    }

    /// File name within the site, without theme and extension.
    pub(super) fn stem(&self) -> String {
        let hash = blake3::hash(format!("{} {}", self.game, self.position).as_bytes());
        format!("board-{}", &hash.to_hex()[..12])
    }

    /// The board as SVG and its description in words; `None` if the position is not valid.
    pub(super) fn draw(&self, theme: Theme) -> Option<(String, String)> {
        let game = chautari_games::find(self.game).ok()?;
        let record = game.read_position(&self.position).ok()?;
        let drawn = svg(record.info(), &record.scene(), Style { theme, ..Style::default() });
        let title = drawn.split("<title>").nth(1)?.split("</title>").next()?.to_owned();
        Some((drawn, title))
    }
}

/// Every board of the site, by the stem of its file name.
static BOARDS: LazyLock<BTreeMap<String, Board>> = LazyLock::new(|| {
    let mut boards: Vec<Board> =
        FRONT_BOARDS.iter().map(|&(game, position)| Board { game, position: position.to_owned() }).collect();
    for source in SOURCES {
        let fences = source.text.lines().filter_map(|line| line.trim_start().strip_prefix("```"));
        boards.extend(fences.filter_map(|info| Board::of_fence(source.file, info)));
    }
    boards.into_iter().map(|board| (board.stem(), board)).collect()
});

/// The names of all board files.
pub(super) fn names() -> impl Iterator<Item = String> {
    BOARDS.keys().flat_map(|stem| [format!("{stem}-light.svg"), format!("{stem}-dark.svg")])
}

/// A board file by its name.
pub(super) fn file(name: &str) -> Option<String> {
    let (stem, theme) = match name.strip_suffix("-light.svg") {
        Some(stem) => (stem, Theme::Light),
        None => (name.strip_suffix("-dark.svg")?, Theme::Dark),
    };
    BOARDS.get(stem)?.draw(theme).map(|(svg, _)| svg)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_of_the_documentation_can_be_drawn() {
        assert!(BOARDS.len() > 30, "{}", BOARDS.len());
        for board in BOARDS.values() {
            assert!(board.draw(Theme::Light).is_some(), "{board:?}");
        }
        assert!(names().all(|name| file(&name).is_some_and(|svg| svg.starts_with("<svg"))));
        assert_eq!(file("board-000000000000-light.svg"), None);
    }
}
