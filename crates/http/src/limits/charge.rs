//! Charging requests: who is billed, what it costs, and the costs that routes declare in their signatures.
//!
//! [`Http::charge`](crate::Http::charge) is the only function that takes from a client's buckets. A route with a fixed
//! cost declares it by a type of [`cost`], either in [`ChargedClient`] or in the `Caller` extractor of
//! `chautari-people`; a cost that depends on the body of a request is charged by its handler.

use std::marker::PhantomData;
use std::num::NonZeroU32;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use chautari_compute::Client;

use super::rate_limit::Action;
use crate::request::client::client_of;
use crate::{Http, Problem, Token, TokenHash};

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

impl<S> FromRequestParts<S> for Billed
where
    S: Send + Sync,
    Http: FromRef<S>,
{
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Billed, Self::Rejection> {
        let http = Http::from_ref(state);
        let address = client_of(parts, &http);
        let token = Token::shown(&parts.headers).map(|token| token.hash());
        let valid = token.filter(|hash| http.is_vouched(*hash));
        Ok(valid.map_or(Billed::address(address), |hash| Billed::token(hash, address)))
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

/// The fixed cost of a route, beside the request itself.
pub trait RouteCost: Send + Sync + 'static {
    /// The action that each call is charged as; `None` if a call costs no more than a request.
    const ACTION: Option<Action>;
}

/// Costs of routes, to be named in the signature of a handler.
pub mod cost {
    use super::{Action, RouteCost};

    /// The request costs nothing beside itself, or its handler charges it by its content.
    #[derive(Clone, Copy, Debug)]
    pub struct Free;

    /// The request acts in something that exists: [`Action::Act`].
    #[derive(Clone, Copy, Debug)]
    pub struct Act;

    /// The request creates something that is stored: [`Action::Create`].
    #[derive(Clone, Copy, Debug)]
    pub struct Create;

    /// The request takes as much work as an engine search: [`Action::Think`].
    #[derive(Clone, Copy, Debug)]
    pub struct Think;

    impl RouteCost for Free {
        const ACTION: Option<Action> = None;
    }

    impl RouteCost for Act {
        const ACTION: Option<Action> = Some(Action::Act);
    }

    impl RouteCost for Create {
        const ACTION: Option<Action> = Some(Action::Create);
    }

    impl RouteCost for Think {
        const ACTION: Option<Action> = Some(Action::Think);
    }
}

/// The address a request came from, charged with the cost of its route, for routes that do not depend on who calls.
pub struct ChargedClient<C> {
    /// The client at that address.
    pub client: Client,
    cost: PhantomData<fn() -> C>,
}

impl<S, C> FromRequestParts<S> for ChargedClient<C>
where
    S: Send + Sync,
    C: RouteCost,
    Http: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<ChargedClient<C>, Problem> {
        let http = Http::from_ref(state);
        let client = client_of(parts, &http);
        if let Some(action) = C::ACTION {
            http.charge(Billed::address(client), action)?;
        }
        Ok(ChargedClient { client, cost: PhantomData })
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
