//! The server's half of the talk, as a machine without sockets, threads or clock.

use std::collections::VecDeque;

use chautari_game::{AnyGame, AnyRecord, Explain as _, Limit, Notation as _, Record, Side, Thought};
use chautari_gomoku::{BLACK, Cell, Gomoku, Refusal, Text};

use crate::request::{self, Opponent, Request, Start};
use crate::state::{Occasion, Pondered, Words, complaint, game_start, game_state};
use crate::{Frame, MOST_MESSAGE};

/// How many messages may wait while the computer thinks.
pub const MOST_WAITING: usize = 32;

/// What whoever runs the dialogue has to do, in this order.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Send this message.
    Say(String),
    /// Think, and tell [`Dialogue::thought`] what came of it.
    Think(Task),
    /// Close the connection. Nothing that is still being thought matters any more.
    Close,
}

/// Something to think about.
#[derive(Clone, Debug)]
pub struct Task {
    /// Where the game began; nothing for the usual start.
    pub start: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
    /// How long to think.
    pub limit: Limit,
}

/// One client, and the game it plays.
#[derive(Debug, Default)]
pub struct Dialogue {
    game: Option<Play>,
    thinking: bool,
    words: Words,
    /// What was heard while the computer thought; its turn comes after.
    waiting: VecDeque<Frame>,
}

#[derive(Debug)]
struct Play {
    start: Start,
    words: Words,
    record: Record<Gomoku>,
}

impl Dialogue {
    /// A client that has said nothing yet.
    pub fn new() -> Dialogue {
        Dialogue::default()
    }

    /// A client that has shown by how it came what words it knows.
    pub fn with_words(words: Words) -> Dialogue {
        Dialogue { words, ..Dialogue::default() }
    }

    /// Takes what was heard, and says what is to be done about it.
    pub fn hear(&mut self, frame: Frame) -> Vec<Reply> {
        if !self.thinking {
            return self.answer(&frame);
        }
        if self.waiting.len() == MOST_WAITING || frame == Frame::TooLong {
            let text = if frame == Frame::TooLong { too_long() } else { too_many() };
            return vec![Reply::Say(complaint(&text)), Reply::Close];
        }
        self.waiting.push_back(frame);
        Vec::new()
    }

    /// Takes what the thinking came to: a move, or why there is none.
    pub fn thought(&mut self, thought: Result<Thought<String>, String>) -> Vec<Reply> {
        self.thinking = false;
        let Some(play) = &mut self.game else { return Vec::new() };
        let mut replies = vec![Reply::Say(play.conclude(thought))];
        while !self.thinking
            && let Some(frame) = self.waiting.pop_front()
        {
            replies.extend(self.answer(&frame));
        }
        replies
    }

    /// Says goodbye to a client that has been silent, or for which there is no room.
    pub fn dismiss(reason: &str) -> Vec<Reply> {
        vec![Reply::Say(complaint(reason)), Reply::Close]
    }

    fn answer(&mut self, frame: &Frame) -> Vec<Reply> {
        let complain = |text: &str| vec![Reply::Say(complaint(text))];
        let message = match frame {
            Frame::Message(message) => message,
            Frame::Stray(byte) => {
                let found = if byte.is_ascii_graphic() {
                    char::from(*byte).to_string()
                } else {
                    format!("byte {byte}")
                };
                return complain(&format!("A message is a JSON object and begins with `{{`, not `{found}`."));
            }
            Frame::OpenString => {
                return complain("This is not JSON: a text was still open at the end of its line.");
            }
            Frame::TooLong => return Dialogue::dismiss(&too_long()),
        };
        match request::read(message) {
            Err(text) => complain(&text),
            Ok(Request::Start(start)) => {
                if start.wished.is_some() {
                    // Only the web client asks for depths that the contract does not have.
                    self.words = Words::WebClient;
                }
                self.game = Some(Play::new(start, self.words));
                vec![Reply::Say(game_start(&start))]
            }
            Ok(Request::Move(cell)) => match &mut self.game {
                None => complain("There is no game yet: send a `start` message first."),
                Some(play) => {
                    let replies = play.play(cell);
                    self.thinking = replies.iter().any(|reply| matches!(reply, Reply::Think(_)));
                    replies
                }
            },
        }
    }
}

impl Play {
    fn new(start: Start, words: Words) -> Play {
        let record = match beginning(start.first) {
            None => Record::new(Gomoku),
            Some(text) => Text::Cells.read(Gomoku, &text).expect("an empty board is a position"),
        };
        Play { start, words, record }
    }

    fn state(&self, occasion: Occasion) -> String {
        game_state(self.record.position(), self.start.opponent, self.words, occasion)
    }

    fn play(&mut self, cell: Option<Cell>) -> Vec<Reply> {
        let over = self.record.outcome().map(Refusal::Over);
        let off_board = || Refusal::OffBoard { written: "with that number".to_owned() };
        let refusal = match (over, cell) {
            (Some(over), _) => Some(over.text()),
            (None, None) => Some(off_board().text()),
            (None, Some(cell)) => self.record.play(cell).err().map(|refusal| refusal.text()),
        };
        if let Some(reason) = refusal {
            return vec![Reply::Say(self.state(Occasion::Refused(&reason)))];
        }
        let mut replies = vec![Reply::Say(self.state(Occasion::Moved))];
        if self.record.outcome().is_none() {
            replies.push(Reply::Think(Task {
                start: beginning(self.start.first),
                moves: AnyRecord::moves(&self.record),
                limit: Limit { depth: Some(self.start.depth), time: self.start.time, ..Limit::default() },
            }));
        }
        replies
    }

    /// What is said when the thinking has ended.
    fn conclude(&mut self, thought: Result<Thought<String>, String>) -> String {
        let found = thought.and_then(|thought| {
            let pondered = Pondered::new(&thought);
            let text = thought.best.ok_or_else(|| "the engine found no move".to_owned())?;
            let cell = Text::Cells.read_move(self.record.position(), &text);
            Ok((cell.map_err(|fault| fault.to_string())?, pondered))
        });
        match (found, self.start.opponent) {
            (Ok((cell, pondered)), Opponent::Person) => self.state(Occasion::Suggested(cell, pondered)),
            (Ok((cell, pondered)), Opponent::Computer) => match self.record.play(cell) {
                Ok(()) => self.state(Occasion::Answered(pondered)),
                Err(refusal) => self.take_back(&refusal.text()),
            },
            (Err(why), Opponent::Person) => complaint(&format!("There is no suggestion: {why}.")),
            (Err(why), Opponent::Computer) => self.take_back(&why),
        }
    }

    /// The computer owes a move it cannot make: as if the player had not moved.
    fn take_back(&mut self, why: &str) -> String {
        self.record.undo();
        complaint(&format!("The computer cannot answer: {why}. Your move was taken back; send it again."))
    }
}

/// Where a game begins, if not at the usual start, where black moves.
fn beginning(first: Side) -> Option<String> {
    let start = AnyGame::start(&Gomoku).position();
    (first != BLACK).then(|| start.replace(" b ", " w "))
}

fn too_long() -> String {
    format!("A message has at most {MOST_MESSAGE} bytes.")
}

fn too_many() -> String {
    format!("At most {MOST_WAITING} messages may wait while the computer thinks.")
}
