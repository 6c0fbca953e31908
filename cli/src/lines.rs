//! Lines that somebody types: edited, remembered and completed at a terminal, taken as they come from
//! anywhere else.

use std::io::{BufRead, IsTerminal, Read, Write};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{Context, Editor, Helper, Highlighter, Hinter, Validator};

use crate::report::Failure;

/// No line anybody types is longer.
const MOST_TYPED: u64 = 4096;

/// Where lines come from.
pub(crate) enum Lines {
    Edited(Box<Editor<Words, DefaultHistory>>),
    Plain,
}

/// What a line may begin with.
#[derive(Default, Helper, Highlighter, Hinter, Validator)]
pub(crate) struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..at).unwrap_or(line).to_lowercase();
        let fits = |word: &&String| word.to_lowercase().starts_with(&typed);
        Ok((0, self.0.iter().filter(fits).cloned().collect()))
    }
}

/// A line, or what came in its place.
pub(crate) enum Line {
    Typed(String),
    /// It cannot be read, and why.
    Garbled(&'static str),
    /// There are no more.
    End,
}

impl Lines {
    /// Edited where a person sits at both ends, plain otherwise.
    pub(crate) fn new() -> Lines {
        let person = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        match person.then(Editor::new) {
            Some(Ok(mut editor)) => {
                editor.set_helper(Some(Words::default()));
                Lines::Edited(Box::new(editor))
            }
            _ => Lines::Plain,
        }
    }

    /// The next line; `words` are what it may begin with.
    pub(crate) fn next(
        &mut self,
        prompt: &str,
        words: impl FnOnce() -> Vec<String>,
        out: &mut dyn Write,
    ) -> Result<Line, Failure> {
        match self {
            Lines::Edited(editor) => {
                if let Some(helper) = editor.helper_mut() {
                    helper.0 = words();
                }
                match editor.readline(prompt) {
                    Ok(line) => {
                        // What cannot be remembered can still be played.
                        let _ = editor.add_history_entry(line.trim());
                        Ok(Line::Typed(line))
                    }
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(Line::End),
                    Err(ReadlineError::Io(e)) => Err(e.into()),
                    Err(e) => Err(Failure::bad(format!("The terminal cannot be read: {e}."))),
                }
            }
            Lines::Plain => {
                write!(out, "{prompt}")?;
                out.flush()?;
                plain(&mut std::io::stdin().lock())
            }
        }
    }
}

pub(crate) fn plain(input: &mut dyn BufRead) -> Result<Line, Failure> {
    let mut line = Vec::new();
    if input.take(MOST_TYPED).read_until(b'\n', &mut line)? == 0 {
        return Ok(Line::End);
    }
    if line.len() as u64 == MOST_TYPED && !line.ends_with(b"\n") {
        // What comes next is not the rest of it.
        input.skip_until(b'\n')?;
        return Ok(Line::Garbled("That line was too long."));
    }
    Ok(String::from_utf8(line).map_or(Line::Garbled("That was not text."), Line::Typed))
}

/// A text with what a terminal would obey made visible: an error never repeats control bytes.
pub(crate) fn harmless(text: &str) -> String {
    let shown = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    text.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_not_repeated() {
        assert_eq!(harmless("found `\x1b[A\x07`"), "found `\u{fffd}[A\u{fffd}`");
        assert_eq!(harmless("A1×C1 बाघ"), "A1×C1 बाघ");
    }

    #[test]
    fn a_word_is_completed_whatever_its_case() {
        let words = Words(vec!["moves".to_owned(), "Nf3".to_owned(), "Nh3".to_owned()]);
        let history = DefaultHistory::new();
        let complete = |line: &str| words.complete(line, line.len(), &Context::new(&history)).unwrap().1;
        assert_eq!(complete("n"), ["Nf3", "Nh3"]);
        assert_eq!(complete("mo"), ["moves"]);
        assert!(complete("मो").is_empty());
    }
}
