//! What can be set.

use std::time::Duration;

use chautari_http::TokenHash;

use crate::Mail;

/// How Softserve is set up.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Whoever thinks longer than this about an action forfeits.
    pub think_time: Duration,
    /// The most games an event may have.
    pub most_games: u64,
    /// Opens `/think`; without one, nobody may.
    pub think_token: Option<TokenHash>,
    /// The most nodes `/think` looks at.
    pub most_iterations: u64,
    /// What stands before the paths of links, such as `https://games.example.org`.
    pub base_url: String,
    /// How the players of an event are told of it; without this, they are not.
    pub mail: Option<Mail>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            think_time: Duration::from_millis(4300),
            // A class of thirty that meets twice with each colour.
            most_games: 2000,
            think_token: None,
            most_iterations: 1_000_000,
            base_url: String::new(),
            mail: None,
        }
    }
}
