//! Material: the men of an ending, as in `KQKR`.

use std::fmt;
use std::str::FromStr;

use cozy_chess::{Color, Piece};

/// The kinds of men besides kings, strongest first.
pub(super) const PIECES: [Piece; 5] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];

/// The maximum number of men in an ending, including the kings.
pub const MOST_MEN: usize = 5;

/// The number of each of [`PIECES`].
type Counts = [u8; 5];

/// The men of both sides, as in `KQKR`. White is the stronger side: the one with more men, or with stronger
/// ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Material([Counts; 2]);

/// The error for a text that names no ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMaterial;

impl fmt::Display for NoMaterial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "An ending is named by the men of both sides, each beginning with its king, such as KRPKQ: three \
             to {MOST_MEN} men in all, of K, Q, R, B, N and P."
        )
    }
}

impl std::error::Error for NoMaterial {}

impl Material {
    /// Returns the ending of these men without the kings, and whether the colours had to be exchanged.
    pub(super) fn of(men: impl IntoIterator<Item = (Piece, Color)>) -> (Material, bool) {
        let mut counts = [Counts::default(); 2];
        for (piece, color) in men {
            if let Some(which) = PIECES.iter().position(|&p| p == piece) {
                counts[color as usize][which] += 1;
            }
        }
        Material::ordered(counts)
    }

    fn ordered(counts: [Counts; 2]) -> (Material, bool) {
        let [white, black] = counts;
        let strength = |counts: Counts| (counts.iter().sum::<u8>(), counts);
        if strength(white) >= strength(black) {
            (Material([white, black]), false)
        } else {
            (Material([black, white]), true)
        }
    }

    /// Returns the number of men, including the kings.
    pub fn men(self) -> usize {
        2 + self.0.iter().flatten().map(|&count| usize::from(count)).sum::<usize>()
    }

    /// Returns the number of a side's pawns.
    pub(super) fn pawns(self, color: Color) -> u8 {
        self.0[color as usize][4]
    }

    /// Returns the kinds of men besides kings with their counts, White's first.
    pub(super) fn kinds(self) -> impl Iterator<Item = (Piece, Color, u8)> {
        let side = move |color: Color| {
            let counts = self.0[color as usize];
            PIECES.into_iter().zip(counts).map(move |(piece, count)| (piece, color, count))
        };
        side(Color::White).chain(side(Color::Black)).filter(|&(.., count)| count > 0)
    }

    /// Returns every ending of up to `men` men, each after those it may lead to.
    pub fn up_to(men: usize) -> Vec<Material> {
        let mut all = vec![Material([Counts::default(); 2])];
        let mut from = 0;
        for _ in 2..men.min(MOST_MEN) {
            let until = all.len();
            for i in from..until {
                for color in Color::ALL {
                    for which in 0..PIECES.len() {
                        let mut counts = all[i].0;
                        counts[color as usize][which] += 1;
                        let (material, _) = Material::ordered(counts);
                        if !all.contains(&material) {
                            all.push(material);
                        }
                    }
                }
            }
            from = until;
        }
        all.remove(0);
        all.sort_by_key(|material| material.order());
        all
    }

    /// Sorts endings so that captures, which leave fewer men, and promotions, which leave fewer pawns, come
    /// first.
    fn order(self) -> (usize, u8, [[std::cmp::Reverse<u8>; 5]; 2]) {
        let pawns = Color::ALL.into_iter().map(|color| self.pawns(color)).sum();
        (self.men(), pawns, self.0.map(|counts| counts.map(std::cmp::Reverse)))
    }

    /// Returns this ending and every one it may lead to, each after those it may lead to itself.
    pub fn with_all_it_leads_to(self) -> Vec<Material> {
        let mut all = vec![self];
        let mut next = 0;
        while let Some(material) = all.get(next).copied() {
            next += 1;
            for after in material.after() {
                if after.men() > 2 && !all.contains(&after) {
                    all.push(after);
                }
            }
        }
        all.sort_by_key(|material| material.order());
        all
    }

    /// Returns the endings that one capture, promotion or both at once may lead to.
    fn after(self) -> Vec<Material> {
        let mut all = Vec::new();
        for color in Color::ALL {
            let mut promoted = vec![self.0];
            if self.pawns(color) > 0 {
                for which in 0..4 {
                    let mut counts = self.0;
                    counts[color as usize][4] -= 1;
                    counts[color as usize][which] += 1;
                    promoted.push(counts);
                }
            }
            for counts in promoted {
                all.push(counts);
                for which in (0..PIECES.len()).filter(|&which| counts[!color as usize][which] > 0) {
                    let mut captured = counts;
                    captured[!color as usize][which] -= 1;
                    all.push(captured);
                }
            }
        }
        all.into_iter()
            .map(|counts| Material::ordered(counts).0)
            .filter(|&material| material != self)
            .collect()
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for counts in self.0 {
            f.write_str("K")?;
            for (letter, count) in ["Q", "R", "B", "N", "P"].into_iter().zip(counts) {
                f.write_str(&letter.repeat(count.into()))?;
            }
        }
        Ok(())
    }
}

impl FromStr for Material {
    type Err = NoMaterial;

    fn from_str(text: &str) -> Result<Material, NoMaterial> {
        let text = text.to_ascii_uppercase();
        let sides: Vec<&str> = text.strip_prefix('K').ok_or(NoMaterial)?.split('K').collect();
        let &[white, black] = sides.as_slice() else { return Err(NoMaterial) };
        if !(1..=MOST_MEN - 2).contains(&(white.len() + black.len())) {
            return Err(NoMaterial);
        }
        let mut counts = [Counts::default(); 2];
        for (side, counts) in [white, black].into_iter().zip(&mut counts) {
            for letter in side.chars() {
                counts["QRBNP".find(letter).ok_or(NoMaterial)?] += 1;
            }
        }
        Ok(Material::ordered(counts).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(materials: &[Material]) -> Vec<String> {
        materials.iter().map(Material::to_string).collect()
    }

    #[test]
    fn five_endings_of_three_men_and_thirty_of_four() {
        assert_eq!(names(&Material::up_to(3)), ["KQK", "KRK", "KBK", "KNK", "KPK"]);
        assert_eq!(Material::up_to(4).len(), 5 + 30);
        assert_eq!(Material::up_to(5).len(), 5 + 30 + 110);
    }

    #[test]
    fn each_comes_after_what_it_leads_to() {
        let all = Material::up_to(5);
        for (i, material) in all.iter().enumerate() {
            assert!(material.after().iter().all(|after| after.men() == 2 || all[..i].contains(after)));
            let closure = material.with_all_it_leads_to();
            assert!(closure.iter().all(|m| all[..=i].contains(m)) && closure.last() == Some(material));
        }
    }

    #[test]
    fn names_are_read_in_either_order() {
        for (text, name) in [("KQPKQ", "KQPKQ"), ("krkq", "KQKR"), ("KKP", "KPK"), ("KPKB", "KBKP")] {
            assert_eq!(text.parse::<Material>().map(|m| m.to_string()), Ok(name.to_owned()));
        }
        for text in ["", "K", "KK", "KQ", "KQKRK", "KXK", "QKRK", "KQQKQQ", "KÄK"] {
            assert!(text.parse::<Material>().is_err(), "{text}");
        }
    }
}
