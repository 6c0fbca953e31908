//! Scenes drawn as SVG, PNG and GIF.
