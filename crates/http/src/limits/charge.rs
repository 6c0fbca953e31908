//! Costs, and the clients they are billed to.

use std::num::NonZeroU32;

use chautari_compute::Client;

use super::rate_limit::Action;
use crate::TokenHash;

/// The client whose buckets a request takes from, and the address it came from.
///
/// As an extractor: the holder of the token if the token is known to be valid, otherwise the address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Billed {
    pub(crate) client: Client,
    pub(crate) address: Client,
}

impl Billed {
    /// Bills an address.
    pub fn address(address: Client) -> Billed {
        Billed { client: address, address }
    }

    /// Bills the holder of a valid token, and the larger bucket that all tokens used from `address` share.
    pub fn token(hash: TokenHash, address: Client) -> Billed {
        Billed { client: hash.client(), address }
    }

    /// The client whose buckets are charged.
    pub fn client(self) -> Client {
        self.client
    }
}

/// A number of actions of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    pub(crate) action: Action,
    pub(crate) count: u32,
    /// Whether at most half of a full bucket is taken, so that the request can succeed even with a very small bucket.
    pub(crate) at_most_half: bool,
}

impl Cost {
    /// `count` actions. None are free.
    pub fn of(action: Action, count: usize) -> Cost {
        Cost { action, count: u32::try_from(count).unwrap_or(u32::MAX), at_most_half: false }
    }

    /// The work of `count` requests, beside the request in progress. Takes at most half of a full bucket.
    pub fn requests(count: usize) -> Cost {
        Cost { at_most_half: true, ..Cost::of(Action::Request, count) }
    }

    /// The actions to take from a bucket that holds `size`.
    pub(crate) fn taken_of(self, size: NonZeroU32) -> Option<NonZeroU32> {
        let most = if self.at_most_half { size.get() / 2 } else { size.get() };
        NonZeroU32::new(self.count.min(most))
    }
}

impl From<Action> for Cost {
    fn from(action: Action) -> Cost {
        Cost::of(action, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cost_is_bounded_by_the_bucket() {
        let size = |n| NonZeroU32::new(n).unwrap();
        let rows = [
            (Cost::from(Action::Act), 10, Some(1)),
            (Cost::of(Action::Create, 0), 10, None),
            (Cost::of(Action::Create, 7), 10, Some(7)),
            (Cost::of(Action::Create, usize::MAX), 10, Some(10)),
            (Cost::requests(3), 10, Some(3)),
            (Cost::requests(7), 10, Some(5)),
            (Cost::requests(7), 1, None),
        ];
        for (cost, bucket, taken) in rows {
            assert_eq!(cost.taken_of(size(bucket)).map(NonZeroU32::get), taken, "{cost:?} of {bucket}");
        }
    }
}
