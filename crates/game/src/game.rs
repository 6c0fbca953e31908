//! What a game must bring: its rules, its notation, its looks.

use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use crate::{
    Arrangement, Dense, EngineOptions, Fault, ForcedWinSearch, ForcedWins, Gesture, Lesson, Limit, MarkKind,
    Moment, OnThought, Oracle, OracleError, OutOfBudget, Position, Prepared, Progress, Reason, Record,
    Remote, Scene, Side, Thought, Translation,
};

/// The move of a game.
pub type Mv<G> = <<G as Game>::Position as Position>::Move;

/// A game under one rule profile.
///
/// A small value, so that optional and compulsory capture are two games and nothing has to be
/// passed along.
pub trait Game: Copy + Debug + Send + Sync + 'static {
    /// Its positions.
    type Position: Dense;
    /// Its ways of being written down.
    type Text: Notation<Self>;

    /// Name, sides and version of this profile.
    fn info(self) -> &'static Info;

    /// Where play begins.
    fn start(self) -> Self::Position;

    /// Everything needed to draw the position a record has reached.
    fn scene(self, record: &Record<Self>) -> Scene;

    /// The position with these pieces on the board, or every reason why there is none. What pieces do not tell
    /// is as it would be at the beginning of a game: a rook at home may castle.
    fn arrange(self, board: &Arrangement) -> Result<Moment<Self::Position>, Fault>;

    /// What a hand does on the board to play a move.
    fn gesture(self, position: &Self::Position, m: Mv<Self>) -> Gesture;

    /// What a legal move is for, as the board shows it and without saying which move it is; the most important
    /// first. Said to whoever asks for a hint, and of what the other side threatens.
    fn remarks(self, position: &Self::Position, m: Mv<Self>) -> Vec<Reason> {
        let _ = (position, m);
        Vec::new()
    }

    /// What the way a record began is called, in games whose openings have names.
    fn opening(self, record: &Record<Self>) -> Option<&'static str> {
        let _ = record;
        None
    }

    /// Each legal move of the side to move, and in how many plies it forces the win, the move included, where that is
    /// within this many. Trying everything is beyond doubt; a game on a board too wide for that brings what it can
    /// answer for.
    fn forced(
        self,
        position: &Self::Position,
        plies: u32,
        budget: u64,
    ) -> Result<ForcedWins<Mv<Self>>, OutOfBudget> {
        ForcedWinSearch::new(budget).each(position, plies)
    }

    /// An opponent that plays with these means.
    fn engine(self, options: &EngineOptions) -> Box<dyn Engine<Self>>;

    /// The exact values that the tables in a folder hold; `None` where there are none of this game.
    /// Cheap to ask again: what is open stays open, and what has been added is found.
    fn oracle(self, tables: &Path) -> Result<Option<Arc<dyn Oracle<Self::Position>>>, OracleError> {
        let _ = tables;
        Ok(None)
    }

    /// The same from tables that are far away, in games that can read theirs a few bytes at a time. What has not
    /// come yet is not known.
    fn remote_oracle(self, remote: Arc<dyn Remote>) -> Option<Arc<dyn Oracle<Self::Position>>> {
        let _ = remote;
        None
    }

    /// Makes the tables that are worth having by default, in the background of something else. Safe
    /// when several programs do it at a time, and when it is cut off at any instant.
    fn prepare(self, tables: &Path, progress: &dyn Progress) -> Result<Prepared, OracleError> {
        let _ = (tables, progress);
        Ok(Prepared::Nothing)
    }

    /// The numbers a player may change about the rules, as they stand.
    fn rules(self) -> Vec<Rule> {
        Vec::new()
    }

    /// The same game with one rule changed; `None` where the name or value is not one of
    /// [`rules`](Self::rules).
    #[must_use]
    fn with_rule(self, name: &str, value: u32) -> Option<Self> {
        let _ = (name, value);
        None
    }
}

/// An opponent for a game.
pub trait Engine<G: Game>: Send {
    /// The best move here that the limit allows to find.
    fn think(&mut self, record: &Record<G>, limit: &Limit, on_thought: OnThought<Mv<G>>) -> Thought<Mv<G>>;
}

/// The name and kind of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info {
    /// What one types: `baghchal`.
    pub id: &'static str,
    /// What one reads: `Bagh Chal`.
    pub name: &'static str,
    /// One line about this profile.
    pub about: &'static str,
    /// The names of [`Side::One`] and [`Side::Two`].
    pub sides: [&'static str; 2],
    /// What people call them: `Goats`; Creeper's `x` is `Teal`.
    pub called: [&'static str; 2],
    /// Raised whenever a game played before could go differently now.
    pub rule_version: u32,
    /// The law of repetition in words, where there is one.
    pub repetition: Option<&'static str>,
    /// The marks its scenes may have. A game that says `check` here has an answer to whether it is check.
    pub marks: &'static [MarkKind],
    /// The whole rules for people, in Markdown.
    pub rulebook: &'static str,
    /// A first lesson, where somebody has made one.
    pub lesson: Option<&'static Lesson>,
    /// Puzzles, one a line; see [`Puzzle`](crate::Puzzle). Empty where there are none, or where a program does
    /// without: they are long.
    pub puzzles: &'static str,
    /// Its words in other languages.
    pub translations: &'static [Translation],
}

impl Info {
    /// Its words in a language, where somebody has written them.
    pub fn translation(&self, language: &str) -> Option<&'static Translation> {
        self.translations.iter().find(|translation| translation.language == language)
    }

    /// What this game calls a side.
    pub const fn side(&self, side: Side) -> &'static str {
        self.sides[side.index()]
    }

    /// What people call a side.
    pub const fn called(&self, side: Side) -> &'static str {
        self.called[side.index()]
    }

    /// What people call the side of this name, as a [`Scene`] has it.
    pub fn spoken(&self, name: &'static str) -> &'static str {
        Side::ALL.into_iter().find(|side| self.side(*side) == name).map_or(name, |side| self.called(side))
    }
}

/// A number in the rules that a player may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Rule {
    /// What one types: `captures`.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
    /// As it stands.
    pub value: u32,
    /// The least it can be.
    pub min: u32,
    /// The most it can be.
    pub max: u32,
}

/// A way of writing a game down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Dialect {
    /// What one types: `obx`.
    pub id: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// What one text of it holds.
    #[serde(rename = "holds")]
    pub scope: Scope,
}

/// What one text of a dialect holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// One position.
    Position,
    /// A whole game, from its start to where it stands.
    Game,
}

impl Scope {
    /// What it is called: `position` or `game`.
    pub const fn name(self) -> &'static str {
        match self {
            Scope::Position => "position",
            Scope::Game => "game",
        }
    }
}

/// The notation of a game; each value is a dialect of it.
///
/// Reading is liberal only as far as the dialect says. Writing has one form.
pub trait Notation<G: Game>: Copy + Send + Sync + 'static {
    /// Every dialect. The first is canonical and holds one position.
    const ALL: &'static [Self];

    /// The dialect people write single moves in: what lists, lines of thought, announcements and
    /// pictures show. Programs get the canonical one.
    const HUMAN: Self = Self::ALL[0];

    /// A further dialect in which programs are told a move that was played, where one is in use beside these two:
    /// the standard algebraic notation of chess.
    const FURTHER: Option<Self> = None;

    /// Its name.
    fn dialect(self) -> Dialect;

    /// Reads a text through both doors: form first, then rules.
    fn read(self, game: G, text: &str) -> Result<Record<G>, Fault>;

    /// Writes what a record holds; fails only where the dialect cannot express it.
    fn write(self, record: &Record<G>) -> Result<String, Fault>;

    /// Reads one move as it would be written at `position`. Whether it is legal is not asked here,
    /// unless the notation gives no meaning to a move that is not.
    fn read_move(self, position: &G::Position, text: &str) -> Result<Mv<G>, Fault>;

    /// Writes a move that is legal at `position`.
    fn write_move(self, position: &G::Position, m: Mv<G>) -> String;

    /// Writes a move that was played at `position`, where a notation remarks on what it did.
    fn write_played(self, position: &G::Position, m: Mv<G>) -> String {
        self.write_move(position, m)
    }
}
