//! `play`: against the engine, or two people at one terminal.

use std::fs;
use std::io::{BufRead, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use chautari_game::{AnyEngine, AnyGame, AnyRecord, Fault, Limit, Means, Side, Thought};

use super::preparing::Preparing;
use super::show::board;
use super::{tables, think};
use crate::report::Failure;
use crate::{Done, input};

/// The dialect games are saved in.
const SAVED: &str = "moves";

/// No saved game is longer.
const MOST_SAVED: u64 = 16 << 20;

/// No line anybody types is longer.
const MOST_TYPED: u64 = 4096;

const HELP: &str = "  a move       in the game's notation
  moves        the legal moves
  hint         what the engine would do
  board        the board again
  position     the position as text
  undo         take the last move back
  save FILE    save the game
  load FILE    go on with a saved game
  new          begin again
  quit         leave";

/// How long the engine thinks about a hint.
const HINT_TIME: Duration = Duration::from_secs(1);

pub(super) struct Request {
    pub(super) position: Option<String>,
    pub(super) load: Option<PathBuf>,
    pub(super) level: Option<u8>,
    pub(super) side: Option<String>,
    pub(super) time: Duration,
    pub(super) tables: Option<PathBuf>,
}

/// The engine on the other side of the table.
struct Opponent {
    side: Side,
    engine: Box<dyn AnyEngine>,
    limit: Limit,
}

struct Table<'a> {
    game: Box<dyn AnyGame>,
    start: Box<dyn AnyRecord>,
    record: Box<dyn AnyRecord>,
    opponent: Option<Opponent>,
    /// The file this game was saved to or loaded from, which saving may replace.
    file: Option<PathBuf>,
    /// Where exact tables are.
    tables: Option<Arc<Path>>,
    preparing: Option<Preparing>,
    out: &'a mut dyn Write,
}

pub(super) fn run(game: &str, request: &Request, input: &mut dyn BufRead, out: &mut dyn Write) -> Done {
    let game = input::game(game)?;
    let start = input::position(&*game, request.position.as_deref(), false)?;
    let tables = tables::folder(request.tables.as_deref());
    let mut table =
        Table { game, record: start.fork(), start, opponent: None, file: None, tables, preparing: None, out };
    if let Some(path) = &request.load {
        table.load(path).map_err(Failure::bad)?;
    }
    table.opponent = opponent(&table, request)?;
    table.preparing = table.tables.clone().map(|folder| Preparing::begin(&*table.game, folder));
    writeln!(table.out, "{}. Type a move such as {}, or help.", table.game.info().name, table.example())?;
    board(&*table.record, table.out)?;
    loop {
        table.answer()?;
        table.out.flush()?;
        table.preparing.iter_mut().flat_map(Preparing::news).for_each(|line| anstream::eprintln!("{line}"));
        write!(table.out, "{}> ", table.prompt())?;
        table.out.flush()?;
        let mut line = String::new();
        match input.take(MOST_TYPED).read_line(&mut line) {
            Ok(0) => break Ok(writeln!(table.out)?),
            Ok(_) => {}
            Err(e) if e.kind() == std::io::ErrorKind::InvalidData => {
                writeln!(table.out, "That was not text.")?;
                continue;
            }
            Err(e) => break Err(e.into()),
        }
        if line.len() as u64 == MOST_TYPED {
            break Err(Failure::bad("That line was too long."));
        }
        let line = line.trim();
        if matches!(line, "quit" | "exit" | "q") {
            break Ok(());
        }
        table.obey(line)?;
    }
}

fn opponent(table: &Table, request: &Request) -> Result<Option<Opponent>, Failure> {
    let Some(number) = request.level else { return Ok(None) };
    let level = think::level(number)?;
    let sides = table.game.info().sides;
    let yours = match &request.side {
        None => table.record.turn(),
        Some(name) => Side::ALL
            .into_iter()
            .find(|side| sides[side.index()] == name)
            .ok_or_else(|| Failure::bad(format!("The sides are {} and {}.", sides[0], sides[1])))?,
    };
    // A game against the same level should not always go the same way.
    let seed = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_nanos() as u64);
    let engine = table.game.engine(&Means { level, seed, tables: table.tables.clone(), ..Means::default() });
    let limit = Limit { time: Some(request.time), ..Limit::default() };
    Ok(Some(Opponent { side: yours.other(), engine, limit }))
}

/// What an engine thinks of where a record stands, with all that led there.
fn consider(
    engine: &mut dyn AnyEngine,
    record: &dyn AnyRecord,
    limit: &Limit,
) -> Result<Thought<String>, Failure> {
    let mut origin = record.fork();
    while origin.undo().is_some() {}
    let moves = record.moves();
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    engine
        .think(Some(&origin.position()), &moves, limit, &mut |_| ControlFlow::Continue(()))
        .map_err(|e| Failure::bad_text("The engine cannot think about this.", &e, false))
}

impl Table<'_> {
    /// The engine's moves, as long as it is its turn.
    fn answer(&mut self) -> Done {
        while let Some(opponent) = &mut self.opponent
            && self.record.outcome().is_none()
            && self.record.turn() == opponent.side
        {
            let thought = consider(&mut *opponent.engine, &*self.record, &opponent.limit)?;
            let m = thought.best.unwrap_or_default();
            input::play(&mut *self.record, &m, false)?;
            writeln!(self.out, "The engine plays {m}.")?;
            board(&*self.record, self.out)?;
        }
        Ok(())
    }

    fn hint(&mut self) -> Done {
        let mut engine = self.game.engine(&Means { tables: self.tables.clone(), ..Means::default() });
        let limit = Limit { time: Some(HINT_TIME), ..Limit::default() };
        let thought = consider(&mut *engine, &*self.record, &limit)?;
        match thought.best {
            Some(m) => writeln!(self.out, "Perhaps {m} ({}).", thought.score)?,
            None => writeln!(self.out, "The game is over.")?,
        }
        Ok(())
    }

    /// Takes back the last move, and the engine's with it, so that it is a person's turn again.
    fn undo(&mut self) -> Option<String> {
        let mut undone = self.record.undo()?;
        while self.opponent.as_ref().is_some_and(|opponent| opponent.side == self.record.turn()) {
            undone = self.record.undo()?;
        }
        Some(undone)
    }

    fn example(&self) -> String {
        self.record.offers().first().map_or("-".to_owned(), |offer| offer.text.clone())
    }

    fn prompt(&self) -> String {
        let over = self.record.outcome().is_some();
        let turn = if over { "over" } else { self.game.info().side(self.record.turn()) };
        match self.preparing.as_ref().and_then(Preparing::percent) {
            Some(percent) => format!("{turn} (tables {percent} %)"),
            None => turn.to_owned(),
        }
    }

    fn obey(&mut self, line: &str) -> Done {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let file = Path::new(rest.trim());
        match word {
            "" => {}
            "help" | "?" => writeln!(self.out, "{HELP}")?,
            "board" => board(&*self.record, self.out)?,
            "position" => writeln!(self.out, "{}", self.record.position())?,
            "moves" => {
                let mut moves: Vec<_> = self.record.offers().into_iter().map(|offer| offer.text).collect();
                moves.sort();
                writeln!(self.out, "{} legal moves: {}", moves.len(), moves.join(" "))?;
            }
            "hint" => self.hint()?,
            "undo" => match self.undo() {
                Some(m) => {
                    writeln!(self.out, "Took back {m}.")?;
                    board(&*self.record, self.out)?;
                }
                None => writeln!(self.out, "There is nothing to take back.")?,
            },
            "new" => {
                self.record = self.start.fork();
                board(&*self.record, self.out)?;
            }
            "save" => {
                let saved = self.save(file);
                writeln!(
                    self.out,
                    "{}",
                    saved.map_or_else(|e| e, |()| format!("Saved to {}.", file.display()))
                )?;
            }
            "load" => match self.load(file) {
                Ok(()) => board(&*self.record, self.out)?,
                Err(e) => writeln!(self.out, "{e}")?,
            },
            _ => match self.play(line) {
                Ok(()) => board(&*self.record, self.out)?,
                Err(fault) => {
                    let hint = if matches!(fault, Fault::Syntax { .. }) {
                        " Type help for what one can do."
                    } else {
                        ""
                    };
                    writeln!(self.out, "{fault}{hint}")?;
                }
            },
        }
        Ok(())
    }

    /// Plays a move in the canonical notation or, where that cannot read it, in any the game has.
    fn play(&mut self, text: &str) -> Result<(), Fault> {
        let first = match self.record.play(text) {
            Err(fault @ Fault::Syntax { .. }) => fault,
            played => return played.map(drop),
        };
        for dialect in self.game.dialects().iter().skip(1) {
            match self.record.play_in(dialect.id, text) {
                Err(Fault::Syntax { .. }) => {}
                played => return played.map(drop),
            }
        }
        Err(first)
    }

    fn save(&mut self, path: &Path) -> Result<(), String> {
        if path.as_os_str().is_empty() {
            return Err("Save to which file? `save FILE`.".to_owned());
        }
        let text = self.record.write(SAVED).map_err(|e| e.to_string())? + "\n";
        let failed = |e: std::io::Error| format!("{} cannot be written: {e}.", path.display());
        if self.file.as_deref() == Some(path) {
            fs::write(path, text).map_err(failed)?;
        } else {
            let mut file = fs::File::create_new(path).map_err(failed)?;
            file.write_all(text.as_bytes()).map_err(failed)?;
        }
        self.file = Some(path.to_owned());
        Ok(())
    }

    fn load(&mut self, path: &Path) -> Result<(), String> {
        if path.as_os_str().is_empty() {
            return Err("Load which file? `load FILE`.".to_owned());
        }
        let failed = |e: std::io::Error| format!("{} cannot be read: {e}.", path.display());
        let mut text = String::new();
        let read = fs::File::open(path)
            .map_err(failed)?
            .take(MOST_SAVED + 1)
            .read_to_string(&mut text)
            .map_err(failed)?;
        if read as u64 > MOST_SAVED {
            return Err(format!("{} is too long to be a saved game.", path.display()));
        }
        let refused =
            |fault| format!("{} holds no game of {}. {fault}", path.display(), self.game.info().name);
        self.record = self.game.read(SAVED, &text).map_err(refused)?;
        self.file = Some(path.to_owned());
        Ok(())
    }
}
