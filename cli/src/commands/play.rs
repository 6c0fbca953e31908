//! `play`: a game against the engine, or between two players at one terminal.

use std::fs;
use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use chautari_game::{AnyEngine, AnyGame, AnyRecord, EngineOptions, Fault, Info, Limit, Side, Thought};

use super::background_tables::BackgroundTables;
use super::show::board;
use super::{tables, think};
use crate::input;
use crate::line_editor::{Line, LineReader};
use crate::output::{CommandResult, Failure, replace_control_chars};

/// The dialect of saved games.
const SAVE_DIALECT: &str = "moves";

/// The largest saved game accepted, in bytes.
const MAX_SAVED: u64 = 16 << 20;

/// Commands besides moves, up to their argument.
const COMMANDS: [&str; 11] =
    ["help", "moves", "hint", "rules", "board", "position", "undo", "save ", "load ", "new", "quit"];

const HELP: &str = "  a move       in any notation; Tab completes it
  moves        list the legal moves
  hint         show the engine's move
  rules        print the rules of the game
  board        print the board
  position     print the position as text
  undo         take the last move back
  save FILE    save the game
  load FILE    resume a saved game
  new          start again
  quit         leave";

/// Search time of a hint.
const HINT_TIME: Duration = Duration::from_secs(1);

/// The options of `play`.
pub(super) struct PlayRequest {
    pub(super) position: Option<String>,
    pub(super) load: Option<PathBuf>,
    pub(super) level: Option<u8>,
    pub(super) side: Option<String>,
    pub(super) time: Duration,
    pub(super) tables: Option<PathBuf>,
}

/// The engine as opponent.
struct Opponent {
    side: Side,
    engine: Box<dyn AnyEngine>,
    limit: Limit,
}

/// A game at the terminal.
struct Session<'a> {
    game: Box<dyn AnyGame>,
    start: Box<dyn AnyRecord>,
    record: Box<dyn AnyRecord>,
    opponent: Option<Opponent>,
    /// The file that the game was saved to or loaded from; saving may overwrite only this one.
    file: Option<PathBuf>,
    /// The folder with exact tables.
    tables: Option<Arc<Path>>,
    background_tables: Option<BackgroundTables>,
    out: &'a mut dyn Write,
}

pub(super) fn run(game: &str, request: &PlayRequest, out: &mut dyn Write) -> CommandResult {
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
        background_tables: None,
        out,
    };
    if let Some(path) = &request.load {
        session.load(path).map_err(Failure::bad)?;
    }
    session.opponent = opponent(&session, request)?;
    session.background_tables =
        session.tables.clone().map(|folder| BackgroundTables::start(&*session.game, folder));
    writeln!(
        session.out,
        "{}. Type a move such as {}, or help.",
        session.game.info().name,
        session.example()
    )?;
    board(&*session.record, session.out)?;
    let mut lines = LineReader::new();
    loop {
        session.play_engine_moves()?;
        session.out.flush()?;
        session
            .background_tables
            .iter_mut()
            .flat_map(BackgroundTables::messages)
            .for_each(|line| anstream::eprintln!("{line}"));
        let record = session.record.fork();
        let line = match lines.next(&format!("{}> ", session.prompt()), || words(&*record), session.out)? {
            Line::Typed(line) => line,
            Line::Unreadable(why) => {
                writeln!(session.out, "{why}")?;
                continue;
            }
            Line::End => break Ok(writeln!(session.out)?),
        };
        let line = line.trim();
        if matches!(line, "quit" | "exit" | "q") {
            break Ok(());
        }
        session.execute(line)?;
    }
}

/// Completions of a line: commands and the legal moves.
fn words(record: &dyn AnyRecord) -> Vec<String> {
    let moves = record.offers().into_iter().map(|offer| offer.human);
    COMMANDS.into_iter().map(str::to_owned).chain(moves).collect()
}

/// Creates the engine that plays the other side, if a level is given.
fn opponent(session: &Session, request: &PlayRequest) -> Result<Option<Opponent>, Failure> {
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
    // A random seed, so that games against the same level differ.
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

/// Searches the current position of a record, with its history.
fn search(
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
    /// Plays the engine's moves while it is its turn.
    fn play_engine_moves(&mut self) -> CommandResult {
        while let Some(opponent) = &mut self.opponent
            && self.record.outcome().is_none()
            && self.record.turn() == opponent.side
        {
            let thought = search(&mut *opponent.engine, &*self.record, &opponent.limit)?;
            let m = thought.best.unwrap_or_default();
            let played = input::play(&mut *self.record, &m, false)?;
            writeln!(self.out, "The engine plays {}.", played.human)?;
            board(&*self.record, self.out)?;
        }
        Ok(())
    }

    /// Prints the engine's suggestion.
    fn hint(&mut self) -> CommandResult {
        let mut engine =
            self.game.engine(&EngineOptions { tables: self.tables.clone(), ..EngineOptions::default() });
        let limit = Limit { time: Some(HINT_TIME), ..Limit::default() };
        let thought = search(&mut *engine, &*self.record, &limit)?;
        match self.record.human_line(&thought.line).first() {
            Some(m) => writeln!(self.out, "Perhaps {m} ({}).", thought.score)?,
            None => writeln!(self.out, "The game is over.")?,
        }
        Ok(())
    }

    /// Takes back the last move, and those of the engine after it, so that it is the user's turn again. Returns the
    /// earliest move taken back.
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
        match self.background_tables.as_ref().and_then(BackgroundTables::percent) {
            Some(percent) => format!("{turn} (tables {percent} %)"),
            None => turn.to_owned(),
        }
    }

    /// Executes a typed line: a command or a move.
    fn execute(&mut self, line: &str) -> CommandResult {
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
                // Fences mark diagrams for the web page.
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
                writeln!(self.out, "{}", replace_control_chars(&saved))?;
            }
            "load" => match self.load(file) {
                Ok(()) => board(&*self.record, self.out)?,
                Err(e) => writeln!(self.out, "{}", replace_control_chars(&e))?,
            },
            _ => match self.record.play_typed(line) {
                Ok(_) => board(&*self.record, self.out)?,
                Err(fault) => {
                    let hint = if matches!(fault, Fault::Syntax { .. }) {
                        " Type help for a list of commands."
                    } else {
                        ""
                    };
                    writeln!(self.out, "{}{hint}", replace_control_chars(&fault.to_string()))?;
                }
            },
        }
        Ok(())
    }

    fn save(&mut self, path: &Path) -> Result<(), String> {
        if path.as_os_str().is_empty() {
            return Err("Missing file name: `save FILE`.".to_owned());
        }
        let text = self.record.write(SAVE_DIALECT).map_err(|e| e.to_string())? + "\n";
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
            return Err("Missing file name: `load FILE`.".to_owned());
        }
        let failed = |e: std::io::Error| format!("{} cannot be read: {e}.", path.display());
        let mut text = String::new();
        let read = fs::File::open(path)
            .map_err(failed)?
            .take(MAX_SAVED + 1)
            .read_to_string(&mut text)
            .map_err(failed)?;
        if read as u64 > MAX_SAVED {
            return Err(format!("{} is too large for a saved game.", path.display()));
        }
        let refused =
            |fault| format!("{} is not a saved game of {}. {fault}", path.display(), self.game.info().name);
        self.record = self.game.read(SAVE_DIALECT, &text).map_err(refused)?;
        self.file = Some(path.to_owned());
        Ok(())
    }
}
