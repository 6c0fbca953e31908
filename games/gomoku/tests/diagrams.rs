//! Every diagram of the rules, played. Columns are labelled above, rows in front; `X` is black, `O` white,
//! and `a` is the first move.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use chautari_game::{Explain, Position as _, Side};
use chautari_gomoku::{BLACK, Cell, CellSet, Position, Setup, WHITE};

/// A drawn part of the board, the rest of which is empty.
struct Drawing {
    setup: Setup,
    a: Cell,
}

fn at(row: u16, column: u16) -> Cell {
    Cell::at(row, column).unwrap()
}

fn cells<const N: usize>(places: [(u16, u16); N]) -> CellSet {
    places.into_iter().map(|(row, column)| at(row, column)).collect()
}

/// Reads a drawing with `turn` to play at `a`.
fn draw(turn: Side, drawing: &str) -> Drawing {
    let mut lines = drawing.lines().map(str::trim).filter(|line| !line.is_empty());
    let columns: Vec<u16> = lines.next().unwrap().split_whitespace().map(|c| c.parse().unwrap()).collect();
    let mut setup = Setup { stones: [None; Cell::COUNT as usize], turn, pairs: [0; 2] };
    let mut a = None;
    for line in lines {
        let mut words = line.strip_prefix('r').unwrap().split_whitespace();
        let row = words.next().unwrap().parse().unwrap();
        let row: Vec<_> = words.zip(&columns).map(|(what, &column)| (what, at(row, column))).collect();
        assert_eq!(row.len(), columns.len(), "{line}");
        for (what, cell) in row {
            match what {
                "X" => setup.stones[usize::from(cell.number())] = Some(BLACK),
                "O" => setup.stones[usize::from(cell.number())] = Some(WHITE),
                "a" => a = Some(cell),
                _ => assert_eq!(what, "."),
            }
        }
    }
    Drawing { setup, a: a.unwrap() }
}

impl Drawing {
    fn with_pairs(mut self, pairs: [u32; 2]) -> Drawing {
        self.setup.pairs = pairs;
        self
    }

    fn with_stones(mut self, side: Side, cells: CellSet) -> Drawing {
        cells.iter().for_each(|cell| self.setup.stones[usize::from(cell.number())] = Some(side));
        self
    }

    fn before(&self) -> Position {
        self.setup.vet().unwrap()
    }

    fn refused(&self) -> bool {
        let refusal = self.before().check(self.a).map_err(|refusal| refusal.code());
        let forbidden = self.before().forbidden().contains(self.a);
        assert_eq!(refusal, if forbidden { Err("double-three") } else { Ok(()) });
        forbidden
    }

    /// The position after `a`.
    fn played(&self) -> Position {
        played(&self.before(), self.a)
    }
}

fn played(position: &Position, cell: Cell) -> Position {
    assert_eq!(position.check(cell), Ok(()));
    position.after(cell)
}

fn won(position: &Position) -> Option<(Side, &'static str)> {
    position.outcome().map(|outcome| (outcome.winner.unwrap(), outcome.ending.code))
}

/// Asserts that the game continues, and that exactly these replies stop the five.
fn assert_pending(position: &Position, stops: CellSet) {
    assert_eq!(won(position), None);
    assert_eq!(position.pending_five(), Some(position.turn().other()));
    assert_eq!(position.stopping_replies(), stops);
}

#[test]
fn a_pair_between_two_stones_is_taken() {
    let drawing = draw(
        BLACK,
        "        4  5  6  7  8  9
          r 5   .  a  O  O  X  .",
    );
    assert_eq!(drawing.before().captures_at(drawing.a), cells([(5, 6), (5, 7)]));
    let after = drawing.played();
    assert_eq!(after.pairs(BLACK), 1);
    assert_eq!(after.stones(WHITE), CellSet::EMPTY);
    assert_eq!(after.stones(BLACK), cells([(5, 5), (5, 8)]));
}

#[test]
fn three_are_safe() {
    let drawing = draw(
        BLACK,
        "        4  5  6  7  8  9 10
          r 5   .  a  O  O  O  X  .",
    );
    assert_eq!(drawing.before().captures_at(drawing.a), CellSet::EMPTY);
    assert_eq!(drawing.played().pairs(BLACK), 0);
    assert_eq!(drawing.played().stones(WHITE).len(), 3);
}

#[test]
fn moving_in_is_safe() {
    let drawing = draw(
        WHITE,
        "        4  5  6  7  8  9
          r 5   .  X  O  a  X  .",
    );
    let after = drawing.played();
    assert_eq!(after.stones(WHITE), cells([(5, 6), (5, 7)]));
    assert_eq!((after.pairs(BLACK), after.pairs(WHITE)), (0, 0));
}

#[test]
fn a_safe_pair_is_lost_when_a_flank_dies_and_comes_back() {
    let drawing = draw(
        WHITE,
        "        4  5  6  7  8  9
          r 5   .  O  .  .  .  .
          r 6   .  X  .  .  .  .
          r 7   .  X  O  O  X  .
          r 8   .  a  .  .  .  .",
    );
    let taken = drawing.played();
    assert_eq!(taken.pairs(WHITE), 1);
    assert_eq!(taken.stones(BLACK), cells([(7, 8)]));
    let elsewhere = played(&played(&taken, at(0, 0)), at(0, 18));
    let replayed = played(&elsewhere, at(7, 5));
    assert_eq!(replayed.pairs(BLACK), 1);
    assert_eq!(replayed.stones(WHITE), cells([(0, 18), (5, 5), (8, 5)]));
}

#[test]
fn eight_pairs_in_one_move() {
    let drawing = draw(
        BLACK,
        "        5  6  7  8  9 10 11
          r 5   X  .  .  X  .  .  X
          r 6   .  O  .  O  .  O  .
          r 7   .  .  O  O  O  .  .
          r 8   X  O  O  a  O  O  X
          r 9   .  .  O  O  O  .  .
          r10   .  O  .  O  .  O  .
          r11   X  .  .  X  .  .  X",
    );
    let after = drawing.played();
    assert_eq!(after.pairs(BLACK), 8);
    assert_eq!(after.stones(WHITE), CellSet::EMPTY);
    assert_eq!(won(&after), Some((BLACK, "capture")));
    let most = drawing.with_pairs([4, 0]).played();
    assert_eq!(most.pairs(BLACK), 12);
}

/// Whether the stone at `new` makes a free-three in a row that starts at this column: it is forbidden exactly
/// if another three crosses it.
fn free_three(row: &str, first_column: u16, new: usize) -> bool {
    let turn = BLACK;
    let mut setup = Setup { stones: [None; Cell::COUNT as usize], turn, pairs: [0; 2] };
    let column = |i: usize| first_column + i as u16;
    for (i, what) in row.split_whitespace().enumerate() {
        let stone = match what {
            "X" if i != new => Some(BLACK),
            "O" => Some(WHITE),
            _ => None,
        };
        setup.stones[usize::from(at(9, column(i)).number())] = stone;
    }
    for row in [7, 8] {
        setup.stones[usize::from(at(row, column(new)).number())] = Some(BLACK);
    }
    setup.vet().unwrap().forbidden().contains(at(9, column(new)))
}

#[test]
fn these_rows_are_free_threes() {
    let rows = [
        (". . X X X .", [2, 3, 4]),
        (". X . X X .", [1, 3, 4]),
        ("O . X X X . . O", [2, 3, 4]),
        (". . X X X . X", [2, 3, 4]),
    ];
    for (row, stones) in rows {
        for new in stones {
            assert!(free_three(row, 5, new), "{row} with {new}");
        }
    }
}

#[test]
fn these_rows_are_not() {
    let rows = [
        ("O . X X X . O", 5),
        ("O X X X . . .", 5),
        ("X . X . X", 5),
        // The border counts as a wall.
        (". X X X . O", 0),
        // The only extension makes five.
        ("O . X X X . X", 5),
    ];
    for (row, first_column) in rows {
        for (new, _) in row.split_whitespace().enumerate().filter(|(_, what)| *what == "X") {
            assert!(!free_three(row, first_column, new), "{row} with {new}");
        }
    }
}

#[test]
fn double_three_of_straight_arms_is_illegal() {
    let drawing = draw(
        BLACK,
        "        5  6  7  8  9
          r 6   .  .  .  X  .
          r 7   .  .  .  X  .
          r 8   .  X  X  a  .
          r 9   .  .  .  .  .",
    );
    assert!(drawing.refused());
    let refusal = drawing.before().check(drawing.a).unwrap_err();
    let lit = [(8, 8), (6, 8), (7, 8), (8, 6), (8, 7)].map(|(row, column)| at(row, column).number());
    assert_eq!(refusal.points(), lit);
}

#[test]
fn double_three_of_split_arms_is_illegal() {
    let drawing = draw(
        BLACK,
        "        5  6  7  8  9 10
          r 6   .  .  .  .  X  .
          r 7   .  .  .  .  X  .
          r 8   .  .  .  .  .  .
          r 9   .  X  .  X  a  .",
    );
    assert!(drawing.refused());
}

#[test]
fn double_three_of_a_straight_row_and_a_split_diagonal_is_illegal() {
    let drawing = draw(
        BLACK,
        "        4  5  6  7  8  9 10 11
          r 5   .  X  .  .  .  .  .  .
          r 6   .  .  .  .  .  .  .  .
          r 7   .  .  .  X  .  .  .  .
          r 8   .  .  .  .  a  X  X  .",
    );
    assert!(drawing.refused());
}

#[test]
fn one_arm_flanked_is_legal() {
    let drawing = draw(
        BLACK,
        "        4  5  6  7  8  9
          r 6   .  .  .  .  X  .
          r 7   .  .  .  .  X  .
          r 8   .  O  X  X  a  .",
    );
    assert!(!drawing.refused());
}

#[test]
fn no_spare_cell_for_an_open_four_is_legal() {
    let drawing = draw(
        BLACK,
        "        4  5  6  7  8  9 10 11 12
          r 6   .  .  .  .  X  .  .  .  .
          r 7   .  .  .  .  X  .  .  .  .
          r 8   .  O  .  X  a  X  .  O  .",
    );
    assert!(!drawing.refused());
}

#[test]
fn triple_three_is_illegal() {
    let drawing = draw(
        BLACK,
        "        5  6  7  8  9 10 11
          r 6   .  X  .  X  .  X  .
          r 7   .  .  X  X  X  .  .
          r 8   .  .  .  a  .  .  .",
    );
    assert!(drawing.refused());
    assert_eq!(drawing.before().check(drawing.a).unwrap_err().points().len(), 7);
}

#[test]
fn double_three_that_captures_on_a_third_axis_is_legal() {
    let drawing = draw(
        BLACK,
        "        5  6  7  8  9 10 11
          r 6   .  .  .  X  .  .  .
          r 7   .  .  .  X  .  .  .
          r 8   .  X  X  a  .  .  .
          r 9   .  .  .  .  O  .  .
          r10   .  .  .  .  .  O  .
          r11   .  .  .  .  .  .  X",
    );
    assert!(!drawing.refused());
    assert_eq!(drawing.played().pairs(BLACK), 1);
}

#[test]
fn a_three_opened_by_its_own_capture_is_legal() {
    let drawing = draw(
        BLACK,
        "        5  6  7  8  9 10 11 12
          r 6   .  .  .  X  .  .  .  .
          r 7   .  .  .  X  .  .  .  .
          r 8   .  X  X  a  O  O  X  .",
    );
    assert!(!drawing.refused());
    assert_eq!(drawing.played().pairs(BLACK), 1);
}

#[test]
fn two_threes_on_one_axis_are_legal() {
    let drawing = draw(
        BLACK,
        "        6  7  8  9 10 11 12 13 14
          r 5   .  X  X  .  a  .  X  X  .",
    );
    assert!(!drawing.refused());
}

#[test]
fn double_three_is_illegal_although_it_makes_five() {
    let drawing = draw(
        BLACK,
        "        4  5  6  7  8  9 10 11
          r 7   .  .  .  .  .  X  .  .
          r 8   .  .  .  .  .  X  .  .
          r 9   .  X  X  X  X  a  .  .
          r10   .  .  .  .  .  .  X  .
          r11   .  .  .  .  .  .  .  X",
    );
    assert!(drawing.refused());
}

#[test]
fn four_and_three_is_legal() {
    let drawing = draw(
        BLACK,
        "        4  5  6  7  8  9
          r 6   .  .  .  .  X  .
          r 7   .  .  .  .  X  .
          r 8   .  X  X  X  a  .",
    );
    assert!(!drawing.refused());
}

#[test]
fn four_and_four_is_legal() {
    let drawing = draw(
        BLACK,
        "        4  5  6  7  8  9
          r 5   .  .  .  .  X  .
          r 6   .  .  .  .  X  .
          r 7   .  .  .  .  X  .
          r 8   .  X  X  X  a  .",
    );
    assert!(!drawing.refused());
}

#[test]
fn white_may_not_either() {
    let drawing = draw(
        WHITE,
        "        5  6  7  8  9
          r 6   .  .  .  O  .
          r 7   .  .  .  O  .
          r 8   .  O  O  a  .",
    );
    assert!(drawing.refused());
}

#[test]
fn nine_in_a_row_win_like_five() {
    let drawing = draw(
        BLACK,
        "        4  5  6  7  8  9 10 11 12
          r 5   X  X  X  X  a  X  X  X  X",
    );
    assert_eq!(won(&drawing.played()), Some((BLACK, "five")));
}

fn breakable() -> Drawing {
    draw(
        BLACK,
        "        4  5  6  7  8  9 10
          r 4   .  .  .  O  .  .  .
          r 5   .  X  X  X  X  a  .
          r 6   .  .  .  X  .  .  .",
    )
}

#[test]
fn a_breakable_five_waits_for_the_reply() {
    assert_pending(&breakable().played(), cells([(7, 7)]));
}

#[test]
fn a_five_broken_and_rebuilt_wins() {
    let broken = played(&breakable().played(), at(7, 7));
    assert_eq!(won(&broken), None);
    assert_eq!(broken.pairs(WHITE), 1);
    assert_eq!(broken.stone_at(at(5, 7)), None);
    assert_eq!(broken.stone_at(at(6, 7)), None);
    assert_eq!(won(&played(&broken, at(5, 7))), Some((BLACK, "five")));
}

#[test]
fn a_five_not_broken_wins() {
    let elsewhere = played(&breakable().played(), at(0, 0));
    assert_eq!(won(&elsewhere), Some((BLACK, "five-unbroken")));
}

#[test]
fn an_own_five_is_no_answer_to_a_five() {
    let four = cells([(15, 4), (15, 5), (15, 6), (15, 7)]);
    let both = played(&breakable().with_stones(WHITE, four).played(), at(15, 8));
    assert_eq!(won(&both), Some((BLACK, "five-unbroken")));
}

#[test]
fn six_that_can_lose_an_end_have_won() {
    let drawing = draw(
        BLACK,
        "        4  5  6  7  8  9 10
          r 4   .  O  .  .  .  .  .
          r 5   .  X  X  X  a  X  X
          r 6   .  X  .  .  .  .  .",
    );
    assert_eq!(won(&drawing.played()), Some((BLACK, "five")));
}

#[test]
fn six_that_can_lose_the_second_stone_wait() {
    let drawing = draw(
        BLACK,
        "        4  5  6  7  8  9 10
          r 4   .  .  O  .  .  .  .
          r 5   .  X  X  X  a  X  X
          r 6   .  .  X  .  .  .  .",
    );
    assert_pending(&drawing.played(), cells([(7, 6)]));
}

#[test]
fn seven_that_can_lose_the_stone_just_played_have_won() {
    let drawing = draw(
        BLACK,
        "        4  5  6  7  8  9 10 11
          r 4   .  .  O  .  .  .  .  .
          r 5   .  X  a  X  X  X  X  X
          r 6   .  .  X  .  .  .  .  .",
    );
    // There are five already before `a`, so legal play does not lead here; the position after it is evaluated
    // as it is.
    assert_eq!(won(&drawing.before()), Some((BLACK, "five-unbroken")));
    let mut after = drawing.with_stones(BLACK, cells([(5, 6)]));
    after.setup.turn = WHITE;
    assert_eq!(after.before().fives(BLACK).len(), 7);
    assert_eq!(won(&after.before()), Some((BLACK, "five")));
}

#[test]
fn two_fives_that_can_lose_their_crossing_wait() {
    let drawing = draw(
        BLACK,
        "        4  5  6  7  8  9 10
          r 5   .  .  .  X  .  .  .
          r 6   .  .  O  X  .  .  .
          r 7   .  X  X  a  X  X  .
          r 8   .  .  .  X  X  .  .
          r 9   .  .  .  X  .  .  .",
    );
    assert_eq!(drawing.played().fives(BLACK).len(), 9);
    assert_pending(&drawing.played(), cells([(9, 9)]));
}

#[test]
fn two_fives_of_which_one_can_be_broken_have_won() {
    let drawing = draw(
        BLACK,
        "        4  5  6  7  8  9
          r 6   .  X  .  .  .  .
          r 7   .  X  X  a  X  X
          r 8   .  O  .  X  .  .
          r 9   .  .  .  X  .  .
          r10   .  .  .  X  .  .
          r11   .  .  .  X  .  .",
    );
    assert!(drawing.played().capturing().contains(at(5, 5)));
    assert_eq!(won(&drawing.played()), Some((BLACK, "five")));
}

fn five_beside_a_pair() -> Drawing {
    draw(
        BLACK,
        "        4  5  6  7  8  9
          r 5   .  X  X  X  X  a
          r 7   .  O  X  X  .  .",
    )
}

#[test]
fn the_fifth_pair_beats_a_five() {
    let pending = five_beside_a_pair().with_pairs([0, 4]).played();
    assert_pending(&pending, cells([(7, 8)]));
    assert_eq!(won(&played(&pending, at(7, 8))), Some((WHITE, "capture")));
}

#[test]
fn the_fourth_pair_does_not() {
    assert_eq!(won(&five_beside_a_pair().with_pairs([0, 3]).played()), Some((BLACK, "five")));
}

#[test]
fn the_fourth_and_fifth_at_once_do() {
    let drawing = draw(
        BLACK,
        "        4  5  6  7  8  9 10 11
          r 5   .  X  X  X  X  a  .  .
          r 7   .  O  X  X  .  X  X  O",
    );
    assert_pending(&drawing.with_pairs([0, 3]).played(), cells([(7, 8)]));
}

#[test]
fn a_five_that_takes_its_breaker_has_won() {
    let drawing = draw(
        BLACK,
        "        4  5  6  7  8  9
          r 2   .  .  X  .  .  .
          r 3   .  .  .  O  .  .
          r 4   .  .  .  .  O  .
          r 5   .  X  X  X  X  a
          r 6   .  .  .  .  X  .",
    );
    assert_eq!(drawing.played().pairs(BLACK), 1);
    assert_eq!(won(&drawing.played()), Some((BLACK, "five")));
}

#[test]
fn a_stop_that_is_a_double_three_is_legal_because_it_takes() {
    let drawing = draw(
        BLACK,
        "        4  5  6  7  8  9 10 11
          r 4   .  .  .  O  .  .  .  .
          r 5   .  X  X  X  X  a  .  .
          r 6   .  .  .  X  .  .  .  .
          r 7   .  .  .  .  .  O  O  .
          r 8   .  .  .  .  O  .  .  .
          r 9   .  .  .  .  .  O  .  .",
    );
    assert_pending(&drawing.played(), cells([(7, 7)]));
    assert_eq!(drawing.played().check(at(7, 7)), Ok(()));
}
