//! Setups: positions as written down, and their validation.

use chautari_game::{Arrangement, Explain, Moment, Position as _, Side};

use crate::board::points;
use crate::position::{GOAT_SIDE, TIGER_SIDE};
use crate::scene::CAPTURED;
use crate::{Baghchal, GOATS, Move, Point, Position};

/// A position as written down, possible or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The points of the tigers as a set, point `n` as bit `n`.
    pub tigers: u32,
    /// The points of the goats as a set.
    pub goats: u32,
    /// The side to move.
    pub turn: Side,
    /// The number of captured goats.
    pub captured: u32,
    /// The number of goats in hand, if given.
    pub in_hand: Option<u32>,
    /// The last move, if one is given.
    pub last: Option<Move>,
    /// The move number, if one is given.
    pub number: Option<Number>,
}

/// A move number as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// `#g3`: the third move of the goats was the last move.
    Own {
        /// The side that made the last move.
        side: Side,
        /// The number of its last move.
        count: u32,
    },
    /// `5`: five plies have been played.
    Plies(u32),
}

impl Number {
    /// The number of plies played, and the side to move then.
    fn plies(self) -> Option<(u32, Side)> {
        let plies = match self {
            Number::Plies(plies) => plies,
            Number::Own { side: GOAT_SIDE, count } => count.checked_mul(2)?.checked_sub(1)?,
            Number::Own { side: TIGER_SIDE, count } => count.checked_mul(2).filter(|&plies| plies > 0)?,
        };
        Some((plies, if plies % 2 == 0 { GOAT_SIDE } else { TIGER_SIDE }))
    }
}

impl From<&Arrangement> for Setup {
    fn from(board: &Arrangement) -> Setup {
        let set = |side| board.points(side).fold(0, |set, at| set | 1 << at);
        Setup {
            tigers: set(TIGER_SIDE),
            goats: set(GOAT_SIDE),
            turn: board.turn,
            captured: board.count(TIGER_SIDE, CAPTURED),
            in_hand: None,
            last: None,
            number: None,
        }
    }
}

impl Setup {
    /// Returns the position, or all reasons why it is impossible.
    pub fn vet(&self, rules: Baghchal) -> Result<Moment<Position>, Vec<SetupRefusal>> {
        let mut reasons = Vec::new();
        self.vet_counts(rules, &mut reasons);
        let in_hand = u32::from(GOATS).checked_sub(self.goats.count_ones() + self.captured.min(99));
        let plies = match in_hand {
            None => None,
            Some(in_hand) => self.vet_number(in_hand, &mut reasons),
        };
        if let Some(last) = self.last {
            self.vet_last(last, in_hand, plies, &mut reasons);
        }
        if !reasons.is_empty() {
            return Err(reasons);
        }
        let position = Position {
            tigers: self.tigers,
            goats: self.goats,
            captured: self.captured as u8,
            turn: self.turn,
            rules,
        };
        match self.last.map(|last| vet_before(&position, last)) {
            Some(Err(reason)) => Err(vec![reason]),
            _ => Ok(Moment { position, last: self.last, plies }),
        }
    }

    fn vet_counts(&self, rules: Baghchal, reasons: &mut Vec<SetupRefusal>) {
        if self.tigers.count_ones() != 4 {
            reasons.push(SetupRefusal::TigerCount { tigers: points(self.tigers).collect() });
        }
        let to_win = rules.captures_to_win();
        if self.captured > to_win.into() {
            reasons.push(SetupRefusal::TooManyCaptured { captured: self.captured, to_win });
        }
        let on_board = self.goats.count_ones();
        match u32::from(GOATS).checked_sub(on_board.saturating_add(self.captured)) {
            None => reasons.push(SetupRefusal::TooManyGoats { on_board, captured: self.captured }),
            Some(counted) => match self.in_hand {
                Some(said) if said != counted => {
                    reasons.push(SetupRefusal::HandMismatch { said, counted });
                }
                _ => {}
            },
        }
    }

    /// Checks the move number; returns the number of plies played, if it can be determined.
    fn vet_number(&self, in_hand: u32, reasons: &mut Vec<SetupRefusal>) -> Option<u32> {
        let placed = u32::from(GOATS) - in_hand;
        // Each turn of the goats places one, and no turn is skipped.
        let Some(least) = (2 * placed).checked_sub(u32::from(self.turn == TIGER_SIDE)) else {
            reasons.push(SetupRefusal::TigersFirst);
            return None;
        };
        let known = (in_hand > 0).then_some(least);
        let Some(number) = self.number else { return known };
        let Some((plies, turn)) = number.plies() else {
            reasons.push(SetupRefusal::NumberPlacement { placed });
            return known;
        };
        if turn != self.turn {
            reasons.push(SetupRefusal::NumberTurn { turn: self.turn });
        } else if plies < least || known.is_some_and(|known| known != plies) {
            reasons.push(SetupRefusal::NumberPlacement { placed });
        }
        Some(plies)
    }

    /// Checks that the last move is possible for the other side and its piece is there.
    fn vet_last(
        &self,
        last: Move,
        in_hand: Option<u32>,
        plies: Option<u32>,
        reasons: &mut Vec<SetupRefusal>,
    ) {
        let mover = self.turn.other();
        let placing_plies = 2 * u32::from(GOATS) - 1;
        if in_hand == Some(GOATS.into()) {
            reasons.push(SetupRefusal::LastBeforeStart);
            return;
        }
        match last {
            Move::Place { at } => {
                if mover == TIGER_SIDE {
                    reasons.push(SetupRefusal::LastWrongSide { mover });
                } else {
                    vet_arrival(at, self.goats, reasons);
                    if plies.is_some_and(|plies| plies > placing_plies) {
                        reasons.push(SetupRefusal::LastWrongPhase { placing: false });
                    }
                }
            }
            Move::Step { from, to } => {
                let own = if mover == GOAT_SIDE { self.goats } else { self.tigers };
                self.vet_departure(from, reasons);
                vet_arrival(to, own, reasons);
                let still_placing = in_hand.is_some_and(|n| n > 0) || plies == Some(placing_plies);
                if mover == GOAT_SIDE && still_placing {
                    reasons.push(SetupRefusal::LastWrongPhase { placing: true });
                }
                if !from.joins(to) {
                    reasons.push(SetupRefusal::LastNoLine { from, to });
                }
            }
            Move::Leap { from, over, to } => {
                if mover == GOAT_SIDE {
                    reasons.push(SetupRefusal::LastWrongSide { mover });
                    return;
                }
                self.vet_departure(from, reasons);
                vet_arrival(to, self.tigers, reasons);
                if self.captured == 0 {
                    reasons.push(SetupRefusal::LastNothingCaptured);
                }
                match from.midpoint(to) {
                    None => reasons.push(SetupRefusal::LastNoLine { from, to }),
                    Some(midpoint) if midpoint != over => {
                        reasons.push(SetupRefusal::LastWrongMidpoint { over, midpoint });
                    }
                    Some(_) => self.vet_departure(over, reasons),
                }
            }
        }
    }

    /// Checks that the start of the last move is empty.
    fn vet_departure(&self, from: Point, reasons: &mut Vec<SetupRefusal>) {
        if (self.tigers | self.goats) & from.bit() != 0 {
            reasons.push(SetupRefusal::LastStillThere { from });
        }
    }
}

/// Checks that the piece of the last move is at its destination.
fn vet_arrival(at: Point, own: u32, reasons: &mut Vec<SetupRefusal>) {
    if own & at.bit() == 0 {
        reasons.push(SetupRefusal::LastNotThere { at });
    }
}

/// Checks that the last move was legal in the position before it.
fn vet_before(position: &Position, last: Move) -> Result<(), SetupRefusal> {
    let mut before = *position;
    before.turn = position.turn.other();
    match last {
        Move::Place { at } => before.goats ^= at.bit(),
        Move::Step { from, to } if before.turn == GOAT_SIDE => before.goats ^= from.bit() | to.bit(),
        Move::Step { from, to } => before.tigers ^= from.bit() | to.bit(),
        Move::Leap { from, over, to } => {
            before.tigers ^= from.bit() | to.bit();
            before.goats ^= over.bit();
            before.captured -= 1;
        }
    }
    before
        .check(last)
        .map_err(|refusal| SetupRefusal::LastIllegal { why: refusal.text(), points: refusal.points() })
}

/// Why a setup is not a valid position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupRefusal {
    /// There are not four tigers.
    TigerCount {
        /// The points of the tigers.
        tigers: Vec<Point>,
    },
    /// More goats are captured than needed to win.
    TooManyCaptured {
        /// The number of captured goats.
        captured: u32,
        /// The number of captures that win.
        to_win: u8,
    },
    /// There are more than twenty goats.
    TooManyGoats {
        /// The number of goats on the board.
        on_board: u32,
        /// The number of captured goats.
        captured: u32,
    },
    /// The given number of goats in hand is wrong.
    HandMismatch {
        /// The given number.
        said: u32,
        /// The number that remains of twenty.
        counted: u32,
    },
    /// The tigers are to move, and no goat has been placed.
    TigersFirst,
    /// The move number implies that the other side is to move.
    NumberTurn {
        /// The given side to move.
        turn: Side,
    },
    /// The move number contradicts the number of goats placed.
    NumberPlacement {
        /// The number of goats placed so far.
        placed: u32,
    },
    /// A last move is given at the start of the game.
    LastBeforeStart,
    /// The last move belongs to the wrong side.
    LastWrongSide {
        /// The side that must have made it.
        mover: Side,
    },
    /// The last move places a goat with none in hand, or moves one while goats are in hand.
    LastWrongPhase {
        /// Whether goats were still being placed.
        placing: bool,
    },
    /// The piece that moved last is not at its destination.
    LastNotThere {
        /// The destination of the move.
        at: Point,
    },
    /// The start of the last move is occupied.
    LastStillThere {
        /// The start of the move.
        from: Point,
    },
    /// The last move did not follow a line.
    LastNoLine {
        /// The start of the move.
        from: Point,
        /// The destination of the move.
        to: Point,
    },
    /// The last move captured a goat that was not between its end points.
    LastWrongMidpoint {
        /// The point named.
        over: Point,
        /// The point leapt over.
        midpoint: Point,
    },
    /// The last move captured, but no goat is captured.
    LastNothingCaptured,
    /// The last move was not legal in the position before it.
    LastIllegal {
        /// The reason, as a sentence.
        why: String,
        /// The points concerned.
        points: Vec<u16>,
    },
}

impl Explain for SetupRefusal {
    fn code(&self) -> &'static str {
        match self {
            SetupRefusal::TigerCount { .. } => "tiger-count",
            SetupRefusal::TooManyCaptured { .. } => "too-many-captured",
            SetupRefusal::TooManyGoats { .. } => "too-many-goats",
            SetupRefusal::HandMismatch { .. } => "hand-mismatch",
            SetupRefusal::TigersFirst => "tigers-first",
            SetupRefusal::NumberTurn { .. } => "number-turn",
            SetupRefusal::NumberPlacement { .. } => "number-placement",
            SetupRefusal::LastBeforeStart => "last-before-start",
            SetupRefusal::LastWrongSide { .. } => "last-wrong-side",
            SetupRefusal::LastWrongPhase { .. } => "last-wrong-phase",
            SetupRefusal::LastNotThere { .. } => "last-not-there",
            SetupRefusal::LastStillThere { .. } => "last-still-there",
            SetupRefusal::LastNoLine { .. } => "last-no-line",
            SetupRefusal::LastWrongMidpoint { .. } => "last-wrong-midpoint",
            SetupRefusal::LastNothingCaptured => "last-nothing-captured",
            SetupRefusal::LastIllegal { .. } => "last-illegal",
        }
    }

    fn text(&self) -> String {
        let name = |side: &Side| if *side == GOAT_SIDE { "goats" } else { "tigers" };
        match self {
            SetupRefusal::TigerCount { tigers } => {
                format!("There are four tigers, not {}.", tigers.len())
            }
            SetupRefusal::TooManyCaptured { captured, to_win } => {
                format!("The game ends when {to_win} goats are captured; {captured} cannot be.")
            }
            SetupRefusal::TooManyGoats { on_board, captured } => {
                format!(
                    "There are twenty goats; {on_board} on the board and {captured} captured are too many."
                )
            }
            SetupRefusal::HandMismatch { said, counted } => {
                format!("{counted} goats are left in hand, not {said}.")
            }
            SetupRefusal::TigersFirst => {
                "The goats move first, so the tigers cannot be to move before a goat is placed.".to_owned()
            }
            SetupRefusal::NumberTurn { turn } => {
                format!(
                    "By its number the last move was made by the {0}, who are also said to move now.",
                    name(turn)
                )
            }
            SetupRefusal::NumberPlacement { placed } => {
                format!("The move number does not go with {placed} goats placed.")
            }
            SetupRefusal::LastBeforeStart => "No goat has been placed, so there is no last move.".to_owned(),
            SetupRefusal::LastWrongSide { mover } if *mover == GOAT_SIDE => {
                "The last move was the goats', and goats do not leap.".to_owned()
            }
            SetupRefusal::LastWrongSide { .. } => {
                "The last move was the tigers', and tigers are not placed.".to_owned()
            }
            SetupRefusal::LastWrongPhase { placing: true } => {
                "Goats were still being placed, so the last move cannot have moved one.".to_owned()
            }
            SetupRefusal::LastWrongPhase { placing: false } => {
                "All goats were placed before the last move, so it cannot have placed one.".to_owned()
            }
            SetupRefusal::LastNotThere { at } => {
                format!("The last move ended on {at}, but its piece is not there.")
            }
            SetupRefusal::LastStillThere { from } => {
                format!("The last move left {from} empty, but something stands there.")
            }
            SetupRefusal::LastNoLine { from, to } => {
                format!("The last move cannot have gone from {from} to {to}: no line leads there.")
            }
            SetupRefusal::LastWrongMidpoint { over, midpoint } => {
                format!("The last move leapt over {midpoint}, not over {over}.")
            }
            SetupRefusal::LastNothingCaptured => {
                "The last move captured a goat, but none is captured.".to_owned()
            }
            SetupRefusal::LastIllegal { why, .. } => {
                format!("The last move was not legal when it was made. {why}")
            }
        }
    }

    fn points(&self) -> Vec<u16> {
        let points = match self {
            SetupRefusal::TigerCount { tigers } => tigers.clone(),
            SetupRefusal::LastNotThere { at } | SetupRefusal::LastStillThere { from: at } => vec![*at],
            SetupRefusal::LastNoLine { from, to } => vec![*from, *to],
            SetupRefusal::LastWrongMidpoint { over, midpoint } => vec![*over, *midpoint],
            SetupRefusal::LastIllegal { points, .. } => return points.clone(),
            _ => Vec::new(),
        };
        points.into_iter().map(|point| point.number().into()).collect()
    }
}
