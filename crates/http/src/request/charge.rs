//! The costs that routes declare in their signatures.
//!
//! [`Http::charge`] is the only function that takes from a client's buckets. A route with a fixed cost declares it by a
//! type of [`cost`], either in [`ChargedClient`] or in the `Caller` extractor of `chautari-people`; a cost that depends
//! on the body of a request is charged by its handler.

use std::marker::PhantomData;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use chautari_compute::Client;

use super::client::client_of;
use crate::{Action, Billed, Http, Problem, Token};

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
