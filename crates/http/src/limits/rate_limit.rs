//! How often one client may do what.

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

/// What is counted. A kind has its own bucket a client, so that thinking much does not cost one the
/// move that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Any request.
    Request,
    /// Asking an engine.
    Think,
    /// Making something that stays: a match, a bot, a tournament.
    Create,
    /// Acting in something that is there: a move, a resignation.
    Act,
    /// Showing a token that opens nothing.
    InvalidToken,
    /// A frame on a socket: as many as requests, but whoever sends too many can still ask.
    Frame,
}

/// A number in a time: `100/s`, `30/min`, `500/h`; or `off`. As many can come at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate(Option<(NonZeroU32, Duration)>);

/// How often one client may do what.
#[derive(Clone, Debug)]
pub struct Rates {
    /// Any request.
    pub request: Rate,
    /// Asking an engine.
    pub think: Rate,
    /// Making something that stays.
    pub create: Rate,
    /// Acting in something that is there.
    pub act: Rate,
    /// Showing a token that opens nothing.
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

/// A bucket a client, and what it holds, one kind beside the other.
type Kinds = [Option<(DefaultKeyedRateLimiter<Client>, NonZeroU32)>; 6];

/// A bucket an address is so many times as large for all of its tokens together: a token costs nothing, and whoever makes
/// a thousand is one client still. There is room for a class in it, of whom not all do at once what they may.
const CROWD: NonZeroU32 = NonZeroU32::new(16).expect("it is not 0");

/// The buckets of all clients.
pub(crate) struct RateLimiter {
    kinds: RwLock<[Kinds; 2]>,
    clock: DefaultClock,
}

/// Those of clients, and those of addresses with all their tokens.
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

    /// Other rates from now on; everybody begins with full buckets.
    pub(crate) fn change(&self, rates: &Rates) {
        *self.kinds.write().unwrap_or_else(PoisonError::into_inner) = both(rates);
    }

    /// Takes so many from the bucket, or says when they will be there. What costs more than a bucket holds takes all
    /// of a full one. Whoever shows a token takes from the larger bucket of their address as well.
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

    /// How many a client's bucket holds; `None` where they are not counted.
    pub(crate) fn holds(&self, action: Action) -> Option<NonZeroU32> {
        let [own, _] = &*self.kinds.read().unwrap_or_else(PoisonError::into_inner);
        own[action as usize].as_ref().map(|(_, holds)| *holds)
    }

    /// Forgets clients whose buckets are full again.
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
    fn an_empty_bucket_is_one_clients_of_one_kind() {
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
    fn what_costs_more_takes_more() {
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
        assert!(nameless.is_ok(), "whoever shows none does not pay for those who do");
        buckets.forget();
        assert!(make(one).is_err());
    }
}
