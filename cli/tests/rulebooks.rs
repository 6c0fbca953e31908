//! The boards in every RULES.md. A block that begins with ```` ```position TEXT ```` is a drawing of
//! that position, which the page puts on a board to be played in: as `show` draws it, whole or a part
//! with its own labels. What its signs mean may stand below, after an empty line: the page shows neither.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod binary;

use binary::ask;
use chautari_games::GAMES;

/// A position of a rulebook and the lines it is drawn with.
#[derive(Debug, PartialEq)]
struct Drawing<'a> {
    position: &'a str,
    lines: Vec<&'a str>,
}

/// The drawings of a rulebook; one inside a list is indented like the list.
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

/// Where the labels of rows end.
const MARGIN: usize = 4;

/// Some characters of a line, as many as there are.
fn part(line: &str, from: usize, count: usize) -> String {
    line.chars().skip(from).take(count).collect::<String>().trim_end().to_owned()
}

impl Drawing<'_> {
    /// It is drawn as `show` draws it, and written as the game writes it.
    fn check(&self, game: &str) {
        let shown = ask(&["show", game, "--position", self.position]);
        assert_eq!((shown.code, shown.err.as_str()), (0, ""), "{}", self.position);
        assert!(shown.out.trim_end().ends_with(self.position), "{} is not canonical", self.position);
        assert_eq!(self.lines, self.cut_out_of(&shown.out), "{}", self.position);
    }

    /// The same part of the whole board, cut out by the labels of its first column and its first row.
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
fn every_drawing_is_of_its_position() {
    // The profiles of a game share its book; another profile may mark what must be done.
    for game in GAMES.iter().filter(|game| !game.info().id.contains('-')) {
        let info = game.info();
        let drawings = drawings(info.rulebook);
        assert!(drawings.len() > 2, "{}: {} drawings", info.id, drawings.len());
        for drawing in &drawings {
            drawing.check(info.id);
        }
    }
}

/// What explains the signs of a drawing stands in its block: on the page there is a board in its place.
#[test]
fn no_legend_is_left_where_the_drawing_is_not_shown() {
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
fn boards_of_the_results_are_drawn_as_shown() {
    for (page, game) in [("ENDINGS.md", "banchess"), ("SOLVED.md", "baghchal")] {
        let path = format!("{}/../docs/{page}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let drawings = drawings(&text);
        assert!(drawings.len() > 4, "{page}");
        for drawing in &drawings {
            drawing.check(game);
        }
    }
}

#[test]
fn the_rules_in_nepali_have_the_same_boards() {
    for game in GAMES {
        let info = game.info();
        // The profiles of a game share its book.
        let folder = info.id.split('-').next().unwrap();
        let path = format!("{}/../games/{folder}/RULES.ne.md", env!("CARGO_MANIFEST_DIR"));
        let nepali = std::fs::read_to_string(&path).unwrap();
        assert_eq!(drawings(&nepali), drawings(info.rulebook), "{path}");
    }
}
