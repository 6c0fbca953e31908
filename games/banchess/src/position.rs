//! The rules of Ban Chess.

use std::ops::ControlFlow;

use chautari_game::{Ending, Key, Outcome, Side};
use cozy_chess::{BitBoard, Board, Color, Piece, Square};

use crate::action::{Action, ActionType, Pair, Player, Promotion};
use crate::chess::{self, each_group, has_pairs, is_last_rank};
use crate::{Refusal, refusal};

const MATE_BY_MOVE: Ending =
    Ending { code: "checkmate-by-move", text: "the king is in check and there is no move out of it" };
const MATE_BY_BAN: Ending = Ending {
    code: "checkmate-by-ban",
    text: "the king is in check and the ban took away the last move out of it",
};
const STALEMATE_BY_MOVE: Ending =
    Ending { code: "stalemate-by-move", text: "the side to move is not in check and has no move" };
const STALEMATE_BY_BAN: Ending =
    Ending { code: "stalemate-by-ban", text: "the ban took away the last move of a side not in check" };
const FIFTY_MOVE: Ending =
    Ending { code: "fifty-move", text: "fifty moves of each side went by without a capture or a pawn move" };
const THREEFOLD: Ending =
    Ending { code: "threefold-repetition", text: "the same position came up for the third time" };
const INSUFFICIENT: Ending =
    Ending { code: "insufficient-material", text: "neither side has enough material left" };

/// The number of half-moves without a capture or pawn move that draws the game.
const FIFTY_MOVES: u32 = 100;

/// A position of Ban Chess: a chess position and its place in the cycle of four plies.
///
/// | ply | 1, 5, 9… | 2, 6, 10… | 3, 7, 11… | 4, 8, 12… |
/// |---|---|---|---|---|
/// | | Black bans | White moves | White bans | Black moves |
///
/// The *side to move* is the side whose chess move it is, before and after the ban: White in the first two
/// columns, Black in the others. [`turn`](chautari_game::Position::turn) is the side that acts.
///
/// No symmetry exchanges the colours, because the move number increases only after Black's moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The chess position. Its own counters stop at 100 and 65535; those of this type do not.
    pub(crate) board: Board,
    pub(crate) halfmove: u32,
    pub(crate) fullmove: u32,
    pub(crate) ply: u32,
    /// The ban in force: present at even plies and absent at odd ones.
    pub(crate) ban: Option<Pair>,
}

impl Default for Position {
    fn default() -> Position {
        Position { board: Board::startpos(), halfmove: 0, fullmove: 1, ply: 1, ban: None }
    }
}

impl Position {
    /// Returns the number of the next ply, from 1.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Returns the number of the current move, from 1.
    pub fn move_number(&self) -> u32 {
        self.fullmove
    }

    /// Returns the number of half-moves since the last capture or pawn move.
    pub fn halfmove_clock(&self) -> u32 {
        self.halfmove
    }

    /// Returns whether a ban or a move is due.
    pub fn action_type(&self) -> ActionType {
        match self.ban {
            None => ActionType::Ban,
            Some(_) => ActionType::Move,
        }
    }

    /// Returns the ban in force.
    pub fn ban(&self) -> Option<Pair> {
        self.ban
    }

    /// Returns the player whose chess move it is, whether or not the ban has been made.
    pub fn side_to_move(&self) -> Player {
        self.board.side_to_move().into()
    }

    /// Returns the piece on a square and its player.
    pub fn piece_on(&self, square: Square) -> Option<(Player, Piece)> {
        Some((self.board.color_on(square)?.into(), self.board.piece_on(square)?))
    }

    pub(crate) fn is_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    /// Whether the chess position and the ban leave no move.
    pub(crate) fn is_stuck(&self) -> bool {
        !has_pairs(&self.board, self.ban, 1)
    }

    /// Returns the draw this position is, if the side to move has a choice.
    fn draw(&self) -> Option<Ending> {
        if self.halfmove >= FIFTY_MOVES {
            Some(FIFTY_MOVE)
        } else if chess::is_insufficient(&self.board) {
            Some(INSUFFICIENT)
        } else {
            None
        }
    }

    /// Whether a draw can be declared: a single way has to be banned first, which may give mate.
    fn has_choice(&self) -> bool {
        has_pairs(&self.board, None, 2)
    }

    fn is_drawn(&self) -> bool {
        self.draw().is_some() && self.has_choice()
    }

    fn stuck_outcome(&self) -> Outcome {
        let (mate, stalemate) = match self.action_type() {
            ActionType::Ban => (MATE_BY_MOVE, STALEMATE_BY_MOVE),
            ActionType::Move => (MATE_BY_BAN, STALEMATE_BY_BAN),
        };
        if self.is_check() {
            Outcome::win(Side::from(Player::from(!self.board.side_to_move())), mate)
        } else {
            Outcome::draw(stalemate)
        }
    }
}

/// The part of a position that the repetition rule compares: the chess position without its counters and
/// without an unusable en passant square.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Recurrence {
    pieces: [BitBoard; Piece::NUM],
    white: BitBoard,
    turn: Color,
    castling: BitBoard,
    en_passant: Option<Square>,
}

impl chautari_game::Position for Position {
    type Move = Action;
    type Refusal = Refusal;
    type Recurrence = Recurrence;

    fn turn(&self) -> Side {
        let mover = Side::from(self.side_to_move());
        match self.action_type() {
            ActionType::Ban => mover.other(),
            ActionType::Move => mover,
        }
    }

    fn action(&self) -> &'static str {
        self.action_type().verb()
    }

    fn each_move<B>(&self, mut visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.is_drawn() {
            return ControlFlow::Continue(());
        }
        let kind = self.action_type();
        let mut flow = ControlFlow::Continue(());
        each_group(&self.board, self.ban, |group| {
            let from = group.from();
            for to in group.to() {
                let pair = Pair { from, to };
                flow = match kind {
                    ActionType::Ban => visit(Action::Ban(pair)),
                    ActionType::Move if group.piece() == Piece::Pawn && is_last_rank(to) => Promotion::ALL
                        .into_iter()
                        .try_for_each(|promotion| visit(Action::Move(pair, Some(promotion)))),
                    ActionType::Move => visit(Action::Move(pair, None)),
                };
                if flow.is_break() {
                    return true;
                }
            }
            false
        });
        flow
    }

    fn count_moves(&self) -> u64 {
        if self.is_drawn() {
            return 0;
        }
        let mut count = 0;
        each_group(&self.board, self.ban, |group| {
            count += match self.action_type() {
                ActionType::Ban => group.pairs(),
                ActionType::Move => group.len(),
            };
            false
        });
        count
    }

    fn check(&self, m: Action) -> Result<(), Refusal> {
        if let Some(outcome) = self.outcome() {
            return Err(Refusal::Over(outcome));
        }
        let pair = m.pair();
        match (m, self.ban) {
            (Action::Ban(_), Some(_)) => Err(Refusal::ExpectedMove { pair }),
            (Action::Move(..), None) => Err(Refusal::ExpectedBan { pair }),
            (_, Some(ban)) if ban == pair => Err(Refusal::Banned { pair }),
            _ if !chess::is_pair(&self.board, pair) => Err(refusal::why_not(&self.board, pair)),
            (Action::Ban(_), None) => Ok(()),
            (Action::Move(_, promotion), _) => {
                let promotes = self.board.piece_on(pair.from) == Some(Piece::Pawn) && is_last_rank(pair.to);
                match promotion {
                    None if promotes => Err(Refusal::PromotionMissing { pair }),
                    Some(_) if !promotes => Err(Refusal::PromotionUnexpected { pair }),
                    _ => Ok(()),
                }
            }
        }
    }

    fn apply(&mut self, m: Action) {
        self.ply += 1;
        match m {
            Action::Ban(pair) => self.ban = Some(pair),
            Action::Move(pair, promotion) => {
                let black = self.board.side_to_move() == Color::Black;
                self.board.play_unchecked(chess::raw(&self.board, pair, promotion));
                // A clock that stops at 100 still shows whether it was reset.
                self.halfmove = if self.board.halfmove_clock() == 0 { 0 } else { self.halfmove + 1 };
                self.fullmove += u32::from(black);
                self.ban = None;
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.is_stuck() {
            return Some(self.stuck_outcome());
        }
        self.draw().filter(|_| self.has_choice()).map(Outcome::draw)
    }

    fn key(&self) -> Key {
        // Of the counters only the clock affects further play. It, the ban and the square fit into one word,
        // and multiplying by an odd factor keeps different words different.
        let square = |square: Square| square as u64 + 1;
        let en_passant = chess::legal_en_passant(&self.board).map_or(0, square);
        let ban = self.ban.map_or(0, |ban| square(ban.from) << 7 | square(ban.to));
        let rest = u64::from(self.halfmove) << 21 | ban << 7 | en_passant;
        Key(self.board.hash_without_ep() ^ rest.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn recurrence(&self) -> Option<Recurrence> {
        // A position with a ban is between two positions that are equal; counting both would count each
        // occurrence twice.
        self.ban.is_none().then(|| Recurrence {
            pieces: Piece::ALL.map(|piece| self.board.pieces(piece)),
            white: self.board.colors(Color::White),
            turn: self.board.side_to_move(),
            castling: chess::castling(&self.board),
            en_passant: chess::legal_en_passant(&self.board),
        })
    }

    fn recurred(&self, times: u32) -> Option<Outcome> {
        (times >= 3 && self.has_choice()).then_some(Outcome::draw(THREEFOLD))
    }

    fn every_move() -> impl Iterator<Item = Action> {
        let pairs = || {
            Square::ALL.into_iter().flat_map(|from| Square::ALL.into_iter().map(move |to| Pair { from, to }))
        };
        let promotions = || Promotion::ALL.into_iter().map(Some).chain([None]);
        let moves = pairs().flat_map(move |pair| promotions().map(move |p| Action::Move(pair, p)));
        pairs().map(Action::Ban).chain(moves)
    }
}
