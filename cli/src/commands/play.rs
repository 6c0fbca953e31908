//! `play`: two people at one terminal.

use std::fs;
use std::io::{BufRead, Read, Write};
use std::path::{Path, PathBuf};

use chautari_game::{AnyGame, AnyRecord, Fault};

use super::show::board;
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
  board        the board again
  position     the position as text
  undo         take the last move back
  save FILE    save the game
  load FILE    go on with a saved game
  new          begin again
  quit         leave";

struct Table<'a> {
    game: Box<dyn AnyGame>,
    start: Box<dyn AnyRecord>,
    record: Box<dyn AnyRecord>,
    /// The file this game was saved to or loaded from, which saving may replace.
    file: Option<PathBuf>,
    out: &'a mut dyn Write,
}

pub(super) fn run(
    game: &str,
    position: Option<&str>,
    load: Option<&Path>,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Done {
    let game = input::game(game)?;
    let start = input::position(&*game, position, false)?;
    let mut table = Table { game, record: start.fork(), start, file: None, out };
    if let Some(path) = load {
        table.load(path).map_err(Failure::bad)?;
    }
    writeln!(table.out, "{}. Type a move such as {}, or help.", table.game.info().name, table.example())?;
    board(&*table.record, table.out)?;
    loop {
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

impl Table<'_> {
    fn example(&self) -> String {
        self.record.offers().first().map_or("-".to_owned(), |offer| offer.text.clone())
    }

    fn prompt(&self) -> &'static str {
        if self.record.outcome().is_some() { "over" } else { self.game.info().side(self.record.turn()) }
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
            "undo" => match self.record.undo() {
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
