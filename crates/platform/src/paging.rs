//! Cursor pagination over event streams.

use chautari_aggregate::{Aggregate, Page, Repository};
use chautari_compute::Client;
use chautari_http::Problem;
use chautari_ledger::{Cursor, Label, Stored, StreamId, Version};

use crate::Platform;

/// Batch size. Kept small because each item may have to be replayed from the ledger.
const BATCH: u32 = 5;

/// Loads one page of the aggregates with `label`, newest first, in small batches. Other tasks run between batches.
pub async fn load_batches<A: Aggregate>(
    repository: &Repository<A>,
    label: &Label,
    before: Option<Cursor>,
    limit: u32,
) -> Result<Page<A>, Problem> {
    let mut page = Page { items: Vec::new(), next: before };
    let mut left = limit;
    while left > 0 {
        let batch = repository.page(label, page.next, left.min(BATCH)).await?;
        page.items.extend(batch.items);
        page.next = batch.next;
        if page.next.is_none() {
            break;
        }
        left -= left.min(BATCH);
        tokio::task::yield_now().await;
    }
    Ok(page)
}

/// Like [`load_batches`], as one long read of a client.
pub async fn load_page<A: Aggregate>(
    platform: &Platform,
    client: Client,
    repository: &Repository<A>,
    label: &Label,
    before: Option<Cursor>,
    limit: u32,
) -> Result<Page<A>, Problem> {
    platform.read(client, load_batches(repository, label, before, limit)).await
}

/// Reads the events of a stream, oldest first, and maps those that `map` returns something for. Runs as a long read:
/// the stream of a player of many years has thousands of events.
pub async fn load_events<T>(
    platform: &Platform,
    client: Client,
    stream: &StreamId,
    map: impl Fn(Stored) -> Option<T>,
) -> Result<Vec<T>, Problem> {
    let stored = platform.read(client, platform.ledger().read(stream, Version::START)).await?;
    Ok(stored.into_iter().filter_map(map).collect())
}
