//! Creates a stream exactly once, for data that has no aggregate.

use chautari_ledger::{Append, AppendError, AppendStatus, Ledger};

use crate::error::RepositoryError;

/// Writes what a stream begins with. Where it has begun already, nothing is written, and that is just as well.
pub async fn create_if_absent(ledger: &Ledger, append: Append) -> Result<AppendStatus, RepositoryError> {
    let stream = append.stream.clone();
    match ledger.append(append).await {
        Ok(appended) => Ok(appended.status),
        Err(AppendError::Conflict { .. }) => Ok(AppendStatus::Duplicate),
        Err(error) => Err(RepositoryError::of(error, "stream", &stream)),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failing test may panic")]
mod tests {
    use chautari_ledger::{Event, StreamId, Version};

    use super::*;

    #[tokio::test]
    async fn second_creation_changes_nothing() {
        let ledger = Ledger::open("sqlite::memory:").await.unwrap();
        let stream = StreamId::new("s");
        let begin = |body: u64| {
            let event = Event { kind: "begun".to_owned(), body: body.into() };
            Append::new(stream.clone(), Version::START).event(event)
        };
        assert_eq!(create_if_absent(&ledger, begin(1)).await.unwrap(), AppendStatus::New);
        assert_eq!(create_if_absent(&ledger, begin(2)).await.unwrap(), AppendStatus::Duplicate);
        let kept = ledger.read(&stream, Version::START).await.unwrap();
        assert_eq!(kept.iter().map(|event| event.body.clone()).collect::<Vec<_>>(), [1]);
    }
}
