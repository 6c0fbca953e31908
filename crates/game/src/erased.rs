//! The object-safe view: text in, text out, every game alike.

use std::borrow::Cow;
#[cfg(feature = "tables")]
use std::path::Path;
#[cfg(feature = "engines")]
use std::sync::Arc;

#[cfg(feature = "engines")]
use crate::engine::Seated;
#[cfg(feature = "engines")]
use crate::oracle::Asked;
use crate::pieces;
use crate::series::Series;
#[cfg(feature = "dense")]
use crate::{AnyBatch, Batch, DenseInfo};
#[cfg(feature = "engines")]
use crate::{AnyEngine, AnyOracle, Means, Remote};
use crate::{
    Dense, Dialect, Fault, Game, Info, Key, MarkKind, Mv, Notation, Offer, Outcome, Position, Reason, Record,
    Rule, Scene, Side, divide, perft,
};
#[cfg(feature = "tables")]
use crate::{Forced, OracleError, Prepared, Progress, Spent};

/// A game behind one pointer. Every [`Game`] is one.
pub trait AnyGame: Send + Sync {
    /// Name, sides and version.
    fn info(&self) -> &'static Info;
    /// The same game, owned.
    fn boxed(&self) -> Box<dyn AnyGame>;
    /// The numbers a player may change about the rules, as they stand.
    fn rules(&self) -> Vec<Rule>;
    /// The same game with one rule changed.
    fn with_rule(&self, name: &str, value: &str) -> Result<Box<dyn AnyGame>, Fault>;
    /// Every way of writing it down, the canonical one first.
    fn dialects(&self) -> Vec<Dialect>;
    /// A game from its usual start.
    fn start(&self) -> Box<dyn AnyRecord>;
    /// Reads a text of the named dialect.
    fn read(&self, dialect: &str, text: &str) -> Result<Box<dyn AnyRecord>, Fault>;
    /// Reads a position in the canonical dialect.
    fn read_position(&self, text: &str) -> Result<Box<dyn AnyRecord>, Fault>;
    /// The line of play through these moves, from a position or from the usual start: all in the named
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
    /// An opponent that plays with these means.
    #[cfg(feature = "engines")]
    fn engine(&self, means: &Means) -> Box<dyn AnyEngine>;
    /// The exact values that the tables in a folder hold; `None` where there are none of this game.
    #[cfg(feature = "tables")]
    fn oracle(&self, tables: &Path) -> Result<Option<Box<dyn AnyOracle>>, OracleError>;
    /// The same from tables that are far away; `None` where this game cannot read its own so.
    #[cfg(feature = "engines")]
    fn far_oracle(&self, remote: Arc<dyn Remote>) -> Option<Box<dyn AnyOracle>>;
    /// Makes the tables that are worth having by default. It takes its time: run it in a thread of
    /// its own. Engines and oracles find what it has made without being told.
    #[cfg(feature = "tables")]
    fn prepare(&self, tables: &Path, progress: &dyn Progress) -> Result<Prepared, OracleError>;
    /// Its actions, planes and symmetries as numbers.
    #[cfg(feature = "dense")]
    fn dense(&self) -> DenseInfo;
    /// This many games played side by side by numbers.
    #[cfg(feature = "dense")]
    fn batch(&self, size: usize, seed: u64) -> Box<dyn AnyBatch>;
    /// Checks this game against everything every game must hold.
    #[cfg(feature = "conformance")]
    fn conform(&self, effort: &crate::conformance::Effort) -> Result<(), String>;
    /// Checks that every law holds along the line of play these choices make.
    #[cfg(feature = "conformance")]
    fn lawful(&self, choices: &[u16]) -> Result<(), String>;
    /// Checks that this text breaks no reader.
    #[cfg(feature = "conformance")]
    fn unbroken(&self, text: &str) -> Result<(), String>;
}

/// Why a line of play cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayFault {
    /// Which move was not taken, counted from 0; `None` where it was the position to begin from.
    pub index: Option<usize>,
    /// Why not.
    pub fault: Fault,
}

impl From<ReplayFault> for Fault {
    fn from(replay: ReplayFault) -> Fault {
        replay.fault
    }
}

/// A move as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// In the canonical notation, with what it remarks on the move.
    pub text: String,
    /// As people write it.
    pub human: String,
    /// In a further notation, in games that have one: see [`Notation::FURTHER`].
    pub further: Option<String>,
}

/// A line of play behind one pointer. Every [`Record`] is one.
pub trait AnyRecord: Send + Sync {
    /// Name, sides and version of its game.
    fn info(&self) -> &'static Info;
    /// Writes it in the named dialect.
    fn write(&self, dialect: &str) -> Result<String, Fault>;
    /// The position it stands at, in the canonical dialect.
    fn position(&self) -> String;
    /// How many moves have been played since it began.
    fn len(&self) -> usize;
    /// See [`Record::decisions_a_turn`].
    fn decisions_a_turn(&self) -> f64;
    /// No move has been played since it began.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// How many plies have been played in all, if that is known where it began.
    fn plies(&self) -> Option<u32>;
    /// The moves played since it began, in the canonical notation.
    fn moves(&self) -> Vec<String>;
    /// The moves played since it began, in the notation of the named dialect.
    fn moves_in(&self, dialect: &str) -> Result<Vec<String>, Fault>;
    /// The side to move.
    fn turn(&self) -> Side;
    /// What that side is to do, as a verb.
    fn action(&self) -> &'static str;
    /// Whether its scene has such a mark; `None` in games that know no such mark.
    fn is_marked(&self, kind: MarkKind) -> Option<bool> {
        self.info().marks.contains(&kind).then(|| self.scene().marks.iter().any(|mark| mark.kind == kind))
    }
    /// How it ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// The legal moves; none once it has ended.
    fn offers(&self) -> Vec<Offer>;
    /// Plays a move in the canonical notation, or says why not and stays as it was.
    fn play(&mut self, text: &str) -> Result<Played, Fault>;
    /// Plays a move in the notation of the named dialect.
    fn play_in(&mut self, dialect: &str, text: &str) -> Result<Played, Fault>;
    /// Plays a move as somebody types it: in the human notation or the canonical one, else by its
    /// letters and digits alone, where they are those of one legal move.
    fn play_typed(&mut self, text: &str) -> Result<Played, Fault>;
    /// Moves in the canonical notation that could be played from here, one after the other, as people
    /// write them; as far as they can be played.
    fn human_line(&self, moves: &[String]) -> Vec<String>;
    /// The numbers of the legal moves, in the order they are offered; none once it has ended.
    fn actions(&self) -> Vec<usize>;
    /// The number of a legal move in the canonical notation, or why it is not legal.
    fn action_id(&self, text: &str) -> Result<usize, Fault>;
    /// The legal move that a number means here, in the canonical notation, or why there is none.
    fn action_text(&self, id: usize) -> Result<String, Fault>;
    /// Writes the position it stands at as planes; `out` has as many places as they have.
    fn planes(&self, out: &mut [f32]);
    /// What a legal move in the canonical notation is for, as the board shows it: see [`Game::remarks`].
    fn remarks(&self, text: &str) -> Result<Vec<Reason>, Fault>;
    /// What the way it began is called, where that has a name: see [`Game::opening`].
    fn opening(&self) -> Option<&'static str>;
    /// Takes the last move back and returns it in the canonical notation.
    fn undo(&mut self) -> Option<String>;
    /// The hash of the position it stands at.
    fn key(&self) -> Key;
    /// What to draw.
    fn scene(&self) -> Scene;
    /// A copy that goes its own way.
    fn fork(&self) -> Box<dyn AnyRecord>;
    /// The number of lines of play of exactly `depth` plies from here.
    fn perft(&self, depth: u32) -> u64;
    /// The same split by first move.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
    /// Each legal move, and in how many plies it forces the win of the side to move, the move included, where
    /// that is within this many: proven, mostly by trying everything. Fails where that takes more positions than
    /// the budget.
    #[cfg(feature = "tables")]
    fn forced(&self, plies: u32, budget: u64) -> Result<Forced<String>, Spent>;
}

fn canonical<G: Game>() -> G::Text {
    G::Text::ALL[0]
}

/// What a dialect's name means for a game.
enum Named<T> {
    Own(T),
    Series(Series),
    Pieces,
}

fn named<G: Game>(game: G, id: &str) -> Result<Named<G::Text>, Fault> {
    let own = G::Text::ALL.iter().copied().find(|text| text.dialect().id == id).map(Named::Own);
    let series = || Series::ALL.into_iter().find(|series| series.dialect().id == id).map(Named::Series);
    let pieces = || (id == pieces::DIALECT.id).then_some(Named::Pieces);
    own.or_else(series).or_else(pieces).ok_or_else(|| {
        let known: Vec<_> = AnyGame::dialects(&game).iter().map(|d| d.id).collect();
        let name = game.info().name;
        Fault::Unsupported(format!("{name} has no dialect `{id}`; it has {}.", known.join(", ")))
    })
}

/// How a dialect writes single moves.
fn move_notation<G: Game>(game: G, dialect: &str) -> Result<G::Text, Fault> {
    Ok(match named(game, dialect)? {
        Named::Own(notation) => notation,
        Named::Series(_) | Named::Pieces => canonical::<G>(),
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
            "{game} has no rule `{name}={value}`; the rules one may change: {offer}."
        )))
    }

    fn dialects(&self) -> Vec<Dialect> {
        let own = G::Text::ALL.iter().map(|text| text.dialect());
        own.chain(Series::ALL.map(Series::dialect)).chain([pieces::DIALECT]).collect()
    }

    fn start(&self) -> Box<dyn AnyRecord> {
        Box::new(Record::new(*self))
    }

    fn read(&self, dialect: &str, text: &str) -> Result<Box<dyn AnyRecord>, Fault> {
        let record = match named(*self, dialect)? {
            Named::Own(notation) => notation.read(*self, text)?,
            Named::Series(series) => series.read(*self, text)?,
            Named::Pieces => pieces::read(*self, text)?,
        };
        Ok(Box::new(record))
    }

    fn read_position(&self, text: &str) -> Result<Box<dyn AnyRecord>, Fault> {
        Ok(Box::new(canonical::<G>().read(*self, text)?))
    }

    #[cfg(feature = "engines")]
    fn engine(&self, means: &Means) -> Box<dyn AnyEngine> {
        Box::new(Seated { game: *self, engine: Game::engine(*self, means) })
    }

    #[cfg(feature = "tables")]
    fn oracle(&self, tables: &Path) -> Result<Option<Box<dyn AnyOracle>>, OracleError> {
        let oracle = Game::oracle(*self, tables)?;
        Ok(oracle.map(|oracle| Box::new(Asked { game: *self, oracle }) as Box<dyn AnyOracle>))
    }

    #[cfg(feature = "engines")]
    fn far_oracle(&self, remote: Arc<dyn Remote>) -> Option<Box<dyn AnyOracle>> {
        let oracle = Game::far_oracle(*self, remote)?;
        Some(Box::new(Asked { game: *self, oracle }))
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
            Named::Series(series) => series.write(self),
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
    fn forced(&self, plies: u32, budget: u64) -> Result<Forced<String>, Spent> {
        // A law about sequences may have ended what the board alone would not.
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

/// Plays a move known to be legal, and tells how it is written.
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

/// The legal move somebody means who types this. What the rules say against it is worth more than
/// what it does not look like.
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

/// The letters and digits of a text, in lower case.
fn bare(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
