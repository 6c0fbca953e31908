//! Quotas: how many matches, tournaments and reviews one client may have in progress.

use std::time::Duration;

use chautari_aggregate::{Aggregate, Repository};
use chautari_compute::Client;
use chautari_http::{Kind, Problem};
use chautari_ledger::{Label, Ledger};
use serde::{Deserialize, Serialize};

/// The account that a resource in progress counts against: the client that created it, by pseudonyms. It is stored with the
/// resource, so that a restart does not reset any quota.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuotaAccount {
    /// The pseudonym of the address. Engine time is billed to it, because tokens are free and a client with a hundred of them
    /// must not get more of the processor.
    time: String,
    /// The account of the token holder, who has a quota of their own, so that a school class behind one router does not share
    /// one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    quota: Option<String>,
}

impl QuotaAccount {
    /// Creates an account; `time` is the address that engine time is billed to, `quota` a token holder with a quota of
    /// their own.
    pub fn new(time: String, quota: Option<String>) -> QuotaAccount {
        QuotaAccount { time, quota }
    }

    /// The client of engine searches that a user waits for.
    pub fn interactive(&self) -> Client {
        Client::internal(&self.time)
    }

    /// The client of engine searches in the background.
    pub fn background(&self) -> Client {
        Client::background(&self.time)
    }

    /// The labels of resources in progress: those of the token holder, and all of the address.
    pub fn labels(&self, kind: QuotaKind) -> [Label; 2] {
        let [own, all] = kind.keys();
        [Label::new(own, self.quota.as_ref().unwrap_or(&self.time)), Label::new(all, &self.time)]
    }
}

/// The kinds of resources that are counted while they are in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuotaKind {
    /// Matches against engines.
    Match,
    /// Matches between people and bots.
    Board,
    /// Matches that begin after a long opening, of which each takes as much memory as many others.
    Long,
    /// Tournaments.
    Tournament,
    /// Pending reviews.
    Review,
}

impl QuotaKind {
    /// The kinds that matches count as.
    pub const OF_MATCHES: [QuotaKind; 3] = [QuotaKind::Match, QuotaKind::Board, QuotaKind::Long];

    /// The keys of the labels, per token holder and per address.
    const fn keys(self) -> [&'static str; 2] {
        match self {
            QuotaKind::Match => ["match-for", "match-from"],
            QuotaKind::Board => ["board-for", "board-from"],
            QuotaKind::Long => ["long-match-for", "long-match-from"],
            QuotaKind::Tournament => ["tournament-for", "tournament-from"],
            QuotaKind::Review => ["review-for", "review-from"],
        }
    }

    /// Whether a label marks a resource of this kind in progress.
    pub fn counts(self, label: &Label) -> bool {
        self.keys().contains(&label.key.as_str())
    }

    /// The most in progress per token holder, and per address, which leaves room for a school class.
    const fn limits(self) -> [usize; 2] {
        match self {
            QuotaKind::Match => [200, 1600],
            QuotaKind::Board => [1000, 4000],
            QuotaKind::Long => [50, 200],
            QuotaKind::Tournament => [8, 128],
            // Reviews run one after another, so this bounds how long others wait.
            QuotaKind::Review => [10, 40],
        }
    }

    /// The plural, for error messages.
    const fn plural(self) -> &'static str {
        match self {
            QuotaKind::Match => "matches against engines",
            QuotaKind::Board => "matches",
            QuotaKind::Long => "matches that began with many moves",
            QuotaKind::Tournament => "tournaments",
            QuotaKind::Review => "reviews",
        }
    }
}

/// Errors with 429 if an account has too many resources of a kind in progress.
pub async fn check<M: Aggregate>(
    repository: &Repository<M>,
    account: &QuotaAccount,
    kind: QuotaKind,
) -> Result<(), Problem> {
    check_in(repository.ledger(), account, kind).await
}

/// Like [`check`], for resources without a repository.
pub async fn check_in(ledger: &Ledger, account: &QuotaAccount, kind: QuotaKind) -> Result<(), Problem> {
    for ((label, limit), whose) in
        account.labels(kind).iter().zip(kind.limits()).zip(["You have", "Your network has"])
    {
        if ledger.find(label).await?.len() >= limit {
            let text = format!("{whose} {limit} {} going on; wait until one has ended.", kind.plural());
            return Err(
                Problem::new(Kind::TooManyRequests, "quota", text).retry_after(Duration::from_mins(1))
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_quota_is_per_token_engine_time_per_address() {
        let [one, other, anonymous] = [Some("asha"), Some("hari"), None]
            .map(|name| QuotaAccount::new("router".to_owned(), name.map(str::to_owned)));
        let all = [&one, &other, &anonymous];
        let [[ones, at], [others, beside], [shared, with]] = all.map(|payer| payer.labels(QuotaKind::Match));
        assert!(ones != others && ones != shared && at == beside && at == with && at != shared);
        assert!(one.labels(QuotaKind::Tournament).iter().all(|label| *label != ones && *label != at));
        assert_eq!((one.interactive(), one.background()), (other.interactive(), anonymous.background()));
    }
}
