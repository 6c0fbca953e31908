//! The tokens most recently found valid. Requests with one of them are billed to the token, not to the address.

use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};

use crate::TokenHash;

/// How many tokens are remembered.
const CAPACITY: usize = 20_000;

#[derive(Default)]
pub(crate) struct KnownTokens(Mutex<(HashSet<TokenHash>, VecDeque<TokenHash>)>);

impl KnownTokens {
    pub(crate) fn add(&self, hash: TokenHash) {
        let (known, order) = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.insert(hash) {
            order.push_back(hash);
            if order.len() > CAPACITY
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
    fn oldest_token_is_forgotten_when_full() {
        let known = KnownTokens::default();
        let first = Token::new().hash();
        known.add(first);
        assert!(known.contains(first));
        for _ in 0..CAPACITY {
            known.add(Token::new().hash());
        }
        assert!(!known.contains(first));
    }
}
