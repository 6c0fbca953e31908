//! The object-safe view: text in, text out, every game alike.

use std::path::Path;

use crate::engine::Seated;
use crate::oracle::Asked;
use crate::series::Series;
use crate::{
    AnyEngine, AnyOracle, Dialect, Fault, Game, Info, Key, Means, Notation, Offer, OracleError, Outcome,
    Position, Prepared, Progress, Record, Rule, Scene, Side, divide, perft,
};

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
    /// An opponent that plays with these means.
    fn engine(&self, means: &Means) -> Box<dyn AnyEngine>;
    /// The exact values that the tables in a folder hold; `None` where there are none of this game.
    fn oracle(&self, tables: &Path) -> Result<Option<Box<dyn AnyOracle>>, OracleError>;
    /// Makes the tables that are worth having by default. It takes its time: run it in a thread of
    /// its own. Engines and oracles find what it has made without being told.
    fn prepare(&self, tables: &Path, progress: &dyn Progress) -> Result<Prepared, OracleError>;
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

/// A move as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// In the canonical notation, with what it remarks on the move.
    pub text: String,
    /// In the standard algebraic notation of chess, in games that have it.
    pub san: Option<String>,
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
    /// Whether the side to move is in check, in games that know check.
    fn in_check(&self) -> Option<bool>;
    /// How it ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// The legal moves; none once it has ended.
    fn offers(&self) -> Vec<Offer>;
    /// Plays a move in the canonical notation, or says why not and stays as it was.
    fn play(&mut self, text: &str) -> Result<Played, Fault>;
    /// Plays a move in the notation of the named dialect.
    fn play_in(&mut self, dialect: &str, text: &str) -> Result<Played, Fault>;
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
}

fn canonical<G: Game>() -> G::Text {
    G::Text::ALL[0]
}

/// What a dialect's name means for a game.
enum Named<T> {
    Own(T),
    Series(Series),
}

fn named<G: Game>(game: G, id: &str) -> Result<Named<G::Text>, Fault> {
    let own = G::Text::ALL.iter().copied().find(|text| text.dialect().id == id).map(Named::Own);
    let series = || Series::ALL.into_iter().find(|series| series.dialect().id == id).map(Named::Series);
    own.or_else(series).ok_or_else(|| {
        let known: Vec<_> = AnyGame::dialects(&game).iter().map(|d| d.id).collect();
        let name = game.info().name;
        Fault::Unsupported(format!("{name} has no dialect `{id}`; it has {}.", known.join(", ")))
    })
}

/// How a dialect writes single moves.
fn move_notation<G: Game>(game: G, dialect: &str) -> Result<G::Text, Fault> {
    Ok(match named(game, dialect)? {
        Named::Own(notation) => notation,
        Named::Series(_) => canonical::<G>(),
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
        own.chain(Series::ALL.map(Series::dialect)).collect()
    }

    fn start(&self) -> Box<dyn AnyRecord> {
        Box::new(Record::new(*self))
    }

    fn read(&self, dialect: &str, text: &str) -> Result<Box<dyn AnyRecord>, Fault> {
        let record = match named(*self, dialect)? {
            Named::Own(notation) => notation.read(*self, text)?,
            Named::Series(series) => series.read(*self, text)?,
        };
        Ok(Box::new(record))
    }

    fn read_position(&self, text: &str) -> Result<Box<dyn AnyRecord>, Fault> {
        Ok(Box::new(canonical::<G>().read(*self, text)?))
    }

    fn engine(&self, means: &Means) -> Box<dyn AnyEngine> {
        Box::new(Seated { game: *self, engine: Game::engine(*self, means) })
    }

    fn oracle(&self, tables: &Path) -> Result<Option<Box<dyn AnyOracle>>, OracleError> {
        let oracle = Game::oracle(*self, tables)?;
        Ok(oracle.map(|oracle| Box::new(Asked { game: *self, oracle }) as Box<dyn AnyOracle>))
    }

    fn prepare(&self, tables: &Path, progress: &dyn Progress) -> Result<Prepared, OracleError> {
        Game::prepare(*self, tables, progress)
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
        }
    }

    fn position(&self) -> String {
        canonical::<G>().write(self).expect("the canonical dialect can write every position")
    }

    fn len(&self) -> usize {
        Record::moves(self).len()
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

    fn in_check(&self) -> Option<bool> {
        Record::position(self).in_check()
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
            Offer { text, points: gesture.points, label: gesture.label }
        };
        position.moves().into_iter().map(offer).collect()
    }

    fn play(&mut self, text: &str) -> Result<Played, Fault> {
        play(self, canonical::<G>(), text)
    }

    fn play_in(&mut self, dialect: &str, text: &str) -> Result<Played, Fault> {
        play(self, move_notation(self.game(), dialect)?, text)
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
}

fn play<G: Game>(record: &mut Record<G>, notation: G::Text, text: &str) -> Result<Played, Fault> {
    let m = notation.read_move(Record::position(record), text)?;
    record.check(m)?;
    let position = Record::position(record);
    let played =
        Played { text: canonical::<G>().write_played(position, m), san: record.game().san(position, m) };
    record.push(m);
    Ok(played)
}
