//! Parsers of argument values.

use std::time::Duration;

use chautari_game::Limit;
use clap::builder::RangedU64ValueParser;

/// Parses the number of search threads; the range is the one of UGI's option `Threads`.
pub(crate) fn threads() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=256)
}

/// Parses the size of the hash table in MiB; the range is the one of UGI's option `Hash`.
pub(crate) fn hash() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=4096)
}

/// Parses a number of days, up to a hundred years.
#[cfg(feature = "serve")]
pub(crate) fn days() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=36_500)
}

/// Parses the number of variations to show.
pub(crate) fn lines(text: &str) -> Result<usize, String> {
    let max = Limit::MAX_LINES;
    let number = text.parse().ok().filter(|number| (1..=max).contains(number));
    number.ok_or_else(|| format!("expected a number from 1 to {max}"))
}

/// A hundred years, so that adding a duration to the current time cannot overflow.
const MAX_DURATION: Duration = Duration::from_hours(24 * 36_500);

/// Parses `500ms`, `2s` or `1.5`; a number without a unit is in seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let (number, scale) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => (number, 1e-3),
        (None, Some(number)) => (number, 1.0),
        (None, None) => (text, 1.0),
    };
    let seconds = number.parse::<f64>().map_err(|_| "expected a time such as 500ms or 2s".to_owned())?;
    let time = Duration::try_from_secs_f64(seconds * scale).ok().filter(|time| *time <= MAX_DURATION);
    time.ok_or_else(|| "a time must be positive, and at most a hundred years".to_owned())
}

/// Parses a user name for a systemd unit. Line breaks and specifiers (`%`) are rejected, because the name is written
/// into the unit as is.
#[cfg(feature = "serve")]
pub(crate) fn user_name(text: &str) -> Result<String, String> {
    let is_name = text.len() <= 32
        && !text.starts_with(['-', '.'])
        && text.bytes().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'-' | b'.'));
    (is_name && !text.is_empty())
        .then(|| text.to_owned())
        .ok_or_else(|| "expected the name of a user: letters, digits, `_`, `-` and `.`".to_owned())
}

#[cfg(all(test, feature = "serve"))]
mod tests {
    use super::*;

    #[test]
    fn user_names_cannot_add_lines_to_a_unit() {
        assert!(user_name("www-data").is_ok() && user_name("1000").is_ok());
        for text in ["a\nExecStartPre=/bin/evil", "", "-x", "%i", "a b"] {
            assert!(user_name(text).is_err(), "{text}");
        }
    }
}
