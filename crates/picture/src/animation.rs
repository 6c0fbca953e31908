//! Games as animated GIFs.

use std::borrow::Cow;
use std::collections::HashMap;
use std::time::Duration;

use chautari_game::{AnyRecord, Info, Scene};
use gif::{Encoder, Frame, Repeat};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};

use crate::layout::Layout;
use crate::raster::{Canvas, Patch, paint};
use crate::{PictureError, Size, Style, svg};

/// The maximum number of frames; longer than any known game, short enough to render quickly.
pub const MOST_FRAMES: usize = 600;

/// How much longer the last position is shown than the others.
const REST: u16 = 4;

/// Renders the positions of a record as a looping GIF, each shown for `pace`. `keep_on` is called before each
/// frame; if it returns false, rendering is abandoned.
pub fn gif(
    record: &dyn AnyRecord,
    style: Style,
    size: Size,
    pace: Duration,
    keep_on: impl Fn() -> bool,
) -> Result<Vec<u8>, PictureError> {
    let failed = |e: gif::EncodingError| PictureError::Painting(e.to_string());
    let pace = u16::try_from(pace.as_millis() / 10).unwrap_or(u16::MAX).max(2);
    let scenes = scenes(record)?;
    let painted = |scene: &Scene| paint(&svg(record.info(), scene, style), size);
    let mut shown = painted(&scenes[0])?;
    let (width, height) = (shown.width() as u16, shown.height() as u16);
    let mut palette =
        Palette::of(&[&shown, &painted(&scenes[scenes.len() / 2])?, &painted(&scenes[scenes.len() - 1])?]);
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height, &palette.bytes()).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    let mut frame = palette.frame(Part::whole(&shown), None, &shown);
    let mut before = &scenes[0];
    for scene in &scenes[1..] {
        if !keep_on() {
            return Err(PictureError::Abandoned);
        }
        frame.delay = pace;
        encoder.write_frame(&frame).map_err(failed)?;
        let next = repainted(record.info(), (before, &shown), scene, style, size)?;
        before = scene;
        frame = palette.frame(Part::changed(&shown, &next), Some(&shown), &next);
        shown = next;
    }
    frame.delay = pace.saturating_mul(REST);
    encoder.write_frame(&frame).map_err(failed)?;
    drop(encoder);
    Ok(file)
}

/// Renders a scene by repainting the changed parts of the previous one, because painting is most of the work.
fn repainted(
    info: &Info,
    (before, shown): (&Scene, &Pixmap),
    now: &Scene,
    style: Style,
    size: Size,
) -> Result<Pixmap, PictureError> {
    let canvas = Canvas::new(&svg(info, now, style), size)?;
    let mut picture = shown.clone();
    for patch in patches(before, now, &Layout::new(now.board, style)) {
        canvas.patch(&mut picture, patch)?;
    }
    Ok(picture)
}

/// How far the drawing of a point extends, in drawing units.
const REACH: f32 = 56.0;

/// Returns the areas in which two scenes differ: pieces that appeared or disappeared, and marks.
fn patches(before: &Scene, now: &Scene, layout: &Layout) -> Vec<Patch> {
    let mut groups: Vec<Vec<u16>> = Vec::new();
    for (one, other) in [(before, now), (now, before)] {
        let moved = one.pieces.iter().filter(|piece| !other.pieces.contains(piece));
        groups.extend(moved.map(|piece| vec![piece.at]));
        // A mark can be a line between its points.
        let changed = one.marks.iter().filter(|mark| !other.marks.contains(mark));
        groups.extend(changed.map(|mark| mark.points.clone()));
    }
    let around = |points: Vec<u16>| {
        let places = points.into_iter().filter_map(|point| layout.point(point));
        let patch = |(x, y)| Patch { left: x - REACH, top: y - REACH, right: x + REACH, bottom: y + REACH };
        places.map(patch).reduce(|a, b| Patch {
            left: a.left.min(b.left),
            top: a.top.min(b.top),
            right: a.right.max(b.right),
            bottom: a.bottom.max(b.bottom),
        })
    };
    groups.into_iter().filter_map(around).collect()
}

/// Returns the scenes of a record from its start on; at least one.
fn scenes(record: &dyn AnyRecord) -> Result<Vec<Scene>, PictureError> {
    if record.len() >= MOST_FRAMES {
        return Err(PictureError::Frames { asked: record.len() + 1 });
    }
    let mut walk = record.fork();
    let mut scenes = vec![walk.scene()];
    while walk.undo().is_some() {
        scenes.push(walk.scene());
    }
    scenes.reverse();
    Ok(scenes)
}

/// A rectangle of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Part {
    fn whole(pixels: &Pixmap) -> Part {
        Part { left: 0, top: 0, width: pixels.width() as usize, height: pixels.height() as usize }
    }

    /// Returns the area that differs from the previous frame, so that the file contains nothing else; never
    /// empty.
    fn changed(before: &Pixmap, now: &Pixmap) -> Part {
        let row = 4 * now.width() as usize;
        let mut bounds: Option<(usize, usize, usize, usize)> = None;
        for (y, (a, b)) in before.data().chunks_exact(row).zip(now.data().chunks_exact(row)).enumerate() {
            let differs = |(a, b): (&u8, &u8)| a != b;
            if a != b
                && let Some(first) = a.iter().zip(b).position(differs)
                && let Some(last) = a.iter().zip(b).rposition(differs)
            {
                let (left, top, right, _) = bounds.unwrap_or((first / 4, y, last / 4, y));
                bounds = Some((left.min(first / 4), top, right.max(last / 4), y));
            }
        }
        let (left, top, right, bottom) = bounds.unwrap_or_default();
        Part { left, top, width: right - left + 1, height: bottom - top + 1 }
    }

    /// Returns the ranges of the rectangle's pixels in a picture, row by row.
    fn rows(self, pixels: &Pixmap) -> impl Iterator<Item = std::ops::Range<usize>> {
        let width = pixels.width() as usize;
        let first = move |y: usize| y * width + self.left;
        (self.top..self.top + self.height).map(move |y| first(y)..first(y) + self.width)
    }
}

/// The colour index for transparent pixels, which keep the previous frame.
const CLEAR: u8 = 255;

/// Colours further apart than this, as a sum of squares, are different.
const NEAR: u32 = 3 * 12 * 12;

/// A frame may lack the colour of at most one in this many pixels before it gets its own palette.
const MISSING: usize = 200;

/// The size of the cache of nearest colours.
const REMEMBERED: usize = 1 << 12;

type Colour = [u8; 3];

/// The palette of a whole animation. Chosen once, because that is the most expensive step of encoding a
/// frame.
struct Palette {
    /// At most 255 colours, because [`CLEAR`] is one index.
    colours: Vec<Colour>,
    /// Cached colours, each with the index of the nearest one and the distance.
    met: Vec<Option<(Colour, u8, u32)>>,
}

impl Palette {
    /// Selects the most frequent colours of some pictures.
    fn of(pictures: &[&Pixmap]) -> Palette {
        let mut counts: HashMap<Colour, usize> = HashMap::new();
        for picture in pictures {
            // Most pixels equal their neighbours.
            for run in picture.pixels().chunk_by(|a, b| a == b) {
                *counts.entry(colour(run[0])).or_default() += run.len();
            }
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        let colours = counts.into_iter().map(|(colour, _)| colour).take(usize::from(CLEAR)).collect();
        Palette { colours, met: vec![None; REMEMBERED] }
    }

    /// Returns the palette in the format of the file.
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colours.concat();
        bytes.resize(3 * (usize::from(CLEAR) + 1), 0);
        bytes
    }

    /// Returns the index of the nearest colour and its distance.
    fn nearest(&mut self, wanted: Colour) -> (u8, u32) {
        let number = u32::from_be_bytes([0, wanted[0], wanted[1], wanted[2]]);
        let place = (number.wrapping_mul(0x9E37_79B1) >> 20) as usize % REMEMBERED;
        if let Some((colour, number, off)) = self.met[place]
            && colour == wanted
        {
            return (number, off);
        }
        let off = |colour: &Colour| -> u32 {
            let part = |i: usize| u32::from(colour[i].abs_diff(wanted[i])).pow(2);
            part(0) + part(1) + part(2)
        };
        let found = self.colours.iter().map(off).zip(0_u8..).min().unwrap_or_default();
        let (off, number) = found;
        self.met[place] = Some((wanted, number, off));
        (number, off)
    }

    /// Encodes a part of a picture as a frame; pixels equal to those before stay transparent.
    fn frame(&mut self, part: Part, before: Option<&Pixmap>, now: &Pixmap) -> Frame<'static> {
        let mut numbers = Vec::with_capacity(part.width * part.height);
        let mut missing = 0;
        for row in part.rows(now) {
            let before = before.map(|before| &before.pixels()[row.clone()]);
            for (x, pixel) in now.pixels()[row].iter().enumerate() {
                if before.is_some_and(|before| before[x] == *pixel) || pixel.alpha() < 128 {
                    numbers.push(CLEAR);
                } else {
                    let (number, off) = self.nearest(colour(*pixel));
                    missing += usize::from(off > NEAR);
                    numbers.push(number);
                }
            }
        }
        // A rare element such as a mark gets a palette of its own.
        let mut frame = if missing * MISSING > numbers.len() {
            own_colours(part, now)
        } else {
            let buffer = Cow::Owned(numbers);
            Frame { buffer, transparent: Some(CLEAR), ..Frame::default() }
        };
        (frame.left, frame.top) = (part.left as u16, part.top as u16);
        (frame.width, frame.height) = (part.width as u16, part.height as u16);
        frame
    }
}

/// Encodes a part of a picture as a frame with its own palette.
fn own_colours(part: Part, now: &Pixmap) -> Frame<'static> {
    let pixels = part.rows(now).flat_map(|row| &now.pixels()[row]);
    let mut bytes: Vec<u8> = pixels
        .flat_map(|pixel| {
            let [red, green, blue] = colour(*pixel);
            [red, green, blue, if pixel.alpha() < 128 { 0 } else { 255 }]
        })
        .collect();
    Frame::from_rgba_speed(part.width as u16, part.height as u16, &mut bytes, 20)
}

fn colour(pixel: PremultipliedColorU8) -> Colour {
    let plain = pixel.demultiply();
    [plain.red(), plain.green(), plain.blue()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use chautari_game::Rng;

    #[test]
    fn repainted_parts_equal_the_whole_picture() {
        let (style, size) = (Style::default(), Size::new(150).unwrap());
        let mut rng = Rng::new(26);
        for game in chautari_games::GAMES {
            let mut record = game.start();
            let mut before = record.scene();
            let mut shown = paint(&svg(record.info(), &before, style), size).unwrap();
            while record.outcome().is_none() && record.len() < 16 {
                let offer = rng.pick(&record.offers()).unwrap();
                record.play(&offer.text).unwrap();
                let now = record.scene();
                shown = repainted(record.info(), (&before, &shown), &now, style, size).unwrap();
                let whole = paint(&svg(record.info(), &now, style), size).unwrap();
                // The rounding of edges depends on their origin. A missing piece would be many pixels.
                let far = |(a, b): &(&u8, &u8)| a.abs_diff(**b) > 24;
                let off = shown.data().iter().zip(whole.data()).filter(far).count();
                let (game, moves) = (record.info().id, record.moves().join(" "));
                assert!(off * 2000 < shown.data().len(), "{game} after {moves}: {off} bytes");
                before = now;
            }
        }
    }
}
