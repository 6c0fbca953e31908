//! Timestamps in the Softserve wire format.

/// Formats a time as `2024-05-01 12:34:56.789000`, in UTC.
pub fn format_timestamp(ms: u64) -> String {
    let (days, rest) = (ms / 86_400_000, ms % 86_400_000);
    let (year, month, day) = date(days);
    let (seconds, millis) = (rest / 1000, rest % 1000);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}.{millis:03}000")
}

/// The date this many days after the first of 1970, counted in 400-year cycles of years that begin in
/// March, so that the leap day comes last.
fn date(days: u64) -> (u64, u64, u64) {
    const CYCLE: u64 = 146_097;
    // From the first of March of the year 0.
    let days = days + 719_468;
    let (cycle, day) = (days / CYCLE, days % CYCLE);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (cycle * 400 + year + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_times() {
        for (ms, text) in [
            (0, "1970-01-01 00:00:00.000000"),
            (951_782_400_123, "2000-02-29 00:00:00.123000"),
            (1_709_251_199_999, "2024-02-29 23:59:59.999000"),
            (1_709_251_200_000, "2024-03-01 00:00:00.000000"),
            (4_107_542_399_000, "2100-02-28 23:59:59.000000"),
            (4_107_542_400_000, "2100-03-01 00:00:00.000000"),
        ] {
            assert_eq!(format_timestamp(ms), text);
        }
    }
}
