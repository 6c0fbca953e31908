//! Who pays for what goes on, how much of it one client may have, and whose tokens are known to be good.

use std::time::Duration;

use chautari_aggregate::{Aggregate, Repository};
use chautari_compute::Client;
use chautari_http::{Kind, Problem};
use chautari_ledger::{Label, Ledger};
use serde::{Deserialize, Serialize};

/// For whom something is done that costs: whoever had it begun, under names that tell nobody who that is. It is
/// kept with what it is about, so that a restart gives nobody anything new.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuotaAccount {
    /// The address it was begun from. What engines take for it is counted there: keys cost nothing, and whoever has
    /// a hundred is to have no more of a core than whoever has one.
    time: String,
    /// Whoever showed a key has a quota of their own: a class behind one router does not share one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    quota: Option<String>,
}

impl QuotaAccount {
    /// Creates an account; `time` is the address that engine time is billed to, `quota` a token holder with a quota of
    /// their own.
    pub fn new(time: String, quota: Option<String>) -> QuotaAccount {
        QuotaAccount { time, quota }
    }

    /// Who waits for the engines of the house, where somebody does.
    pub fn interactive(&self) -> Client {
        Client::internal(&self.time)
    }

    /// The same where nobody does.
    pub fn background(&self) -> Client {
        Client::background(&self.time)
    }

    /// What is found by these labels goes on: what is theirs, and what was begun from their address.
    pub fn labels(&self, what: QuotaKind) -> [Label; 2] {
        let [own, all] = what.keys();
        [Label::new(own, self.quota.as_ref().unwrap_or(&self.time)), Label::new(all, &self.time)]
    }
}

/// What is counted while it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuotaKind {
    /// Matches in which the house plays.
    Match,
    /// Matches between others.
    Board,
    /// Matches that begin after so many moves that keeping them costs as much as keeping many others.
    Long,
    /// Tournaments.
    Tournament,
    /// Reviews that are being worked out.
    Review,
}

impl QuotaKind {
    /// As what a match can be counted.
    pub const OF_MATCHES: [QuotaKind; 3] = [QuotaKind::Match, QuotaKind::Board, QuotaKind::Long];

    /// Of the labels by which they are found while they go on.
    const fn keys(self) -> [&'static str; 2] {
        match self {
            QuotaKind::Match => ["match-for", "match-from"],
            QuotaKind::Board => ["board-for", "board-from"],
            QuotaKind::Long => ["long-match-for", "long-match-from"],
            QuotaKind::Tournament => ["tournament-for", "tournament-from"],
            QuotaKind::Review => ["review-for", "review-from"],
        }
    }

    /// Whether this label says that one of these goes on.
    pub fn counts(self, label: &Label) -> bool {
        self.keys().contains(&label.key.as_str())
    }

    /// The most that may go on at once of a client, and of all from one address: names cost nothing, but a class has
    /// many.
    const fn most(self) -> [usize; 2] {
        match self {
            QuotaKind::Match => [200, 1600],
            QuotaKind::Board => [1000, 4000],
            QuotaKind::Long => [50, 200],
            QuotaKind::Tournament => [8, 128],
            // They are worked out one after another: nobody waits for more than these of somebody else.
            QuotaKind::Review => [10, 40],
        }
    }

    /// What somebody has too many of.
    const fn called(self) -> &'static str {
        match self {
            QuotaKind::Match => "matches against engines",
            QuotaKind::Board => "matches",
            QuotaKind::Long => "matches that began with many moves",
            QuotaKind::Tournament => "tournaments",
            QuotaKind::Review => "reviews",
        }
    }
}

/// Whether somebody may begin one more.
pub async fn check<M: Aggregate>(
    keeper: &Repository<M>,
    payer: &QuotaAccount,
    what: QuotaKind,
) -> Result<(), Problem> {
    check_in(keeper.ledger(), payer, what).await
}

/// The same of what no keeper keeps.
pub async fn check_in(ledger: &Ledger, payer: &QuotaAccount, what: QuotaKind) -> Result<(), Problem> {
    for ((label, most), whose) in
        payer.labels(what).iter().zip(what.most()).zip(["You have", "Your network has"])
    {
        if ledger.find(label).await?.len() >= most {
            let text = format!("{whose} {most} {} going on; wait until one has ended.", what.called());
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
    fn whoever_shows_a_key_has_a_quota_of_their_own_and_the_time_of_their_address() {
        let [one, other, nameless] = [Some("asha"), Some("hari"), None]
            .map(|name| QuotaAccount::new("router".to_owned(), name.map(str::to_owned)));
        let all = [&one, &other, &nameless];
        let [[ones, at], [others, beside], [anybodys, with]] =
            all.map(|payer| payer.labels(QuotaKind::Match));
        assert!(ones != others && ones != anybodys && at == beside && at == with && at != anybodys);
        assert!(one.labels(QuotaKind::Tournament).iter().all(|label| *label != ones && *label != at));
        assert_eq!((one.interactive(), one.background()), (other.interactive(), nameless.background()));
    }
}
