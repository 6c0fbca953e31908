//! Checks the boards in every RULES.md. A block that begins with ```` ```position TEXT ```` must draw that position as
//! `show` does, whole or in part with its labels. A legend can follow after an empty line. The web page replaces the whole
//! block by an interactive board.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use chautari_games::GAMES;

use crate::binary::ask;

/// A position of a rulebook and its drawing.
#[derive(Debug, PartialEq)]
struct Drawing<'a> {
    position: &'a str,
    lines: Vec<&'a str>,
}

/// Returns the drawings of a rulebook. One inside a list is indented like the list.
fn drawings(rulebook: &str) -> Vec<Drawing<'_>> {
    let mut lines = rulebook.lines();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        let Some((indent, position)) = line.split_once("```position ") else { continue };
        let drawn = lines.by_ref().take_while(|line| line.trim() != "```");
        let block: Vec<_> = drawn.collect();
        let lines = block.into_iter().take_while(|line| !line.trim().is_empty());
        let lines = lines.map(|line| line.strip_prefix(indent).unwrap()).collect();
        found.push(Drawing { position, lines });
    }
    found
}

/// The width of the row labels.
const MARGIN: usize = 4;

/// Returns up to `count` characters of a line.
fn part(line: &str, from: usize, count: usize) -> String {
    line.chars().skip(from).take(count).collect::<String>().trim_end().to_owned()
}

impl Drawing<'_> {
    /// Checks the drawing against `show`, and that the position is in canonical notation.
    fn check(&self, game: &str) {
        let shown = ask(&["show", game, "--position", self.position]);
        assert_eq!((shown.code, shown.err.as_str()), (0, ""), "{}", self.position);
        assert!(shown.out.trim_end().ends_with(self.position), "{} is not canonical", self.position);
        assert_eq!(self.lines, self.cut_out_of(&shown.out), "{}", self.position);
    }

    /// Cuts the same part out of the whole board, by the labels of the first column and row.
    fn cut_out_of(&self, whole: &str) -> Vec<String> {
        let whole: Vec<_> = whole.lines().collect();
        let columns = self.lines[0].trim();
        let from = whole[0].find(columns).unwrap_or_else(|| panic!("no columns {columns}")) - 1;
        let width = columns.chars().count() + 1;
        let label = |line: &str| part(line, 0, MARGIN);
        let first = whole.iter().skip(1).position(|line| label(line) == label(self.lines[1])).unwrap() + 1;
        let rows = whole[first..].iter().take(self.lines.len() - 1);
        let cut = |line: &&str| format!("{:MARGIN$}{}", label(line), part(line, from, width));
        [&whole[0]].into_iter().chain(rows).map(cut).map(|line| line.trim_end().to_owned()).collect()
    }
}

#[test]
fn drawings_match_their_positions() {
    // The profiles of a game share its rulebook, but another profile may mark compulsory moves.
    for game in GAMES.iter().filter(|game| !game.info().id.contains('-')) {
        let info = game.info();
        let drawings = drawings(info.rulebook);
        assert!(drawings.len() > 2, "{}: {} drawings", info.id, drawings.len());
        for drawing in &drawings {
            drawing.check(info.id);
        }
    }
}

/// Legends must be inside the block, because the page shows a board instead of the drawing.
#[test]
fn legends_are_inside_their_block() {
    for game in GAMES {
        let info = game.info();
        let books = info.translations.iter().filter_map(|translation| translation.rulebook);
        for book in books.chain([info.rulebook]) {
            let mut drawn = false;
            for line in book.lines() {
                drawn ^= line.trim_start().starts_with("```");
                assert!(drawn || !line.contains("`·`"), "{}: {line}", info.id);
            }
        }
    }
}

#[test]
fn drawings_of_endings_match_their_positions() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/ENDINGS.md");
    let page = std::fs::read_to_string(path).unwrap();
    let drawings = drawings(&page);
    assert!(drawings.len() > 5);
    for drawing in &drawings {
        drawing.check("banchess");
    }
}

#[test]
fn nepali_rules_have_the_same_boards() {
    for game in GAMES {
        let info = game.info();
        // The profiles of a game share its rulebook.
        let folder = info.id.split('-').next().unwrap();
        let path = format!("{}/../games/{folder}/RULES.ne.md", env!("CARGO_MANIFEST_DIR"));
        let nepali = std::fs::read_to_string(&path).unwrap();
        assert_eq!(drawings(&nepali), drawings(info.rulebook), "{path}");
    }
}
