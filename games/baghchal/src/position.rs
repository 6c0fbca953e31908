//! The rules: legal moves, captures and the end of the game.

use std::ops::ControlFlow;

use chautari_game::{Ending, Key, Outcome, Side, mix64};

use crate::board::{BOARD, DIRECTIONS, by_direction, image, points};
use crate::{Baghchal, Capture, GOATS, Point, Refusal};

/// The side of the goats, who move first.
pub(crate) const GOAT_SIDE: Side = Side::One;
/// The side of the tigers.
pub(crate) const TIGER_SIDE: Side = Side::Two;

const ENOUGH_CAPTURED: Ending = Ending { code: "captures", text: "enough goats are captured" };
const GOATS_STUCK: Ending = Ending { code: "goats-stuck", text: "no goat can move" };
const TIGERS_TRAPPED: Ending = Ending { code: "trapped", text: "no tiger can move" };

/// A move of either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Places a goat on the board.
    Place {
        /// The point of the goat.
        at: Point,
    },
    /// Moves a goat or a tiger along a line.
    Step {
        /// The start of the move.
        from: Point,
        /// The destination of the move.
        to: Point,
    },
    /// Moves a tiger over a goat, which is captured.
    Leap {
        /// The start of the leap.
        from: Point,
        /// The point of the captured goat.
        over: Point,
        /// The destination of the leap.
        to: Point,
    },
}

impl Move {
    /// Returns the points a user touches.
    pub(crate) fn touched(self) -> Vec<u16> {
        let number = |point: Point| u16::from(point.number());
        match self {
            Move::Place { at } => vec![number(at)],
            Move::Step { from, to } | Move::Leap { from, to, .. } => vec![number(from), number(to)],
        }
    }
}

/// A position of Bagh Chal with its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) tigers: u32,
    pub(crate) goats: u32,
    pub(crate) captured: u8,
    pub(crate) turn: Side,
    pub(crate) rules: Baghchal,
}

impl Position {
    pub(crate) fn start(rules: Baghchal) -> Position {
        let corner = |row: u32, column: u32| 1_u32 << (row * 5 + column);
        let tigers = corner(0, 0) | corner(0, 4) | corner(4, 0) | corner(4, 4);
        Position { tigers, goats: 0, captured: 0, turn: GOAT_SIDE, rules }
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> Baghchal {
        self.rules
    }

    /// Returns the number of goats in hand; the others are on the board or captured.
    pub fn in_hand(&self) -> u8 {
        GOATS - self.goats.count_ones() as u8 - self.captured
    }

    /// Returns the number of captured goats.
    pub fn captured(&self) -> u8 {
        self.captured
    }

    /// Returns the side that occupies a point.
    pub fn occupant(&self, point: Point) -> Option<Side> {
        if self.tigers & point.bit() != 0 {
            Some(TIGER_SIDE)
        } else if self.goats & point.bit() != 0 {
            Some(GOAT_SIDE)
        } else {
            None
        }
    }

    #[inline]
    pub(crate) fn empty(&self) -> u32 {
        BOARD & !(self.tigers | self.goats)
    }

    /// Returns, for each direction, the tigers that can capture that way.
    #[inline]
    pub(crate) fn leapers(&self) -> [u32; 8] {
        let empty = self.empty();
        by_direction(|d| self.tigers & d.leaps & d.backward(self.goats & d.backward(empty)))
    }

    /// Returns, for each direction, the members of `movers` that can step that way.
    #[inline]
    pub(crate) fn steppers(&self, movers: u32) -> [u32; 8] {
        let empty = self.empty();
        by_direction(|d| movers & d.steps & d.backward(empty))
    }

    fn won_by_captures(&self) -> bool {
        self.captured >= self.rules.captures_to_win()
    }
}

fn count(sets: [u32; 8]) -> u64 {
    sets.iter().map(|set| u64::from(set.count_ones())).sum()
}

fn any(sets: [u32; 8]) -> bool {
    sets.iter().fold(0, |all, set| all | set) != 0
}

fn each_step<B>(steppers: [u32; 8], mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
    for (direction, from) in DIRECTIONS.into_iter().zip(steppers) {
        for from in points(from) {
            visit(Move::Step { from, to: from.next(direction) })?;
        }
    }
    ControlFlow::Continue(())
}

pub(crate) fn each_leap<B>(
    leapers: [u32; 8],
    mut visit: impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for (direction, from) in DIRECTIONS.into_iter().zip(leapers) {
        for from in points(from) {
            let over = from.next(direction);
            visit(Move::Leap { from, over, to: over.next(direction) })?;
        }
    }
    ControlFlow::Continue(())
}

impl chautari_game::Position for Position {
    type Move = Move;
    type Refusal = Refusal;
    type Recurrence = Position;

    fn turn(&self) -> Side {
        self.turn
    }

    fn action(&self) -> &'static str {
        if self.turn == GOAT_SIDE && self.in_hand() > 0 { "place" } else { "move" }
    }

    fn each_move<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.won_by_captures() {
            return ControlFlow::Continue(());
        }
        if self.turn == GOAT_SIDE {
            if self.in_hand() == 0 {
                return each_step(self.steppers(self.goats), visit);
            }
            for at in points(self.empty()) {
                visit(Move::Place { at })?;
            }
            return ControlFlow::Continue(());
        }
        let leapers = self.leapers();
        each_leap(leapers, &mut visit)?;
        if self.rules.capture() == Capture::Compulsory && any(leapers) {
            return ControlFlow::Continue(());
        }
        each_step(self.steppers(self.tigers), visit)
    }

    fn count_moves(&self) -> u64 {
        if self.won_by_captures() {
            return 0;
        }
        if self.turn == GOAT_SIDE {
            return if self.in_hand() == 0 {
                count(self.steppers(self.goats))
            } else {
                self.empty().count_ones().into()
            };
        }
        let leaps = count(self.leapers());
        if self.rules.capture() == Capture::Compulsory && leaps > 0 {
            return leaps;
        }
        leaps + count(self.steppers(self.tigers))
    }

    fn check(&self, m: Move) -> Result<(), Refusal> {
        if let Some(outcome) = self.outcome() {
            return Err(Refusal::Over(outcome));
        }
        match m {
            Move::Place { at } => self.check_place(at),
            Move::Step { from, to } => self.check_step(from, to),
            Move::Leap { from, over, to } => self.check_leap(from, over, to),
        }
    }

    #[inline]
    fn apply(&mut self, m: Move) {
        let own = if self.turn == GOAT_SIDE { &mut self.goats } else { &mut self.tigers };
        match m {
            Move::Place { at } => *own |= at.bit(),
            Move::Step { from, to } => *own ^= from.bit() | to.bit(),
            Move::Leap { from, over, to } => {
                *own ^= from.bit() | to.bit();
                self.goats ^= over.bit();
                self.captured += 1;
            }
        }
        self.turn = self.turn.other();
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.won_by_captures() {
            return Some(Outcome::win(TIGER_SIDE, ENOUGH_CAPTURED));
        }
        // Only the side to move loses by being blocked: tigers may be blocked during the goats' turn.
        if self.turn == TIGER_SIDE {
            let stuck = !any(self.steppers(self.tigers)) && !any(self.leapers());
            return stuck.then_some(Outcome::win(GOAT_SIDE, TIGERS_TRAPPED));
        }
        let stuck = self.in_hand() == 0 && !any(self.steppers(self.goats));
        stuck.then_some(Outcome::win(TIGER_SIDE, GOATS_STUCK))
    }

    #[inline]
    fn key(&self) -> Key {
        // The whole state fits into 62 bits, so a bijection gives a hash without collisions.
        let state = u64::from(self.tigers)
            | u64::from(self.goats) << 25
            | u64::from(self.captured) << 50
            | (self.turn.index() as u64) << 55
            | u64::from(self.rules.captures_to_win()) << 56
            | u64::from(self.rules.capture() == Capture::Compulsory) << 61;
        Key(mix64(state))
    }

    #[inline]
    fn recurrence(&self) -> Option<Position> {
        (self.in_hand() == 0).then_some(*self)
    }

    fn every_move() -> impl Iterator<Item = Move> {
        let all = Point::all;
        let places = all().map(|at| Move::Place { at });
        let steps = all().flat_map(move |from| all().map(move |to| Move::Step { from, to }));
        let leaps = all().flat_map(move |from| {
            all().flat_map(move |over| all().map(move |to| Move::Leap { from, over, to }))
        });
        places.chain(steps).chain(leaps)
    }

    const SYMMETRIES: usize = 8;

    fn image(&self, symmetry: usize) -> Position {
        Position { tigers: image(self.tigers, symmetry), goats: image(self.goats, symmetry), ..*self }
    }

    fn move_image(m: Move, symmetry: usize) -> Move {
        let image = |point: Point| point.image(symmetry);
        match m {
            Move::Place { at } => Move::Place { at: image(at) },
            Move::Step { from, to } => Move::Step { from: image(from), to: image(to) },
            Move::Leap { from, over, to } => {
                Move::Leap { from: image(from), over: image(over), to: image(to) }
            }
        }
    }
}

impl Position {
    fn check_place(&self, at: Point) -> Result<(), Refusal> {
        if self.turn == TIGER_SIDE {
            return Err(Refusal::TigersAreNotPlaced { at });
        }
        if self.in_hand() == 0 {
            return Err(Refusal::NoneInHand { at });
        }
        if self.occupant(at).is_some() {
            return Err(Refusal::Occupied { at });
        }
        Ok(())
    }

    /// Checks the conditions common to steps and leaps.
    fn check_piece(&self, from: Point, to: Point) -> Result<(), Refusal> {
        match self.occupant(from) {
            None => return Err(Refusal::NothingThere { from }),
            Some(owner) if owner != self.turn => return Err(Refusal::NotYours { from, owner }),
            Some(_) => {}
        }
        if self.turn == GOAT_SIDE && self.in_hand() > 0 {
            return Err(Refusal::GoatsInHand { from, in_hand: self.in_hand() });
        }
        if from != to && self.occupant(to).is_some() {
            return Err(Refusal::Occupied { at: to });
        }
        Ok(())
    }

    fn check_step(&self, from: Point, to: Point) -> Result<(), Refusal> {
        self.check_piece(from, to)?;
        if !from.joins(to) {
            // Explain how to write the capture if the move is a leap.
            return Err(match from.midpoint(to) {
                Some(over) if self.check_leap(from, over, to).is_ok() => {
                    Refusal::CaptureNotWritten { from, over, to }
                }
                _ => Refusal::NoLine { from, to },
            });
        }
        if self.turn == TIGER_SIDE && self.rules.capture() == Capture::Compulsory {
            let captors = self.leapers().iter().fold(0, |all, set| all | set);
            if captors != 0 {
                return Err(Refusal::MustCapture { captors: points(captors).collect() });
            }
        }
        Ok(())
    }

    fn check_leap(&self, from: Point, over: Point, to: Point) -> Result<(), Refusal> {
        self.check_piece(from, to)?;
        if self.turn == GOAT_SIDE {
            return Err(Refusal::GoatsDoNotLeap { from, to });
        }
        match from.midpoint(to) {
            None => Err(Refusal::NoLeap { from, to }),
            Some(midpoint) if midpoint != over => Err(Refusal::WrongMidpoint { over, midpoint }),
            Some(_) if self.occupant(over) != Some(GOAT_SIDE) => Err(Refusal::NothingToTake { over }),
            Some(_) => Ok(()),
        }
    }
}
