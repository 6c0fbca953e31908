//! What a player does: ban or move.

use std::fmt;

use chautari_game::Side;
use cozy_chess::{Color, Piece, Square};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Moves first, bans second.
    White,
    /// Bans first, moves second.
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
    /// Forbidding one move.
    Ban,
    /// Making one move.
    Move,
}

impl ActionType {
    /// As a verb.
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

/// Where a piece goes from and to. Castling is the king's own way, two files to the side.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pair {
    /// Where it starts.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

impl Pair {
    /// The points a hand touches.
    pub(crate) fn points(self) -> Vec<u16> {
        vec![self.from as u16, self.to as u16]
    }
}

/// As it is written in every notation: `e2e4`.
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

/// What a pawn becomes on the last rank.
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
    /// All four, the strongest first.
    pub const ALL: [Promotion; 4] = [Promotion::Queen, Promotion::Rook, Promotion::Bishop, Promotion::Knight];

    /// The piece.
    pub const fn piece(self) -> Piece {
        match self {
            Promotion::Queen => Piece::Queen,
            Promotion::Rook => Piece::Rook,
            Promotion::Bishop => Piece::Bishop,
            Promotion::Knight => Piece::Knight,
        }
    }

    /// The letter, as a move is written: `q`.
    pub fn letter(self) -> char {
        self.piece().into()
    }

    /// What it is called.
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
    /// Forbids the opponent's next move to go this way, whatever a pawn would become.
    Ban(Pair),
    /// Makes a move.
    Move(Pair, Option<Promotion>),
}

impl Action {
    /// A ban.
    pub const fn ban(from: Square, to: Square) -> Action {
        Action::Ban(Pair { from, to })
    }

    /// A move that does not promote.
    pub const fn step(from: Square, to: Square) -> Action {
        Action::Move(Pair { from, to }, None)
    }

    /// A move that promotes.
    pub const fn promote(from: Square, to: Square, promotion: Promotion) -> Action {
        Action::Move(Pair { from, to }, Some(promotion))
    }

    /// Where it goes from and to.
    pub const fn pair(self) -> Pair {
        match self {
            Action::Ban(pair) | Action::Move(pair, _) => pair,
        }
    }

    /// Its kind.
    pub const fn kind(self) -> ActionType {
        match self {
            Action::Ban(_) => ActionType::Ban,
            Action::Move(..) => ActionType::Move,
        }
    }
}
