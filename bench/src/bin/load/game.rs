//! A match between two simulated players that always play the first offer.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use chautari_wire::{ActRequest, Acted, Action, NewMatch};

use crate::http::{HttpLine, post};

/// A match with the connection it is played on.
pub(crate) struct Game {
    line: HttpLine,
    begun: NewMatch,
    moves: u64,
}

impl Game {
    pub(crate) async fn begin(address: SocketAddr) -> io::Result<Self> {
        let mut line = HttpLine::open(address).await?;
        let begun = begin(&mut line).await?;
        Ok(Self { line, begun, moves: 0 })
    }

    pub(crate) fn id(&self) -> &str {
        &self.begun.r#match
    }

    /// Whether the match is over.
    pub(crate) fn is_over(&self) -> bool {
        self.begun.state.turn.is_none()
    }

    /// Starts a new match.
    pub(crate) async fn begin_anew(&mut self) -> io::Result<()> {
        self.begun = begin(&mut self.line).await?;
        Ok(())
    }

    /// Plays a move; returns the time until it was acknowledged.
    pub(crate) async fn play(&mut self) -> io::Result<Duration> {
        let NewMatch { r#match, seats, state, .. } = &self.begun;
        let seat = state.turn.as_ref().and_then(|side| seats.get(side));
        let (Some(seat), Some(offer)) = (seat, state.offers.first()) else {
            return Err(io::Error::other("the match is over"));
        };
        self.moves += 1;
        let (command, action) = (format!("c{}", self.moves), Action::Move { text: offer.text.clone() });
        let body = serde_json::to_string(&ActRequest { command, version: None, action })?;
        let request = post(&format!("/api/v1/matches/{match}/actions"), seat.token.as_deref(), &body);
        let asked = Instant::now();
        self.line.expect(&request, 200).await?;
        let took = asked.elapsed();
        self.begun.state = serde_json::from_slice::<Acted>(&self.line.body)?.state;
        Ok(took)
    }
}

async fn begin(line: &mut HttpLine) -> io::Result<NewMatch> {
    line.expect(&post("/api/v1/matches", None, r#"{"game":"baghchal"}"#), 201).await?;
    Ok(serde_json::from_slice(&line.body)?)
}
