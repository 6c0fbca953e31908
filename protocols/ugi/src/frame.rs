//! Splits input into lines.

use std::io::{self, BufRead};

/// The longest line, in bytes without its end.
pub const MOST_LINE: usize = 64 << 10;

/// A received line, or an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A line, without its end.
    Line(String),
    /// A line that is too long. It is skipped.
    TooLong,
    /// A line that is not UTF-8.
    NotText,
    /// The end of the input.
    End,
}

/// Reads the next line, buffering at most the longest valid line.
pub fn read_frame(from: &mut impl BufRead) -> io::Result<Frame> {
    let mut line = Vec::new();
    let mut length = 0;
    loop {
        let bytes = match from.fill_buf() {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            Err(e) => return Err(e),
        };
        if bytes.is_empty() && length == 0 {
            return Ok(Frame::End);
        }
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        // Keep one byte too many to detect the length, but not the rest.
        line.extend_from_slice(&part[..part.len().min(MOST_LINE + 1 - line.len())]);
        let used = end.map_or(part.len(), |end| end + 1);
        let last = end.is_some() || bytes.is_empty();
        from.consume(used);
        length += used;
        if last {
            break;
        }
    }
    if line.len() > MOST_LINE {
        return Ok(Frame::TooLong);
    }
    Ok(String::from_utf8(line).map_or(Frame::NotText, Frame::Line))
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn frames(bytes: &[u8]) -> Vec<Frame> {
        // A buffer smaller than the lines, so that they come in parts.
        let mut from = BufReader::with_capacity(5, bytes);
        let mut frames = Vec::new();
        while frames.last() != Some(&Frame::End) {
            frames.push(read_frame(&mut from).unwrap());
        }
        frames
    }

    #[test]
    fn lines_are_told_apart() {
        let line = |text: &str| Frame::Line(text.to_owned());
        assert_eq!(frames(b""), [Frame::End]);
        assert_eq!(
            frames(b"ugi\n\nposition startpos\r\nquit"),
            [line("ugi"), line(""), line("position startpos\r"), line("quit"), Frame::End]
        );
        assert_eq!(frames(b"\xff\nugi\n"), [Frame::NotText, line("ugi"), Frame::End]);
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped() {
        let mut bytes = vec![b'a'; MOST_LINE];
        bytes.push(b'\n');
        assert!(matches!(&frames(&bytes)[0], Frame::Line(text) if text.len() == MOST_LINE));
        bytes.insert(0, b'a');
        bytes.extend(b"ugi\n");
        assert_eq!(frames(&bytes), [Frame::TooLong, Frame::Line("ugi".to_owned()), Frame::End]);
    }
}
