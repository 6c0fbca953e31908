//! Marks: rings, crosses and arrows that highlight points.

use std::collections::HashMap;
use std::fmt;

use chautari_game::{Fit, Look, Mark, MarkKind, Scene, Shape};

use crate::Theme;
use crate::layout::Layout;

/// The part of a mark drawn under the pieces.
pub(crate) struct Below<'a> {
    pub(crate) mark: &'a Mark,
    pub(crate) layout: &'a Layout<'a>,
    pub(crate) scene: &'a Scene,
    pub(crate) theme: Theme,
}

/// The part of a mark drawn over the pieces.
pub(crate) struct Above<'a> {
    pub(crate) mark: &'a Mark,
    pub(crate) layout: &'a Layout<'a>,
    pub(crate) scene: &'a Scene,
    pub(crate) theme: Theme,
}

/// Returns the radius of the piece on a point.
fn radius(scene: &Scene, point: u16) -> f32 {
    match scene.board.points.get(usize::from(point)).map(|point| point.shape) {
        Some(Shape::Pin) => 30.0,
        _ => 49.0,
    }
}

/// Whether pieces can be placed on top of what is on this point: then its rings are drawn under them, and it
/// is not dimmed, so that its side's colour stays clear.
pub(crate) fn is_ground(scene: &Scene, point: u16) -> bool {
    let shape = scene.board.points.get(usize::from(point)).map(|point| point.shape);
    matches!(shape, Some(Shape::Octagon | Shape::Base))
}

impl fmt::Display for Below<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (colour, strength) = match self.mark.kind {
            MarkKind::LastMove => ("last", 0.5),
            MarkKind::Check => ("danger", 0.6),
            MarkKind::Winning => ("win", 0.4),
            MarkKind::Lost => ("danger", 0.4),
            MarkKind::Must | MarkKind::Captured | MarkKind::Banned | MarkKind::Forbidden => return Ok(()),
        };
        let colour = self.theme.colour(colour);
        for &point in &self.mark.points {
            let Some((x, y)) = self.layout.point(point) else { continue };
            if self.scene.board.look == Look::Squares {
                let (left, top) = (x - 50.0, y - 50.0);
                write!(
                    f,
                    r#"<rect x="{left}" y="{top}" width="100" height="100" fill="{colour}" opacity="{strength}"/>"#
                )?;
            } else if matches!(self.mark.kind, MarkKind::Winning | MarkKind::Lost)
                && is_ground(self.scene, point)
            {
                let r = radius(self.scene, point) - 3.0;
                ring(f, (x, y), r, "#fff8ee", 13.0)?;
                ring(f, (x, y), r, colour, 7.0)?;
            } else {
                let r = radius(self.scene, point);
                write!(f, r#"<circle cx="{x}" cy="{y}" r="{r}" fill="{colour}" opacity="{strength}"/>"#)?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Above<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mark.kind {
            MarkKind::LastMove => self.dot(f),
            MarkKind::Captured => self.crosses(f, 15.0, 7.0),
            MarkKind::Forbidden => self.crosses(f, 20.0, 9.0),
            MarkKind::Banned => self.barred(f),
            MarkKind::Winning => {
                self.rings(f, "win")?;
                self.winning_rows(f)
            }
            MarkKind::Lost => self.rings(f, "danger"),
            MarkKind::Must => self.rings(f, "last"),
            MarkKind::Check => Ok(()),
        }
    }
}

impl Above<'_> {
    /// A dot on the last piece played, on boards where pieces hide what is under them.
    fn dot(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(&last) = self.mark.points.last() else { return Ok(()) };
        let hidden =
            self.scene.board.fit == Fit::Covering && self.scene.pieces.iter().any(|piece| piece.at == last);
        match self.layout.point(last) {
            Some((x, y)) if hidden => {
                write!(f, r#"<circle cx="{x}" cy="{y}" r="13" fill="{}"/>"#, self.theme.colour("last"))
            }
            _ => Ok(()),
        }
    }

    fn crosses(&self, f: &mut fmt::Formatter<'_>, arm: f32, pen: f32) -> fmt::Result {
        let colour = self.theme.colour("danger");
        for (x, y) in self.mark.points.iter().filter_map(|&point| self.layout.point(point)) {
            write!(
                f,
                r#"<path d="M{} {}l{len} {len}m0-{len}l-{len} {len}" stroke="{colour}" stroke-width="{pen}" stroke-linecap="round" fill="none"/>"#,
                x - arm,
                y - arm,
                len = 2.0 * arm
            )?;
        }
        Ok(())
    }

    /// An arrow to a no-entry sign, legible even for the shortest move.
    fn barred(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut ends = self.mark.points.iter().filter_map(|&point| self.layout.point(point));
        let (Some((x1, y1)), Some((x2, y2))) = (ends.next(), ends.next()) else { return Ok(()) };
        let (dx, dy) = (x2 - x1, y2 - y1);
        let (turn, end) = (dy.atan2(dx).to_degrees(), dx.hypot(dy) - 27.0);
        // Over a piece, the sign is small and in a corner.
        let is_taken = self.scene.pieces.iter().any(|piece| Some(&piece.at) == self.mark.points.last());
        let (aside, scale) = if is_taken { (30.0, 0.65) } else { (0.0, 1.0) };
        let (x, y) = (x2 + aside, y2 - aside);
        let colour = self.theme.colour("danger");
        write!(
            f,
            r#"<g transform="translate({x1} {y1}) rotate({turn:.2})" stroke="{colour}" fill="none" stroke-width="10" stroke-linecap="round" opacity="0.8"><circle r="44" stroke-width="6" stroke-dasharray="14 12"/><path d="M44 0H{end}"/></g>"#,
        )?;
        write!(
            f,
            r##"<g transform="translate({x} {y}) scale({scale})" stroke="#fff8ee" stroke-linecap="round"><circle r="26" fill="{colour}" stroke-width="4"/><path d="M-15 0h30" fill="none" stroke-width="11"/></g>"##,
        )
    }

    fn rings(&self, f: &mut fmt::Formatter<'_>, colour: &str) -> fmt::Result {
        let colour = self.theme.colour(colour);
        for &point in &self.mark.points {
            let lies_below = is_ground(self.scene, point) && !matches!(self.mark.kind, MarkKind::Must);
            if let Some(place) = self.layout.point(point).filter(|_| !lies_below) {
                ring(f, place, radius(self.scene, point) - 3.0, colour, 7.0)?;
            }
        }
        Ok(())
    }
}

/// The steps between neighbours along rows and columns, and along diagonals, in half units of the board.
const STRAIGHT: [(i32, i32); 2] = [(2, 0), (0, 2)];
const DIAGONAL: [(i32, i32); 2] = [(2, 2), (2, -2)];

impl Above<'_> {
    /// Lines through the points of a winning mark: rows of three or more on lines, any chain of tiles. Squares, and
    /// pieces without neighbours, have none.
    fn winning_rows(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path_of_rows();
        if path.is_empty() {
            return Ok(());
        }
        for (colour, pen) in [("#fff8ee", 38), (self.theme.colour("win"), 26)] {
            write!(
                f,
                r#"<path d="{path}" stroke="{colour}" stroke-width="{pen}" stroke-linecap="round" fill="none" opacity="0.9"/>"#
            )?;
        }
        Ok(())
    }

    fn path_of_rows(&self) -> String {
        let board = &self.scene.board;
        let mut path = String::new();
        if board.look == Look::Squares {
            return path;
        }
        let are_tiles = self.mark.points.iter().all(|&point| is_ground(self.scene, point));
        let place = |point: u16| {
            let point = board.points.get(usize::from(point))?;
            Some((i32::from(point.x), i32::from(point.y)))
        };
        let at: HashMap<_, _> = self.mark.points.iter().filter_map(|&p| Some((place(p)?, p))).collect();
        let next = |point, (dx, dy): (i32, i32)| {
            let (x, y) = place(point)?;
            at.get(&(x + dx, y + dy)).copied()
        };
        for &(dx, dy) in STRAIGHT.iter().chain(DIAGONAL.iter().filter(|_| !are_tiles)) {
            for &first in &self.mark.points {
                if next(first, (-dx, -dy)).is_some() {
                    continue;
                }
                let row: Vec<u16> =
                    std::iter::successors(Some(first), |&point| next(point, (dx, dy))).collect();
                let ends = row.first().zip(row.last()).filter(|_| row.len() >= if are_tiles { 2 } else { 3 });
                let ends = ends
                    .and_then(|(&one, &other)| Some((self.layout.point(one)?, self.layout.point(other)?)));
                if let Some(((x1, y1), (x2, y2))) = ends {
                    path.extend([format!("M{x1} {y1}"), format!("L{x2} {y2}")]);
                }
            }
        }
        path
    }
}

fn ring(f: &mut fmt::Formatter<'_>, (x, y): (f32, f32), r: f32, colour: &str, pen: f32) -> fmt::Result {
    write!(f, r#"<circle cx="{x}" cy="{y}" r="{r}" fill="none" stroke="{colour}" stroke-width="{pen}"/>"#)
}
