//! The first lesson: the effect of a ban, and how to give mate.

use chautari_game::{Lesson, Step};

pub(crate) const LESSON: Lesson = Lesson {
    steps: &[
        Step {
            position: Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1"),
            task: "This is chess, but before each move the opponent bans one. You are Black and go first, with a ban: stop White from moving the pawn from e2 to e4.",
            moves: &["b:e2e4"],
            otherwise: "That move can be banned, too. But ban e2 to e4 first: touch the pawn on e2, then e4.",
            replies: &[],
            learned: "White cannot play from e2 to e4 this time. Every other move is allowed.",
        },
        Step {
            position: None,
            task: "Now you are White. Try the pawn from e2 to e4 and hear what the rules say; then move the other pawn, from d2 to d4.",
            moves: &["m:d2d4"],
            otherwise: "White may play that. For this lesson move the pawn from d2 to d4.",
            replies: &[],
            learned: "The side that has just moved bans next: now White would ban one of Black's moves, and then Black would move.",
        },
        Step {
            position: Some("4k3/8/8/3q4/8/8/R7/4K3 b - - 0 1 3"),
            task: "You are White, and it is your turn to ban. Black's queen on d5 wants to take your rook on a2. Ban that.",
            moves: &["b:d5a2"],
            otherwise: "Then the queen takes your rook. Ban the move from d5 to a2.",
            replies: &["m:d5e5"],
            learned: "The queen had to go elsewhere, and your rook is safe. One ban stops one threat; two at once are too many.",
        },
        Step {
            position: Some("k7/8/1K6/1N6/8/8/7P/8 w - - 0 1 2:b5d4"),
            task: "Now attack. Give check with the knight, so that Black's king has only one way out.",
            moves: &["m:b5c7"],
            otherwise: "That gives no check. From which square does a knight attack a8?",
            replies: &[],
            learned: "Check. The king can only go to b8, and you ban next.",
        },
        Step {
            position: None,
            task: "Close the last way out.",
            moves: &["b:a8b8"],
            otherwise: "The king still has a way out: from a8 to b8.",
            replies: &[],
            learned: "Checkmate, by a ban. Give check, leave one way out, and ban it. It must be check: without one it would be a draw.",
        },
    ],
    side: "white",
};
