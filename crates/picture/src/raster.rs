//! Rasterising drawings to pixels.

use chautari_game::{Info, Scene};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::{PictureError, Style, svg};

/// The width of a picture in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(u32);

impl Size {
    /// The minimum width.
    pub const MIN: u32 = 16;
    /// The maximum width.
    pub const MAX: u32 = 2048;

    /// Checks that a width is in the supported range.
    pub fn new(pixels: u32) -> Result<Size, PictureError> {
        if (Size::MIN..=Size::MAX).contains(&pixels) {
            Ok(Size(pixels))
        } else {
            Err(PictureError::Size { asked: pixels })
        }
    }

    /// Returns the width in pixels.
    pub fn pixels(self) -> u32 {
        self.0
    }
}

impl Default for Size {
    fn default() -> Size {
        Size(720)
    }
}

/// Renders a scene as a PNG file.
pub fn png(info: &Info, scene: &Scene, style: Style, size: Size) -> Result<Vec<u8>, PictureError> {
    paint(&svg(info, scene, style), size)?.encode_png().map_err(|e| PictureError::Painting(e.to_string()))
}

/// A picture as rows of pixels, three bytes each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Red, green and blue of each pixel, row by row.
    pub bytes: Vec<u8>,
}

/// Renders a scene as pixels; transparent areas become white.
pub fn rgb(info: &Info, scene: &Scene, style: Style, size: Size) -> Result<Pixels, PictureError> {
    let painted = paint(&svg(info, scene, style), size)?;
    // Colours are premultiplied with their alpha, so that adding white fills the rest.
    let over_white = |pixel: &[u8]| [0, 1, 2].map(|i| pixel[i].saturating_add(255 - pixel[3]));
    let bytes = painted.data().chunks_exact(4).flat_map(over_white).collect();
    Ok(Pixels { width: painted.width() as usize, height: painted.height() as usize, bytes })
}

/// Rasterises a drawing made by this crate.
pub(crate) fn paint(drawing: &str, size: Size) -> Result<Pixmap, PictureError> {
    Canvas::new(drawing, size)?.whole()
}

/// A rectangle of a drawing, in drawing units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Patch {
    pub(crate) left: f32,
    pub(crate) top: f32,
    pub(crate) right: f32,
    pub(crate) bottom: f32,
}

/// A parsed drawing, ready to be painted.
pub(crate) struct Canvas {
    tree: Tree,
    scale: f32,
    size: (u32, u32),
}

/// The number of pixels around a part that are painted but not copied.
const EDGE: u32 = 2;

fn failed(why: &dyn std::fmt::Display) -> PictureError {
    PictureError::Painting(why.to_string())
}

impl Canvas {
    pub(crate) fn new(drawing: &str, size: Size) -> Result<Canvas, PictureError> {
        let tree = Tree::from_str(drawing, &Options::default()).map_err(|e| failed(&e))?;
        let scale = size.pixels() as f32 / tree.size().width();
        let height = (tree.size().height() * scale).ceil().max(1.0);
        // Boards are about as high as wide; other drawings would need too much memory.
        if height > 4.0 * Size::MAX as f32 {
            return Err(failed(&"the board is too high for its width"));
        }
        Ok(Canvas { tree, scale, size: (size.pixels(), height as u32) })
    }

    pub(crate) fn whole(&self) -> Result<Pixmap, PictureError> {
        self.part((0, 0), self.size)
    }

    /// Repaints a part of a picture of this size.
    pub(crate) fn patch(&self, picture: &mut Pixmap, patch: Patch) -> Result<(), PictureError> {
        let (width, height) = self.size;
        let pixel = |at: f32, most: u32| ((at * self.scale).max(0.0) as u32).min(most);
        let (left, right) = (pixel(patch.left, width - 1), pixel(patch.right, width - 1) + 1);
        let (top, bottom) = (pixel(patch.top, height - 1), pixel(patch.bottom, height - 1) + 1);
        // Antialiasing at the border depends on what is outside, so a slightly larger area is painted than is
        // copied.
        let from = (left.saturating_sub(EDGE), top.saturating_sub(EDGE));
        let to = ((right + EDGE).min(width), (bottom + EDGE).min(height));
        let part = self.part(from, (to.0 - from.0, to.1 - from.1))?;
        let bytes = |x: u32, y: u32, width: u32| 4 * (y as usize * width as usize + x as usize);
        let row = 4 * (right - left) as usize;
        for y in top..bottom {
            let (into, out) = (bytes(left, y, width), bytes(left - from.0, y - from.1, part.width()));
            picture.data_mut()[into..into + row].copy_from_slice(&part.data()[out..out + row]);
        }
        Ok(())
    }

    /// Paints a rectangle of pixels, given by its upper left corner and its size.
    fn part(&self, (left, top): (u32, u32), (width, height): (u32, u32)) -> Result<Pixmap, PictureError> {
        let mut pixels = Pixmap::new(width, height).ok_or_else(|| failed(&"there is nothing to paint"))?;
        let placed =
            Transform::from_scale(self.scale, self.scale).post_translate(-(left as f32), -(top as f32));
        resvg::render(&self.tree, placed, &mut pixels.as_mut());
        Ok(pixels)
    }
}
