//! Reasons why an action is illegal.

use chautari_game::{Explain, Outcome};
use cozy_chess::{Board, Piece, Square};

use crate::action::piece_name;
use crate::{INFO, Pair, Player, chess};

/// Why an action is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over.
    Over(Outcome),
    /// A ban, although a move is due.
    ExpectedMove {
        /// The move it would have banned.
        pair: Pair,
    },
    /// A move, although a ban is due.
    ExpectedBan {
        /// The start and destination of the move.
        pair: Pair,
    },
    /// The move is the banned one.
    Banned {
        /// The start and destination of the move.
        pair: Pair,
    },
    /// The start square is empty.
    NothingThere {
        /// The start square.
        from: Square,
    },
    /// The piece does not belong to the side to move.
    WrongSide {
        /// The square of the piece.
        from: Square,
        /// The side to move.
        mover: Player,
    },
    /// The piece cannot reach the destination.
    CannotReach {
        /// The kind of piece.
        piece: Piece,
        /// The start and destination of the move.
        pair: Pair,
    },
    /// The king cannot castle in this direction now.
    CannotCastle {
        /// The king's start and destination.
        pair: Pair,
    },
    /// The king of the side to move would be in check.
    KingInCheck {
        /// The start and destination of the move.
        pair: Pair,
    },
    /// A pawn reaches the last rank, and the promotion is missing.
    PromotionMissing {
        /// The pawn's start and destination.
        pair: Pair,
    },
    /// A promotion where no pawn reaches the last rank.
    PromotionUnexpected {
        /// The start and destination of the move.
        pair: Pair,
    },
}

/// Returns why no legal chess move has this start and destination.
pub(crate) fn why_not(board: &Board, pair: Pair) -> Refusal {
    let Pair { from, to } = pair;
    let mover = board.side_to_move();
    match board.piece_on(from) {
        None => Refusal::NothingThere { from },
        Some(_) if !board.colors(mover).has(from) => Refusal::WrongSide { from, mover: mover.into() },
        Some(_) if chess::is_castling(board, pair) => Refusal::CannotCastle { pair },
        Some(piece) if chess::reach(board, from, piece).has(to) => Refusal::KingInCheck { pair },
        Some(piece) => Refusal::CannotReach { piece, pair },
    }
}

impl Explain for Refusal {
    fn code(&self) -> &'static str {
        match self {
            Refusal::Over(_) => Outcome::OVER,
            Refusal::ExpectedMove { .. } => "expected-move",
            Refusal::ExpectedBan { .. } => "expected-ban",
            Refusal::Banned { .. } => "banned",
            Refusal::NothingThere { .. } => "nothing-there",
            Refusal::WrongSide { .. } => "wrong-side",
            Refusal::CannotReach { .. } => "cannot-reach",
            Refusal::CannotCastle { .. } => "cannot-castle",
            Refusal::KingInCheck { .. } => "king-in-check",
            Refusal::PromotionMissing { .. } => "promotion-missing",
            Refusal::PromotionUnexpected { .. } => "promotion-unexpected",
        }
    }

    fn text(&self) -> String {
        match self {
            Refusal::Over(outcome) => outcome.over(),
            Refusal::ExpectedMove { .. } => "Expected a move, not a ban.".to_owned(),
            Refusal::ExpectedBan { .. } => "Expected a ban, not a move.".to_owned(),
            Refusal::Banned { pair } => format!("The move from {} to {} is banned.", pair.from, pair.to),
            Refusal::NothingThere { from } => format!("Nothing stands on {from}."),
            Refusal::WrongSide { from, mover } => {
                format!("The piece on {from} is not {}'s.", INFO.called((*mover).into()))
            }
            Refusal::CannotReach { piece, pair } => {
                format!("The {} on {} cannot go to {}.", piece_name(*piece), pair.from, pair.to)
            }
            Refusal::CannotCastle { pair } => {
                format!("The king on {} cannot castle to {} now.", pair.from, pair.to)
            }
            Refusal::KingInCheck { pair } => {
                format!("Going from {} to {} would leave the king in check.", pair.from, pair.to)
            }
            Refusal::PromotionMissing { pair } => {
                format!("The pawn promotes on {}: add q, r, b or n.", pair.to)
            }
            Refusal::PromotionUnexpected { pair } => {
                format!("No pawn promotes from {} to {}.", pair.from, pair.to)
            }
        }
    }

    fn points(&self) -> Vec<u16> {
        match self {
            Refusal::Over(_) => Vec::new(),
            Refusal::NothingThere { from } | Refusal::WrongSide { from, .. } => vec![*from as u16],
            Refusal::ExpectedMove { pair }
            | Refusal::ExpectedBan { pair }
            | Refusal::Banned { pair }
            | Refusal::CannotReach { pair, .. }
            | Refusal::CannotCastle { pair }
            | Refusal::KingInCheck { pair }
            | Refusal::PromotionMissing { pair }
            | Refusal::PromotionUnexpected { pair } => pair.points(),
        }
    }
}
