//! `BanChess`: a game as a single object, for programs that play only this game.

use std::fmt;

use chautari_game::{Explain, Fault, Moment, Notation as _, Outcome, Position as _, Record, RecordRefusal};
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionType, Pair, Player};
use crate::{Banchess, Indicators, Position, Refusal, Text, bcn, fen, pgn, san};

/// A game of Ban Chess.
///
/// # Quick start
///
/// ```
/// use chautari_banchess::{Action, ActionType, BanChess, Player, Square::*};
///
/// let mut game = BanChess::new();
///
/// // Ply 1: Black bans one of White's moves.
/// assert_eq!(game.ply(), 1);
/// assert_eq!(game.active_player(), Player::Black);
/// assert_eq!(game.action_type(), ActionType::Ban);
/// game.play(Action::ban(E2, E4))?;
///
/// // Ply 2: White moves, but not from e2 to e4.
/// assert_eq!(game.ply(), 2);
/// assert_eq!(game.active_player(), Player::White);
/// assert_eq!(game.action_type(), ActionType::Move);
/// assert!(!game.legal_actions().contains(&Action::step(E2, E4)));
/// game.play(Action::step(D2, D4))?;
///
/// // Ply 3: White bans one of Black's moves.
/// assert_eq!(game.ply(), 3);
/// assert_eq!(game.active_player(), Player::White);
/// assert_eq!(game.action_type(), ActionType::Ban);
/// game.play(Action::ban(E7, E5))?;
///
/// // Ply 4: Black moves, but not from e7 to e5.
/// assert_eq!(game.ply(), 4);
/// assert_eq!(game.active_player(), Player::Black);
/// assert_eq!(game.action_type(), ActionType::Move);
/// game.play(Action::step(D7, D5))?;
/// # Ok::<(), chautari_banchess::PlayError>(())
/// ```
///
/// # Complete example
///
/// ```
/// use chautari_banchess::{Action, BanChess, Player, Square::*};
///
/// let mut game = BanChess::new();
/// let whose = format!("Ply {}: {} to {}", game.ply(), game.active_player(), game.action_type());
/// assert_eq!(whose, "Ply 1: black to ban");
///
/// game.play(Action::ban(E2, E4))?;
/// game.play(Action::step(D2, D4))?;
/// game.play(Action::ban(E7, E5))?;
/// game.play(Action::step(D7, D5))?;
/// let choice = game.legal_actions().len();
/// let whose = format!("{} has {choice} legal actions at ply {}", game.active_player(), game.ply());
/// assert_eq!(whose, "black has 27 legal actions at ply 5");
///
/// // A mate by move: White is mated, and Black is both the winner and the player who would ban next.
/// // A mate by ban leaves the loser to act. So the winner is asked for, not worked out from whose
/// // turn it is.
/// game.reset();
/// for action in ["b:e2e4", "m:f2f3", "b:e7e6", "m:e7e5", "b:d2d4", "m:g2g4", "b:d8e7", "m:d8h4"] {
///     game.play_serialized(action)?;
/// }
/// assert!(game.in_checkmate());
/// assert_eq!(game.active_player(), Player::Black);
/// assert_eq!(game.winner(), Some(Player::Black));
///
/// game.reset();
/// assert_eq!(game.ply(), 1);
/// # Ok::<(), chautari_banchess::PlayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BanChess {
    record: Record<Banchess>,
    indicators: IndicatorConfig,
}

/// Where indicators are written; three independent switches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IndicatorConfig {
    /// Indicators in [`BanChess::pgn`].
    pub pgn: Indicators,
    /// Indicators in [`BanChess::action_history`], [`BanChess::last_action_serialized`] and
    /// [`BanChess::sync_state`].
    pub serialization: Indicators,
    /// Indicators in [`ActionResult::san`] and [`HistoryEntry::san`].
    pub san: Indicators,
}

/// The result of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionResult {
    /// The action.
    pub action: Action,
    /// The action in SAN.
    pub san: String,
    /// The position after the action, in extended FEN.
    pub fen: String,
    /// The result of the game, if the action ended it.
    pub outcome: Option<Outcome>,
}

impl ActionResult {
    /// Whether the action ended the game.
    pub fn game_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// Whether the action gave mate, by a move or by a ban.
    pub fn checkmate(&self) -> bool {
        is_checkmate(self.outcome)
    }

    /// Whether the action gave stalemate, by a move or by a ban.
    pub fn stalemate(&self) -> bool {
        is_stalemate(self.outcome)
    }
}

fn is_checkmate(outcome: Option<Outcome>) -> bool {
    outcome.is_some_and(|outcome| outcome.winner.is_some())
}

fn is_stalemate(outcome: Option<Outcome>) -> bool {
    outcome.is_some_and(|outcome| outcome.ending.code.starts_with("stalemate"))
}

/// One action of a game's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryEntry {
    /// The number of the ply.
    pub ply: u32,
    /// The player who acted.
    pub player: Player,
    /// The action.
    pub action: Action,
    /// The action in SAN.
    pub san: String,
    /// The position after the action, in extended FEN.
    pub fen: String,
}

/// The state to send to a peer so that it shows the same position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SyncState {
    /// The position in extended FEN.
    pub fen: String,
    /// The last action in BCN, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_action: Option<String>,
    /// The number of the next ply.
    pub ply: u32,
}

/// Why an action was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The game is over.
    GameOver,
    /// A ban, although a move is due.
    ExpectedMove,
    /// A move, although a ban is due.
    ExpectedBan,
    /// The banned move.
    Banned(Pair),
    /// The banned move is not legal anyway.
    InvalidBan(Pair),
    /// The move is illegal.
    InvalidMove(Pair),
    /// The text is not an action in BCN; contains its beginning.
    Format(String),
}

impl PlayError {
    /// The maximum length of rejected text quoted in an error.
    const REPEATED: usize = 32;

    fn new(action: Action, refusal: &RecordRefusal<Banchess>) -> PlayError {
        let pair = action.pair();
        match (refusal, action) {
            (RecordRefusal::Over(_) | RecordRefusal::Rules(Refusal::Over(_)), _) => PlayError::GameOver,
            (RecordRefusal::Rules(Refusal::ExpectedMove { .. }), _) => PlayError::ExpectedMove,
            (RecordRefusal::Rules(Refusal::ExpectedBan { .. }), _) => PlayError::ExpectedBan,
            (RecordRefusal::Rules(Refusal::Banned { .. }), _) => PlayError::Banned(pair),
            (RecordRefusal::Rules(_), Action::Ban(_)) => PlayError::InvalidBan(pair),
            (RecordRefusal::Rules(_), Action::Move(..)) => PlayError::InvalidMove(pair),
        }
    }
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::GameOver => f.write_str("Game is over"),
            PlayError::ExpectedMove => f.write_str("Expected a move, not a ban"),
            PlayError::ExpectedBan => f.write_str("Expected a ban, not a move"),
            PlayError::Banned(Pair { from, to }) => write!(f, "Move {from}-{to} is banned"),
            PlayError::InvalidBan(Pair { from, to }) => write!(f, "Invalid ban: {from}-{to}"),
            PlayError::InvalidMove(Pair { from, to }) => write!(f, "Invalid move: {from}-{to}"),
            PlayError::Format(text) => write!(f, "Invalid serialized action format: {text}"),
        }
    }
}

impl std::error::Error for PlayError {}

/// Why a list of actions could not be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The index of the rejected action, from 0.
    pub index: usize,
    /// The reason for the rejection.
    pub error: PlayError,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Action {}: {}", self.index, self.error)
    }
}

impl std::error::Error for ReplayError {}

impl Default for BanChess {
    fn default() -> BanChess {
        BanChess::new()
    }
}

/// Creating games.
impl BanChess {
    /// Starts a game from the standard position.
    pub fn new() -> BanChess {
        BanChess::from_record(Record::new(Banchess))
    }

    /// Starts a game from a position in extended FEN.
    pub fn from_fen(fen: &str) -> Result<BanChess, Fault> {
        Text::Fen.read(Banchess, fen).map(BanChess::from_record)
    }

    /// Reads a game in PGN; continues at its last position.
    pub fn from_pgn(pgn: &str) -> Result<BanChess, Fault> {
        Text::Pgn.read(Banchess, pgn).map(BanChess::from_record)
    }

    /// The game these actions in BCN make from the usual start.
    ///
    /// ```
    /// # use chautari_banchess::BanChess;
    /// let game = BanChess::replay(["b:e2e4", "m:d2d4", "b:e7e5", "m:d7d5"])?;
    /// assert_eq!(BanChess::replay(game.action_history())?.fen(), game.fen());
    /// # Ok::<(), chautari_banchess::ReplayError>(())
    /// ```
    pub fn replay<S: AsRef<str>>(actions: impl IntoIterator<Item = S>) -> Result<BanChess, ReplayError> {
        let mut game = BanChess::new();
        for (index, action) in actions.into_iter().enumerate() {
            game.play_serialized(action.as_ref()).map_err(|error| ReplayError { index, error })?;
        }
        Ok(game)
    }

    fn from_record(record: Record<Banchess>) -> BanChess {
        BanChess { record, indicators: IndicatorConfig::default() }
    }

    /// Resets the game to the standard position. The indicator switches are unchanged.
    pub fn reset(&mut self) {
        self.record = Record::new(Banchess);
    }
}

/// Playing.
impl BanChess {
    /// Plays an action. The game is unchanged if it is rejected.
    pub fn play(&mut self, action: Action) -> Result<ActionResult, PlayError> {
        let san = match self.record.check(action) {
            Ok(()) => san::write_played(self.position(), action, self.indicators.san),
            Err(refusal) => return Err(PlayError::new(action, &refusal)),
        };
        self.record.play(action).map_err(|refusal| PlayError::new(action, &refusal))?;
        Ok(ActionResult { action, san, fen: self.fen(), outcome: self.outcome() })
    }

    /// Plays an action in BCN. The game is unchanged if it is rejected.
    pub fn play_serialized(&mut self, text: &str) -> Result<ActionResult, PlayError> {
        self.play(BanChess::deserialize_action(text)?)
    }

    /// Takes back the last action and returns it.
    pub fn undo(&mut self) -> Option<Action> {
        self.record.undo()
    }

    /// Writes an action in BCN, without an indicator: `b:e2e4`.
    pub fn serialize_action(action: Action) -> String {
        bcn::write(action)
    }

    /// Reads an action in BCN, with or without an indicator.
    pub fn deserialize_action(text: &str) -> Result<Action, PlayError> {
        bcn::read(text).map_err(|_| PlayError::Format(text.chars().take(PlayError::REPEATED).collect()))
    }
}

/// The current state.
impl BanChess {
    /// Returns the number of the next ply, from 1.
    pub fn ply(&self) -> u32 {
        self.position().ply()
    }

    /// Returns the player who acts at this ply.
    pub fn active_player(&self) -> Player {
        self.position().turn().into()
    }

    /// Returns the kind of action that is due.
    pub fn action_type(&self) -> ActionType {
        self.position().action_type()
    }

    /// Returns all legal actions; none if the game is over.
    pub fn legal_actions(&self) -> Vec<Action> {
        if self.game_over() { Vec::new() } else { self.position().moves() }
    }

    /// Returns the ban in force.
    pub fn current_ban(&self) -> Option<Pair> {
        self.position().ban()
    }

    /// Returns the position.
    pub fn position(&self) -> &Position {
        self.record.position()
    }

    /// Returns the position in extended FEN.
    pub fn fen(&self) -> String {
        fen::write(self.position())
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.position().is_check()
    }

    /// Whether the side to move is mated, by a move or by a ban.
    pub fn in_checkmate(&self) -> bool {
        is_checkmate(self.outcome())
    }

    /// Whether the side to move is stalemated, by a move or by a ban.
    pub fn in_stalemate(&self) -> bool {
        is_stalemate(self.outcome())
    }

    /// Whether the game is over.
    pub fn game_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// Returns the result, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.record.outcome()
    }

    /// Returns the winner, if there is one.
    pub fn winner(&self) -> Option<Player> {
        self.outcome()?.winner.map(Player::from)
    }
}

/// The history.
impl BanChess {
    /// Returns the game in PGN.
    pub fn pgn(&self) -> String {
        pgn::write(&self.record, self.indicators.pgn, self.indicators.pgn)
    }

    /// Returns the game in PGN without indicators after bans, regardless of the configuration, for
    /// compatibility with other programs.
    /// with other programs.
    pub fn plain_pgn(&self) -> String {
        pgn::write(&self.record, Indicators::Shown, Indicators::Hidden)
    }

    /// Returns all actions since the start of this record.
    pub fn history(&self) -> Vec<HistoryEntry> {
        let entry = |(at, action): (&Position, Action)| {
            let after = at.after(action);
            HistoryEntry {
                ply: at.ply(),
                player: at.turn().into(),
                action,
                san: san::write(at, action) + self.indicators.san.of(&after),
                fen: fen::write(&after),
            }
        };
        self.record.plies().map(entry).collect()
    }

    /// Returns all actions since the start of this record, in BCN.
    pub fn action_history(&self) -> Vec<String> {
        let text = |(at, action): (&Position, Action)| {
            bcn::write(action) + self.indicators.serialization.of(&at.after(action))
        };
        self.record.plies().map(text).collect()
    }

    /// Returns the last action, if known.
    pub fn last_action(&self) -> Option<Action> {
        self.record.last()
    }

    /// Returns the last action in BCN, if known.
    pub fn last_action_serialized(&self) -> Option<String> {
        self.last_action().map(|last| bcn::write(last) + self.indicators.serialization.of(self.position()))
    }

    /// Sets where indicators are written.
    pub fn set_indicator_config(&mut self, config: IndicatorConfig) {
        self.indicators = config;
    }

    /// Returns where indicators are written.
    pub fn indicator_config(&self) -> IndicatorConfig {
        self.indicators
    }

    /// Returns the state to send to a peer.
    pub fn sync_state(&self) -> SyncState {
        SyncState { fen: self.fen(), last_action: self.last_action_serialized(), ply: self.ply() }
    }

    /// Loads a state received from a peer, with no history but the last action. The game is unchanged if the
    /// state is rejected.
    pub fn load_from_sync_state(&mut self, state: &SyncState) -> Result<(), Fault> {
        let mut start = fen::read(&state.fen)?;
        let mut reasons = Vec::new();
        if state.ply != start.position.ply() {
            reasons.push(SyncRefusal::Ply { said: state.ply, counted: start.position.ply() });
        }
        if let Some(text) = &state.last_action {
            let last = bcn::read(text)?;
            if !led_to(last, &start) {
                reasons.push(SyncRefusal::LastAction { last });
            }
            start.last = Some(last);
        }
        if !reasons.is_empty() {
            return Err(Fault::refused(&reasons));
        }
        self.record = Record::from_moment(Banchess, start);
        Ok(())
    }
}

/// Whether an action can have been the last one, as far as the position shows.
fn led_to(last: Action, now: &Moment<Position>) -> bool {
    match (last, now.position.ban()) {
        (Action::Ban(pair), Some(ban)) => pair == ban,
        (Action::Move(pair, _), None) => {
            let mover = now.position.piece_on(pair.to).map(|(player, _)| player);
            now.position.piece_on(pair.from).is_none() && mover == Some(now.position.turn().into())
        }
        _ => false,
    }
}

/// Why a sync state is inconsistent.
#[derive(Clone, Debug, PartialEq, Eq)]
enum SyncRefusal {
    Ply { said: u32, counted: u32 },
    LastAction { last: Action },
}

impl Explain for SyncRefusal {
    fn code(&self) -> &'static str {
        match self {
            SyncRefusal::Ply { .. } => "ply-mismatch",
            SyncRefusal::LastAction { .. } => "last-action-mismatch",
        }
    }

    fn text(&self) -> String {
        match self {
            SyncRefusal::Ply { said, counted } => {
                format!("The position is at ply {counted}, not {said}.")
            }
            SyncRefusal::LastAction { last } => {
                format!("{} cannot have led to this position.", bcn::write(*last))
            }
        }
    }

    fn points(&self) -> Vec<u16> {
        match self {
            SyncRefusal::Ply { .. } => Vec::new(),
            SyncRefusal::LastAction { last } => last.pair().points(),
        }
    }
}
