//! Rendering of scenes as SVG, PNG, animated GIF and terminal text.
//!
//! A picture needs a [`Scene`](chautari_game::Scene) and the [`Info`](chautari_game::Info) of its game, but no
//! rules. `art/` contains one drawing per kind of piece, and the colours in `theme.css`; the web page uses the
//! same files.
//!
//! ```
//! use chautari_picture::{Style, svg};
//! # use chautari_game::AnyGame;
//! # let game = chautari_games::find("baghchal").unwrap();
//! let drawn = svg(game.info(), &game.start().scene(), Style::default());
//! assert!(drawn.starts_with("<svg"));
//! ```

#[cfg(feature = "paint")]
mod animation;
mod art;
mod glyph;
mod layout;
mod marks;
#[cfg(feature = "paint")]
mod raster;
mod svg;
mod text;
mod theme;

#[cfg(feature = "paint")]
pub use animation::{MOST_FRAMES, gif};
#[cfg(feature = "paint")]
pub use raster::{Pixels, Size, png, rgb};
pub use svg::svg;
pub use text::text;

/// The style of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// The colour theme.
    pub theme: Theme,
    /// The orientation of the board.
    pub view: View,
    /// Whether row and column labels are drawn.
    pub labels: Labels,
}

/// The colour theme of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Light sandstone.
    #[default]
    Light,
    /// Dark sandstone.
    Dark,
}

/// The orientation of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// The default orientation of the game.
    #[default]
    Upright,
    /// Rotated by half a turn, as seen by the other player.
    Turned,
}

/// Whether row and column labels are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Labels {
    /// Labels beside the board.
    #[default]
    Shown,
    /// No labels.
    Hidden,
}

/// Why a picture could not be rendered.
#[cfg(feature = "paint")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// The requested width is outside the supported range.
    #[error("a picture is {min} to {max} pixels wide, not {asked}", min = Size::MIN, max = Size::MAX)]
    Size {
        /// The requested width in pixels.
        asked: u32,
    },
    /// The game is longer than the supported maximum.
    #[error("an animation shows at most {MOST_FRAMES} positions, and this game has {asked}")]
    Frames {
        /// The number of positions of the game.
        asked: usize,
    },
    /// The caller cancelled the rendering.
    #[error("rendering was cancelled")]
    Abandoned,
    /// The renderer failed to read the drawing or write the file.
    #[error("the picture could not be rendered: {0}")]
    Painting(String),
}
