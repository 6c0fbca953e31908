//! The scene of Ban Chess: board, pieces and marks.

use std::sync::LazyLock;

use chautari_game::{
    Board, Fit, Game, Look, Mark, MarkKind, Piece, Point, Position as _, Record, Scene, Shape, Side,
    SideLook, Tone,
};
use cozy_chess::{BitBoard, File, Rank, Square};

use crate::action::{Action, ActionType, piece_name};
use crate::{Banchess, fen};

const KINDS: &[&str] = &["king", "queen", "rook", "bishop", "knight", "pawn"];

/// Points have the numbers of squares: a1, b1, … h8.
static BOARD: LazyLock<Board> = LazyLock::new(|| {
    let x = |file: File| 2 * file as u16;
    let y = |rank: Rank| 2 * rank.flip() as u16;
    let point = |square: Square| Point {
        x: x(square.file()),
        y: y(square.rank()),
        label: square.to_string(),
        shape: if BitBoard::LIGHT_SQUARES.has(square) { Shape::Light } else { Shape::Dark },
    };
    Board {
        look: Look::Squares,
        width: 15,
        height: 15,
        points: Square::ALL.into_iter().map(point).collect(),
        lines: Vec::new(),
        columns: File::ALL.into_iter().map(|file| (x(file), char::from(file).to_string())).collect(),
        rows: Rank::ALL.into_iter().map(|rank| (y(rank), char::from(rank).to_string())).collect(),
        sides: [
            SideLook { name: "white", tone: Tone::Light, sign: "king", pieces: KINDS },
            SideLook { name: "black", tone: Tone::Dark, sign: "king", pieces: KINDS },
        ],
        fit: Fit::Inside,
    }
});

pub(crate) fn scene(record: &Record<Banchess>) -> Scene {
    let info = record.game().info();
    let position = record.position();
    let piece = |square: Square| {
        let (player, piece) = position.piece_on(square)?;
        let glyph = fen::letter_on(position, square)?;
        Some(Piece { at: square as u16, kind: piece_name(piece), side: info.side(player.into()), glyph })
    };
    let mut marks = Vec::new();
    let mut mark = |kind, points| marks.push(Mark { kind, points });
    let moved = record.moves().iter().rev().copied().chain(record.start().last);
    if let Some(last) = moved.into_iter().find(|action| matches!(action, Action::Move(..))) {
        mark(MarkKind::LastMove, last.pair().points());
    }
    if let Some(ban) = position.ban() {
        mark(MarkKind::Banned, ban.points());
    }
    if position.is_check() {
        let king = position.board.king(position.board.side_to_move());
        mark(MarkKind::Check, vec![king as u16]);
    }
    if record.outcome().is_some_and(|outcome| outcome.winner.is_some()) {
        let mating = position.board.checkers().into_iter();
        mark(MarkKind::Winning, mating.map(|square| square as u16).collect());
    }
    Scene {
        board: &BOARD,
        pieces: Square::ALL.into_iter().filter_map(piece).collect(),
        marks,
        tallies: Vec::new(),
        turn: info.side(position.turn()),
        action: position.action(),
        prompt: match (position.action_type(), position.turn()) {
            (ActionType::Ban, Side::One) => "Ban one of Black's moves",
            (ActionType::Ban, Side::Two) => "Ban one of White's moves",
            (ActionType::Move, _) if position.is_check() => "Move: your king is in check",
            (ActionType::Move, _) => "Any move but the banned one",
        },
    }
}
