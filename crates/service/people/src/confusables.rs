//! Names that would be taken for one another, of people and of bots.

use chautari_ledger::Label;
use unicode_security::skeleton;

/// Joiners, which Devanagari and its neighbours are written with and nobody sees.
pub(crate) const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

/// Names that would be taken for something else.
const RESERVED: [&str; 7] = ["somebody", "me", "engine", "random", "chautari", "links", "passkeys"];

/// A text without what nobody sees.
pub(crate) fn bare(text: &str) -> String {
    text.chars().filter(|c| !JOINERS.contains(c)).collect()
}

/// What a name is told from others by: names that are the same but for case, and names that look the same, share one
/// of these.
fn looks(name: &str) -> [String; 2] {
    let name: String = bare(name).chars().filter(|c| !" -_.'".contains(*c)).collect();
    let lower = name.to_lowercase();
    // `Iain` looks like `lain` and reads like `iain`: it is neither's to take.
    [skeleton(&lower).collect(), skeleton(&name).collect::<String>().to_lowercase()]
}

/// Whether a name would be taken for something else.
pub(crate) fn is_reserved(name: &str) -> bool {
    let own = looks(name);
    RESERVED.iter().any(|reserved| looks(reserved).iter().zip(&own).any(|(one, other)| one == other))
}

/// What whoever has this name holds, so that nobody has one like it: how it reads, and how it looks.
pub(crate) fn held_by(name: &str) -> [Label; 2] {
    let [reads, looks] = looks(name);
    [Label::new("person-reads", reads), Label::new("person-looks", looks)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_alike_is_one_name() {
        let alike = |one: &str, other: &str| {
            let (one, other) = (looks(one), looks(other));
            one[0] == other[0] || one[1] == other[1]
        };
        for (one, other) in [
            ("Asha", "ASHA"),
            ("Iain", "lain"),
            ("b0b", "bob"),
            ("раураl", "paypal"),
            ("a b", "a-b"),
            ("क्‍ष", "क्ष"),
        ] {
            assert!(alike(one, other), "{one} {other}");
        }
        for (one, other) in [("Asha", "Usha"), ("आशा", "आश"), ("a1", "a2")] {
            assert!(!alike(one, other), "{one} {other}");
        }
    }
}
