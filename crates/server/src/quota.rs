//! How much one client may have going on, and whose tokens are known to be good.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::problem::Kind;
use crate::{Client, Problem, TokenHash};

/// What is counted while it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Lasting {
    /// Matches in which the house plays.
    Match,
    /// Tournaments.
    Tournament,
}

impl Lasting {
    /// The most a client may have going on at once.
    const fn most(self) -> usize {
        match self {
            Lasting::Match => 200,
            Lasting::Tournament => 8,
        }
    }
}

/// What each client has begun here and may still be going on. It is not written down: after a restart
/// everybody begins anew.
#[derive(Default)]
pub(crate) struct Quotas(Mutex<HashMap<(Client, Lasting), HashSet<String>>>);

impl Quotas {
    /// Those of a client that may still be going on, where they are as many as it may have: the caller finds
    /// out which have ended, and tells [`over`](Self::over).
    pub(crate) fn full(&self, client: Client, what: Lasting) -> Option<Vec<String>> {
        let begun = self.lock();
        let own = begun.get(&(client, what)).filter(|own| own.len() >= what.most())?;
        Some(own.iter().cloned().collect())
    }

    /// Counts something that a client begins.
    pub(crate) fn begin(&self, client: Client, what: Lasting, id: &str) {
        self.lock().entry((client, what)).or_default().insert(id.to_owned());
    }

    /// Something has ended.
    pub(crate) fn over(&self, client: Client, what: Lasting, id: &str) {
        let mut begun = self.lock();
        if let Some(own) = begun.get_mut(&(client, what)) {
            own.remove(id);
            if own.is_empty() {
                begun.remove(&(client, what));
            }
        }
    }

    /// The answer to a client that has enough going on.
    pub(crate) fn refuse(what: Lasting) -> Problem {
        let (most, things) = match what {
            Lasting::Match => (what.most(), "matches against engines"),
            Lasting::Tournament => (what.most(), "tournaments"),
        };
        let text = format!("You have {most} {things} going on; wait until one has ended.");
        Problem::new(Kind::Busy, "quota", text).retry_after(std::time::Duration::from_mins(1))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(Client, Lasting), HashSet<String>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
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
    fn a_client_may_have_so_much_and_more_when_something_has_ended() {
        let (quotas, client) = (Quotas::default(), Client::house("one"));
        for id in 0..Lasting::Tournament.most() {
            assert_eq!(quotas.full(client, Lasting::Tournament), None);
            quotas.begin(client, Lasting::Tournament, &id.to_string());
        }
        assert_eq!(quotas.full(client, Lasting::Tournament).unwrap().len(), Lasting::Tournament.most());
        assert_eq!(quotas.full(client, Lasting::Match), None);
        quotas.over(client, Lasting::Tournament, "3");
        assert_eq!(quotas.full(client, Lasting::Tournament), None);
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
