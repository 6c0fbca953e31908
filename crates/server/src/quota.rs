//! Who pays for what goes on, how much of it one client may have, and whose tokens are known to be good.

use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chautari_keeper::{Keeper, Machine};
use chautari_ledger::{Label, Ledger};
use serde::{Deserialize, Serialize};

use crate::problem::Kind;
use crate::{Client, Problem, TokenHash};

/// For whom something is done that costs: whoever had it begun, under names that tell nobody who that is. It is
/// kept with what it is about, so that a restart gives nobody anything new.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Payer {
    /// The address it was begun from. What engines take for it is counted there: keys cost nothing, and whoever has
    /// a hundred is to have no more of a core than whoever has one.
    time: String,
    /// Whoever showed a key has a quota of their own: a class behind one router does not share one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    quota: Option<String>,
}

impl Payer {
    pub(crate) fn new(time: String, quota: Option<String>) -> Payer {
        Payer { time, quota }
    }

    /// Who waits for the engines of the house, where somebody does.
    pub(crate) fn waiting(&self) -> Client {
        Client::house(&self.time)
    }

    /// The same where nobody does.
    pub(crate) fn patient(&self) -> Client {
        Client::background(&self.time)
    }

    /// What is found by these labels goes on: what is theirs, and what was begun from their address.
    pub(crate) fn labels(&self, what: Lasting) -> [Label; 2] {
        let [own, all] = what.keys();
        [Label::new(own, self.quota.as_ref().unwrap_or(&self.time)), Label::new(all, &self.time)]
    }
}

/// What is counted while it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Lasting {
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

impl Lasting {
    /// As what a match can be counted.
    pub(crate) const OF_MATCHES: [Lasting; 3] = [Lasting::Match, Lasting::Board, Lasting::Long];

    /// Of the labels by which they are found while they go on.
    const fn keys(self) -> [&'static str; 2] {
        match self {
            Lasting::Match => ["match-for", "match-from"],
            Lasting::Board => ["board-for", "board-from"],
            Lasting::Long => ["long-match-for", "long-match-from"],
            Lasting::Tournament => ["tournament-for", "tournament-from"],
            Lasting::Review => ["review-for", "review-from"],
        }
    }

    /// Whether this label says that one of these goes on.
    pub(crate) fn counts(self, label: &Label) -> bool {
        self.keys().contains(&label.key.as_str())
    }

    /// The most that may go on at once of a client, and of all from one address: names cost nothing, but a class has
    /// many.
    const fn most(self) -> [usize; 2] {
        match self {
            Lasting::Match => [200, 1600],
            Lasting::Board => [1000, 4000],
            Lasting::Long => [50, 200],
            Lasting::Tournament => [8, 128],
            // They are worked out one after another: nobody waits for more than these of somebody else.
            Lasting::Review => [10, 40],
        }
    }

    /// What somebody has too many of.
    const fn called(self) -> &'static str {
        match self {
            Lasting::Match => "matches against engines",
            Lasting::Board => "matches",
            Lasting::Long => "matches that began with many moves",
            Lasting::Tournament => "tournaments",
            Lasting::Review => "reviews",
        }
    }
}

/// Whether somebody may begin one more.
pub(crate) async fn vet<M: Machine>(keeper: &Keeper<M>, payer: &Payer, what: Lasting) -> Result<(), Problem> {
    vet_in(keeper.ledger(), payer, what).await
}

/// The same of what no keeper keeps.
pub(crate) async fn vet_in(ledger: &Ledger, payer: &Payer, what: Lasting) -> Result<(), Problem> {
    for ((label, most), whose) in
        payer.labels(what).iter().zip(what.most()).zip(["You have", "Your network has"])
    {
        if ledger.find(label).await?.len() >= most {
            let text = format!("{whose} {most} {} going on; wait until one has ended.", what.called());
            return Err(Problem::new(Kind::Busy, "quota", text).retry_after(Duration::from_mins(1)));
        }
    }
    Ok(())
}

/// How many good tokens are remembered.
const REMEMBERED: usize = 20_000;

/// Tokens that have opened something, the latest ones. Whoever shows one is counted by it.
#[derive(Default)]
pub(crate) struct Vouched(Mutex<(HashSet<TokenHash>, VecDeque<TokenHash>)>);

impl Vouched {
    pub(crate) fn add(&self, hash: TokenHash) {
        let (known, order) = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.insert(hash) {
            order.push_back(hash);
            if order.len() > REMEMBERED
                && let Some(oldest) = order.pop_front()
            {
                known.remove(&oldest);
            }
        }
    }

    pub(crate) fn contains(&self, hash: TokenHash) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0.contains(&hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Token;

    #[test]
    fn whoever_shows_a_key_has_a_quota_of_their_own_and_the_time_of_their_address() {
        let [one, other, nameless] = [Some("asha"), Some("hari"), None]
            .map(|name| Payer::new("router".to_owned(), name.map(str::to_owned)));
        let all = [&one, &other, &nameless];
        let [[ones, at], [others, beside], [anybodys, with]] = all.map(|payer| payer.labels(Lasting::Match));
        assert!(ones != others && ones != anybodys && at == beside && at == with && at != anybodys);
        assert!(one.labels(Lasting::Tournament).iter().all(|label| *label != ones && *label != at));
        assert_eq!((one.waiting(), one.patient()), (other.waiting(), nameless.patient()));
    }

    #[test]
    fn not_every_token_is_remembered_for_ever() {
        let vouched = Vouched::default();
        let first = Token::new().hash();
        vouched.add(first);
        assert!(vouched.contains(first));
        for _ in 0..REMEMBERED {
            vouched.add(Token::new().hash());
        }
        assert!(!vouched.contains(first));
    }
}
