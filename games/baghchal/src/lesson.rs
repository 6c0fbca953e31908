//! The first lesson: how goats are lost and kept, and how either side wins.

use chautari_game::{Lesson, Step};

pub(crate) const LESSON: Lesson = Lesson {
    steps: &[
        Step {
            position: Some("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c0 - #"),
            task: "Four tigers, and you have twenty goats. Place your first goat on B1, right beside a tiger, and see what happens.",
            moves: &["mB1"],
            otherwise: "That is allowed, too. But let us see what a tiger does: place the goat on B1.",
            replies: &["mA1C1(B1)"],
            learned: "The tiger leapt over your goat to the empty point behind it, and the goat is gone. Five lost goats lose the game.",
        },
        Step {
            position: Some("TGXXT/XXXXX/XXXXX/XXXXX/TXXTX g c0"),
            task: "The tiger on A1 threatens your goat on B1 again. Guard it: place a goat where the tiger would land.",
            moves: &["mC1"],
            otherwise: "The tiger on A1 can still leap over B1. Where would it land?",
            replies: &[],
            learned: "With C1 filled there is no room to leap. Goats stand best side by side, and on the edge.",
        },
        Step {
            position: Some("TXGGT/GGXGG/GGGGG/GGGGG/TGGGT g c0 mB1A1 #t19"),
            task: "The goats win when no tiger can move. Place the last goat so that the tiger on A1 is shut in.",
            moves: &["mB1"],
            otherwise: "The tiger on A1 can still step out. Which point beside it is empty?",
            replies: &[],
            learned: "No tiger can step or leap: the goats have won. Patience wins for the goats.",
        },
        Step {
            position: Some("TXXXT/XGXXX/XXXXX/XXXXX/TXXXT t c0 mB2 #g1"),
            task: "Now take the tigers. A tiger leaps along a line, straight over a goat, to the empty point behind. Take the goat on B2.",
            moves: &["mA1C3(B2)"],
            otherwise: "That is a step. Leap with the tiger on A1, over B2, to C3.",
            replies: &[],
            learned: "One goat taken. Four more and the tigers win.",
        },
        Step {
            position: Some("TXXXT/XXGXX/XTXXX/XXGXX/TXXXX t c0 mC4 #g2"),
            task: "Nothing can be taken now. Step with the tiger on B3 to where it threatens two goats at once.",
            moves: &["mB3C3"],
            otherwise: "From there it does not threaten both goats. They are on C2 and C4: what lies between them?",
            replies: &["mC1"],
            learned: "Two threats, and the goats can guard only one: C1 is filled now.",
        },
        Step {
            position: None,
            task: "Take the other one.",
            moves: &["mC3C5(C4)"],
            otherwise: "There is a goat to be taken: behind C4 the point is empty.",
            replies: &[],
            learned: "That is how tigers win: take what you can, or else step to where you threaten the most. Try it in a game.",
        },
    ],
    side: "tigers",
};
