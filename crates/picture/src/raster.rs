//! A drawing as pixels.

use chautari_game::{Info, Scene};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::{PictureError, Style, svg};

/// The width of a picture in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(u32);

impl Size {
    /// The narrowest picture we paint.
    pub const MIN: u32 = 16;
    /// The widest picture we paint.
    pub const MAX: u32 = 2048;

    /// A width we are ready to paint.
    pub fn new(pixels: u32) -> Result<Size, PictureError> {
        if (Size::MIN..=Size::MAX).contains(&pixels) {
            Ok(Size(pixels))
        } else {
            Err(PictureError::Size { asked: pixels })
        }
    }

    /// The width.
    pub fn pixels(self) -> u32 {
        self.0
    }
}

impl Default for Size {
    fn default() -> Size {
        Size(720)
    }
}

/// A scene as a PNG file.
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

/// A scene as pixels; what is clear in it is white.
pub fn rgb(info: &Info, scene: &Scene, style: Style, size: Size) -> Result<Pixels, PictureError> {
    let painted = paint(&svg(info, scene, style), size)?;
    // Colours are stored as much as they cover, so that white fills the rest.
    let over_white = |pixel: &[u8]| [0, 1, 2].map(|i| pixel[i].saturating_add(255 - pixel[3]));
    let bytes = painted.data().chunks_exact(4).flat_map(over_white).collect();
    Ok(Pixels { width: painted.width() as usize, height: painted.height() as usize, bytes })
}

/// Paints a drawing of ours.
pub(crate) fn paint(drawing: &str, size: Size) -> Result<Pixmap, PictureError> {
    let failed = |e: &dyn std::fmt::Display| PictureError::Painting(e.to_string());
    let tree = Tree::from_str(drawing, &Options::default()).map_err(|e| failed(&e))?;
    let scale = size.pixels() as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil().max(1.0);
    // A board is about as high as it is wide; one that is not would ask for more memory than it is worth.
    if height > 4.0 * Size::MAX as f32 {
        return Err(failed(&"the board is too high for its width"));
    }
    let mut pixels =
        Pixmap::new(size.pixels(), height as u32).ok_or_else(|| failed(&"there is nothing to paint"))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}
