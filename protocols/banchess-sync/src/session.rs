//! The sans-IO state of one game.

use chautari_banchess::{BanChess, Player};
use chautari_game::Fault;
use serde::{Deserialize, Serialize};

use crate::Refusal;

/// A game and where it began.
#[derive(Clone, Debug)]
pub struct Session {
    game: BanChess,
    first: u32,
}

/// The state of a game that synchronises a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(as = BanChessState))]
#[serde(rename_all = "camelCase")]
pub struct Sync {
    /// The position in extended FEN.
    pub fen: String,
    /// The action that led there in BCN, if one is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "serve", schema(nullable = false))]
    pub last_action: Option<String>,
    /// The ply to be played.
    pub ply: u32,
    /// The full move to be played, as chess counts them.
    pub move_number: u32,
}

/// How a game is written in PGN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(as = BanChessPgn))]
pub enum Pgn {
    /// With signs behind moves and bans: `{banning: a8b8#}`.
    #[default]
    #[serde(rename = "pgn")]
    Signed,
    /// With none behind bans, which the TypeScript library's loader can read.
    #[serde(rename = "pgn-plain")]
    Plain,
}

/// The result of an action.
#[allow(clippy::struct_excessive_bools, reason = "the wire has them")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(as = BanChessPlayed))]
#[serde(rename_all = "camelCase")]
pub struct Played {
    /// Always: what was refused is a [`Refusal`].
    pub success: bool,
    /// The action in BCN, with its indicator.
    pub action: String,
    /// The action in SAN.
    pub san: String,
    /// The position after it.
    pub new_fen: String,
    /// Whether it ended the game.
    pub game_over: bool,
    /// Whether it mated.
    pub checkmate: bool,
    /// Whether it stalemated.
    pub stalemate: bool,
    /// The ply to be played next.
    pub ply: u32,
}

impl Session {
    /// A game from a position in extended FEN, or from the usual start.
    pub fn begin(fen: Option<&str>) -> Result<Session, Fault> {
        let game = fen.map_or_else(|| Ok(BanChess::new()), BanChess::from_fen)?;
        let first = game.ply();
        Ok(Session { game, first })
    }

    /// Plays an action, or says why not and stays as it was.
    ///
    /// `seat` is whose token came with it, if it was one of this game's. `ply` is where the sender
    /// believes the game to stand, if it says so.
    pub fn play(&mut self, seat: Option<Player>, action: &str, ply: Option<u32>) -> Result<Played, Refusal> {
        let action = BanChess::deserialize_action(action)?;
        let seat = seat.ok_or(Refusal::NoSeat)?;
        if ply.is_some_and(|ply| ply != self.game.ply()) {
            return Err(Refusal::Behind(self.sync()));
        }
        let active = self.game.active_player();
        if seat != active && !self.game.game_over() {
            return Err(Refusal::NotYourTurn(active));
        }
        let result = self.game.play(action)?;
        Ok(Played {
            success: true,
            action: self.game.last_action_serialized().unwrap_or_default(),
            game_over: result.game_over(),
            checkmate: result.checkmate(),
            stalemate: result.stalemate(),
            san: result.san,
            new_fen: result.fen,
            ply: self.game.ply(),
        })
    }

    /// Plays an action that was accepted before.
    pub fn replay(&mut self, action: &str) -> Result<(), Refusal> {
        self.game.play_serialized(action)?;
        Ok(())
    }

    /// Returns the state that all clients must see.
    pub fn sync(&self) -> Sync {
        let state = self.game.sync_state();
        let move_number = state.fen.split(' ').nth(5).and_then(|text| text.parse().ok()).unwrap_or(1);
        Sync { fen: state.fen, last_action: state.last_action, ply: state.ply, move_number }
    }

    /// The ply to be played.
    pub fn ply(&self) -> u32 {
        self.game.ply()
    }

    /// Whether it has ended.
    pub fn is_over(&self) -> bool {
        self.game.game_over()
    }

    /// Every action since the game began, in BCN.
    pub fn history(&self) -> Vec<String> {
        self.game.action_history()
    }

    /// The actions from a ply on; `None` where the game was never at that ply, so that only the
    /// whole state helps.
    pub fn since(&self, ply: u32) -> Option<Vec<String>> {
        let known = ply.checked_sub(self.first)? as usize;
        let mut history = self.history();
        (known <= history.len()).then(|| history.split_off(known))
    }

    /// The game in PGN.
    pub fn pgn(&self, dialect: Pgn) -> String {
        match dialect {
            Pgn::Signed => self.game.pgn(),
            Pgn::Plain => self.game.plain_pgn(),
        }
    }
}
