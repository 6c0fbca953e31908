//! The first lesson: make a five, capture a pair, break a five, see a forbidden cell.

use chautari_game::{Lesson, Step};

pub(crate) const LESSON: Lesson = Lesson {
    steps: &[
        Step {
            position: Some("19/19/19/19/19/19/19/19/19/6xxxx9/19/7o1o9/9o9/19/19/19/19/19/19 b 0 0"),
            task: "You are Black. Five in a row wins, and you have four. Make it five: put a stone on F10 or L10.",
            // F10, L10
            moves: &["176", "181"],
            otherwise: "That is not five. Put a stone at one end of the four.",
            replies: &[],
            learned: "Five in a row: you have won. Only one thing can undo a five: stones that are taken.",
        },
        Step {
            position: Some("19/19/19/19/19/19/19/19/19/8oox8/19/19/19/19/19/19/19/19/19 b 0 0"),
            task: "Two white stones in a line with yours can be taken: put a stone at their other end, on H10.",
            // H10
            moves: &["178"],
            otherwise: "That takes nothing. The white stones are on J10 and K10: close them in from the left.",
            replies: &[],
            learned: "A pair between two of your stones comes off the board. Exactly two: one or three are safe. Five pairs win.",
        },
        Step {
            position: Some("19/19/19/19/19/19/19/19/8o10/6xxxxx8/8x10/19/19/19/19/19/19/19/19 w 0 0"),
            task: "Now you are White, and Black has five in a row. A five can be broken by taking a pair out of it. Look at the column of your stone on J11, and break it.",
            // J8
            moves: &["217"],
            otherwise: "The five still stands, and that would lose. Two black stones stand below J11: close them in.",
            replies: &[],
            learned: "The middle of the five is gone, and the game goes on. A five wins only if nothing can be taken out of it.",
        },
        Step {
            position: Some("19/19/19/19/19/19/19/9x9/9x9/7xx10/19/19/19/19/19/19/19/19/19 b 0 0"),
            task: "You are Black again. A stone may not make two free threes at once: try K10 to see why. Then make one free three, with a stone beside your two on row 10.",
            // F10, G10, L10
            moves: &["176", "177", "181"],
            otherwise: "That does not make three on row 10. Put the stone on G10.",
            replies: &[],
            learned: "Three with room on both sides: next it would be four, and then nobody can stop both ends. Build free threes, and watch your pairs.",
        },
    ],
    side: "black",
};
