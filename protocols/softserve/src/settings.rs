//! Settings of the Softserve API.

use std::time::Duration;

use chautari_http::TokenHash;

use crate::Mail;

/// Settings of the Softserve API.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The time limit per action. Exceeding it forfeits the game.
    pub think_time: Duration,
    /// The most games an event may have.
    pub most_games: u64,
    /// The hash of the token for `/think`; without it, `/think` is closed.
    pub think_token: Option<TokenHash>,
    /// The most nodes of a `/think` search.
    pub most_iterations: u64,
    /// The base of links, such as `https://games.example.org`.
    pub base_url: String,
    /// The mail server for notifying players of events; `None` to send no email.
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
