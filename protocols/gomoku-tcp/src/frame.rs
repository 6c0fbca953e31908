//! Splits a byte stream into messages.

/// The most bytes one message may have.
pub const MOST_MESSAGE: usize = 64 * 1024;

/// A received frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A complete JSON object or array by its brackets. Its content is not checked here.
    Message(Vec<u8>),
    /// A byte that cannot begin a message. Everything up to the next line or brace is skipped.
    Stray(u8),
    /// A string without an end in its line, which JSON does not allow. The message is dropped.
    OpenString,
    /// A message longer than [`MOST_MESSAGE`]. The beginning of the next one is unknown.
    TooLong,
}

impl Frame {
    /// Converts a message that was received in one piece.
    pub fn whole(message: Vec<u8>) -> Frame {
        if message.len() <= MOST_MESSAGE { Frame::Message(message) } else { Frame::TooLong }
    }
}

/// Splits a stream of bytes into frames, independently of how the stream was cut.
#[derive(Debug, Default)]
pub struct Frames {
    message: Vec<u8>,
    state: State,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Between messages.
    #[default]
    Between,
    /// After a stray byte.
    Skipping,
    /// Inside a message, with this many open brackets.
    Inside { depth: usize },
    /// Inside a string, with this many open brackets.
    String { depth: usize },
    /// After a backslash in a string.
    Escape { depth: usize },
    /// After a message that was too long. Everything is ignored.
    Lost,
}

impl Frames {
    /// Starts at the beginning of a stream.
    pub fn new() -> Frames {
        Frames::default()
    }

    /// Returns the frames completed by these bytes.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Frame> {
        bytes.iter().filter_map(|&byte| self.take(byte)).collect()
    }

    fn take(&mut self, byte: u8) -> Option<Frame> {
        match self.state {
            State::Lost => return None,
            State::Between | State::Skipping => return self.begin(byte),
            State::Inside { depth } => match byte {
                b'{' | b'[' => self.state = State::Inside { depth: depth + 1 },
                b'}' | b']' if depth == 1 => {
                    self.message.push(byte);
                    return Some(Frame::Message(self.end()));
                }
                b'}' | b']' => self.state = State::Inside { depth: depth - 1 },
                b'"' => self.state = State::String { depth },
                _ => {}
            },
            State::String { depth } => match byte {
                b'"' => self.state = State::Inside { depth },
                b'\\' => self.state = State::Escape { depth },
                b'\n' => {
                    self.end();
                    return Some(Frame::OpenString);
                }
                _ => {}
            },
            State::Escape { depth } => self.state = State::String { depth },
        }
        self.message.push(byte);
        (self.message.len() >= MOST_MESSAGE).then(|| {
            self.message = Vec::new();
            self.state = State::Lost;
            Frame::TooLong
        })
    }

    fn begin(&mut self, byte: u8) -> Option<Frame> {
        let skipping = self.state == State::Skipping;
        match byte {
            b'{' | b'[' if byte == b'{' || !skipping => {
                self.message.push(byte);
                self.state = State::Inside { depth: 1 };
            }
            b'\n' => self.state = State::Between,
            _ if skipping || byte.is_ascii_whitespace() => {}
            _ => {
                self.state = State::Skipping;
                return Some(Frame::Stray(byte));
            }
        }
        None
    }

    fn end(&mut self) -> Vec<u8> {
        self.state = State::Between;
        std::mem::take(&mut self.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> Frame {
        Frame::Message(text.as_bytes().to_vec())
    }

    #[test]
    fn messages_end_where_they_close() {
        let cut = |text: &str| Frames::new().push(text.as_bytes());
        assert_eq!(cut("{} {\n \"a\" : [1, {}] }\n{"), [message("{}"), message("{\n \"a\" : [1, {}] }")]);
        assert_eq!(cut("{}{}"), [message("{}"), message("{}")]);
        assert_eq!(cut(r#"{"}":"\"}{"}[{]"#), [message(r#"{"}":"\"}{"}"#)]);
        assert_eq!(cut("[{}]"), [message("[{}]")]);
    }

    #[test]
    fn stray_bytes_are_reported_once() {
        let cut = |text: &str| Frames::new().push(text.as_bytes());
        assert_eq!(cut("hello [world] {}"), [Frame::Stray(b'h'), message("{}")]);
        assert_eq!(cut("12\n\"12\"\nnull"), [Frame::Stray(b'1'), Frame::Stray(b'"'), Frame::Stray(b'n')]);
        assert_eq!(cut("{\"type\n{}"), [Frame::OpenString, message("{}")]);
    }

    #[test]
    fn a_message_has_an_end() {
        let mut frames = Frames::new();
        let mut all = frames.push(b"{\"type\":\"");
        for _ in 0..100 {
            all.extend(frames.push(&[b'x'; 10_000]));
        }
        assert_eq!(all, [Frame::TooLong]);
        assert!(frames.message.capacity() == 0, "nothing is kept of it");
        let mut most = vec![b' '; MOST_MESSAGE];
        (most[0], most[MOST_MESSAGE - 1]) = (b'{', b'}');
        assert_eq!(Frames::new().push(&most), [Frame::Message(most.clone())]);
        most.insert(1, b' ');
        assert_eq!(Frames::new().push(&most), [Frame::TooLong]);
    }
}
