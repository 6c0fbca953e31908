//! The state of this service.

use std::sync::Arc;

use axum::extract::FromRef;
use chautari_aggregate::Repository;
use chautari_http::{Http, origin_of};
use chautari_platform::Platform;

use crate::bots::Bot;
use crate::model::leaderboard::Leaderboards;
use crate::people::{PeopleContext, Person, Presence};
use crate::push::Push;

/// People and bots. Cheap to clone.
#[derive(Clone)]
pub struct People(Arc<Inner>);

struct Inner {
    platform: Platform,
    accounts: Repository<Person>,
    bots: Repository<Bot>,
    push: Push,
    public_origin: Option<String>,
}

impl FromRef<People> for Http {
    fn from_ref(people: &People) -> Http {
        people.http().clone()
    }
}

impl People {
    /// Creates the service. `push` delivers notifications; `public_url` is the address of the server in browsers, if it
    /// is configured.
    pub fn new(platform: Platform, push: Push, public_url: Option<&str>) -> People {
        let ledger = platform.ledger().clone();
        let presence = Arc::new(Presence::default());
        People(Arc::new(Inner {
            accounts: Repository::new(ledger.clone(), PeopleContext::new(presence)),
            bots: Repository::new(ledger, Leaderboards::default()),
            push,
            public_origin: public_url.and_then(origin_of),
            platform,
        }))
    }

    /// The platform under this service.
    pub fn platform(&self) -> &Platform {
        &self.0.platform
    }

    /// Connections, limits, metrics, background tasks.
    pub fn http(&self) -> &Http {
        self.platform().http()
    }

    /// The accounts of people.
    pub fn accounts(&self) -> &Repository<Person> {
        &self.0.accounts
    }

    /// Programs that play with a token of their own.
    pub fn bots(&self) -> &Repository<Bot> {
        &self.0.bots
    }

    /// The people and bots that are online, at this process and others.
    pub fn presence(&self) -> &Arc<Presence> {
        &self.accounts().context().presence
    }

    /// Delivery of push notifications.
    pub(crate) fn push(&self) -> &Push {
        &self.0.push
    }

    /// The configured origin of the server, if there is one.
    pub(crate) fn public_origin(&self) -> Option<&str> {
        self.0.public_origin.as_deref()
    }
}
