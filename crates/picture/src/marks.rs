//! What is remarkable about a position: rings, crosses and arrows.

use std::fmt;

use chautari_game::{Look, Mark, MarkKind, Scene, Shape};

use crate::Theme;
use crate::layout::Layout;

/// The part of a mark that lies under the pieces.
pub(crate) struct Below<'a> {
    pub(crate) mark: &'a Mark,
    pub(crate) layout: &'a Layout<'a>,
    pub(crate) scene: &'a Scene,
    pub(crate) theme: Theme,
}

/// The part of a mark that lies over them.
pub(crate) struct Above<'a> {
    pub(crate) mark: &'a Mark,
    pub(crate) layout: &'a Layout<'a>,
    pub(crate) scene: &'a Scene,
    pub(crate) theme: Theme,
}

/// How far from a point its piece reaches.
fn radius(scene: &Scene, point: u16) -> f32 {
    match scene.board.points.get(usize::from(point)).map(|point| point.shape) {
        Some(Shape::Pin) => 30.0,
        _ => 49.0,
    }
}

impl fmt::Display for Below<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (colour, strength) = match self.mark.kind {
            MarkKind::LastMove => ("last", 0.5),
            MarkKind::Check => ("danger", 0.6),
            MarkKind::Winning => ("win", 0.4),
            MarkKind::Captured | MarkKind::Banned | MarkKind::Forbidden => return Ok(()),
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
            MarkKind::Winning => self.rings(f),
            MarkKind::Check => Ok(()),
        }
    }
}

impl Above<'_> {
    /// A stone hides what lies under it: the last one played carries a dot.
    fn dot(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(&last) = self.mark.points.last() else { return Ok(()) };
        let hidden = self.scene.pieces.iter().any(|piece| piece.at == last && piece.kind == "stone");
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

    /// An arrow along a way that is closed, with a bar across it.
    fn barred(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut ends = self.mark.points.iter().filter_map(|&point| self.layout.point(point));
        let (Some((x1, y1)), Some((x2, y2))) = (ends.next(), ends.next()) else { return Ok(()) };
        let (dx, dy) = (x2 - x1, y2 - y1);
        let length = dx.hypot(dy);
        if length < 1.0 {
            return Ok(());
        }
        let turn = dy.atan2(dx).to_degrees();
        let middle = length / 2.0;
        let head = length - 16.0;
        write!(
            f,
            r#"<g transform="translate({x1} {y1}) rotate({turn:.2})" stroke="{}" fill="none" stroke-width="11" stroke-linecap="round" stroke-linejoin="round" opacity="0.85"><path d="M26 0H{head}m-24-20 24 20-24 20"/><path d="M{} -22l22 44" stroke-width="13"/></g>"#,
            self.theme.colour("danger"),
            middle - 14.0
        )
    }

    fn rings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colour = self.theme.colour("win");
        for &point in &self.mark.points {
            if let Some((x, y)) = self.layout.point(point) {
                let r = radius(self.scene, point) - 3.0;
                write!(
                    f,
                    r#"<circle cx="{x}" cy="{y}" r="{r}" fill="none" stroke="{colour}" stroke-width="7"/>"#
                )?;
            }
        }
        Ok(())
    }
}
