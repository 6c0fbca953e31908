//! Unicode confusables: names of people and bots that look alike, and reserved names.

use chautari_ledger::Label;
use unicode_security::skeleton;

/// Zero-width joiners, which Devanagari and related scripts need.
pub(crate) const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

/// Names that would be mistaken for parts of the server.
const RESERVED: [&str; 7] = ["somebody", "me", "engine", "random", "chautari", "links", "passkeys"];

/// Removes zero-width joiners.
pub(crate) fn strip_joiners(text: &str) -> String {
    text.chars().filter(|c| !JOINERS.contains(c)).collect()
}

/// The case-folded and the visual skeleton of a name. Two names are confusable if they share one of these.
fn skeletons(name: &str) -> [String; 2] {
    let name: String = strip_joiners(name).chars().filter(|c| !" -_.'".contains(*c)).collect();
    let lower = name.to_lowercase();
    // `Iain` looks like `lain` and reads like `iain`, so both are claimed.
    [skeleton(&lower).collect(), skeleton(&name).collect::<String>().to_lowercase()]
}

/// Whether a name is reserved or looks like a reserved one.
pub(crate) fn is_reserved(name: &str) -> bool {
    let own = skeletons(name);
    RESERVED.iter().any(|reserved| skeletons(reserved).iter().zip(&own).any(|(one, other)| one == other))
}

/// The labels a name claims, so that no confusable name can be registered: its case-folded and its visual skeleton.
pub(crate) fn name_claims(name: &str) -> [Label; 2] {
    let [reads, looks] = skeletons(name);
    [Label::new("person-reads", reads), Label::new("person-looks", looks)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confusable_names_share_a_skeleton() {
        let alike = |one: &str, other: &str| {
            let (one, other) = (skeletons(one), skeletons(other));
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
