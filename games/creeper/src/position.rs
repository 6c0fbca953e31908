//! The rules of Creeper.

use std::ops::ControlFlow;

use chautari_game::{Ending, Key, Outcome, Side};

use crate::board::{
    self, BASES, JUMPS, LEAPS, PINS, STEPS, SYMMETRIES, drawn, octagons_image, pins, pins_image,
};
use crate::{Octagon, Pin, Refusal, chain};

const CONNECTED: Ending = Ending { code: "connected", text: "a chain of octagons joins two bases" };
const BLOCKED: Ending = Ending { code: "blocked", text: "no legal move is left" };

/// A move of one pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The start of the move.
    pub from: Pin,
    /// The destination of the move.
    pub to: Pin,
}

impl Move {
    /// Returns the place halfway as a set, if the move goes in one of these directions.
    const fn halfway(self, ways: [u32; 4]) -> u64 {
        let ways = 1_u64 << ways[0] | 1 << ways[1] | 1 << ways[2] | 1 << ways[3];
        let way = self.to.index().wrapping_sub(self.from.index()) % 64;
        (ways >> way & 1) << self.from.midpoint(self.to).index()
    }

    /// Returns the octagon a leap crosses, as a set; empty for steps and jumps.
    pub(crate) const fn crossed(self) -> u64 {
        // From upper left to lower right is a distance of nine places, from upper right to lower left seven;
        // rounded down, the middle of either is four places beyond the octagon's own.
        self.halfway(LEAPS) >> 4
    }

    /// Returns the pin a jump captures, as a set; empty for steps and leaps.
    pub(crate) const fn jumped(self) -> u64 {
        self.halfway(JUMPS)
    }

    /// Returns the pin a legal move captures, if it is a jump.
    pub(crate) fn taken(self) -> Option<Pin> {
        pins(self.jumped()).next()
    }

    /// Returns the points a user touches.
    pub(crate) fn touched(self) -> Vec<u16> {
        vec![self.from.point(), self.to.point()]
    }
}

/// A position of Creeper.
///
/// All sets are relative to the side to move, which is what the rules and the search need; exchanging the
/// colours only changes `turn`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The pins of the side to move, then of the opponent.
    pub(crate) pins: [u64; 2],
    /// The octagons of the side to move, then of the opponent; bases count for their owner.
    pub(crate) octagons: [u64; 2],
    pub(crate) turn: Side,
    /// The side whose bases are connected. It follows from the octagons, and is stored because only a leap
    /// can change it.
    pub(crate) connected: Option<Side>,
}

// The search copies a position at every node.
const _: () = assert!(size_of::<Position>() == 40);

impl Position {
    /// The starting position.
    pub(crate) const START: Position = {
        const PINS: [&[u8; 7]; 7] =
            [b".oo.xx.", b"o.....x", b"o.....x", b".......", b"x.....o", b"x.....o", b".xx.oo."];
        Position {
            pins: [drawn(PINS, b'x'), drawn(PINS, b'o')],
            octagons: BASES,
            turn: Side::One,
            connected: None,
        }
    };

    /// Returns the side with a pin on this place.
    pub fn pin(&self, at: Pin) -> Option<Side> {
        self.owner(self.pins, at.bit())
    }

    /// Returns the side an octagon belongs to.
    pub fn octagon(&self, at: Octagon) -> Option<Side> {
        self.owner(self.octagons, at.bit())
    }

    fn owner(&self, [own, other]: [u64; 2], bit: u64) -> Option<Side> {
        if own & bit != 0 {
            Some(self.turn)
        } else if other & bit != 0 {
            Some(self.turn.other())
        } else {
            None
        }
    }

    /// Returns the index of a side's set, relative to the side to move.
    const fn view(&self, side: Side) -> usize {
        self.turn.index() ^ side.index()
    }

    /// Returns the pins of a side.
    pub(crate) fn pins_of(&self, side: Side) -> u64 {
        self.pins[self.view(side)]
    }

    /// Returns the octagons of a side.
    pub(crate) fn octagons_of(&self, side: Side) -> u64 {
        self.octagons[self.view(side)]
    }

    /// Returns the destinations of steps, leaps and jumps of the side to move, by direction. Does not check
    /// whether the game is over.
    #[inline]
    fn reach(&self) -> [[u64; 4]; 3] {
        let [own, enemy] = self.pins;
        let empty = PINS & !(own | enemy);
        let beside = |way: u32| own.rotate_left(way) & empty;
        let behind = |way: u32| (own.rotate_left(way) & enemy).rotate_left(way) & empty;
        [by_way(STEPS, beside), by_way(LEAPS, beside), by_way(STEPS, behind)]
    }
}

impl chautari_game::Position for Position {
    type Move = Move;
    type Refusal = Refusal;
    type Recurrence = Position;

    fn turn(&self) -> Side {
        self.turn
    }

    fn each_move<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.connected.is_some() {
            return ControlFlow::Continue(());
        }
        each_way([STEPS, LEAPS, JUMPS].as_flattened(), self.reach().as_flattened(), visit)
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.connected.is_some() {
            return 0;
        }
        self.reach().as_flattened().iter().map(|set| u64::from(set.count_ones())).sum()
    }

    fn check(&self, m: Move) -> Result<(), Refusal> {
        if let Some(outcome) = self.outcome() {
            return Err(Refusal::Over(outcome));
        }
        let Move { from, to } = m;
        match self.pin(from) {
            None => return Err(Refusal::NothingThere { from }),
            Some(owner) if owner != self.turn => return Err(Refusal::NotYours { from, owner }),
            Some(_) if from == to => return Err(Refusal::StandsStill { from }),
            Some(_) => {}
        }
        if self.pin(to).is_some() {
            return Err(Refusal::Occupied { to });
        }
        match (from.row().abs_diff(to.row()), from.column().abs_diff(to.column())) {
            (0 | 1, 0 | 1) => Ok(()),
            (0, 2) | (2, 0) => self.check_jump(from.midpoint(to)),
            (2, 2) => Err(Refusal::DiagonalJump { from, to }),
            _ => Err(Refusal::TooFar { from, to }),
        }
    }

    #[inline]
    fn apply(&mut self, m: Move) {
        let [own, enemy] = self.pins;
        let [ours, theirs] = self.octagons;
        let turned = m.crossed() & !(ours | BASES[0] | BASES[1]);
        self.pins = [enemy & !m.jumped(), own ^ (m.from.bit() | m.to.bit())];
        self.octagons = [theirs & !turned, ours | turned];
        if turned != 0 && chain::completes(ours | turned, turned, BASES[self.turn.index()]) {
            self.connected = Some(self.turn);
        }
        self.turn = self.turn.other();
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if let Some(side) = self.connected {
            return Some(Outcome::win(side, CONNECTED));
        }
        let reached = self.reach().as_flattened().iter().fold(0, |all, set| all | set);
        (reached == 0).then_some(Outcome::draw(BLOCKED))
    }

    #[inline]
    fn key(&self) -> Key {
        // Each constant has bits outside the board, so that no state makes a factor of the first two products
        // zero.
        let turn = (self.turn.index() as u64) << 63;
        let pins = fold(self.pins[0] ^ 0x9e37_79b9_7f4a_7c15 ^ turn, self.pins[1] ^ 0xbf58_476d_1ce4_e5b9);
        let octagons =
            fold(self.octagons[0] ^ 0x94d0_49bb_1331_11eb, self.octagons[1] ^ 0xd6e8_feb8_6659_fd93);
        Key(fold(pins ^ 0xa076_1d64_78bd_642f, octagons ^ 0xe703_7ed1_a0b4_28db))
    }

    fn recurrence(&self) -> Option<Position> {
        Some(*self)
    }

    fn every_move() -> impl Iterator<Item = Move> {
        Pin::all().flat_map(|from| Pin::all().map(move |to| Move { from, to }))
    }

    const SYMMETRIES: usize = SYMMETRIES;

    fn image(&self, symmetry: usize) -> Position {
        let side = |side| board::side_image(side, symmetry);
        Position {
            pins: self.pins.map(|set| pins_image(set, symmetry)),
            octagons: self.octagons.map(|set| octagons_image(set, symmetry)),
            turn: side(self.turn),
            connected: self.connected.map(side),
        }
    }

    fn move_image(m: Move, symmetry: usize) -> Move {
        Move { from: m.from.image(symmetry), to: m.to.image(symmetry) }
    }

    fn side_image(side: Side, symmetry: usize) -> Side {
        board::side_image(side, symmetry)
    }
}

/// Visits the moves in each of these directions to these destinations.
#[inline]
fn each_way<B>(
    ways: &[u32],
    places: &[u64],
    mut visit: impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for (&way, &set) in ways.iter().zip(places) {
        for to in pins(set) {
            visit(Move { from: to.before(way), to })?;
        }
    }
    ControlFlow::Continue(())
}

/// Applies a function to four directions. Written out so that every rotation is by a compile-time constant;
/// the library's `map` stays a loop.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call a way costs more than all there is to do for it")]
fn by_way([one, two, three, four]: [u32; 4], of: impl Fn(u32) -> u64) -> [u64; 4] {
    [of(one), of(two), of(three), of(four)]
}

/// Returns the XOR of the two halves of a product.
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

impl Position {
    /// Visits the leaps, whether or not the game is over.
    pub(crate) fn each_leap<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let [_, leaps, _] = self.reach();
        each_way(&LEAPS, &leaps, visit)
    }

    /// Visits the jumps, whether or not the game is over.
    pub(crate) fn each_jump<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let [_, _, jumps] = self.reach();
        each_way(&JUMPS, &jumps, visit)
    }

    fn check_jump(&self, over: Pin) -> Result<(), Refusal> {
        match self.pin(over) {
            None => Err(Refusal::NothingToJump { over }),
            Some(owner) if owner == self.turn => Err(Refusal::OwnPin { over }),
            Some(_) => Ok(()),
        }
    }
}
