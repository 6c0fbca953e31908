//! Rendering scenes as text for terminals.
//!
//! Boards with slanted lines or octagons are drawn with more space; other grids are compact.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use chautari_game::{Board, Info, Look, MarkKind, Scene, Shape};

/// Renders a scene as lines of text with ANSI escape codes, which callers can strip.
pub fn text(info: &Info, scene: &Scene) -> String {
    let mut canvas = Canvas::new(scene.board);
    canvas.lines(scene.board);
    canvas.points(info, scene);
    canvas.marks(scene);
    let mut text = canvas.text(scene.board);
    for tally in &scene.tallies {
        // If both sides have such a count, name the side, and add its letter if that differs from its name,
        // because the terminal may have no colours.
        let shared = scene.tallies.iter().filter(|other| other.label == tally.label).count() > 1;
        let called = info.spoken(tally.side);
        let whose = match (shared, called.eq_ignore_ascii_case(tally.side)) {
            (false, _) => String::new(),
            (true, true) => format!("{called} "),
            (true, false) => format!("{called} ({}) ", tally.side),
        };
        writeln!(text, "     {whose}{}: {} of {}", tally.label, tally.count, tally.of).expect(INFALLIBLE);
    }
    text
}

const INFALLIBLE: &str = "writing to a string cannot fail";

/// The width of the left margin.
const MARGIN: usize = 4;

/// The size of a board unit in characters and lines.
#[derive(Clone, Copy)]
struct Pitch {
    across: usize,
    /// Board units per line of text.
    down: usize,
}

struct Canvas {
    pitch: Pitch,
    cells: Vec<Vec<(char, Style)>>,
}

fn roomy(board: &Board) -> bool {
    let slanted = |&[a, b]: &[u16; 2]| {
        let (a, b) = (&board.points[usize::from(a)], &board.points[usize::from(b)]);
        a.x != b.x && a.y != b.y
    };
    board.look == Look::Octagons || board.lines.iter().any(slanted)
}

/// Returns the character where a row and a column of lines meet, on a board or at its edge.
fn crossing(board: &Board, x: u16, y: u16) -> char {
    let place = |at: u16, size: u16| usize::from(at > 0) + usize::from(at + 1 == size);
    [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']][place(y, board.height)][place(x, board.width)]
}

impl Canvas {
    fn new(board: &Board) -> Canvas {
        let pitch = if roomy(board) { Pitch { across: 2, down: 1 } } else { Pitch { across: 1, down: 2 } };
        let width = usize::from(board.width - 1) * pitch.across + 3;
        let height = usize::from(board.height - 1) / pitch.down + 1;
        Canvas { pitch, cells: vec![vec![(' ', Style::new()); width]; height] }
    }

    /// Returns the line and the column on the canvas of a place on the board.
    fn place(&self, x: u16, y: u16) -> (usize, usize) {
        (usize::from(y) / self.pitch.down, usize::from(x) * self.pitch.across + 1)
    }

    fn put(&mut self, (line, column): (usize, usize), glyph: char, style: Style) {
        if let Some(cell) = self.cells.get_mut(line).and_then(|line| line.get_mut(column)) {
            *cell = (glyph, style);
        }
    }

    /// Draws the lines of the board; compact boards have no space between their rows.
    fn lines(&mut self, board: &Board) {
        for &[a, b] in &board.lines {
            let (a, b) = (&board.points[usize::from(a)], &board.points[usize::from(b)]);
            let ((top, left), (bottom, right)) = (self.place(a.x, a.y), self.place(b.x, b.y));
            let (line, column) = (usize::midpoint(top, bottom), usize::midpoint(left, right));
            let faint = Style::new().dimmed();
            if top == bottom {
                for column in left.min(right) + 1..left.max(right) {
                    self.put((line, column), '─', faint);
                }
            } else if !roomy(board) {
                // There is no space for a line between two rows.
            } else if left == right {
                self.put((line, column), '│', faint);
            } else {
                let falls = (left < right) == (top < bottom);
                self.put((line, column), if falls { '╲' } else { '╱' }, faint);
            }
        }
    }

    fn points(&mut self, info: &Info, scene: &Scene) {
        for point in &scene.board.points {
            let ruled = scene.board.look == Look::Lines && !roomy(scene.board);
            let glyph = match point.shape {
                Shape::Star => '+',
                Shape::Octagon | Shape::Base => '-',
                Shape::Crossing if ruled => crossing(scene.board, point.x, point.y),
                _ => '·',
            };
            self.put(self.place(point.x, point.y), glyph, Style::new().dimmed());
        }
        for piece in &scene.pieces {
            let point = &scene.board.points[usize::from(piece.at)];
            let colour =
                if piece.side == info.sides[0] { AnsiColor::BrightCyan } else { AnsiColor::BrightYellow };
            let style = Style::new().fg_color(Some(colour.into()));
            let style =
                if matches!(point.shape, Shape::Octagon | Shape::Base) { style } else { style.bold() };
            self.put(self.place(point.x, point.y), piece.glyph, style);
        }
    }

    fn marks(&mut self, scene: &Scene) {
        for mark in &scene.marks {
            let points = match mark.kind {
                // The destination of a move is of interest; its origin is empty.
                MarkKind::LastMove => &mark.points[mark.points.len().saturating_sub(1)..],
                _ => &mark.points,
            };
            for &point in points {
                let point = &scene.board.points[usize::from(point)];
                let place = self.place(point.x, point.y);
                match mark.kind {
                    MarkKind::LastMove => self.enclose(place, '[', ']'),
                    MarkKind::Check | MarkKind::Winning | MarkKind::Lost => self.enclose(place, '(', ')'),
                    MarkKind::Must => self.enclose(place, '<', '>'),
                    MarkKind::Banned => self.enclose(place, '{', '}'),
                    MarkKind::Captured => self.replace_empty(place, 'x'),
                    MarkKind::Forbidden => self.replace_empty(place, '!'),
                }
            }
        }
    }

    fn enclose(&mut self, (line, column): (usize, usize), before: char, after: char) {
        self.put((line, column - 1), before, Style::new());
        self.put((line, column + 1), after, Style::new());
    }

    fn replace_empty(&mut self, place: (usize, usize), glyph: char) {
        let style = Style::new().fg_color(Some(AnsiColor::BrightRed.into()));
        if matches!(
            self.cells[place.0][place.1].0,
            '·' | '+' | '┌' | '┬' | '┐' | '├' | '┼' | '┤' | '└' | '┴' | '┘'
        ) {
            self.put(place, glyph, style);
        }
    }

    /// Returns the canvas with its margins.
    fn text(&self, board: &Board) -> String {
        let mut text = " ".repeat(MARGIN);
        for (x, label) in &board.columns {
            let column = MARGIN + self.place(*x, 0).1;
            while text.len() < column {
                text.push(' ');
            }
            text += label;
        }
        text.push('\n');
        for (number, line) in self.cells.iter().enumerate() {
            let label = board.rows.iter().find(|(y, _)| self.place(0, *y).0 == number && self.on_line(*y));
            write!(text, "{:>width$} ", label.map_or("", |(_, label)| label), width = MARGIN - 1)
                .expect(INFALLIBLE);
            for (glyph, style) in line {
                if *glyph == ' ' || *style == Style::new() {
                    text.push(*glyph);
                } else {
                    write!(text, "{style}{glyph}{style:#}").expect(INFALLIBLE);
                }
            }
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
        text
    }

    fn on_line(&self, y: u16) -> bool {
        usize::from(y).is_multiple_of(self.pitch.down)
    }
}
