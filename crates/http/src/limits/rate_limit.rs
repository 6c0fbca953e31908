//! Rate limits: token buckets per client and kind of action.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use chautari_compute::Client;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter as Governor};

use super::charge::{Billed, Cost};
use crate::Problem;
use crate::problem::Kind;

/// Kinds of actions. Each has its own bucket per client, so that a client that searches much can still move in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Any request.
    Request,
    /// A search by an engine, or work like it.
    Think,
    /// Creating something that is stored: a match, a bot, a tournament.
    Create,
    /// Acting in something that exists: a move, a resignation.
    Act,
    /// Sending a token that is not valid.
    InvalidToken,
    /// A WebSocket frame. As many as requests, in a bucket of their own.
    Frame,
}

/// A number of actions per period: `100/s`, `30/min`, `500/h`; or `off`. All of them may come at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate(Option<(NonZeroU32, Duration)>);

/// The rate of each kind of action, per client.
#[derive(Clone, Debug)]
pub struct Rates {
    /// Requests of any kind.
    pub request: Rate,
    /// Searches by engines.
    pub think: Rate,
    /// Creations of something that is stored.
    pub create: Rate,
    /// Actions in something that exists.
    pub act: Rate,
    /// Tokens that are not valid.
    pub bad_token: Rate,
}

impl Default for Rates {
    fn default() -> Rates {
        let rate = |count, seconds| Rate(NonZeroU32::new(count).map(|n| (n, Duration::from_secs(seconds))));
        Rates {
            request: rate(2000, 1),
            think: rate(600, 60),
            create: rate(300, 60),
            act: rate(200, 1),
            bad_token: rate(60, 60),
        }
    }
}

const UNITS: [(&str, u64); 3] = [("s", 1), ("min", 60), ("h", 3600)];

impl FromStr for Rate {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Rate, &'static str> {
        if text == "off" {
            return Ok(Rate(None));
        }
        let read = || {
            let (count, unit) = text.split_once('/')?;
            let (_, seconds) = UNITS.into_iter().find(|(name, _)| *name == unit)?;
            Some(Rate(Some((count.parse().ok()?, Duration::from_secs(seconds)))))
        };
        read().ok_or("expected a rate such as 100/s, 30/min or 500/h, or `off`")
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((count, period)) = self.0 else { return f.write_str("off") };
        let unit = UNITS.into_iter().find(|(_, seconds)| *seconds == period.as_secs());
        write!(f, "{count}/{}", unit.map_or("s", |(name, _)| name))
    }
}

/// The limiter and the bucket size of each kind of action; `None` if it is not limited.
type Kinds = [Option<(DefaultKeyedRateLimiter<Client>, NonZeroU32)>; 6];

/// The bucket that all tokens used from one address share is this many times as large as that of a single client. Tokens
/// are free, so without it a client could multiply its rate; the factor leaves room for a school class behind one router.
const CROWD: NonZeroU32 = NonZeroU32::new(16).expect("it is not 0");

/// The buckets of all clients.
pub(crate) struct RateLimiter {
    kinds: RwLock<[Kinds; 2]>,
    clock: DefaultClock,
}

/// Returns the buckets of single clients, and those of addresses with all their tokens.
fn both(rates: &Rates) -> [Kinds; 2] {
    [kinds(rates, NonZeroU32::MIN), kinds(rates, CROWD)]
}

fn kinds(rates: &Rates, times: NonZeroU32) -> Kinds {
    let limiter = |rate: Rate| {
        let (count, period) = rate.0?;
        let count = count.saturating_mul(times);
        Some((Governor::keyed(Quota::with_period(period / count.get())?.allow_burst(count)), count))
    };
    let Rates { request, think, create, act, bad_token } = *rates;
    [request, think, create, act, bad_token, request].map(limiter)
}

impl RateLimiter {
    pub(crate) fn new(rates: &Rates) -> RateLimiter {
        RateLimiter { kinds: RwLock::new(both(rates)), clock: DefaultClock::default() }
    }

    /// Replaces the rates. All clients start with full buckets.
    pub(crate) fn change(&self, rates: &Rates) {
        *self.kinds.write().unwrap_or_else(PoisonError::into_inner) = both(rates);
    }

    /// Takes a cost from the bucket of the billed client, and, if that is the holder of a token, from the larger bucket
    /// of the address as well. Errors with the time until there is enough. A cost above the size of the bucket takes all
    /// of a full one.
    pub(crate) fn take(&self, billed: Billed, cost: Cost) -> Result<(), Problem> {
        let [own, crowd] = &*self.kinds.read().unwrap_or_else(PoisonError::into_inner);
        let Some((limiter, size)) = &own[cost.action as usize] else { return Ok(()) };
        let Some(count) = cost.taken_of(*size) else { return Ok(()) };
        self.take_of(limiter, billed.client, cost.action, count)?;
        let Some((limiter, size)) = &crowd[cost.action as usize] else { return Ok(()) };
        if billed.address == billed.client {
            return Ok(());
        }
        let count = if cost.at_most_half { count } else { cost.taken_of(*size).unwrap_or(count) };
        self.take_of(limiter, billed.address, cost.action, count)
    }

    fn take_of(
        &self,
        limiter: &DefaultKeyedRateLimiter<Client>,
        client: Client,
        action: Action,
        count: NonZeroU32,
    ) -> Result<(), Problem> {
        let Ok(taken) = limiter.check_key_n(&client, count) else { return Ok(()) };
        taken.map_err(|until| {
            let what = match action {
                Action::Request => "requests",
                Action::Think => "questions to engines",
                Action::Create => "new things",
                Action::Act => "actions",
                Action::InvalidToken => "wrong tokens",
                Action::Frame => "frames",
            };
            let wait = until.wait_time_from(self.clock.now());
            Problem::new(Kind::TooManyRequests, "rate", format!("Too many {what}; wait a little."))
                .retry_after(wait)
        })
    }

    /// Removes clients whose buckets are full again.
    pub(crate) fn forget(&self) {
        let kinds = self.kinds.read().unwrap_or_else(PoisonError::into_inner);
        for (limiter, _) in kinds.iter().flatten().flatten() {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_round_trips_through_text() {
        for text in ["2000/s", "30/min", "1/h", "off"] {
            assert_eq!(text.parse::<Rate>().unwrap().to_string(), text);
        }
        for text in ["", "0/s", "-1/s", "5", "5/", "5/day", "/s", "99999999999/s"] {
            assert!(text.parse::<Rate>().is_err(), "{text}");
        }
    }

    #[test]
    fn bucket_is_per_client_and_kind() {
        let rates = Rates { act: "2/h".parse().unwrap(), ..Rates::default() };
        let buckets = RateLimiter::new(&rates);
        let (one, other) = (Client::internal("one"), Client::internal("other"));
        let take = |client, action: Action| buckets.take(Billed::address(client), action.into());
        assert!(take(one, Action::Act).is_ok() && take(one, Action::Act).is_ok());
        let problem = take(one, Action::Act).unwrap_err();
        assert_eq!((problem.kind(), problem.code()), (Kind::TooManyRequests, "rate"));
        assert!(take(one, Action::Create).is_ok() && take(other, Action::Act).is_ok());
        buckets.forget();
        assert!(take(one, Action::Act).is_err());
        buckets.change(&Rates { act: "1/h".parse().unwrap(), ..rates });
        assert!(take(one, Action::Act).is_ok() && take(one, Action::Act).is_err());
    }

    #[test]
    fn larger_cost_takes_more() {
        let buckets = RateLimiter::new(&Rates { request: "10/h".parse().unwrap(), ..Rates::default() });
        let (one, other) = (Client::internal("one"), Client::internal("other"));
        let take = |client, cost| buckets.take(Billed::address(client), Cost::of(Action::Request, cost));
        assert!(take(one, 9).is_ok() && take(one, 2).is_err() && take(one, 1).is_ok());
        assert!(take(other, 1000).is_ok() && take(other, 1).is_err());
    }

    #[test]
    fn tokens_of_one_address_share_a_larger_bucket() {
        let buckets = RateLimiter::new(&Rates { create: "2/h".parse().unwrap(), ..Rates::default() });
        let [one, other] = [1, 2].map(|number| Client::from_addr([10, 0, 0, number].into()));
        let make = |address| {
            let billed = Billed::token(crate::Token::new().hash(), address);
            buckets.take(billed, Action::Create.into())
        };
        assert_eq!((0..100).filter(|_| make(one).is_ok()).count(), 2 * CROWD.get() as usize);
        assert!(make(other).is_ok(), "another address has its own");
        let anonymous = buckets.take(Billed::address(one), Action::Create.into());
        assert!(anonymous.is_ok(), "requests without a token have a bucket of their own");
        buckets.forget();
        assert!(make(one).is_err());
    }
}
