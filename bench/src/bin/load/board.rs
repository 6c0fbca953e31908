//! A match between two users who both have the board open.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use serde_json::Value;
use tokio::time::sleep_until;

use crate::http::{HttpLine, body, post, text};
use crate::people::{Socket, open};

/// The time between moves.
pub(crate) const PACE: Duration = Duration::from_secs(5);

/// The sockets of both players, and a connection for their moves.
pub(crate) struct Board {
    line: HttpLine,
    id: String,
    keys: [String; 2],
    sockets: [Socket; 2],
    /// The side to move and its legal moves.
    turn: usize,
    offer: Option<String>,
    moves: usize,
}

/// The times until moves were acknowledged and until the opponent saw them, and the number of boards that
/// failed.
#[derive(Default)]
pub(crate) struct Played {
    pub(crate) acknowledged: Vec<Duration>,
    pub(crate) seen: Vec<Duration>,
    pub(crate) dropped: usize,
}

impl Played {
    pub(crate) fn add(&mut self, other: Played) {
        self.acknowledged.extend(other.acknowledged);
        self.seen.extend(other.seen);
        self.dropped += other.dropped;
    }
}

impl Board {
    pub(crate) async fn begin(address: SocketAddr, one: &str, two: &str) -> Board {
        let mut line = HttpLine::open(address).await.expect("the server takes a connection");
        let asked = r#"{"game":"baghchal","seats":{"goats":{"kind":"person"},"tigers":{"kind":"open"}},"clock":{"initial_ms":1800000}}"#;
        line.expect(&post("/api/v1/matches", Some(one), asked), 201).await.expect("a match begins");
        let id = text(&line, "match");
        let seats = post(&format!("/api/v1/matches/{id}/seats"), Some(two), "{}");
        line.expect(&seats, 200).await.expect("there is a free seat");
        let path = format!("/api/v1/matches/{id}/live");
        let hello = r#"{"type":"hello","from":null}"#;
        let sockets = [open(address, &path, hello).await, open(address, &path, hello).await];
        let keys = [one.to_owned(), two.to_owned()];
        let mut board = Board { id, keys, sockets, turn: 0, offer: None, moves: 0, line };
        board.take(&body(&board.line)["state"].clone());
        board
    }

    fn take(&mut self, state: &Value) {
        self.turn = usize::from(state["turn"] == "tigers");
        self.offer = state["offers"][self.moves % 3]["move"].as_str().map(str::to_owned);
    }

    /// Plays until `end`.
    pub(crate) async fn play(mut self, end: Instant) -> Played {
        let mut played = Played::default();
        while Instant::now() < end {
            let Some(offer) = self.offer.clone() else { break };
            let next = Instant::now() + PACE;
            match self.play_one(&offer).await {
                Ok((acknowledged, seen)) => {
                    played.acknowledged.push(acknowledged);
                    played.seen.push(seen);
                }
                Err(why) => {
                    eprintln!("a board was dropped: {why}");
                    played.dropped += 1;
                    break;
                }
            }
            self.take(&body(&self.line)["state"].clone());
            sleep_until(next.into()).await;
        }
        played
    }

    async fn play_one(&mut self, offer: &str) -> Result<(Duration, Duration), String> {
        self.moves += 1;
        let action =
            format!(r#"{{"command":"c{}","action":{{"type":"move","move":"{offer}"}}}}"#, self.moves);
        let path = format!("/api/v1/matches/{}/actions", self.id);
        let asked = post(&path, Some(&self.keys[self.turn]), &action);
        let Board { line, sockets: [one, two], turn, .. } = self;
        let (own, other) = if *turn == 0 { (one, two) } else { (two, one) };
        let sent = Instant::now();
        let (done, told, _) = tokio::try_join!(
            async {
                line.expect(&asked, 200).await.map_err(|error| error.to_string())?;
                Ok(sent.elapsed())
            },
            hear(other, sent),
            hear(own, sent)
        )?;
        Ok((done, told))
    }
}

/// Returns how long after `since` the next event arrived.
async fn hear(socket: &mut Socket, since: Instant) -> Result<Duration, String> {
    let mut last = None;
    while let Some(message) = socket.next().await {
        match message {
            Ok(message) if message.to_text().is_ok_and(|text| text.starts_with(r#"{"type":"event""#)) => {
                return Ok(since.elapsed());
            }
            other => last = Some(other),
        }
    }
    Err(format!("the socket of a player was closed: {last:?}"))
}
