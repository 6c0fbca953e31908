//! Texts of one line in one direction, such as names and titles.

/// Whether a text has no characters that break a line or change the direction of the text around it. Both make a title
/// look like something else, in a list as in an exported file.
pub fn is_plain_line(text: &str) -> bool {
    let is_line_break = |c| matches!(c, '\u{2028}' | '\u{2029}');
    // Arabic letter mark, marks, embeddings, overrides and isolates.
    let is_bidirectional = |c| matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !text.chars().any(|c| c.is_control() || is_line_break(c) || is_bidirectional(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_lines_have_one_line_and_one_direction() {
        for text in ["Class 7b", "बाघ चाल", "שחמט", "🐅 cup", "क्‍ष", "a]b\"c", ""]
        {
            assert!(is_plain_line(text), "{text}");
        }
        for text in [
            "a\nb",
            "a\tb",
            "a\u{0}b",
            "a\u{7f}",
            "a\u{85}b",
            "a\u{2028}b",
            "a\u{202e}b",
            "a\u{2066}b",
            "\u{200f}",
        ] {
            assert!(!is_plain_line(text), "{text:?}");
        }
    }
}
