//! The server's state machine for one client. Sans-IO: without sockets, threads or clock.

use std::collections::VecDeque;

use chautari_game::{AnyGame, AnyRecord, Explain as _, Limit, Notation as _, Record, Side, Thought};
use chautari_gomoku::{BLACK, Cell, Gomoku, Refusal, Text};

use crate::request::{self, Opponent, Request, Start};
use crate::state::{ClientKind, SearchInfo, StateReason, complaint, game_start, game_state};
use crate::{Frame, MOST_MESSAGE};

/// The most messages that may wait during a search.
pub const MOST_WAITING: usize = 32;

/// An instruction to the driver of a session, in order.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Send this message.
    Say(String),
    /// Search, then call [`Session::thought`] with the result.
    Think(Task),
    /// Close the connection and cancel the search.
    Close,
}

/// A position to search.
#[derive(Clone, Debug)]
pub struct Task {
    /// The starting position; `None` for the usual start.
    pub start: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
    /// The limits of the search.
    pub limit: Limit,
}

/// A client and its game.
#[derive(Debug, Default)]
pub struct Session {
    game: Option<Play>,
    thinking: bool,
    kind: ClientKind,
    /// Messages received during a search, to be handled after it.
    waiting: VecDeque<Frame>,
}

#[derive(Debug)]
struct Play {
    start: Start,
    kind: ClientKind,
    record: Record<Gomoku>,
}

impl Session {
    /// Creates a session for a TCP client.
    pub fn new() -> Session {
        Session::default()
    }

    /// Creates a session for a client of this kind.
    pub fn with_client(kind: ClientKind) -> Session {
        Session { kind, ..Session::default() }
    }

    /// Handles a frame.
    pub fn receive(&mut self, frame: Frame) -> Vec<Reply> {
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

    /// Handles the result of a search: a move, or the reason for having none.
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

    /// Refuses further messages from a client.
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
            Frame::TooLong => return Session::dismiss(&too_long()),
        };
        match request::read(message) {
            Err(text) => complain(&text),
            Ok(Request::Start(start)) => {
                if start.wished.is_some() {
                    // Only the web client requests depths above the maximum of the contract.
                    self.kind = ClientKind::WebClient;
                }
                self.game = Some(Play::new(start, self.kind));
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
    fn new(start: Start, kind: ClientKind) -> Play {
        let record = match beginning(start.first) {
            None => Record::new(Gomoku),
            Some(text) => Text::Cells.read(Gomoku, &text).expect("an empty board is a position"),
        };
        Play { start, kind, record }
    }

    fn state(&self, reason_of_state: StateReason) -> String {
        game_state(self.record.position(), self.start.opponent, self.kind, reason_of_state)
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
            return vec![Reply::Say(self.state(StateReason::Refused(&reason)))];
        }
        let mut replies = vec![Reply::Say(self.state(StateReason::Moved))];
        if self.record.outcome().is_none() {
            replies.push(Reply::Think(Task {
                start: beginning(self.start.first),
                moves: AnyRecord::moves(&self.record),
                limit: Limit { depth: Some(self.start.depth), time: self.start.time, ..Limit::default() },
            }));
        }
        replies
    }

    /// Returns the message with the result of a search.
    fn conclude(&mut self, thought: Result<Thought<String>, String>) -> String {
        let found = thought.and_then(|thought| {
            let info = SearchInfo::new(&thought);
            let text = thought.best.ok_or_else(|| "the engine found no move".to_owned())?;
            let cell = Text::Cells.read_move(self.record.position(), &text);
            Ok((cell.map_err(|fault| fault.to_string())?, info))
        });
        match (found, self.start.opponent) {
            (Ok((cell, info)), Opponent::Person) => self.state(StateReason::Suggested(cell, info)),
            (Ok((cell, info)), Opponent::Computer) => match self.record.play(cell) {
                Ok(()) => self.state(StateReason::Answered(info)),
                Err(refusal) => self.take_back(&refusal.text()),
            },
            (Err(why), Opponent::Person) => complaint(&format!("There is no suggestion: {why}.")),
            (Err(why), Opponent::Computer) => self.take_back(&why),
        }
    }

    /// Takes back the player's move, because the computer could not reply.
    fn take_back(&mut self, why: &str) -> String {
        self.record.undo();
        complaint(&format!("The computer cannot answer: {why}. Your move was taken back; send it again."))
    }
}

/// Returns the starting position; `None` for the usual one, with Black to move.
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
