//! A text scanner with error positions, used by all notations.

use crate::Fault;

/// A position in a text that reading moves forward; creates the error when reading fails.
#[derive(Clone, Copy, Debug)]
pub struct Scan<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Scan<'a> {
    /// The maximum length of unexpected text quoted in an error.
    const FOUND: usize = 12;

    /// Creates a scanner at the start of a text.
    pub fn new(text: &'a str) -> Scan<'a> {
        Scan { text, offset: 0 }
    }

    /// Returns the number of bytes read so far.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the text not read yet.
    pub fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    /// Whether the whole text has been read.
    pub fn at_end(&self) -> bool {
        self.rest().is_empty()
    }

    /// Returns the next character without reading it.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Reads the next character if it satisfies `wanted`.
    pub fn take(&mut self, wanted: impl FnOnce(char) -> bool) -> Option<char> {
        let c = self.peek().filter(|&c| wanted(c))?;
        self.offset += c.len_utf8();
        Some(c)
    }

    /// Reads the character `c`, if it is next.
    pub fn eat(&mut self, c: char) -> bool {
        self.take(|found| found == c).is_some()
    }

    /// Reads characters while they satisfy `wanted`.
    pub fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.offset += end;
        &rest[..end]
    }

    /// Reads white space; returns whether there was any.
    pub fn blanks(&mut self) -> bool {
        !self.take_while(char::is_whitespace).is_empty()
    }

    /// Reads up to the next white space.
    pub fn word(&mut self) -> &'a str {
        self.take_while(|c| !c.is_whitespace())
    }

    /// Reads these words, if they come next and end at a word boundary.
    pub fn eat_word(&mut self, words: &str) -> bool {
        let found =
            self.rest().strip_prefix(words).is_some_and(|after| !after.starts_with(char::is_alphanumeric));
        if found {
            self.offset += words.len();
        }
        found
    }

    /// Reads a decimal number that fits into `u32`; leading zeros are allowed.
    pub fn number(&mut self) -> Option<u32> {
        let mut ahead = *self;
        let number = ahead.take_while(|c| c.is_ascii_digit()).parse().ok()?;
        *self = ahead;
        Some(number)
    }

    /// Creates a syntax error at the current position.
    pub fn fault(&self, expected: impl Into<String>) -> Fault {
        let found = self.rest().chars().take(Self::FOUND).collect::<String>();
        let found = match found.find(char::is_whitespace) {
            Some(end) if end > 0 => found[..end].to_owned(),
            _ => found,
        };
        Fault::Syntax { offset: self.offset, expected: expected.into(), found }
    }

    /// Errors if anything but white space is left.
    pub fn finish(mut self) -> Result<(), Fault> {
        self.blanks();
        if self.at_end() { Ok(()) } else { Err(self.fault("nothing more")) }
    }
}
