//! The rules of Gomoku with captures.

use std::fmt;
use std::ops::ControlFlow;

use chautari_game::{Ending, Key, Outcome, Side};

use crate::lines::{self, Taken};
use crate::{Cell, CellSet, Refusal, key, text};

/// The side of the black stones, which moves first from the standard start.
pub const BLACK: Side = Side::One;
/// The side of the white stones.
pub const WHITE: Side = Side::Two;

/// The number of captured pairs that wins.
pub const PAIRS_TO_WIN: u8 = 5;
/// The maximum number of captured pairs: one short of winning, and then eight at once.
pub const MOST_PAIRS: u8 = PAIRS_TO_WIN - 1 + 8;

const CAPTURE: Ending = Ending { code: "capture", text: "five pairs were taken" };
const FIVE: Ending = Ending { code: "five", text: "five in a row that could not be broken" };
const FIVE_UNBROKEN: Ending = Ending { code: "five-unbroken", text: "five in a row that was not broken" };
const FULL: Ending = Ending { code: "full", text: "the board is full" };

/// The stage of a game. It follows from the rest of the position, and is stored because it is cheapest to
/// compute right after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stage {
    /// The game is in progress.
    Open,
    /// The game is in progress, and the side that moved last has a five that can still be stopped.
    Pending,
    /// The side that moved last has captured enough pairs.
    Captured,
    /// The side that moved last has a five that cannot be stopped.
    Five,
    /// The side to move has a five that was not stopped.
    Unbroken,
    /// All cells are occupied.
    Full,
}

/// A position of Gomoku with captures.
///
/// Small enough to be copied for every move. Line patterns are not stored but computed for all cells at once:
/// [`forbidden`](Self::forbidden) is fast enough to be called at every node of a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    stones: [CellSet; 2],
    key: u64,
    pairs: [u8; 2],
    turn: Side,
    stage: Stage,
}

impl Position {
    pub(crate) fn start() -> Position {
        Position::new([CellSet::EMPTY; 2], [0; 2], BLACK)
    }

    /// Creates a position; the sets must not overlap, and play must be able to reach it.
    pub(crate) fn new(stones: [CellSet; 2], pairs: [u8; 2], turn: Side) -> Position {
        let key = key::of(&stones, pairs, turn);
        let mut position = Position { stones, key, pairs, turn, stage: Stage::Open };
        let five_stands = lines::has_five(stones[turn.index()]);
        let five_made = lines::has_five(stones[turn.other().index()]);
        position.stage = position.stage_after(five_stands, five_made);
        position
    }

    /// Returns the stones of a side.
    pub fn stones(&self, side: Side) -> CellSet {
        self.stones[side.index()]
    }

    /// Returns the side of the stone on a cell.
    pub fn stone_at(&self, cell: Cell) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.stones[side.index()].contains(cell))
    }

    /// Returns the empty cells.
    #[inline]
    pub fn empty(&self) -> CellSet {
        CellSet::FULL - self.stones[0] - self.stones[1]
    }

    /// Returns the number of pairs a side has captured. The last capture of a game may take it beyond
    /// [`PAIRS_TO_WIN`], because one stone can capture up to eight.
    pub fn pairs(&self, side: Side) -> u8 {
        self.pairs[side.index()]
    }

    /// Returns the stones of the side to move and of the opponent.
    #[inline]
    fn own_and_other(&self) -> (&CellSet, &CellSet) {
        let [black, white] = &self.stones;
        if self.turn == BLACK { (black, white) } else { (white, black) }
    }

    /// Returns the cells where the side to move may not play because its stone would make a double-three
    /// without a capture. Contains no occupied cells; empty if the game is over.
    #[inline]
    pub fn forbidden(&self) -> CellSet {
        if self.is_over() { CellSet::EMPTY } else { self.double_threes() }
    }

    /// Returns the double-threes of the side to move without a capture.
    #[inline]
    fn double_threes(&self) -> CellSet {
        let (own, other) = self.own_and_other();
        let empty = self.empty();
        let found = lines::double_threes(*own, empty);
        if found.is_empty() { found } else { found - lines::captures(*own, *other, empty) }
    }

    /// Returns the cells where the side to move may play.
    #[inline]
    pub fn legal(&self) -> CellSet {
        if self.is_over() { CellSet::EMPTY } else { self.empty() - self.double_threes() }
    }

    /// Returns the empty cells where a stone of the side to move would capture at least one pair.
    pub fn capturing(&self) -> CellSet {
        let (own, other) = self.own_and_other();
        lines::captures(*own, *other, self.empty())
    }

    /// Returns the position with the other side to move, as if this one had passed; `None` if the game is
    /// over or a five is pending.
    pub(crate) fn passed(&self) -> Option<Position> {
        (self.stage == Stage::Open).then(|| Position {
            key: self.key ^ key::TURN,
            turn: self.turn.other(),
            ..*self
        })
    }

    /// Returns the stones captured by a stone of the side to move at `cell`, if that is empty.
    pub fn captures_at(&self, cell: Cell) -> CellSet {
        self.taken_at(cell).stones()
    }

    #[inline]
    fn taken_at(&self, cell: Cell) -> Taken {
        let (own, other) = self.own_and_other();
        lines::taken(own, other, cell)
    }

    /// Returns the stones of a side that are part of five or more in a row.
    pub fn fives(&self, side: Side) -> CellSet {
        lines::fives(self.stones(side))
    }

    /// Returns the side that has just made a five and wins unless the opponent stops it now.
    pub fn pending_five(&self) -> Option<Side> {
        (self.stage == Stage::Pending).then(|| self.turn.other())
    }

    /// Returns every reply that stops a pending five: captures that break it, and captures that win. Empty if
    /// no five is pending.
    pub fn stopping_replies(&self) -> CellSet {
        if self.stage == Stage::Pending { self.stops().collect() } else { CellSet::EMPTY }
    }

    /// Returns the moves that would stop a five of the side that moved last.
    fn stops(&self) -> impl Iterator<Item = Cell> {
        let theirs = self.stones[self.turn.other().index()];
        let pairs = self.pairs[self.turn.index()];
        self.capturing().iter().filter(move |&cell| {
            let taken = self.taken_at(cell);
            pairs + taken.pairs() >= PAIRS_TO_WIN || !lines::has_five(theirs - taken.stones())
        })
    }

    #[inline]
    fn is_over(&self) -> bool {
        !matches!(self.stage, Stage::Open | Stage::Pending)
    }

    /// Returns the stage, given whether a five of the side to move is still on the board and whether the
    /// opponent has just made one.
    #[inline]
    fn stage_after(&self, five_stands: bool, five_made: bool) -> Stage {
        if self.pairs[self.turn.other().index()] >= PAIRS_TO_WIN {
            return Stage::Captured;
        }
        if five_stands {
            return Stage::Unbroken;
        }
        if five_made {
            return if self.stops().next().is_some() { Stage::Pending } else { Stage::Five };
        }
        // While any cell is empty some cell is legal: in the topmost row with an empty cell, lines other than
        // the row have no empty cell on one side, and so make no free-three.
        if self.empty().is_empty() { Stage::Full } else { Stage::Open }
    }
}

impl chautari_game::Position for Position {
    type Move = Cell;
    type Refusal = Refusal;
    type Recurrence = ();

    fn turn(&self) -> Side {
        self.turn
    }

    fn action(&self) -> &'static str {
        "place"
    }

    fn each_move<B>(&self, visit: impl FnMut(Cell) -> ControlFlow<B>) -> ControlFlow<B> {
        self.legal().iter().try_for_each(visit)
    }

    fn count_moves(&self) -> u64 {
        self.legal().len().into()
    }

    fn check(&self, cell: Cell) -> Result<(), Refusal> {
        if let Some(outcome) = self.outcome() {
            return Err(Refusal::Over(outcome));
        }
        if self.stone_at(cell).is_some() {
            return Err(Refusal::Occupied { at: cell });
        }
        if self.double_threes().contains(cell) {
            let (own, _) = self.own_and_other();
            return Err(Refusal::DoubleThree {
                at: cell,
                stones: lines::threes_through(*own, self.empty(), cell),
            });
        }
        Ok(())
    }

    #[inline]
    fn apply(&mut self, cell: Cell) {
        let (mover, other) = (self.turn, self.turn.other());
        let taken = self.taken_at(cell);
        self.stones[mover.index()].insert(cell);
        self.key ^= key::stone(mover, cell) ^ key::TURN;
        let mut five_stands = self.stage == Stage::Pending;
        if taken.pairs() > 0 {
            taken.each_stone(|stone| {
                self.stones[other.index()].remove(stone);
                self.key ^= key::stone(other, stone);
            });
            let pairs = &mut self.pairs[mover.index()];
            self.key ^= key::pairs(mover, *pairs);
            // Legal play never reaches the bound; an illegal move must not break the hash.
            *pairs = (*pairs + taken.pairs()).min(MOST_PAIRS);
            self.key ^= key::pairs(mover, *pairs);
            five_stands = five_stands && lines::has_five(self.stones[other.index()]);
        }
        self.turn = other;
        self.stage = self.stage_after(five_stands, lines::makes_five(&self.stones[mover.index()], cell));
    }

    fn outcome(&self) -> Option<Outcome> {
        let last = self.turn.other();
        match self.stage {
            Stage::Open | Stage::Pending => None,
            Stage::Captured => Some(Outcome::win(last, CAPTURE)),
            Stage::Five => Some(Outcome::win(last, FIVE)),
            Stage::Unbroken => Some(Outcome::win(self.turn, FIVE_UNBROKEN)),
            Stage::Full => Some(Outcome::draw(FULL)),
        }
    }

    fn key(&self) -> Key {
        Key(self.key)
    }

    /// Every move increases the number of stones on the board plus those captured, so no position recurs.
    fn recurrence(&self) -> Option<()> {
        None
    }

    fn every_move() -> impl Iterator<Item = Cell> {
        Cell::all()
    }

    /// The eight symmetries of the square, and the same with colours exchanged.
    const SYMMETRIES: usize = 16;

    fn image(&self, symmetry: usize) -> Position {
        let image = |side: Side| -> CellSet {
            self.stones(Self::side_image(side, symmetry))
                .iter()
                .map(|cell| Self::move_image(cell, symmetry))
                .collect()
        };
        let pairs = |side: Side| self.pairs(Self::side_image(side, symmetry));
        Position::new(Side::ALL.map(image), Side::ALL.map(pairs), Self::side_image(self.turn, symmetry))
    }

    fn move_image(cell: Cell, symmetry: usize) -> Cell {
        cell.image(symmetry % 8)
    }

    fn side_image(side: Side, symmetry: usize) -> Side {
        if symmetry < 8 { side } else { side.other() }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::write_position(self))
    }
}
