//! Line input: edited with history and completion at a terminal, read as is from anything else.

use std::io::{BufRead, IsTerminal, Read, Write};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{Context, Editor, Helper, Highlighter, Hinter, Validator};

use crate::output::Failure;

/// The longest line accepted, in bytes; far more than anyone types.
const MAX_LINE: u64 = 4096;

/// A source of typed lines.
pub(crate) enum LineReader {
    /// A terminal, with editing, history and completion.
    Edited(Box<Editor<WordCompleter, DefaultHistory>>),
    /// Standard input, read line by line.
    Plain,
}

/// Completes a line to the words it can begin with.
#[derive(Default, Helper, Highlighter, Hinter, Validator)]
pub(crate) struct WordCompleter(Vec<String>);

impl Completer for WordCompleter {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..at).unwrap_or(line).to_lowercase();
        let fits = |word: &&String| word.to_lowercase().starts_with(&typed);
        Ok((0, self.0.iter().filter(fits).cloned().collect()))
    }
}

/// The result of reading one line.
pub(crate) enum Line {
    Typed(String),
    /// A line that cannot be used, with the reason.
    Unreadable(&'static str),
    /// The end of the input.
    End,
}

impl LineReader {
    /// Creates an editor if both standard input and output are terminals, otherwise a plain reader.
    pub(crate) fn new() -> LineReader {
        let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        match is_terminal.then(Editor::new) {
            Some(Ok(mut editor)) => {
                editor.set_helper(Some(WordCompleter::default()));
                LineReader::Edited(Box::new(editor))
            }
            _ => LineReader::Plain,
        }
    }

    /// Reads the next line; `words` are the completions of its beginning.
    pub(crate) fn next(
        &mut self,
        prompt: &str,
        words: impl FnOnce() -> Vec<String>,
        out: &mut dyn Write,
    ) -> Result<Line, Failure> {
        match self {
            LineReader::Edited(editor) => {
                if let Some(helper) = editor.helper_mut() {
                    helper.0 = words();
                }
                match editor.readline(prompt) {
                    Ok(line) => {
                        // A line that does not fit into the history is still valid input.
                        let _ = editor.add_history_entry(line.trim());
                        Ok(Line::Typed(line))
                    }
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(Line::End),
                    Err(ReadlineError::Io(e)) => Err(e.into()),
                    Err(e) => Err(Failure::bad(format!("The terminal cannot be read: {e}."))),
                }
            }
            LineReader::Plain => {
                write!(out, "{prompt}")?;
                out.flush()?;
                read_line(&mut std::io::stdin().lock())
            }
        }
    }
}

/// Reads one line without editing.
pub(crate) fn read_line(input: &mut dyn BufRead) -> Result<Line, Failure> {
    let mut line = Vec::new();
    if input.take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(Line::End);
    }
    if line.len() as u64 == MAX_LINE && !line.ends_with(b"\n") {
        // Skip the rest of the line, which is not a line of its own.
        input.skip_until(b'\n')?;
        return Ok(Line::Unreadable("That line was too long."));
    }
    Ok(String::from_utf8(line).map_or(Line::Unreadable("That was not text."), Line::Typed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completion_ignores_case() {
        let words = WordCompleter(vec!["moves".to_owned(), "Nf3".to_owned(), "Nh3".to_owned()]);
        let history = DefaultHistory::new();
        let complete = |line: &str| words.complete(line, line.len(), &Context::new(&history)).unwrap().1;
        assert_eq!(complete("n"), ["Nf3", "Nh3"]);
        assert_eq!(complete("mo"), ["moves"]);
        assert!(complete("मो").is_empty());
    }
}
