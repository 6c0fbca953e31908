//! Remarks: the purpose of a move or a ban in words.

use chautari_game::{Position as _, Reason};
use cozy_chess::{Board, Square};

use crate::action::{Action, Pair};
use crate::chess::{generate, raw};
use crate::position::Position;

/// Returns the remarks on a legal action, most important first.
pub(crate) fn remarks(position: &Position, action: Action) -> Vec<Reason> {
    match action {
        Action::Move(pair, _) => {
            let after = position.after(action);
            let king = after.board.king(after.board.side_to_move());
            let mut found = Vec::new();
            if after.outcome().is_some_and(|outcome| outcome.winner.is_some()) {
                found.push(remark("king-can-be-mated", "The king on {} can be mated.", king));
            } else if after.is_check() {
                found.push(remark("king-can-be-checked", "The king on {} can be put in check.", king));
            }
            if let Some(taken) = taken(&position.board, pair) {
                found.push(remark("can-be-taken", "The piece on {} can be taken.", taken));
            }
            if let Action::Move(_, Some(_)) = action {
                found.push(remark("pawn-can-promote", "The pawn on {} can promote.", pair.from));
            }
            if found.is_empty() && attacked(&position.board, pair.from) {
                found.push(remark("under-attack", "The piece on {} is attacked.", pair.from));
            }
            found
        }
        Action::Ban(pair) => {
            let board = &position.board;
            let mut next = board.clone();
            // Banning a promoting pawn's move bans all promotions; show the queen.
            let promotion = crate::chess::is_last_rank(pair.to)
                && board.piece_on(pair.from) == Some(cozy_chess::Piece::Pawn);
            let m = raw(board, pair, promotion.then_some(crate::Promotion::Queen));
            if next.try_play(m).is_err() {
                return Vec::new();
            }
            let king = next.king(next.side_to_move());
            let mut found = Vec::new();
            if after_ban_mates(position, action) {
                let cornered = board.king(board.side_to_move());
                found.push(remark(
                    "last-way-can-be-banned",
                    "The last way out of check for the king on {} can be banned.",
                    cornered,
                ));
            }
            if !next.checkers().is_empty() {
                found.push(remark(
                    "check-threatens",
                    "The king on {} may be checked next: you can ban that.",
                    king,
                ));
            }
            if let Some(taken) = taken(board, pair) {
                found.push(remark(
                    "capture-threatens",
                    "The piece on {} may be taken next: you can ban that.",
                    taken,
                ));
            }
            found
        }
    }
}

/// Whether a ban leaves a king in check without a move.
fn after_ban_mates(position: &Position, ban: Action) -> bool {
    position.after(ban).outcome().is_some_and(|outcome| outcome.winner.is_some())
}

/// Returns the square of the piece that a move captures.
fn taken(board: &Board, pair: Pair) -> Option<Square> {
    let theirs = board.colors(!board.side_to_move());
    theirs.has(pair.to).then_some(pair.to)
}

/// Whether the other side could capture the piece on a square, if it were its turn.
fn attacked(board: &Board, square: Square) -> bool {
    let Some(passed) = board.null_move() else { return false };
    generate(&passed, |moves| moves.to.has(square))
}

/// Creates a remark about a square; `{}` stands for its name.
fn remark(code: &'static str, text: &str, square: Square) -> Reason {
    Reason { code, text: text.replace("{}", &square.to_string()), points: vec![square as u16] }
}

#[cfg(test)]
mod tests {
    use chautari_game::AnyGame;

    use crate::Banchess;

    fn said(moves: &[&str], text: &str) -> Vec<String> {
        let record = Banchess.replay(None, None, moves).unwrap();
        record.remarks(text).unwrap().into_iter().map(|reason| reason.text).collect()
    }

    #[test]
    fn remarks_describe_actions() {
        let opened = ["b:e2e4", "m:d2d4", "b:g8f6", "m:e7e5", "b:a2a3"];
        assert_eq!(said(&opened, "m:d4e5"), ["The piece on e5 can be taken."]);
        assert_eq!(said(&opened[..4], "b:d4e5"), ["The piece on e5 may be taken next: you can ban that."]);
        assert!(said(&opened, "m:a2a4").is_empty());
    }
}
