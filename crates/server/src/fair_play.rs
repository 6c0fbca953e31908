//! Finished matches of a ledger, for reports of the operator.

use chautari_ledger::{Cursor, Ledger, Unavailable, Version};
use chautari_matches::model::{FinishedMatch, MatchStatus, by_status};

/// Streams read per page.
const PAGE: u32 = 100;

/// Reads up to `limit` listed matches that count for ratings or in a tournament and are `wanted`, latest first.
/// Matches of earlier versions that cannot be read are left out.
pub async fn matches_that_count(
    ledger: &Ledger,
    limit: usize,
    wanted: impl Fn(&FinishedMatch) -> bool,
) -> Result<Vec<FinishedMatch>, Unavailable> {
    let label = by_status(MatchStatus::Ended);
    let mut found = Vec::new();
    let mut before: Option<Cursor> = None;
    loop {
        let page = ledger.page(&label, before, PAGE).await?;
        for stream in &page.streams {
            let events = ledger.read(stream, Version::START).await?;
            if let Ok(Some(played)) = FinishedMatch::read(&events)
                && played.counts()
                && wanted(&played)
            {
                found.push(played);
            }
            if found.len() >= limit {
                return Ok(found);
            }
        }
        before = page.next;
        if before.is_none() {
            return Ok(found);
        }
    }
}
