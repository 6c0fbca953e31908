//! The stored games: an action is in the ledger before any client sees it.

use std::str::FromStr;

use chautari_aggregate::{
    ActError, Aggregate, Command, CorruptEvents, Decision, EventMeta, Repository, RepositoryError, Versioned,
};
use chautari_banchess::Player;
use chautari_http::idempotency;
use chautari_http::idempotency::IdempotencyKey;
use chautari_http::{Problem, Token, TokenHash};
use chautari_ledger::{Event, Label, Stored};
use chautari_platform::Platform;
use serde::{Deserialize, Serialize};

use crate::{Frame, Played, Refusal, Session};

/// Something that happened in a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum GameEvent {
    Created { fen: Option<String>, white: TokenHash, black: TokenHash },
    Played { action: String },
}

/// The error of a game that cannot be loaded or changed.
#[derive(Debug)]
pub(crate) enum StoreError {
    /// By the contract.
    Refused(Refusal),
    /// By the server: this client asks too much, or asks for something else under the same key.
    Busy(Problem),
    /// The ledger does not answer.
    Away,
}

impl From<Refusal> for StoreError {
    fn from(refusal: Refusal) -> StoreError {
        StoreError::Refused(refusal)
    }
}

impl From<Problem> for StoreError {
    fn from(problem: Problem) -> StoreError {
        StoreError::Busy(problem)
    }
}

impl From<RepositoryError> for StoreError {
    fn from(failure: RepositoryError) -> StoreError {
        if let RepositoryError::Missing { id, .. } = failure {
            return StoreError::Refused(Refusal::Missing(id.chars().take(64).collect()));
        }
        if let RepositoryError::Reused = failure {
            return StoreError::Busy(failure.into());
        }
        tracing::warn!(cause = %failure, "a Ban Chess game could not be read or written");
        StoreError::Away
    }
}

impl From<ActError<Refusal>> for StoreError {
    fn from(error: ActError<Refusal>) -> StoreError {
        match error {
            ActError::Refused(refusal) => StoreError::Refused(refusal),
            ActError::Failed(failure) => failure.into(),
        }
    }
}

/// A seat: the player and its token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seat {
    pub(crate) player: Player,
    pub(crate) token: TokenHash,
}

/// A stored game with its seats.
#[derive(Clone)]
pub(crate) struct StoredGame {
    pub(crate) session: Session,
    seats: [TokenHash; 2],
}

impl Aggregate for StoredGame {
    const WHAT: &'static str = "game";
    const PREFIX: &'static str = "banchess-";
    type Id = String;
    type Context = ();
    type Event = GameEvent;
    /// The action that was played.
    type Notification = String;

    fn read_id(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn read(stored: &Stored) -> Result<GameEvent, CorruptEvents> {
        Ok(serde_json::from_value(stored.body.clone())?)
    }

    fn write(event: &GameEvent) -> Result<Event, CorruptEvents> {
        Ok(Event { kind: "banchess".to_owned(), body: serde_json::to_value(event)? })
    }

    fn begin((): &(), _: &String, first: &GameEvent, _: EventMeta) -> Result<StoredGame, CorruptEvents> {
        let GameEvent::Created { fen, white, black } = first else {
            return Err(CorruptEvents::new("a game begins by being created"));
        };
        let session =
            Session::begin(fen.as_deref()).map_err(|fault| CorruptEvents::new(fault.to_string()))?;
        Ok(StoredGame { session, seats: [*white, *black] })
    }

    fn apply(&mut self, (): &(), event: &GameEvent, _: EventMeta) -> Result<(), CorruptEvents> {
        match event {
            GameEvent::Created { .. } => Err(CorruptEvents::new("a game is created only once")),
            GameEvent::Played { action } => {
                self.session.replay(action).map_err(|refusal| CorruptEvents::new(refusal.text()))
            }
        }
    }

    fn claims(&self) -> Vec<Label> {
        self.seats.map(by_seat).to_vec()
    }

    fn notification(&self, (): &Self::Context, event: &GameEvent) -> String {
        match event {
            GameEvent::Played { action } => action.clone(),
            GameEvent::Created { .. } => String::new(),
        }
    }

    fn is_finished(&self) -> bool {
        self.session.is_over()
    }
}

/// The repository of games.
pub(crate) type Games = Repository<StoredGame>;

/// The game a seat's token belongs to.
fn by_seat(hash: TokenHash) -> Label {
    Label::new("banchess-seat", hash.to_hex())
}

/// The game that this token opens a seat of.
pub(crate) async fn find_by_token(games: &Games, token: &str) -> Result<Option<String>, StoreError> {
    let Ok(token) = Token::from_str(token) else { return Ok(None) };
    Ok(games.ids(&by_seat(token.hash())).await?.into_iter().next())
}

/// Begins a game; gives its id and the tokens of White and Black. The same key gets the same ones.
pub(crate) async fn create(
    app: &Platform,
    games: &Games,
    fen: Option<String>,
    key: Option<&IdempotencyKey>,
) -> Result<(String, [Token; 2]), StoreError> {
    // The id must not be guessable, because it is enough to watch.
    let id = idempotency::derived_id(app.http(), key, "banchess").unwrap_or_else(|| Token::new().reveal());
    let id: String = id.chars().take(16).collect();
    let tokens =
        ["white", "black"].map(|colour| idempotency::token(app.http(), key, &format!("banchess {colour}")));
    let [white, black] = [tokens[0].hash(), tokens[1].hash()];
    games.create(&id, idempotency::command(key), vec![GameEvent::Created { fen, white, black }]).await?;
    Ok((id, tokens))
}

/// Plays an action, durably, from where the game stands then.
pub(crate) async fn play(
    games: &Games,
    id: &String,
    seat: Option<Player>,
    frame: &Frame,
) -> Result<Played, StoreError> {
    let mut played = None;
    let decide = |now: &Versioned<StoredGame>| {
        let done = now.session.clone().play(seat, &frame.action, frame.ply)?;
        let event = GameEvent::Played { action: done.action.clone() };
        played = Some(done);
        Ok(Decision::Append(vec![event]))
    };
    games.act(id, Command::default(), decide).await?;
    played.ok_or(StoreError::Away)
}

impl StoredGame {
    /// The seat a token opens.
    pub(crate) fn seat(&self, token: &str) -> Option<Seat> {
        let token = Token::from_str(token).ok()?;
        let [white, black] = &self.seats;
        let player = match () {
            () if white.admits(&token) => Player::White,
            () if black.admits(&token) => Player::Black,
            () => return None,
        };
        Some(Seat { player, token: token.hash() })
    }
}
