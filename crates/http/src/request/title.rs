//! Validation of titles.

use chautari_game::is_plain_line;

/// Whether a text can be a title: not blank, at most `max_bytes` long, and a [plain line](is_plain_line).
pub fn is_title(text: &str, max_bytes: usize) -> bool {
    !text.trim().is_empty() && text.len() <= max_bytes && is_plain_line(text)
}
