//! The traits a game implements: rules, notation, engine.

use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use crate::{
    Arrangement, Dense, EngineOptions, Fault, ForcedWinSearch, ForcedWins, Gesture, Lesson, Limit, MarkKind,
    Moment, OnThought, Oracle, OracleError, OutOfBudget, Position, Prepared, Progress, Reason, Record,
    Remote, Scene, Side, Thought, Translation,
};

/// The move type of a game.
pub type Mv<G> = <<G as Game>::Position as Position>::Move;

/// A game under one rule profile.
///
/// It is a small value, so that optional and compulsory capture are two games and no rule options have to be
/// passed along.
pub trait Game: Copy + Debug + Send + Sync + 'static {
    /// The position type.
    type Position: Dense;
    /// The notation, with its dialects.
    type Text: Notation<Self>;

    /// Returns the name, the sides and the version of this profile.
    fn info(self) -> &'static Info;

    /// Returns the standard starting position.
    fn start(self) -> Self::Position;

    /// Returns everything needed to draw the current position of a record.
    fn scene(self, record: &Record<Self>) -> Scene;

    /// Returns the position with these pieces, or all reasons why it is impossible. State that pieces do not
    /// show is set as at the start of a game: a rook on its home square may castle.
    fn arrange(self, board: &Arrangement) -> Result<Moment<Self::Position>, Fault>;

    /// Returns the points a user touches to play a move.
    fn gesture(self, position: &Self::Position, m: Mv<Self>) -> Gesture;

    /// Describes the purpose of a legal move without revealing the move, most important remark first. Used
    /// for hints and to explain the opponent's threats.
    fn remarks(self, position: &Self::Position, m: Mv<Self>) -> Vec<Reason> {
        let _ = (position, m);
        Vec::new()
    }

    /// Returns the name of the opening, in games whose openings have names.
    fn opening(self, record: &Record<Self>) -> Option<&'static str> {
        let _ = record;
        None
    }

    /// Returns each legal move with the number of plies in which it forces a win, the move included, or
    /// `None` if that takes more than `plies`. The default tries all moves; a game with too many moves for
    /// that overrides it with an exact search of its own.
    fn forced(
        self,
        position: &Self::Position,
        plies: u32,
        budget: u64,
    ) -> Result<ForcedWins<Mv<Self>>, OutOfBudget> {
        ForcedWinSearch::new(budget).each(position, plies)
    }

    /// Creates an engine with these options.
    fn engine(self, options: &EngineOptions) -> Box<dyn Engine<Self>>;

    /// Opens the exact tables in a folder; `None` if it has none for this game. Repeated calls are cheap:
    /// open tables are cached, and added files are found.
    fn oracle(self, tables: &Path) -> Result<Option<Arc<dyn Oracle<Self::Position>>>, OracleError> {
        let _ = tables;
        Ok(None)
    }

    /// Like [`oracle`](Self::oracle), but reads remote tables a few bytes at a time, in games that support
    /// it. Values whose bytes have not arrived yet are unknown.
    fn remote_oracle(self, remote: Arc<dyn Remote>) -> Option<Arc<dyn Oracle<Self::Position>>> {
        let _ = remote;
        None
    }

    /// Builds the default tables of this game, in the background. Safe to run in several processes at once
    /// and to interrupt at any time.
    fn prepare(self, tables: &Path, progress: &dyn Progress) -> Result<Prepared, OracleError> {
        let _ = (tables, progress);
        Ok(Prepared::Nothing)
    }

    /// Returns the adjustable rules with their current values.
    fn rules(self) -> Vec<Rule> {
        Vec::new()
    }

    /// Returns the game with one rule changed; `None` if the name or value is not one of
    /// [`rules`](Self::rules).
    #[must_use]
    fn with_rule(self, name: &str, value: u32) -> Option<Self> {
        let _ = (name, value);
        None
    }
}

/// An engine for one game.
pub trait Engine<G: Game>: Send {
    /// Returns the best move found within the limit.
    fn think(&mut self, record: &Record<G>, limit: &Limit, on_thought: OnThought<Mv<G>>) -> Thought<Mv<G>>;
}

/// The identity of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info {
    /// The identifier used in commands and APIs: `baghchal`.
    pub id: &'static str,
    /// The display name: `Bagh Chal`.
    pub name: &'static str,
    /// A one-line description of this profile.
    pub about: &'static str,
    /// The names of [`Side::One`] and [`Side::Two`] in notations and APIs.
    pub sides: [&'static str; 2],
    /// The display names of the sides: `Goats`; Creeper's `x` is displayed as `Teal`.
    pub called: [&'static str; 2],
    /// Incremented whenever a change of the rules could change the course of an earlier game.
    pub rule_version: u32,
    /// The repetition rule in words; `None` if there is none.
    pub repetition: Option<&'static str>,
    /// The marks a scene may have. A game that lists `check` reports whether a side is in check.
    pub marks: &'static [MarkKind],
    /// The complete rules in Markdown.
    pub rulebook: &'static str,
    /// The introductory lesson, if there is one.
    pub lesson: Option<&'static Lesson>,
    /// Puzzles, one per line; see [`Puzzle`](crate::Puzzle). Empty if there are none or if the build leaves
    /// them out to save space.
    pub puzzles: &'static str,
    /// Translations of the game's texts.
    pub translations: &'static [Translation],
}

impl Info {
    /// Returns the translation for a language, if there is one.
    pub fn translation(&self, language: &str) -> Option<&'static Translation> {
        self.translations.iter().find(|translation| translation.language == language)
    }

    /// Returns the name of a side in notations and APIs.
    pub const fn side(&self, side: Side) -> &'static str {
        self.sides[side.index()]
    }

    /// Returns the display name of a side.
    pub const fn called(&self, side: Side) -> &'static str {
        self.called[side.index()]
    }

    /// Returns the display name for a side's name as found in a [`Scene`].
    pub fn spoken(&self, name: &'static str) -> &'static str {
        Side::ALL.into_iter().find(|side| self.side(*side) == name).map_or(name, |side| self.called(side))
    }
}

/// A number in the rules that a player may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Rule {
    /// The identifier of the rule: `captures`.
    pub name: &'static str,
    /// A short description of the rule.
    pub about: &'static str,
    /// The current value.
    pub value: u32,
    /// The smallest allowed value.
    pub min: u32,
    /// The largest allowed value.
    pub max: u32,
}

/// A dialect of a notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Dialect {
    /// The identifier of the dialect: `obx`.
    pub id: &'static str,
    /// A one-line description.
    pub about: &'static str,
    /// Whether a text of this dialect holds a position or a whole game.
    #[serde(rename = "holds")]
    pub scope: Scope,
}

/// The content of one text of a dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// A single position.
    Position,
    /// A whole game, from its start to the current position.
    Game,
}

impl Scope {
    /// Returns the name used in APIs: `position` or `game`.
    pub const fn name(self) -> &'static str {
        match self {
            Scope::Position => "position",
            Scope::Game => "game",
        }
    }
}

/// The notation of a game; each value is one of its dialects.
///
/// Reading is liberal only as far as the dialect says. Writing has exactly one form.
pub trait Notation<G: Game>: Copy + Send + Sync + 'static {
    /// All dialects. The first is canonical and holds a single position.
    const ALL: &'static [Self];

    /// The dialect people use for single moves: shown in move lists, variations, announcements and pictures.
    /// Programs use the canonical one.
    const HUMAN: Self = Self::ALL[0];

    /// An additional dialect in which played moves are reported, such as standard algebraic notation in
    /// chess.
    const FURTHER: Option<Self> = None;

    /// Returns the identifier and description of the dialect.
    fn dialect(self) -> Dialect;

    /// Parses a text, then checks it against the rules.
    fn read(self, game: G, text: &str) -> Result<Record<G>, Fault>;

    /// Writes a record; fails only if the dialect cannot express it.
    fn write(self, record: &Record<G>) -> Result<String, Fault>;

    /// Parses a move as it is written at `position`. Does not check whether it is legal, unless the notation
    /// has no meaning for illegal moves.
    fn read_move(self, position: &G::Position, text: &str) -> Result<Mv<G>, Fault>;

    /// Writes a move that is legal at `position`.
    fn write_move(self, position: &G::Position, m: Mv<G>) -> String;

    /// Writes a move that has been played at `position`; a notation may annotate its effect.
    fn write_played(self, position: &G::Position, m: Mv<G>) -> String {
        self.write_move(position, m)
    }
}
