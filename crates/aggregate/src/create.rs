//! What is there once, whoever comes first: what no machine is kept for.

use chautari_ledger::{Append, AppendError, First, Ledger};

use crate::error::RepositoryError;

/// Writes what a stream begins with. Where it has begun already, nothing is written, and that is just as well.
pub async fn create_if_absent(ledger: &Ledger, append: Append) -> Result<First, RepositoryError> {
    let stream = append.stream.clone();
    match ledger.append(append).await {
        Ok(appended) => Ok(appended.first),
        Err(AppendError::Conflict { .. }) => Ok(First::Repeated),
        Err(error) => Err(RepositoryError::of(error, "stream", &stream)),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may fail where it stands")]
mod tests {
    use chautari_ledger::{Event, StreamId, Version};

    use super::*;

    #[tokio::test]
    async fn whoever_comes_second_changes_nothing() {
        let ledger = Ledger::open("sqlite::memory:").await.unwrap();
        let stream = StreamId::new("s");
        let begin = |body: u64| {
            let event = Event { kind: "begun".to_owned(), body: body.into() };
            Append::new(stream.clone(), Version::START).event(event)
        };
        assert_eq!(create_if_absent(&ledger, begin(1)).await.unwrap(), First::First);
        assert_eq!(create_if_absent(&ledger, begin(2)).await.unwrap(), First::Repeated);
        let kept = ledger.read(&stream, Version::START).await.unwrap();
        assert_eq!(kept.iter().map(|event| event.body.clone()).collect::<Vec<_>>(), [1]);
    }
}
