//! Rate limits per client and kind of action.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use chautari_compute::Client;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter as Governor};

use crate::Problem;
use crate::problem::Kind;

/// A kind of action. Each has its own bucket per client, so that many searches do not delay a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Any request.
    Request,
    /// A search by an engine.
    Think,
    /// Creating a stored object: a match, a bot, a tournament.
    Create,
    /// Acting on an existing object: a move, a resignation.
    Act,
    /// A request with an invalid token.
    InvalidToken,
    /// A WebSocket frame. It has the rate of requests but its own bucket, so that a client that sends too many frames can
    /// still send requests.
    Frame,
}

/// A number of actions in a period: `100/s`, `30/min`, `500/h`; or `off`. As many can come at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate(Option<(NonZeroU32, Duration)>);

/// The rates of one client.
#[derive(Clone, Debug)]
pub struct Rates {
    /// Requests of any kind.
    pub request: Rate,
    /// Searches by an engine.
    pub think: Rate,
    /// Creations of stored objects.
    pub create: Rate,
    /// Actions on existing objects.
    pub act: Rate,
    /// Requests with an invalid token.
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

/// For each kind of action the buckets of all clients, and their size; `None` if unlimited.
type Kinds = [Option<(DefaultKeyedRateLimiter<Client>, NonZeroU32)>; 6];

/// All tokens of an address together have a bucket this many times as large, because a client can create any number of
/// tokens. It is large enough for a class behind one router.
const CROWD: NonZeroU32 = NonZeroU32::new(16).expect("it is not 0");

/// The buckets of all clients.
pub(crate) struct RateLimiter {
    kinds: RwLock<[Kinds; 2]>,
    clock: DefaultClock,
}

/// Creates the buckets of clients, and those of addresses with all their tokens.
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

    /// Takes `cost` from a bucket; the error says when to retry. A cost above the size of the bucket takes a full bucket.
    /// The holder of a token also takes from the larger bucket of its address.
    pub(crate) fn take(
        &self,
        client: Client,
        address: Option<Client>,
        action: Action,
        cost: NonZeroU32,
    ) -> Result<(), Problem> {
        let [own, crowd] = &*self.kinds.read().unwrap_or_else(PoisonError::into_inner);
        self.take_of(own, client, action, cost)?;
        match address {
            Some(address) if address != client => self.take_of(crowd, address, action, cost),
            _ => Ok(()),
        }
    }

    fn take_of(
        &self,
        kinds: &Kinds,
        client: Client,
        action: Action,
        cost: NonZeroU32,
    ) -> Result<(), Problem> {
        let Some((limiter, holds)) = &kinds[action as usize] else { return Ok(()) };
        let Ok(taken) = limiter.check_key_n(&client, cost.min(*holds)) else { return Ok(()) };
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

    /// Returns the size of a client's bucket; `None` if unlimited.
    pub(crate) fn holds(&self, action: Action) -> Option<NonZeroU32> {
        let [own, _] = &*self.kinds.read().unwrap_or_else(PoisonError::into_inner);
        own[action as usize].as_ref().map(|(_, holds)| *holds)
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
    fn rates_survive_their_text() {
        for text in ["2000/s", "30/min", "1/h", "off"] {
            assert_eq!(text.parse::<Rate>().unwrap().to_string(), text);
        }
        for text in ["", "0/s", "-1/s", "5", "5/", "5/day", "/s", "99999999999/s"] {
            assert!(text.parse::<Rate>().is_err(), "{text}");
        }
    }

    #[test]
    fn empty_bucket_affects_one_client_and_one_kind() {
        let rates = Rates { act: "2/h".parse().unwrap(), ..Rates::default() };
        let buckets = RateLimiter::new(&rates);
        let (one, other) = (Client::internal("one"), Client::internal("other"));
        let take = |client, action| buckets.take(client, None, action, NonZeroU32::MIN);
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
    fn higher_cost_takes_more() {
        let buckets = RateLimiter::new(&Rates { request: "10/h".parse().unwrap(), ..Rates::default() });
        let (one, other) = (Client::internal("one"), Client::internal("other"));
        let take = |client, cost| buckets.take(client, None, Action::Request, NonZeroU32::new(cost).unwrap());
        assert!(take(one, 9).is_ok() && take(one, 2).is_err() && take(one, 1).is_ok());
        assert!(take(other, 1000).is_ok() && take(other, 1).is_err());
    }

    #[test]
    fn tokens_of_one_address_share_a_larger_bucket() {
        let buckets = RateLimiter::new(&Rates { create: "2/h".parse().unwrap(), ..Rates::default() });
        let [one, other] = [1, 2].map(|number| Client::from_addr([10, 0, 0, number].into()));
        let make = |address| {
            let token = crate::Token::new().hash().client();
            buckets.take(token, Some(address), Action::Create, NonZeroU32::MIN)
        };
        assert_eq!((0..100).filter(|_| make(one).is_ok()).count(), 2 * CROWD.get() as usize);
        assert!(make(other).is_ok(), "another address has its own");
        let nameless = buckets.take(one, Some(one), Action::Create, NonZeroU32::MIN);
        assert!(nameless.is_ok(), "requests without a token have their own bucket");
        buckets.forget();
        assert!(make(one).is_err());
    }
}
