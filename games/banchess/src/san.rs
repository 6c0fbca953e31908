//! SAN, the standard algebraic notation of chess. A ban is written as its two squares.

use chautari_game::{Explain, Fault, Position as _, Scan};
use cozy_chess::{File, Piece, Rank, Square};

use crate::action::{Action, Pair, Promotion};
use crate::chess::{self, each_group};
use crate::token::{eat, read_line, read_pair, read_square};
use crate::{Indicators, Position, Refusal, indicator};

/// Writes an action legal at `position`, without an indicator.
pub(crate) fn write(position: &Position, action: Action) -> String {
    let (pair, promotion) = match action {
        Action::Ban(pair) => return pair.to_string(),
        Action::Move(pair, promotion) => (pair, promotion),
    };
    let board = &position.board;
    let Pair { from, to } = pair;
    if chess::is_castling(board, pair) {
        return if to.file() == File::G { "O-O" } else { "O-O-O" }.to_owned();
    }
    // Without a piece the action is illegal, and its text does not matter.
    let piece = board.piece_on(from).unwrap_or(Piece::Pawn);
    let takes = is_capture(position, piece, pair);
    let mut text = String::with_capacity(8);
    if piece == Piece::Pawn {
        if takes {
            text.push(from.file().into());
        }
    } else {
        text.push(char::from(piece).to_ascii_uppercase());
        text += &distinction(position, piece, pair);
    }
    if takes {
        text.push('x');
    }
    text += &to.to_string();
    if let Some(promotion) = promotion {
        text.push('=');
        text.push(promotion.letter().to_ascii_uppercase());
    }
    text
}

/// Writes an action played at `position`, with its indicator if requested.
pub(crate) fn write_played(position: &Position, action: Action, indicators: Indicators) -> String {
    write(position, action) + indicators.of(&position.after(action))
}

/// Precedes a ban in the human notation.
const BAN: &str = "✗";

/// Writes an action for people, without an indicator: a ban is the move it forbids, crossed out.
pub(crate) fn write_human(position: &Position, action: Action) -> String {
    match action {
        Action::Ban(pair) => BAN.to_owned() + &write(position, Action::Move(pair, None)),
        Action::Move(..) => write(position, action),
    }
}

fn is_capture(position: &Position, piece: Piece, pair: Pair) -> bool {
    // Pawns leave their file only to capture, and en passant captures go to an empty square.
    position.board.occupied().has(pair.to) || piece == Piece::Pawn && pair.from.file() != pair.to.file()
}

/// Returns what distinguishes this piece from others of its kind that could reach the same square, ignoring
/// the ban: the file, else the rank, else both.
fn distinction(position: &Position, piece: Piece, pair: Pair) -> String {
    let mut others = Vec::new();
    each_group(&position.board, None, |group| {
        if group.piece() == piece && group.from() != pair.from && group.to().has(pair.to) {
            others.push(group.from());
        }
        false
    });
    let from = pair.from;
    if others.is_empty() {
        String::new()
    } else if others.iter().all(|other| other.file() != from.file()) {
        char::from(from.file()).to_string()
    } else if others.iter().all(|other| other.rank() != from.rank()) {
        char::from(from.rank()).to_string()
    } else {
        from.to_string()
    }
}

/// Parses an action as written at `position`.
pub(crate) fn read(position: &Position, text: &str) -> Result<Action, Fault> {
    if let Some(outcome) = position.outcome() {
        return Err(Fault::refused([&Refusal::Over(outcome)]));
    }
    let mut scan = Scan::new(text);
    if position.ban.is_none() {
        let pair = read_pair(&mut scan).ok_or_else(|| scan.fault("a ban, such as `e2e4`"))?;
        indicator::skip(&mut scan);
        scan.finish()?;
        return Ok(Action::Ban(pair));
    }
    let said = San::read(&mut scan)?;
    indicator::skip(&mut scan);
    scan.take_while(|c| c == '!' || c == '?');
    scan.finish()?;
    said.find(position)
}

/// Parses an action as people write it at `position`. If a ban is due, the move is banned whether or not it
/// is crossed out; two squares are accepted as well as SAN.
pub(crate) fn read_human(position: &Position, text: &str) -> Result<Action, Fault> {
    if let Some(outcome) = position.outcome() {
        return Err(Fault::refused([&Refusal::Over(outcome)]));
    }
    let mut scan = Scan::new(text);
    scan.blanks();
    let crossed = eat(&mut scan, BAN) || eat(&mut scan, "ban ");
    scan.blanks();
    let action = if let Some(action) = read_squares(scan) {
        action
    } else {
        let said = San::read(&mut scan)?;
        indicator::skip(&mut scan);
        scan.take_while(|c| c == '!' || c == '?');
        scan.finish()?;
        said.find(position)?
    };
    let bans = crossed || position.ban.is_none();
    Ok(if bans { Action::Ban(action.pair()) } else { action })
}

/// Parses a move as two squares and an optional promotion, followed by nothing but an indicator.
fn read_squares(mut scan: Scan) -> Option<Action> {
    let pair = read_pair(&mut scan)?;
    let promotion = scan.take(|c| Promotion::from_letter(c).is_some()).and_then(Promotion::from_letter);
    indicator::skip(&mut scan);
    scan.finish().ok()?;
    Some(Action::Move(pair, promotion))
}

/// A parsed SAN text.
#[derive(Clone, Debug, PartialEq, Eq)]
enum San {
    Castle {
        to: File,
    },
    Move {
        piece: Piece,
        file: Option<File>,
        rank: Option<Rank>,
        takes: bool,
        to: Square,
        promotion: Option<Promotion>,
    },
}

impl San {
    fn read(scan: &mut Scan) -> Result<San, Fault> {
        let start = *scan;
        if eat(scan, "O-O-O") || eat(scan, "0-0-0") {
            return Ok(San::Castle { to: File::C });
        }
        if eat(scan, "O-O") || eat(scan, "0-0") {
            return Ok(San::Castle { to: File::G });
        }
        let letter = scan.take(|c| "KQRBN".contains(c));
        let piece = letter.and_then(|c| Piece::try_from(c.to_ascii_lowercase()).ok()).unwrap_or(Piece::Pawn);
        let way = if piece == Piece::Pawn { Way::read_pawn(scan) } else { Way::read_piece(scan) };
        let Some(Way { file, rank, takes, to }) = way else {
            return Err(start.fault("a move, such as `d4`, `exd5`, `Nbd2`, `e8=Q` or `O-O`"));
        };
        Ok(San::Move { piece, file, rank, takes, to, promotion: read_promotion(scan) })
    }

    /// Returns the legal chess move that matches, banned or not.
    fn find(&self, position: &Position) -> Result<Action, Fault> {
        let mut found = Vec::new();
        each_group(&position.board, None, |group| {
            let from = group.from();
            let pairs = group.to().into_iter().map(|to| Pair { from, to });
            found.extend(pairs.filter(|&pair| self.fits(position, group.piece(), pair)));
            false
        });
        let refused = |refusal: SanRefusal| Err(Fault::refused([&refusal]));
        match (found.as_slice(), self) {
            ([], _) => refused(SanRefusal::NoSuchMove),
            (&[pair], San::Move { promotion, .. }) => Ok(Action::Move(pair, *promotion)),
            (&[pair], San::Castle { .. }) => Ok(Action::Move(pair, None)),
            _ => refused(SanRefusal::Ambiguous { from: found.iter().map(|pair| pair.from).collect() }),
        }
    }

    fn fits(&self, position: &Position, moved: Piece, pair: Pair) -> bool {
        let castles = moved == Piece::King && chess::is_castling(&position.board, pair);
        match *self {
            San::Castle { to } => castles && pair.to.file() == to,
            San::Move { piece, file, rank, takes, to, .. } => {
                !castles
                    && piece == moved
                    && to == pair.to
                    && file.is_none_or(|file| file == pair.from.file())
                    && rank.is_none_or(|rank| rank == pair.from.rank())
                    && takes == is_capture(position, piece, pair)
            }
        }
    }
}

/// The start, as far as given, and the destination.
struct Way {
    file: Option<File>,
    rank: Option<Rank>,
    takes: bool,
    to: Square,
}

impl Way {
    /// Parses `d4` or `exd5`.
    fn read_pawn(scan: &mut Scan) -> Option<Way> {
        if let Some(to) = read_square(scan) {
            return Some(Way { file: None, rank: None, takes: false, to });
        }
        let file = read_line(scan)?;
        let takes = scan.eat('x');
        let to = read_square(scan).filter(|_| takes)?;
        Some(Way { file: Some(file), rank: None, takes, to })
    }

    /// Parses what follows the letter of a piece: `f3`, `bd2`, `1f3`, `g1f3`, each with or without `x`.
    fn read_piece(scan: &mut Scan) -> Option<Way> {
        let (file, rank) = (read_line(scan), read_line(scan));
        let takes = scan.eat('x');
        match (read_square(scan), file, rank) {
            (Some(to), _, _) => Some(Way { file, rank, takes, to }),
            (None, Some(file), Some(rank)) if !takes => {
                Some(Way { file: None, rank: None, takes, to: Square::new(file, rank) })
            }
            _ => None,
        }
    }
}

/// Parses `=Q`; a `=` without a piece is an indicator.
fn read_promotion(scan: &mut Scan) -> Option<Promotion> {
    let mut ahead = *scan;
    if !ahead.eat('=') {
        return None;
    }
    let letter = ahead.take(|c| "QRBN".contains(c))?;
    *scan = ahead;
    Promotion::from_letter(letter.to_ascii_lowercase())
}

/// Why a SAN text matches no move.
#[derive(Clone, Debug, PartialEq, Eq)]
enum SanRefusal {
    /// No legal chess move is written like this.
    NoSuchMove,
    /// Several pieces match.
    Ambiguous {
        /// The squares of these pieces.
        from: Vec<Square>,
    },
}

impl Explain for SanRefusal {
    fn code(&self) -> &'static str {
        match self {
            SanRefusal::NoSuchMove => "no-such-move",
            SanRefusal::Ambiguous { .. } => "ambiguous-move",
        }
    }

    fn text(&self) -> String {
        match self {
            SanRefusal::NoSuchMove => "No legal move is written like that.".to_owned(),
            SanRefusal::Ambiguous { from } => {
                let from: Vec<_> = from.iter().map(Square::to_string).collect();
                format!("More than one piece can do this: say which, {}.", from.join(" or "))
            }
        }
    }

    fn points(&self) -> Vec<u16> {
        match self {
            SanRefusal::NoSuchMove => Vec::new(),
            SanRefusal::Ambiguous { from } => from.iter().map(|&square| square as u16).collect(),
        }
    }
}
