//! Unicode confusables: names of people and bots that look alike, and reserved names.

use chautari_ledger::Label;
use unicode_security::skeleton;

/// Zero-width joiners, which Devanagari and related scripts need.
pub(crate) const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

/// Names that would be mistaken for parts of the server or for those who run it, also with a number behind.
const RESERVED: [&str; 32] = [
    "admin",
    "administrator",
    "anonymous",
    "arbiter",
    "chautari",
    "computer",
    "deleted user",
    "devices",
    "engine",
    "guest",
    "host",
    "level",
    "links",
    "me",
    "moderator",
    "nobody",
    "official",
    "operator",
    "organiser",
    "organizer",
    "owner",
    "passkeys",
    "random",
    "root",
    "server",
    "somebody",
    "staff",
    "support",
    "system",
    // Nepali: administrator, organiser, computer.
    "व्यवस्थापक",
    "आयोजक",
    "कम्प्युटर",
];

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

/// Whether a name is reserved or looks like a reserved one, without the number at its end: `engine 1`, `chautari-5`.
pub(crate) fn is_reserved(name: &str) -> bool {
    let stem = name.trim_end_matches(|c: char| c.is_numeric() || " -_.'".contains(c));
    let own = [skeletons(name), skeletons(stem)];
    RESERVED
        .iter()
        .map(|reserved| skeletons(reserved))
        .any(|reserved| own.iter().any(|own| reserved.iter().zip(own).any(|(reserved, own)| reserved == own)))
}

/// Returns the reason for refusing a reserved name.
pub(crate) fn reserved(name: &str) -> String {
    format!("The name `{name}` is reserved for the server and those who run it; choose another.")
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
    fn names_of_the_server_are_reserved() {
        for name in [
            "admin",
            "Admin",
            "аdmin",
            "ADMIN 2",
            "Host",
            "h0st",
            "engine 1",
            "Engine-10",
            "level 3",
            "level3",
            "chautari-5",
            "Chautari",
            "somebody",
            "deleted user",
            "deleted-user 7",
            "random",
            "me",
            "आयोजक २",
        ] {
            assert!(is_reserved(name), "{name}");
        }
        for name in
            ["Hostel", "Asha 1", "Admina", "levels", "goat-engine", "1", "१२", "Ram", "my-bot-3", "आयोजन"]
        {
            assert!(!is_reserved(name), "{name}");
        }
    }

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
