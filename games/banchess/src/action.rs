//! The actions of a player: bans and moves.

use std::fmt;

use chautari_game::Side;
use cozy_chess::{Color, Piece, Square};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// White moves first and bans second.
    White,
    /// Black bans first and moves second.
    Black,
}

impl From<Color> for Player {
    fn from(color: Color) -> Player {
        match color {
            Color::White => Player::White,
            Color::Black => Player::Black,
        }
    }
}

impl From<Side> for Player {
    fn from(side: Side) -> Player {
        match side {
            Side::One => Player::White,
            Side::Two => Player::Black,
        }
    }
}

impl From<Player> for Side {
    fn from(player: Player) -> Side {
        match player {
            Player::White => Side::One,
            Player::Black => Side::Two,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::White => "white",
            Player::Black => "black",
        })
    }
}

/// The two kinds of action; they take turns, a ban first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActionType {
    /// Bans one of the opponent's moves.
    Ban,
    /// Makes a move.
    Move,
}

impl ActionType {
    /// Returns the kind as a verb.
    pub const fn verb(self) -> &'static str {
        match self {
            ActionType::Ban => "ban",
            ActionType::Move => "move",
        }
    }
}

impl fmt::Display for ActionType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.verb())
    }
}

/// The start and destination of a move. Castling is written as the king's move of two files.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pair {
    /// The start square.
    pub from: Square,
    /// The destination square.
    pub to: Square,
}

impl Pair {
    /// Returns the points a user touches.
    pub(crate) fn points(self) -> Vec<u16> {
        vec![self.from as u16, self.to as u16]
    }
}

/// Written as in all notations: `e2e4`.
impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl fmt::Debug for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The piece a pawn promotes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Promotion {
    /// A queen.
    Queen,
    /// A rook.
    Rook,
    /// A bishop.
    Bishop,
    /// A knight.
    Knight,
}

impl Promotion {
    /// All four pieces, strongest first.
    pub const ALL: [Promotion; 4] = [Promotion::Queen, Promotion::Rook, Promotion::Bishop, Promotion::Knight];

    /// Returns the piece.
    pub const fn piece(self) -> Piece {
        match self {
            Promotion::Queen => Piece::Queen,
            Promotion::Rook => Piece::Rook,
            Promotion::Bishop => Piece::Bishop,
            Promotion::Knight => Piece::Knight,
        }
    }

    /// Returns the letter used in moves: `q`.
    pub fn letter(self) -> char {
        self.piece().into()
    }

    /// Returns the name of the piece.
    pub const fn name(self) -> &'static str {
        piece_name(self.piece())
    }

    pub(crate) fn from_letter(letter: char) -> Option<Promotion> {
        Promotion::ALL.into_iter().find(|promotion| promotion.letter() == letter)
    }
}

pub(crate) const fn piece_name(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Knight => "knight",
        Piece::Bishop => "bishop",
        Piece::Rook => "rook",
        Piece::Queen => "queen",
        Piece::King => "king",
    }
}

/// One decision of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Bans all moves from one square to another, including every promotion.
    Ban(Pair),
    /// Makes a move.
    Move(Pair, Option<Promotion>),
}

impl Action {
    /// Creates a ban.
    pub const fn ban(from: Square, to: Square) -> Action {
        Action::Ban(Pair { from, to })
    }

    /// Creates a move without promotion.
    pub const fn step(from: Square, to: Square) -> Action {
        Action::Move(Pair { from, to }, None)
    }

    /// Creates a move with promotion.
    pub const fn promote(from: Square, to: Square, promotion: Promotion) -> Action {
        Action::Move(Pair { from, to }, Some(promotion))
    }

    /// Returns the start and destination.
    pub const fn pair(self) -> Pair {
        match self {
            Action::Ban(pair) | Action::Move(pair, _) => pair,
        }
    }

    /// Returns the kind of the action.
    pub const fn kind(self) -> ActionType {
        match self {
            Action::Ban(_) => ActionType::Ban,
            Action::Move(..) => ActionType::Move,
        }
    }
}
