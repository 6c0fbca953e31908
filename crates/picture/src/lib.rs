//! Scenes drawn as SVG, PNG and GIF, and in letters.
//!
//! A picture needs a [`Scene`](chautari_game::Scene) and the [`Info`](chautari_game::Info) of its
//! game, and knows no rule. The art is in `art/`: a file a piece, and the colours in `theme.css`;
//! the page draws with the same files.
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

/// How a picture is to look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Its colours.
    pub theme: Theme,
    /// Which way round.
    pub view: View,
    /// Whether the names of rows and columns stand beside the board.
    pub labels: Labels,
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Sandstone by day.
    #[default]
    Light,
    /// The same stone in the evening.
    Dark,
}

/// Which way round a board lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// As its game draws it.
    #[default]
    Upright,
    /// Turned by half a circle, as the other player sees it.
    Turned,
}

/// Whether the names of rows and columns stand beside the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Labels {
    /// They do.
    #[default]
    Shown,
    /// They do not.
    Hidden,
}

/// Why there is no picture.
#[cfg(feature = "paint")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// More pixels, or fewer, than we are ready to paint.
    #[error("a picture is {min} to {max} pixels wide, not {asked}", min = Size::MIN, max = Size::MAX)]
    Size {
        /// The width asked for.
        asked: u32,
    },
    /// A longer game than we are ready to paint.
    #[error("an animation shows at most {MOST_FRAMES} positions, and this game has {asked}")]
    Frames {
        /// The positions there are.
        asked: usize,
    },
    /// Nobody wants the picture any more.
    #[error("the picture was given up")]
    Abandoned,
    /// The painter could not read the drawing or not write the file.
    #[error("the picture could not be painted: {0}")]
    Painting(String),
}
