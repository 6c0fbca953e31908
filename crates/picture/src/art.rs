//! Piece drawings from `art/`, painted in a side's colours.

use chautari_game::Tone;

use crate::theme::colours;

/// The drawings by kind of piece.
const ART: &[(&str, &str)] = &[
    ("base", include_str!("../art/base.svg")),
    ("bishop", include_str!("../art/bishop.svg")),
    ("goat", include_str!("../art/goat.svg")),
    ("king", include_str!("../art/king.svg")),
    ("knight", include_str!("../art/knight.svg")),
    ("octagon", include_str!("../art/octagon.svg")),
    ("pawn", include_str!("../art/pawn.svg")),
    ("pin", include_str!("../art/pin.svg")),
    ("queen", include_str!("../art/queen.svg")),
    ("rook", include_str!("../art/rook.svg")),
    ("stone", include_str!("../art/stone.svg")),
    ("tiger", include_str!("../art/tiger.svg")),
];

/// A plain disc for kinds without a drawing.
const PLAIN: &str = include_str!("../art/piece.svg");

/// The shapes of a drawing, on a square of 100 by 100.
pub(crate) enum Drawing {
    Own(String),
    /// A disc that still needs its letter to be distinguished from other kinds.
    Plain(String),
}

/// Returns the drawing of a kind of piece in these colours.
pub(crate) fn drawing(kind: &str, tone: Tone) -> Drawing {
    match ART.iter().find(|(name, _)| *name == kind) {
        Some((_, art)) => Drawing::Own(painted(art, tone)),
        None => Drawing::Plain(painted(PLAIN, tone)),
    }
}

/// Returns the content of a drawing with colour names replaced by colours.
fn painted(art: &str, tone: Tone) -> String {
    let inside = art.find('>').zip(art.rfind("</svg>")).map(|(start, end)| &art[start + 1..end]);
    let mut shapes: String =
        inside.expect("a drawing is an svg element").lines().map(str::trim).collect::<Vec<_>>().concat();
    for (name, value) in colours(tone) {
        shapes = shapes.replace(&format!("var(--{name})"), value);
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_of_every_drawing_has_a_value() {
        for (kind, _) in ART {
            let Drawing::Own(shapes) = drawing(kind, Tone::One) else { panic!("{kind}") };
            assert!(!shapes.contains("var("), "{kind}: {shapes}");
            assert!(shapes.starts_with('<') && shapes.ends_with('>'), "{kind}: {shapes}");
        }
    }

    #[test]
    fn kinds_without_a_drawing_are_plain() {
        assert!(matches!(drawing("dragon", Tone::Two), Drawing::Plain(_)));
    }
}
