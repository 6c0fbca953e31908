//! The first lesson: step, leap, jump, connect.

use chautari_game::{Lesson, Step};

pub(crate) const LESSON: Lesson = Lesson {
    steps: &[
        Step {
            position: Some(
                ".oo.xx.o.....xo.....x.......x.....ox.....o.xx.oo.o....x........................x....ox",
            ),
            task: "You are Teal. Your two bases are the teal octagons in the corners, and you want to join them. A pin steps along its row or column: step from e1 to d1.",
            moves: &["e1d1"],
            otherwise: "That can be played, too. But step first: from e1 to d1.",
            replies: &[],
            learned: "A step moves the pin and turns nothing.",
        },
        Step {
            position: Some(
                "...............xo.....o..........................o....x.......o................x....ox",
            ),
            task: "A leap goes diagonally and turns the octagon it crosses to your colour. Leap from b3 to c4, across the orange octagon.",
            moves: &["b3c4"],
            otherwise: "That does not cross the orange octagon. Leap from b3 to c4.",
            replies: &[],
            learned: "The octagon is yours. Octagons are all that counts in the end.",
        },
        Step {
            position: Some(
                "...............xo.......................o........o....x........................x....ox",
            ),
            task: "A pin jumps over an enemy pin beside it and takes it off. Jump from b3 over c3 to d3.",
            moves: &["b3d3"],
            otherwise: "That takes nothing. Jump from b3 over c3 to d3.",
            replies: &[],
            learned: "The enemy's pin is gone. A side with few pins turns few octagons.",
        },
        Step {
            position: Some(
                "...........x...x........o........o...............oxxxxx.x.o..x.oo..x...o.x....ox....ox",
            ),
            task: "One octagon is missing in your chain from base to base. Octagons join along rows and columns, not at corners. Find the leap that joins them.",
            moves: &["b3c4"],
            otherwise: "The chain is still open. Look at the left side: where does it break off?",
            replies: &[],
            learned: "Your bases are joined: you have won. Leap towards the gap, and cut the other's chain when it is nearer than yours.",
        },
    ],
    side: "x",
};
