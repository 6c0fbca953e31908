//! Push subscriptions: the browsers of a person that receive notifications.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::push::Address;

/// Subscriptions per account. The oldest make room.
pub(crate) const MAX_SUBSCRIPTIONS: usize = 16;

/// A browser that receives notifications.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = NewPush)]
#[serde(deny_unknown_fields)]
pub struct Subscription {
    /// The browser's `PushSubscription`.
    pub(crate) address: Address,
    /// The language of notifications, by its ISO 639-1 code [default: `en`].
    #[serde(default = "english")]
    #[schema(required = false, example = "ne")]
    pub(crate) language: String,
}

fn english() -> String {
    "en".to_owned()
}

impl Subscription {
    /// The id, the same for every subscription of one browser.
    pub(crate) fn id(&self) -> String {
        blake3::hash(self.address.endpoint().as_bytes()).to_hex()[..24].to_owned()
    }
}
