//! The object-safe view of games: text in, text out.

#[cfg(feature = "engines")]
mod engine;
#[cfg(feature = "engines")]
mod oracle;

use std::borrow::Cow;
#[cfg(feature = "tables")]
use std::path::Path;
#[cfg(feature = "engines")]
use std::sync::Arc;

#[cfg(feature = "engines")]
use self::engine::ErasedEngine;
#[cfg(feature = "engines")]
use self::oracle::ErasedOracle;
use crate::game_text::GameText;
use crate::pieces;
#[cfg(feature = "dense")]
use crate::{AnyBatch, Batch, DenseInfo};
#[cfg(feature = "engines")]
use crate::{AnyEngine, AnyOracle, EngineOptions, Remote};
use crate::{
    Dense, Dialect, Fault, Game, Info, Key, MarkKind, Mv, Notation, Offer, Outcome, Position, Reason, Record,
    Rule, Scene, Side, divide, perft,
};
#[cfg(feature = "tables")]
use crate::{ForcedWins, OracleError, OutOfBudget, Prepared, Progress};

/// An object-safe [`Game`]; every game implements it.
pub trait AnyGame: Send + Sync {
    /// Returns the name, the sides and the version.
    fn info(&self) -> &'static Info;
    /// Returns a boxed copy of the game.
    fn boxed(&self) -> Box<dyn AnyGame>;
    /// Returns the adjustable rules with their current values.
    fn rules(&self) -> Vec<Rule>;
    /// Returns the game with one rule changed.
    fn with_rule(&self, name: &str, value: &str) -> Result<Box<dyn AnyGame>, Fault>;
    /// Returns all dialects, the canonical one first.
    fn dialects(&self) -> Vec<Dialect>;
    /// Starts a game from the standard position.
    fn start(&self) -> Box<dyn AnyRecord>;
    /// Parses a text of the named dialect.
    fn read(&self, dialect: &str, text: &str) -> Result<Box<dyn AnyRecord>, Fault>;
    /// Parses a position in the canonical dialect.
    fn read_position(&self, text: &str) -> Result<Box<dyn AnyRecord>, Fault>;
    /// Replays moves from a position, or from the standard starting position. All texts are in the named
    /// dialect, or in the canonical one.
    fn replay(
        &self,
        dialect: Option<&str>,
        start: Option<&str>,
        moves: &[&str],
    ) -> Result<Box<dyn AnyRecord>, ReplayFault> {
        let begun = match (start, dialect) {
            (None, _) => Ok(self.start()),
            (Some(text), None) => self.read_position(text),
            (Some(text), Some(dialect)) => self.read(dialect, text),
        };
        let mut record = begun.map_err(|fault| ReplayFault { index: None, fault })?;
        for (index, text) in moves.iter().enumerate() {
            let played = match dialect {
                None => record.play(text),
                Some(dialect) => record.play_in(dialect, text),
            };
            played.map_err(|fault| ReplayFault { index: Some(index), fault })?;
        }
        Ok(record)
    }
    /// Creates an engine with these options.
    #[cfg(feature = "engines")]
    fn engine(&self, options: &EngineOptions) -> Box<dyn AnyEngine>;
    /// Opens the exact tables in a folder; `None` if it has none for this game.
    #[cfg(feature = "tables")]
    fn oracle(&self, tables: &Path) -> Result<Option<Box<dyn AnyOracle>>, OracleError>;
    /// Like [`oracle`](Self::oracle), but reads remote tables; `None` if this game does not support that.
    #[cfg(feature = "engines")]
    fn remote_oracle(&self, remote: Arc<dyn Remote>) -> Option<Box<dyn AnyOracle>>;
    /// Builds the default tables. This takes long, so call it in a background thread. Engines and oracles
    /// find new tables by themselves.
    #[cfg(feature = "tables")]
    fn prepare(&self, tables: &Path, progress: &dyn Progress) -> Result<Prepared, OracleError>;
    /// Returns the action count, the plane shape and the symmetries of the dense encoding.
    #[cfg(feature = "dense")]
    fn dense(&self) -> DenseInfo;
    /// Creates `size` games that are played in parallel.
    #[cfg(feature = "dense")]
    fn batch(&self, size: usize, seed: u64) -> Box<dyn AnyBatch>;
    /// Checks this game against the laws of all games.
    #[cfg(feature = "conformance")]
    fn conform(&self, effort: &crate::conformance::Effort) -> Result<(), String>;
    /// Checks the laws along the line of play given by `choices`.
    #[cfg(feature = "conformance")]
    fn lawful(&self, choices: &[u16]) -> Result<(), String>;
    /// Checks that no reader fails on this text.
    #[cfg(feature = "conformance")]
    fn unbroken(&self, text: &str) -> Result<(), String>;
}

/// Why a line of play could not be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayFault {
    /// The index of the rejected move, counted from 0; `None` if the starting position was rejected.
    pub index: Option<usize>,
    /// The reason for the rejection.
    pub fault: Fault,
}

impl From<ReplayFault> for Fault {
    fn from(replay: ReplayFault) -> Fault {
        replay.fault
    }
}

/// A played move in several notations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move in the canonical notation, with its annotations.
    pub text: String,
    /// The move in the notation for people.
    pub human: String,
    /// The move in an additional notation, if the game has one; see [`Notation::FURTHER`].
    pub further: Option<String>,
}

/// An object-safe [`Record`]; every record implements it.
pub trait AnyRecord: Send + Sync {
    /// Returns the name, the sides and the version of the game.
    fn info(&self) -> &'static Info;
    /// Writes the record in the named dialect.
    fn write(&self, dialect: &str) -> Result<String, Fault>;
    /// Returns the current position in the canonical dialect.
    fn position(&self) -> String;
    /// Returns the number of moves played since the start of the record.
    fn len(&self) -> usize;
    /// See [`Record::decisions_a_turn`].
    fn decisions_a_turn(&self) -> f64;
    /// Whether no move has been played since the start of the record.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Returns the total number of plies of the game, if the start gives its own.
    fn plies(&self) -> Option<u32>;
    /// Returns the moves since the start of the record, in the canonical notation.
    fn moves(&self) -> Vec<String>;
    /// Returns the moves since the start of the record, in the named dialect.
    fn moves_in(&self, dialect: &str) -> Result<Vec<String>, Fault>;
    /// Returns the side to move.
    fn turn(&self) -> Side;
    /// Returns the kind of action that is due, as a verb.
    fn action(&self) -> &'static str;
    /// Whether the scene has a mark of this kind; `None` if the game has no such marks.
    fn is_marked(&self, kind: MarkKind) -> Option<bool> {
        self.info().marks.contains(&kind).then(|| self.scene().marks.iter().any(|mark| mark.kind == kind))
    }
    /// Returns the result, if the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// Returns the legal moves; none if the game is over.
    fn offers(&self) -> Vec<Offer>;
    /// Plays a move in the canonical notation. The record is unchanged if the move is rejected.
    fn play(&mut self, text: &str) -> Result<Played, Fault>;
    /// Plays a move in the named dialect.
    fn play_in(&mut self, dialect: &str, text: &str) -> Result<Played, Fault>;
    /// Plays a move as typed by a person: in the human or the canonical notation, or reduced to letters and
    /// digits if only one legal move matches.
    fn play_typed(&mut self, text: &str) -> Result<Played, Fault>;
    /// Converts a line of moves from the canonical notation to the human one, as far as it can be played from
    /// here.
    fn human_line(&self, moves: &[String]) -> Vec<String>;
    /// Returns the action numbers of the legal moves, in the order of the offers; none if the game is over.
    fn actions(&self) -> Vec<usize>;
    /// Returns the action number of a legal move in the canonical notation.
    fn action_id(&self, text: &str) -> Result<usize, Fault>;
    /// Returns the legal move with this action number, in the canonical notation.
    fn action_text(&self, id: usize) -> Result<String, Fault>;
    /// Writes the planes of the current position; `out` has as many entries as the planes.
    fn planes(&self, out: &mut [f32]);
    /// Describes the purpose of a legal move in the canonical notation; see [`Game::remarks`].
    fn remarks(&self, text: &str) -> Result<Vec<Reason>, Fault>;
    /// Returns the name of the opening, if it has one; see [`Game::opening`].
    fn opening(&self) -> Option<&'static str>;
    /// Takes back the last move and returns it in the canonical notation.
    fn undo(&mut self) -> Option<String>;
    /// Returns the hash of the current position.
    fn key(&self) -> Key;
    /// Returns the scene of the current position.
    fn scene(&self) -> Scene;
    /// Returns an independent copy.
    fn fork(&self) -> Box<dyn AnyRecord>;
    /// Returns the number of lines of play of exactly `depth` plies from here.
    fn perft(&self, depth: u32) -> u64;
    /// Returns [`perft`](Self::perft) split by first move.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
    /// Returns each legal move with the number of plies in which it forces a win, the move included, or
    /// `None` if that takes more than `plies`. The results are proven, in most games by exhaustive search.
    /// Errors if the search exceeds the budget.
    #[cfg(feature = "tables")]
    fn forced(&self, plies: u32, budget: u64) -> Result<ForcedWins<String>, OutOfBudget>;
}

fn canonical<G: Game>() -> G::Text {
    G::Text::ALL[0]
}

/// A dialect resolved by its name.
enum Named<T> {
    Own(T),
    GameText(GameText),
    Pieces,
}

fn named<G: Game>(game: G, id: &str) -> Result<Named<G::Text>, Fault> {
    let own = G::Text::ALL.iter().copied().find(|text| text.dialect().id == id).map(Named::Own);
    let game_text =
        || GameText::ALL.into_iter().find(|game_text| game_text.dialect().id == id).map(Named::GameText);
    let pieces = || (id == pieces::DIALECT.id).then_some(Named::Pieces);
    own.or_else(game_text).or_else(pieces).ok_or_else(|| {
        let known: Vec<_> = AnyGame::dialects(&game).iter().map(|d| d.id).collect();
        let name = game.info().name;
        Fault::Unsupported(format!("{name} has no dialect `{id}`; it has {}.", known.join(", ")))
    })
}

/// Returns the notation in which a dialect writes single moves.
fn move_notation<G: Game>(game: G, dialect: &str) -> Result<G::Text, Fault> {
    Ok(match named(game, dialect)? {
        Named::Own(notation) => notation,
        Named::GameText(_) | Named::Pieces => canonical::<G>(),
    })
}

fn moves<G: Game>(record: &Record<G>, notation: G::Text) -> Vec<String> {
    record.plies().map(|(at, m)| notation.write_move(at, m)).collect()
}

impl<G: Game> AnyGame for G {
    fn info(&self) -> &'static Info {
        Game::info(*self)
    }

    fn boxed(&self) -> Box<dyn AnyGame> {
        Box::new(*self)
    }

    fn rules(&self) -> Vec<Rule> {
        Game::rules(*self)
    }

    fn with_rule(&self, name: &str, value: &str) -> Result<Box<dyn AnyGame>, Fault> {
        let changed = value.parse().ok().and_then(|value| Game::with_rule(*self, name, value));
        if let Some(game) = changed {
            return Ok(Box::new(game));
        }
        let rules = Game::rules(*self);
        let known: Vec<_> =
            rules.iter().map(|r| format!("`{}` from {} to {}", r.name, r.min, r.max)).collect();
        let offer = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        let game = Game::info(*self).name;
        Err(Fault::Unsupported(format!(
            "{game} has no rule `{name}={value}`; the adjustable rules: {offer}."
        )))
    }

    fn dialects(&self) -> Vec<Dialect> {
        let own = G::Text::ALL.iter().map(|text| text.dialect());
        own.chain(GameText::ALL.map(GameText::dialect)).chain([pieces::DIALECT]).collect()
    }

    fn start(&self) -> Box<dyn AnyRecord> {
        Box::new(Record::new(*self))
    }

    fn read(&self, dialect: &str, text: &str) -> Result<Box<dyn AnyRecord>, Fault> {
        let record = match named(*self, dialect)? {
            Named::Own(notation) => notation.read(*self, text)?,
            Named::GameText(game_text) => game_text.read(*self, text)?,
            Named::Pieces => pieces::read(*self, text)?,
        };
        Ok(Box::new(record))
    }

    fn read_position(&self, text: &str) -> Result<Box<dyn AnyRecord>, Fault> {
        Ok(Box::new(canonical::<G>().read(*self, text)?))
    }

    #[cfg(feature = "engines")]
    fn engine(&self, options: &EngineOptions) -> Box<dyn AnyEngine> {
        Box::new(ErasedEngine { game: *self, engine: Game::engine(*self, options) })
    }

    #[cfg(feature = "tables")]
    fn oracle(&self, tables: &Path) -> Result<Option<Box<dyn AnyOracle>>, OracleError> {
        let oracle = Game::oracle(*self, tables)?;
        Ok(oracle.map(|oracle| Box::new(ErasedOracle { game: *self, oracle }) as Box<dyn AnyOracle>))
    }

    #[cfg(feature = "engines")]
    fn remote_oracle(&self, remote: Arc<dyn Remote>) -> Option<Box<dyn AnyOracle>> {
        let oracle = Game::remote_oracle(*self, remote)?;
        Some(Box::new(ErasedOracle { game: *self, oracle }))
    }

    #[cfg(feature = "tables")]
    fn prepare(&self, tables: &Path, progress: &dyn Progress) -> Result<Prepared, OracleError> {
        Game::prepare(*self, tables, progress)
    }

    #[cfg(feature = "dense")]
    fn dense(&self) -> DenseInfo {
        DenseInfo::of::<G::Position>()
    }

    #[cfg(feature = "dense")]
    fn batch(&self, size: usize, seed: u64) -> Box<dyn AnyBatch> {
        Box::new(Batch::new(*self, size, seed))
    }

    #[cfg(feature = "conformance")]
    fn conform(&self, effort: &crate::conformance::Effort) -> Result<(), String> {
        crate::conformance::conform(*self, effort)
    }

    #[cfg(feature = "conformance")]
    fn lawful(&self, choices: &[u16]) -> Result<(), String> {
        crate::conformance::lawful(*self, choices)
    }

    #[cfg(feature = "conformance")]
    fn unbroken(&self, text: &str) -> Result<(), String> {
        crate::conformance::unbroken(*self, text)
    }
}

impl<G: Game> AnyRecord for Record<G> {
    fn info(&self) -> &'static Info {
        Game::info(self.game())
    }

    fn write(&self, dialect: &str) -> Result<String, Fault> {
        match named(self.game(), dialect)? {
            Named::Own(notation) => notation.write(self),
            Named::GameText(game_text) => game_text.write(self),
            Named::Pieces => pieces::write(self),
        }
    }

    fn position(&self) -> String {
        canonical::<G>().write(self).expect("the canonical dialect can write every position")
    }

    fn len(&self) -> usize {
        Record::moves(self).len()
    }

    fn decisions_a_turn(&self) -> f64 {
        Record::decisions_a_turn(self)
    }

    fn plies(&self) -> Option<u32> {
        self.moment().plies
    }

    fn moves(&self) -> Vec<String> {
        moves(self, canonical::<G>())
    }

    fn moves_in(&self, dialect: &str) -> Result<Vec<String>, Fault> {
        Ok(moves(self, move_notation(self.game(), dialect)?))
    }

    fn turn(&self) -> Side {
        Record::position(self).turn()
    }

    fn action(&self) -> &'static str {
        Record::position(self).action()
    }

    fn outcome(&self) -> Option<Outcome> {
        Record::outcome(self)
    }

    fn offers(&self) -> Vec<Offer> {
        if Record::outcome(self).is_some() {
            return Vec::new();
        }
        let position = Record::position(self);
        let offer = |m| {
            let gesture = self.game().gesture(position, m);
            let text = canonical::<G>().write_move(position, m);
            let human = G::Text::HUMAN.write_move(position, m);
            Offer { text, human, points: gesture.points, label: gesture.label.map(Cow::Borrowed) }
        };
        position.moves().into_iter().map(offer).collect()
    }

    fn play(&mut self, text: &str) -> Result<Played, Fault> {
        play(self, canonical::<G>(), text)
    }

    fn play_in(&mut self, dialect: &str, text: &str) -> Result<Played, Fault> {
        play(self, move_notation(self.game(), dialect)?, text)
    }

    fn play_typed(&mut self, text: &str) -> Result<Played, Fault> {
        let m = typed(self, text.trim())?;
        Ok(push(self, m))
    }

    fn human_line(&self, moves: &[String]) -> Vec<String> {
        let mut ahead = self.fork();
        moves.iter().map_while(|text| ahead.play(text).ok()).map(|played| played.human).collect()
    }

    fn actions(&self) -> Vec<usize> {
        let mut ids = Vec::new();
        self.each_action(|id| ids.push(id));
        ids
    }

    fn action_id(&self, text: &str) -> Result<usize, Fault> {
        let position = Record::position(self);
        let m = canonical::<G>().read_move(position, text)?;
        self.check(m)?;
        Ok(position.action_id(m).expect("a legal move has a number"))
    }

    fn action_text(&self, id: usize) -> Result<String, Fault> {
        let m = self.read_action(id)?;
        self.check(m)?;
        Ok(canonical::<G>().write_move(Record::position(self), m))
    }

    fn remarks(&self, text: &str) -> Result<Vec<Reason>, Fault> {
        let position = Record::position(self);
        let m = canonical::<G>().read_move(position, text)?;
        self.check(m)?;
        Ok(self.game().remarks(position, m))
    }

    fn opening(&self) -> Option<&'static str> {
        self.game().opening(self)
    }

    fn planes(&self, out: &mut [f32]) {
        Record::position(self).planes(out);
    }

    fn undo(&mut self) -> Option<String> {
        let m = Record::undo(self)?;
        Some(canonical::<G>().write_move(Record::position(self), m))
    }

    fn key(&self) -> Key {
        Record::position(self).key()
    }

    fn scene(&self) -> Scene {
        self.game().scene(self)
    }

    fn fork(&self) -> Box<dyn AnyRecord> {
        Box::new(self.clone())
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(Record::position(self), depth)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let position = Record::position(self);
        let text = |(m, leaves)| (canonical::<G>().write_move(position, m), leaves);
        divide(position, depth).into_iter().map(text).collect()
    }

    #[cfg(feature = "tables")]
    fn forced(&self, plies: u32, budget: u64) -> Result<ForcedWins<String>, OutOfBudget> {
        // A repetition rule may have ended the game.
        if Record::outcome(self).is_some() {
            return Ok(Vec::new());
        }
        let position = Record::position(self);
        let text = |(m, within)| (canonical::<G>().write_move(position, m), within);
        let forced = Record::game(self).forced(position, plies, budget)?;
        Ok(forced.into_iter().map(text).collect())
    }
}

fn play<G: Game>(record: &mut Record<G>, notation: G::Text, text: &str) -> Result<Played, Fault> {
    let m = notation.read_move(Record::position(record), text)?;
    record.check(m)?;
    Ok(push(record, m))
}

/// Plays a move that is known to be legal and returns its texts.
fn push<G: Game>(record: &mut Record<G>, m: Mv<G>) -> Played {
    let position = Record::position(record);
    let played = Played {
        text: canonical::<G>().write_played(position, m),
        human: G::Text::HUMAN.write_played(position, m),
        further: G::Text::FURTHER.map(|notation| notation.write_played(position, m)),
    };
    record.push(m);
    played
}

/// Finds the legal move meant by a typed text. Reports a rule violation rather than a syntax error, if there
/// is one.
fn typed<G: Game>(record: &Record<G>, text: &str) -> Result<Mv<G>, Fault> {
    let position = Record::position(record);
    let read = |notation: G::Text| {
        let m = notation.read_move(position, text)?;
        record.check(m)?;
        Ok(m)
    };
    let first = match read(G::Text::HUMAN) {
        Err(fault) => fault,
        legal => return legal,
    };
    let fault = match read(canonical::<G>()) {
        Err(fault @ Fault::Refused { .. }) if matches!(first, Fault::Syntax { .. }) => fault,
        Err(_) => first,
        legal => return legal,
    };
    let meant = bare(text);
    let mut alike = position
        .moves()
        .into_iter()
        .filter(|&m| record.check(m).is_ok() && bare(&G::Text::HUMAN.write_move(position, m)) == meant);
    match (alike.next(), alike.next()) {
        (Some(m), None) => Ok(m),
        _ => Err(fault),
    }
}

/// Returns the letters and digits of a text in lower case.
fn bare(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
