//! The clocks of the two sides.

use std::time::Duration;

use chautari_game::Side;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The longest a side may be given, in all or for one move.
const MOST_MS: u64 = 30 * 24 * 60 * 60 * 1000;

/// A moment, in milliseconds on a clock that never goes back. Where it began to count is nobody's
/// business: ticks are only compared within one run of one program, and never stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tick(pub u64);

impl Tick {
    /// How long ago `earlier` was.
    pub fn since(self, earlier: Tick) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// How much time the sides have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged, try_from = "Told")]
pub enum Control {
    /// So much for the whole game, and more after every turn.
    Game {
        /// What each side begins with.
        initial_ms: u64,
        /// What a side gains by each of its turns.
        #[serde(default)]
        increment_ms: u64,
        /// How long a side thinks in each of its turns before its clock runs.
        #[serde(default, skip_serializing_if = "is_zero")]
        delay_ms: u64,
    },
    /// So much for every turn; what is saved is lost.
    Move {
        /// What a side has for each of its turns.
        per_move_ms: u64,
    },
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// A control as it is told: one or the other.
#[allow(clippy::struct_field_names, reason = "the names on the wire say their unit")]
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Told {
    #[serde(default)]
    initial_ms: Option<u64>,
    #[serde(default)]
    increment_ms: Option<u64>,
    #[serde(default)]
    delay_ms: Option<u64>,
    #[serde(default)]
    per_move_ms: Option<u64>,
}

impl TryFrom<Told> for Control {
    type Error = &'static str;

    fn try_from(told: Told) -> Result<Control, &'static str> {
        match told {
            Told { initial_ms: Some(initial_ms), increment_ms, delay_ms, per_move_ms: None } => {
                let (increment_ms, delay_ms) = (increment_ms.unwrap_or(0), delay_ms.unwrap_or(0));
                Ok(Control::Game { initial_ms, increment_ms, delay_ms })
            }
            Told { initial_ms: None, increment_ms: None, delay_ms: None, per_move_ms: Some(per_move_ms) } => {
                Ok(Control::Move { per_move_ms })
            }
            _ => Err("A clock has `initial_ms` and perhaps `increment_ms` and `delay_ms`, or `per_move_ms`."),
        }
    }
}

/// A time control that nobody can play by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadControl {
    /// There is no time to think.
    #[error("A side needs at least one millisecond to move.")]
    TooShort,
    /// The game would never end.
    #[error("A side may have at most 30 days.")]
    TooLong,
}

impl Control {
    /// What a side begins with.
    pub const fn initial(self) -> u64 {
        match self {
            Control::Game { initial_ms, .. } => initial_ms,
            Control::Move { per_move_ms } => per_move_ms,
        }
    }

    /// Whether somebody who has so long is not expected to sit there: an hour for a move, a day for the game.
    pub const fn is_leisurely(self) -> bool {
        const HOUR_MS: u64 = 3_600_000;
        match self {
            Control::Move { per_move_ms } => per_move_ms >= HOUR_MS,
            Control::Game { initial_ms, .. } => initial_ms >= 24 * HOUR_MS,
        }
    }

    /// What a turn brings: a clock that waits before it runs gives as much as one that is wound up after a move.
    pub const fn gain(self) -> Duration {
        match self {
            Control::Game { increment_ms, delay_ms, .. } => {
                Duration::from_millis(increment_ms.saturating_add(delay_ms))
            }
            Control::Move { .. } => Duration::ZERO,
        }
    }

    /// How long a side thinks in each turn before its clock runs.
    const fn delay(self) -> u64 {
        match self {
            Control::Game { delay_ms, .. } => delay_ms,
            Control::Move { .. } => 0,
        }
    }

    /// What a side has after a turn that it ended with so much left.
    const fn after_turn(self, left: u64) -> u64 {
        match self {
            Control::Game { increment_ms, .. } => left.saturating_add(increment_ms),
            Control::Move { per_move_ms } => per_move_ms,
        }
    }

    /// One can play by it, or why not.
    pub fn vet(self) -> Result<Control, BadControl> {
        let most = match self {
            Control::Game { initial_ms, increment_ms, delay_ms } => {
                initial_ms.max(increment_ms).max(delay_ms)
            }
            Control::Move { per_move_ms } => per_move_ms,
        };
        match () {
            () if self.initial() == 0 => Err(BadControl::TooShort),
            () if most > MOST_MS => Err(BadControl::TooLong),
            () => Ok(self),
        }
    }
}

/// What both sides have left at some moment, in milliseconds, in the order of [`Side::ALL`].
///
/// Events carry this, so that a program that starts anew knows how the clocks stood without having
/// measured anything: what passed in between costs nobody time.
pub type Left = [u64; 2];

/// Whether a turn has begun, or the one before goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    New,
    Same,
}

/// Two clocks, of which at most one runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clocks {
    pub(super) control: Control,
    /// As they stood when one of them began to run, or both stopped.
    pub(super) left: Left,
    pub(super) running: Option<Side>,
    /// Since when.
    pub(super) since: Tick,
    /// How much of the delay of this turn was left then.
    delay: u64,
}

impl Clocks {
    pub(super) fn new(control: Control, now: Tick) -> Clocks {
        let left = [control.initial(); 2];
        Clocks { control, left, running: None, since: now, delay: control.delay() }
    }

    /// What is left now.
    pub(super) fn left(&self, now: Tick) -> Left {
        let mut left = self.left;
        if let Some(side) = self.running {
            let thought = now.since(self.since).saturating_sub(self.delay);
            left[side.index()] = left[side.index()].saturating_sub(thought);
        }
        left
    }

    /// What is left once the side whose clock runs has moved and `next` is to move. Only the end of a turn is
    /// rewarded: a side that decides twice in a row, such as a move and a ban, has one turn.
    pub(super) fn left_after_move(&self, side: Side, next: Option<Side>, now: Tick) -> Left {
        let mut left = self.left(now);
        if next != Some(side) {
            left[side.index()] = self.control.after_turn(left[side.index()]);
        }
        left
    }

    /// What is left once a move has been taken back. Time spent stays spent; a move begun anew has its
    /// time anew.
    pub(super) fn left_after_takeback(&self, now: Tick) -> Left {
        match self.control {
            Control::Game { .. } => self.left(now),
            Control::Move { per_move_ms } => [per_move_ms; 2],
        }
    }

    /// Both as given, one of them running from now on. A turn that goes on, whatever was offered or decided in it, has
    /// no more of its delay than it had.
    pub(super) fn set(&mut self, left: Left, running: Option<Side>, turn: Turn, now: Tick) {
        let delay = match turn {
            Turn::New => self.control.delay(),
            Turn::Same if self.running.is_some() => self.delay.saturating_sub(now.since(self.since)),
            Turn::Same => self.delay,
        };
        *self = Clocks { control: self.control, left, running, since: now, delay };
    }

    /// When the running clock has nothing left, and whose it is.
    pub(super) fn deadline(&self) -> Option<(Tick, Side)> {
        let side = self.running?;
        let left = self.left[side.index()].saturating_add(self.delay);
        Some((Tick(self.since.0.saturating_add(left)), side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_and_vetted() {
        let read = |text: &str| serde_json::from_str::<Control>(text).unwrap();
        let game = read(r#"{"initial_ms":60000,"increment_ms":1000}"#);
        assert_eq!(game, Control::Game { initial_ms: 60_000, increment_ms: 1000, delay_ms: 0 });
        assert_eq!(
            read(r#"{"initial_ms":5}"#),
            Control::Game { initial_ms: 5, increment_ms: 0, delay_ms: 0 }
        );
        let delayed = Control::Game { initial_ms: 5, increment_ms: 0, delay_ms: 3 };
        assert_eq!(read(r#"{"initial_ms":5,"delay_ms":3}"#), delayed);
        assert_eq!(serde_json::to_string(&game).unwrap(), r#"{"initial_ms":60000,"increment_ms":1000}"#);
        let each = read(r#"{"per_move_ms":7}"#);
        assert_eq!((each, each.vet()), (Control::Move { per_move_ms: 7 }, Ok(each)));
        assert!(serde_json::from_str::<Control>(r#"{"per_move_ms":7,"increment_ms":1}"#).is_err());
        assert_eq!(Control::Move { per_move_ms: 0 }.vet(), Err(BadControl::TooShort));
        let endless = Control::Game { initial_ms: 1, increment_ms: u64::MAX, delay_ms: 0 };
        assert_eq!(endless.vet(), Err(BadControl::TooLong));
    }

    #[test]
    fn only_the_running_clock_runs() {
        let mut clocks =
            Clocks::new(Control::Game { initial_ms: 100, increment_ms: 5, delay_ms: 0 }, Tick(1000));
        assert_eq!((clocks.left(Tick(5000)), clocks.deadline()), ([100, 100], None));
        clocks.set([100, 80], Some(Side::Two), Turn::New, Tick(2000));
        assert_eq!(clocks.left(Tick(2030)), [100, 50]);
        assert_eq!(clocks.left(Tick(9999)), [100, 0]);
        assert_eq!(clocks.left_after_move(Side::Two, Some(Side::One), Tick(2030)), [100, 55]);
        assert_eq!(clocks.left_after_move(Side::Two, None, Tick(2030)), [100, 55]);
        assert_eq!(
            clocks.left_after_move(Side::Two, Some(Side::Two), Tick(2030)),
            [100, 50],
            "the turn goes on"
        );
        assert_eq!(clocks.deadline(), Some((Tick(2080), Side::Two)));
        assert_eq!(clocks.left(Tick(1)), [100, 80], "a tick from before counts as none");
    }

    #[test]
    fn a_delayed_clock_waits_before_it_runs() {
        let mut clocks =
            Clocks::new(Control::Game { initial_ms: 100, increment_ms: 0, delay_ms: 30 }, Tick(0));
        clocks.set([100, 100], Some(Side::One), Turn::New, Tick(1000));
        assert_eq!(clocks.left(Tick(1029)), [100, 100]);
        assert_eq!(clocks.left(Tick(1040)), [90, 100]);
        assert_eq!(clocks.left_after_move(Side::One, Some(Side::Two), Tick(1020)), [100, 100]);
        assert_eq!(clocks.deadline(), Some((Tick(1130), Side::One)));
    }

    #[test]
    fn time_for_a_move_is_whole_again_after_it() {
        let mut clocks = Clocks::new(Control::Move { per_move_ms: 100 }, Tick(0));
        clocks.set([100, 100], Some(Side::One), Turn::New, Tick(0));
        assert_eq!(clocks.left_after_move(Side::One, Some(Side::Two), Tick(70)), [100, 100]);
        assert_eq!(clocks.left_after_move(Side::One, Some(Side::One), Tick(70)), [30, 100]);
    }
}
