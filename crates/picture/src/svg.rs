//! Rendering scenes as SVG.

use std::collections::BTreeSet;
use std::fmt::{Display, Write};

use chautari_game::{Info, Look, Mark, Piece, Scene, Shape, Tone};

use crate::art::{Drawing, drawing};
use crate::layout::{Layout, STRIP_MIDDLE, THICKNESS};
use crate::marks::{Above, Below, is_ground};
use crate::theme::{colours, name};
use crate::{Labels, Style, glyph};

pub(crate) const INFALLIBLE: &str = "writing to a string cannot fail";

/// Renders a scene as an SVG document, with about 100 units between neighbouring points.
pub fn svg(info: &Info, scene: &Scene, style: Style) -> String {
    let drawer = Drawer { info, scene, style, layout: Layout::new(scene.board, style) };
    drawer.document()
}

struct Drawer<'a> {
    info: &'a Info,
    scene: &'a Scene,
    style: Style,
    layout: Layout<'a>,
}

impl Drawer<'_> {
    fn colour(&self, name: &str) -> &'static str {
        self.style.theme.colour(name)
    }

    fn document(&self) -> String {
        let (width, height) = self.layout.extent();
        let mut out = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"><title>{}</title>"#,
            escaped(&self.title())
        );
        self.definitions(&mut out);
        self.slab(&mut out);
        match self.scene.board.look {
            Look::Lines => self.lines(&mut out),
            Look::Squares => self.squares(&mut out),
            Look::Octagons => self.octagons(&mut out),
        }
        if self.style.labels == Labels::Shown {
            self.labels(&mut out);
        }
        // Octagons are part of the board: marks are drawn on them and under the pins.
        let (ground, standing): (Vec<_>, Vec<_>) =
            self.scene.pieces.iter().partition(|piece| is_ground(self.scene, piece.at));
        self.pieces(&ground, &mut out);
        for mark in &self.scene.marks {
            let below = Below { mark, layout: &self.layout, scene: self.scene, theme: self.style.theme };
            Self::mark(mark, &below, &mut out);
        }
        self.pieces(&standing, &mut out);
        for mark in &self.scene.marks {
            let above = Above { mark, layout: &self.layout, scene: self.scene, theme: self.style.theme };
            Self::mark(mark, &above, &mut out);
        }
        out + "</svg>\n"
    }

    /// Returns the accessible title of the picture.
    fn title(&self) -> String {
        let Info { name, .. } = self.info;
        let Scene { turn, action, tallies, .. } = self.scene;
        let mut title = format!("{name}: {} to {action}", self.info.spoken(turn));
        for tally in tallies {
            let side = self.info.spoken(tally.side);
            write!(title, "; {side}, {}: {} of {}", tally.label, tally.count, tally.of).expect(INFALLIBLE);
        }
        title
    }

    /// Defines each kind of piece once, to be referenced from its points.
    fn definitions(&self, out: &mut String) {
        let mut kinds: BTreeSet<(&str, Tone, char)> = BTreeSet::new();
        for piece in &self.scene.pieces {
            let tone = self.scene.board.tone(piece.side);
            kinds.insert((piece.kind, tone, piece.glyph));
            if self.stands_on(piece) == Some(Shape::Base) {
                kinds.insert(("base", tone, ' '));
            }
        }
        out.push_str("<defs>");
        for (kind, tone, letter) in kinds {
            let shapes = match drawing(kind, tone) {
                Drawing::Own(shapes) => shapes,
                Drawing::Plain(shapes) => {
                    let word = glyph::word(&letter.to_string(), (50.0, 50.0), 34.0);
                    let ink = colours(tone)["detail"];
                    format!(r#"{shapes}<g fill="none" stroke="{ink}" stroke-width="2">{word}</g>"#)
                }
            };
            write!(out, r#"<g id="{kind}-{}">{shapes}</g>"#, name(tone)).expect(INFALLIBLE);
        }
        out.push_str("</defs>");
    }

    fn slab(&self, out: &mut String) {
        let (width, height) = self.layout.extent();
        let top = height - THICKNESS;
        write!(
            out,
            r#"<rect y="{THICKNESS}" width="{width}" height="{top}" rx="26" fill="{}"/><rect width="{width}" height="{top}" rx="26" fill="{}"/><rect x="5" y="5" width="{}" height="{}" rx="22" fill="none" stroke="{}" stroke-width="2.5"/>"#,
            self.colour("slab-shade"),
            self.colour("slab"),
            width - 10.0,
            top - 10.0,
            self.colour("slab-edge"),
        )
        .expect(INFALLIBLE);
    }

    /// Draws lines as grooves in the slab: dark, with a light edge below.
    fn lines(&self, out: &mut String) {
        let board = self.scene.board;
        let mut way = String::new();
        for &[from, to] in &board.lines {
            if let (Some((x1, y1)), Some((x2, y2))) = (self.layout.point(from), self.layout.point(to)) {
                write!(way, "M{x1} {y1}L{x2} {y2}").expect(INFALLIBLE);
            }
        }
        let pen = self.layout.pen();
        for (colour, drop) in [("groove-light", pen * 0.6), ("groove", 0.0)] {
            write!(
                out,
                r#"<path d="{way}" transform="translate(0 {drop})" stroke="{}" stroke-width="{pen}" stroke-linecap="round" fill="none"/>"#,
                self.colour(colour)
            )
            .expect(INFALLIBLE);
        }
        for point in &board.points {
            let dot = match point.shape {
                Shape::Star => 12.0,
                _ if self.layout.is_roomy() => 8.0,
                _ => continue,
            };
            let (x, y) = self.layout.place(point.x, point.y);
            write!(out, r#"<circle cx="{x}" cy="{y}" r="{dot}" fill="{}"/>"#, self.colour("groove"))
                .expect(INFALLIBLE);
        }
    }

    fn squares(&self, out: &mut String) {
        let board = self.scene.board;
        let (x1, y1) = self.layout.place(0, 0);
        let (x2, y2) = self.layout.place(board.width.saturating_sub(1), board.height.saturating_sub(1));
        // The frame surrounds the squares.
        let reach = self.layout.reach + 3.0;
        let (left, top) = (x1.min(x2) - reach, y1.min(y2) - reach);
        let (width, height) = ((x1 - x2).abs() + 2.0 * reach, (y1 - y2).abs() + 2.0 * reach);
        write!(
            out,
            r#"<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="{}" stroke="{}" stroke-width="6"/>"#,
            self.colour("square-light"),
            self.colour("groove"),
        )
        .expect(INFALLIBLE);
        let mut way = String::new();
        for point in board.points.iter().filter(|point| point.shape == Shape::Dark) {
            let (x, y) = self.layout.place(point.x, point.y);
            write!(way, "M{} {}h100v100h-100Z", x - 50.0, y - 50.0).expect(INFALLIBLE);
        }
        write!(out, r#"<path d="{way}" fill="{}"/>"#, self.colour("square-dark")).expect(INFALLIBLE);
    }

    fn octagons(&self, out: &mut String) {
        for point in &self.scene.board.points {
            let (x, y) = self.layout.place(point.x, point.y);
            match point.shape {
                Shape::Octagon | Shape::Base => write!(
                    out,
                    r#"<path d="M{} {}h38l26 26v38l-26 26h-38l-26-26v-38Z" fill="{}" stroke="{}" stroke-width="3"/>"#,
                    x - 19.0,
                    y - 45.0,
                    self.colour("inlay"),
                    self.colour("inlay-edge")
                ),
                _ => write!(out, r#"<circle cx="{x}" cy="{y}" r="9" fill="{}"/>"#, self.colour("groove")),
            }
            .expect(INFALLIBLE);
        }
    }

    fn labels(&self, out: &mut String) {
        let board = self.scene.board;
        let (width, height) = self.layout.extent();
        let strip = STRIP_MIDDLE;
        write!(
            out,
            r#"<g fill="none" stroke="{}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">"#,
            self.colour("label")
        )
        .expect(INFALLIBLE);
        // Wide boards are viewed from further away.
        let size = if self.layout.is_roomy() { 21.0 } else { 27.0 };
        for (x, label) in &board.columns {
            let (x, _) = self.layout.place(*x, 0);
            *out += &glyph::word(label, (x, strip), size);
            *out += &glyph::word(label, (x, height - THICKNESS - strip), size);
        }
        for (y, label) in &board.rows {
            let (_, y) = self.layout.place(0, *y);
            *out += &glyph::word(label, (strip, y), size);
            *out += &glyph::word(label, (width - strip, y), size);
        }
        out.push_str("</g>");
    }

    /// Writes the part of a mark in one layer, in a group named after the mark. Style sheets and the test
    /// that compares pictures with the page select it by that name.
    fn mark(mark: &Mark, part: &impl Display, out: &mut String) {
        let part = part.to_string();
        if !part.is_empty() {
            write!(out, r#"<g data-mark="{}">{part}</g>"#, mark.kind.name()).expect(INFALLIBLE);
        }
    }

    fn stands_on(&self, piece: &Piece) -> Option<Shape> {
        self.scene.board.points.get(usize::from(piece.at)).map(|point| point.shape)
    }

    fn pieces(&self, pieces: &[&Piece], out: &mut String) {
        for piece in pieces {
            let Some((x, y)) = self.layout.point(piece.at) else { continue };
            let (left, top) = (x - 50.0, y - 50.0);
            let tone = name(self.scene.board.tone(piece.side));
            write!(out, r##"<use href="#{}-{tone}" x="{left}" y="{top}"/>"##, piece.kind).expect(INFALLIBLE);
            if self.stands_on(piece) == Some(Shape::Base) {
                write!(out, r##"<use href="#base-{tone}" x="{left}" y="{top}"/>"##).expect(INFALLIBLE);
            }
        }
    }
}

/// Escapes text between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
