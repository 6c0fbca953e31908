//! A game as an animation.

use std::time::Duration;

use chautari_game::{AnyRecord, Scene};
use gif::{Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;

use crate::raster::paint;
use crate::{PictureError, Size, Style, svg};

/// The longest game we animate: longer than any we know of, shorter than hurts.
pub const MOST_FRAMES: usize = 600;

/// How much longer the last position stays than the others.
const REST: u16 = 4;

/// Each position of a record for `pace`, over and over, as a GIF file. `keep_on` is asked before each frame;
/// where it says no, there is no picture.
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
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height, &[]).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    let mut frame = Part::whole(&shown).frame(&shown);
    for scene in &scenes[1..] {
        if !keep_on() {
            return Err(PictureError::Abandoned);
        }
        frame.delay = pace;
        encoder.write_frame(&frame).map_err(failed)?;
        let next = painted(scene)?;
        frame = Part::changed(&shown, &next).frame(&next);
        shown = next;
    }
    frame.delay = pace.saturating_mul(REST);
    encoder.write_frame(&frame).map_err(failed)?;
    drop(encoder);
    Ok(file)
}

/// What was seen along the way, from where the record began; never none.
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
    left: u32,
    top: u32,
    width: u32,
    height: u32,
}

impl Part {
    fn whole(pixels: &Pixmap) -> Part {
        Part { left: 0, top: 0, width: pixels.width(), height: pixels.height() }
    }

    /// What differs from the frame before: painting that alone keeps the file small. Never empty.
    fn changed(before: &Pixmap, now: &Pixmap) -> Part {
        let width = now.width() as usize;
        let mut bounds: Option<(usize, usize, usize, usize)> = None;
        for (i, (a, b)) in before.pixels().iter().zip(now.pixels()).enumerate() {
            if a != b {
                let (x, y) = (i % width, i / width);
                let (left, top, right, bottom) = bounds.unwrap_or((x, y, x, y));
                bounds = Some((left.min(x), top.min(y), right.max(x), bottom.max(y)));
            }
        }
        let (left, top, right, bottom) = bounds.unwrap_or_default();
        Part {
            left: left as u32,
            top: top as u32,
            width: (right - left + 1) as u32,
            height: (bottom - top + 1) as u32,
        }
    }

    fn frame(self, pixels: &Pixmap) -> Frame<'static> {
        let Part { left, top, width, height } = self;
        let mut colours = Vec::with_capacity((4 * width * height) as usize);
        for y in top..top + height {
            for x in left..left + width {
                let c = pixels.pixel(x, y).expect("a part lies inside its picture").demultiply();
                colours.extend([c.red(), c.green(), c.blue(), if c.alpha() < 128 { 0 } else { 255 }]);
            }
        }
        let mut frame = Frame::from_rgba_speed(width as u16, height as u16, &mut colours, 20);
        (frame.left, frame.top) = (left as u16, top as u16);
        frame
    }
}
