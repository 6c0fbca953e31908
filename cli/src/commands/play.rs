//! `play`: against the engine, or two people at one terminal.

use std::fs;
use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use chautari_game::{AnyEngine, AnyGame, AnyRecord, EngineOptions, Fault, Info, Limit, Side, Thought};

use super::preparing::Preparing;
use super::show::board;
use super::{tables, think};
use crate::lines::{Line, Lines, harmless};
use crate::report::Failure;
use crate::{Done, input};

/// The dialect games are saved in.
const SAVED: &str = "moves";

/// No saved game is longer.
const MOST_SAVED: u64 = 16 << 20;

/// What one can type besides moves, as far as it goes without saying more.
const WORDS: [&str; 11] =
    ["help", "moves", "hint", "rules", "board", "position", "undo", "save ", "load ", "new", "quit"];

const HELP: &str = "  a move       as people or programs write it; Tab completes it
  moves        the legal moves
  hint         what the engine would do
  rules        the rules of the game
  board        the board again
  position     the position as text
  undo         take the last move back
  save FILE    save the game
  load FILE    resume a saved game
  new          start again
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

struct Session<'a> {
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

pub(super) fn run(game: &str, request: &Request, out: &mut dyn Write) -> Done {
    let game = input::game(game)?;
    let start = input::position(&*game, request.position.as_deref(), false)?;
    let tables = tables::folder(request.tables.as_deref());
    let mut session = Session {
        game,
        record: start.fork(),
        start,
        opponent: None,
        file: None,
        tables,
        preparing: None,
        out,
    };
    if let Some(path) = &request.load {
        session.load(path).map_err(Failure::bad)?;
    }
    session.opponent = opponent(&session, request)?;
    session.preparing = session.tables.clone().map(|folder| Preparing::begin(&*session.game, folder));
    writeln!(
        session.out,
        "{}. Type a move such as {}, or help.",
        session.game.info().name,
        session.example()
    )?;
    board(&*session.record, session.out)?;
    let mut lines = Lines::new();
    loop {
        session.answer()?;
        session.out.flush()?;
        session.preparing.iter_mut().flat_map(Preparing::news).for_each(|line| anstream::eprintln!("{line}"));
        let record = session.record.fork();
        let line = match lines.next(&format!("{}> ", session.prompt()), || words(&*record), session.out)? {
            Line::Typed(line) => line,
            Line::Garbled(why) => {
                writeln!(session.out, "{why}")?;
                continue;
            }
            Line::End => break Ok(writeln!(session.out)?),
        };
        let line = line.trim();
        if matches!(line, "quit" | "exit" | "q") {
            break Ok(());
        }
        session.obey(line)?;
    }
}

/// What a line may begin with: words and the legal moves.
fn words(record: &dyn AnyRecord) -> Vec<String> {
    let moves = record.offers().into_iter().map(|offer| offer.human);
    WORDS.into_iter().map(str::to_owned).chain(moves).collect()
}

fn opponent(session: &Session, request: &Request) -> Result<Option<Opponent>, Failure> {
    let Some(number) = request.level else { return Ok(None) };
    let level = think::level(number)?;
    let Info { sides, called, .. } = session.game.info();
    let yours = match &request.side {
        None => session.record.turn(),
        Some(name) => Side::ALL
            .into_iter()
            .find(|side| sides[side.index()] == name || called[side.index()].eq_ignore_ascii_case(name))
            .ok_or_else(|| Failure::bad(format!("The sides are {} and {}.", called[0], called[1])))?,
    };
    // A game against the same level should not always go the same way.
    let seed = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_nanos() as u64);
    let engine = session.game.engine(&EngineOptions {
        level,
        seed,
        tables: session.tables.clone(),
        ..EngineOptions::default()
    });
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

impl Session<'_> {
    /// The engine's moves, as long as it is its turn.
    fn answer(&mut self) -> Done {
        while let Some(opponent) = &mut self.opponent
            && self.record.outcome().is_none()
            && self.record.turn() == opponent.side
        {
            let thought = consider(&mut *opponent.engine, &*self.record, &opponent.limit)?;
            let m = thought.best.unwrap_or_default();
            let played = input::play(&mut *self.record, &m, false)?;
            writeln!(self.out, "The engine plays {}.", played.human)?;
            board(&*self.record, self.out)?;
        }
        Ok(())
    }

    fn hint(&mut self) -> Done {
        let mut engine =
            self.game.engine(&EngineOptions { tables: self.tables.clone(), ..EngineOptions::default() });
        let limit = Limit { time: Some(HINT_TIME), ..Limit::default() };
        let thought = consider(&mut *engine, &*self.record, &limit)?;
        match self.record.human_line(&thought.line).first() {
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
        self.record.human_line(&[undone]).pop()
    }

    fn example(&self) -> String {
        self.record.offers().first().map_or("-".to_owned(), |offer| offer.human.clone())
    }

    fn prompt(&self) -> String {
        let over = self.record.outcome().is_some();
        let turn = if over { "over" } else { self.game.info().called(self.record.turn()) };
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
                let mut moves: Vec<_> = self.record.offers().into_iter().map(|offer| offer.human).collect();
                moves.sort();
                writeln!(self.out, "{} legal moves: {}", moves.len(), moves.join(" "))?;
            }
            "hint" => self.hint()?,
            "rules" => {
                // A fence, with the position it draws, is for the page.
                for line in self.game.info().rulebook.lines().filter(|line| !line.starts_with("```")) {
                    writeln!(self.out, "{line}")?;
                }
            }
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
                let saved = self.save(file).map_or_else(|e| e, |()| format!("Saved to {}.", file.display()));
                writeln!(self.out, "{}", harmless(&saved))?;
            }
            "load" => match self.load(file) {
                Ok(()) => board(&*self.record, self.out)?,
                Err(e) => writeln!(self.out, "{}", harmless(&e))?,
            },
            _ => match self.record.play_typed(line) {
                Ok(_) => board(&*self.record, self.out)?,
                Err(fault) => {
                    let hint = if matches!(fault, Fault::Syntax { .. }) {
                        " Type help for a list of commands."
                    } else {
                        ""
                    };
                    writeln!(self.out, "{}{hint}", harmless(&fault.to_string()))?;
                }
            },
        }
        Ok(())
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
