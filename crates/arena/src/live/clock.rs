//! Chess clocks: time controls, which may differ between the sides, and the remaining time.

use std::collections::BTreeMap;
use std::time::Duration;

use chautari_game::{Info, Side};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The longest time a side may have, for the game or for a move.
const MAX_MS: u64 = 30 * 24 * 60 * 60 * 1000;

/// A time in milliseconds on a monotonic clock. Its origin is arbitrary: ticks are compared only within one run of the
/// program, and never stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tick(pub u64);

impl Tick {
    /// Returns the milliseconds since `earlier`, or 0 if that is later.
    pub fn since(self, earlier: Tick) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// The time control of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Control))]
#[serde(untagged, try_from = "RawTimeControl")]
pub enum TimeControl {
    /// Time for the whole game, with an increment after every turn or a delay in every turn.
    Game {
        /// The time at the beginning, in milliseconds.
        initial_ms: u64,
        /// The time added after each turn, in milliseconds.
        #[serde(default)]
        increment_ms: u64,
        /// The time in each turn before the clock starts to run, in milliseconds.
        #[serde(default, skip_serializing_if = "is_zero")]
        delay_ms: u64,
    },
    /// A fixed time for every turn. Unused time is lost.
    Move {
        /// The time for each turn, in milliseconds.
        per_move_ms: u64,
    },
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde requires")]
fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// The serialised form of a [`TimeControl`], before it is known which of the two it is.
#[allow(clippy::struct_field_names, reason = "the names on the wire include the unit")]
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTimeControl {
    #[serde(default)]
    initial_ms: Option<u64>,
    #[serde(default)]
    increment_ms: Option<u64>,
    #[serde(default)]
    delay_ms: Option<u64>,
    #[serde(default)]
    per_move_ms: Option<u64>,
}

impl TryFrom<RawTimeControl> for TimeControl {
    type Error = &'static str;

    fn try_from(raw: RawTimeControl) -> Result<TimeControl, &'static str> {
        match raw {
            RawTimeControl { initial_ms: Some(initial_ms), increment_ms, delay_ms, per_move_ms: None } => {
                let (increment_ms, delay_ms) = (increment_ms.unwrap_or(0), delay_ms.unwrap_or(0));
                Ok(TimeControl::Game { initial_ms, increment_ms, delay_ms })
            }
            RawTimeControl {
                initial_ms: None,
                increment_ms: None,
                delay_ms: None,
                per_move_ms: Some(per_move_ms),
            } => Ok(TimeControl::Move { per_move_ms }),
            _ => Err("A clock has `initial_ms` and perhaps `increment_ms` and `delay_ms`, or `per_move_ms`."),
        }
    }
}

/// Why a time control is not valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InvalidTimeControl {
    /// There is no time to move.
    #[error("A side needs at least one millisecond to move.")]
    TooShort,
    /// The game could go on practically forever.
    #[error("A side may have at most 30 days.")]
    TooLong,
}

impl TimeControl {
    /// The time at the beginning, in milliseconds.
    pub const fn initial(self) -> u64 {
        match self {
            TimeControl::Game { initial_ms, .. } => initial_ms,
            TimeControl::Move { per_move_ms } => per_move_ms,
        }
    }

    /// Whether a player with this much time is not expected to stay online: an hour per move, or a day per game.
    pub const fn is_correspondence(self) -> bool {
        const HOUR_MS: u64 = 3_600_000;
        match self {
            TimeControl::Move { per_move_ms } => per_move_ms >= HOUR_MS,
            TimeControl::Game { initial_ms, .. } => initial_ms >= 24 * HOUR_MS,
        }
    }

    /// The time gained per turn. A delay counts like an increment.
    pub const fn gain(self) -> Duration {
        match self {
            TimeControl::Game { increment_ms, delay_ms, .. } => {
                Duration::from_millis(increment_ms.saturating_add(delay_ms))
            }
            TimeControl::Move { .. } => Duration::ZERO,
        }
    }

    /// The time in each turn before the clock starts to run.
    const fn delay(self) -> u64 {
        match self {
            TimeControl::Game { delay_ms, .. } => delay_ms,
            TimeControl::Move { .. } => 0,
        }
    }

    /// The time left after a turn that ended with `left`.
    const fn after_turn(self, left: u64) -> u64 {
        match self {
            TimeControl::Game { increment_ms, .. } => left.saturating_add(increment_ms),
            TimeControl::Move { per_move_ms } => per_move_ms,
        }
    }

    /// The time left after moves were taken back. Time spent in a game stays spent; a move starts again with its full
    /// time.
    const fn after_takeback(self, left: u64) -> u64 {
        match self {
            TimeControl::Game { .. } => left,
            TimeControl::Move { per_move_ms } => per_move_ms,
        }
    }

    /// Validates the time control.
    pub fn vet(self) -> Result<TimeControl, InvalidTimeControl> {
        let longest = match self {
            TimeControl::Game { initial_ms, increment_ms, delay_ms } => {
                initial_ms.max(increment_ms).max(delay_ms)
            }
            TimeControl::Move { per_move_ms } => per_move_ms,
        };
        match () {
            () if self.initial() == 0 => Err(InvalidTimeControl::TooShort),
            () if longest > MAX_MS => Err(InvalidTimeControl::TooLong),
            () => Ok(self),
        }
    }
}

/// The time controls of both sides. They differ in a game at time odds.
///
/// The serialised form is one [`TimeControl`] for both sides, or an array of two in the order of [`Side::ALL`]. The form
/// with the names of the sides, for an API, is [`NamedTimeControls`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "RawTimeControls", into = "RawTimeControls")]
pub struct TimeControls([TimeControl; 2]);

impl From<TimeControl> for TimeControls {
    fn from(control: TimeControl) -> TimeControls {
        TimeControls([control; 2])
    }
}

impl TimeControls {
    /// A time control per side, in the order of [`Side::ALL`].
    pub const fn new(sides: [TimeControl; 2]) -> TimeControls {
        TimeControls(sides)
    }

    /// Returns the time control of a side.
    pub const fn of(self, side: Side) -> TimeControl {
        self.0[side.index()]
    }

    /// Returns the time control of both sides; `None` if they differ.
    pub fn shared(self) -> Option<TimeControl> {
        (self.0[0] == self.0[1]).then_some(self.0[0])
    }

    /// Returns the time controls with sides exchanged, as in a rematch, so that each player keeps the same one.
    #[must_use]
    pub const fn exchanged(self) -> TimeControls {
        TimeControls([self.0[1], self.0[0]])
    }

    /// The time of both sides at the beginning.
    pub fn initial(self) -> RemainingTime {
        self.0.map(TimeControl::initial)
    }

    /// The longer of the times that the sides have at the beginning, in milliseconds.
    pub fn longest_initial(self) -> u64 {
        let [one, two] = self.initial();
        one.max(two)
    }

    /// Whether at least one side has enough time that the players are not expected to stay online.
    pub fn is_correspondence(self) -> bool {
        self.0.into_iter().any(TimeControl::is_correspondence)
    }

    /// Validates the time controls of both sides.
    pub fn vet(self) -> Result<TimeControls, InvalidTimeControl> {
        self.0.into_iter().try_for_each(|control| control.vet().map(drop))?;
        Ok(self)
    }
}

/// The serialised form of [`TimeControls`].
#[derive(Serialize, Deserialize)]
#[serde(untagged, expecting = "a time control, or an array of two, one per side")]
enum RawTimeControls {
    Same(TimeControl),
    PerSide([TimeControl; 2]),
}

impl From<TimeControls> for RawTimeControls {
    fn from(controls: TimeControls) -> RawTimeControls {
        controls.shared().map_or(RawTimeControls::PerSide(controls.0), RawTimeControls::Same)
    }
}

impl From<RawTimeControls> for TimeControls {
    fn from(raw: RawTimeControls) -> TimeControls {
        match raw {
            RawTimeControls::Same(control) => control.into(),
            RawTimeControls::PerSide(sides) => TimeControls(sides),
        }
    }
}

/// Time controls with the names of the sides, for an API: one time control for both sides, or one per side under its
/// name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TimeControls))]
#[serde(
    untagged,
    expecting = "A clock has `initial_ms` and perhaps `increment_ms` and `delay_ms`, or `per_move_ms`; or there is one \
                 such clock per side."
)]
pub enum NamedTimeControls {
    /// The time control of both sides.
    Same(TimeControl),
    /// The time control of each side, under its name.
    PerSide(BTreeMap<String, TimeControl>),
}

/// The names under [`NamedTimeControls::PerSide`] are not those of the two sides.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("A clock per side is needed for `{}` and `{}`.", .0[0], .0[1])]
pub struct WrongSides(pub [&'static str; 2]);

impl NamedTimeControls {
    /// Names the sides as the game does.
    pub fn new(info: &Info, controls: TimeControls) -> NamedTimeControls {
        match controls.shared() {
            Some(control) => NamedTimeControls::Same(control),
            None => NamedTimeControls::PerSide(
                Side::ALL.map(|side| (info.side(side).to_owned(), controls.of(side))).into(),
            ),
        }
    }

    /// Assigns the time controls to the sides of a game.
    pub fn resolve(&self, info: &Info) -> Result<TimeControls, WrongSides> {
        match self {
            NamedTimeControls::Same(control) => Ok((*control).into()),
            NamedTimeControls::PerSide(named) => match Side::ALL.map(|side| named.get(info.side(side))) {
                [Some(one), Some(two)] if named.len() == 2 => Ok(TimeControls([*one, *two])),
                _ => Err(WrongSides(Side::ALL.map(|side| info.side(side)))),
            },
        }
    }
}

/// The remaining time of both sides in milliseconds, in the order of [`Side::ALL`].
///
/// Events carry it, so that a restarted program knows the clocks without having measured anything: the time in between
/// counts for neither side.
pub type RemainingTime = [u64; 2];

/// Whether a turn has just begun, or continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    New,
    Same,
}

/// The clocks of both sides, of which at most one runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clocks {
    pub(super) controls: TimeControls,
    /// The remaining time when a clock last started or stopped.
    pub(super) left: RemainingTime,
    pub(super) running: Option<Side>,
    /// The time of that start or stop.
    pub(super) since: Tick,
    /// How much of this turn had passed then, which counts towards the delay.
    passed: u64,
}

impl Clocks {
    pub(super) fn new(controls: TimeControls, now: Tick) -> Clocks {
        Clocks { controls, left: controls.initial(), running: None, since: now, passed: 0 }
    }

    /// Returns the remaining time.
    pub(super) fn left(&self, now: Tick) -> RemainingTime {
        let mut left = self.left;
        if let Some(side) = self.running {
            let thought = now.since(self.since).saturating_sub(self.delay_left(side));
            left[side.index()] = left[side.index()].saturating_sub(thought);
        }
        left
    }

    /// How much of the delay was left when the clock started.
    fn delay_left(&self, side: Side) -> u64 {
        self.controls.of(side).delay().saturating_sub(self.passed)
    }

    /// Returns the remaining time after a move of the side whose clock runs; `next` is to move then. The increment is
    /// added only at the end of a turn: two decisions in a row, such as a move and a ban, are one turn.
    pub(super) fn left_after_move(&self, side: Side, next: Option<Side>, now: Tick) -> RemainingTime {
        let mut left = self.left(now);
        if next != Some(side) {
            left[side.index()] = self.controls.of(side).after_turn(left[side.index()]);
        }
        left
    }

    /// Returns the remaining time after moves were taken back.
    pub(super) fn left_after_takeback(&self, now: Tick) -> RemainingTime {
        let left = self.left(now);
        Side::ALL.map(|side| self.controls.of(side).after_takeback(left[side.index()]))
    }

    /// Sets the remaining time and starts one of the clocks. A turn that continues, after an offer or a decision within
    /// it, does not get its delay again.
    pub(super) fn set(&mut self, left: RemainingTime, running: Option<Side>, turn: Turn, now: Tick) {
        let passed = match turn {
            Turn::New => 0,
            Turn::Same if self.running.is_some() => self.passed.saturating_add(now.since(self.since)),
            Turn::Same => self.passed,
        };
        *self = Clocks { controls: self.controls, left, running, since: now, passed };
    }

    /// Returns when the running clock runs out, and whose it is.
    pub(super) fn deadline(&self) -> Option<(Tick, Side)> {
        let side = self.running?;
        let left = self.left[side.index()].saturating_add(self.delay_left(side));
        Some((Tick(self.since.0.saturating_add(left)), side))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const fn game(initial_ms: u64, increment_ms: u64, delay_ms: u64) -> TimeControl {
        TimeControl::Game { initial_ms, increment_ms, delay_ms }
    }

    fn read<T: for<'de> Deserialize<'de>>(text: &str) -> T {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn controls_are_read_and_validated() {
        let control: TimeControl = read(r#"{"initial_ms":60000,"increment_ms":1000}"#);
        assert_eq!(control, game(60_000, 1000, 0));
        assert_eq!(serde_json::to_string(&control).unwrap(), r#"{"initial_ms":60000,"increment_ms":1000}"#);
        assert_eq!(read::<TimeControl>(r#"{"initial_ms":5}"#), game(5, 0, 0));
        assert_eq!(read::<TimeControl>(r#"{"initial_ms":5,"delay_ms":3}"#), game(5, 0, 3));
        let each: TimeControl = read(r#"{"per_move_ms":7}"#);
        assert_eq!((each, each.vet()), (TimeControl::Move { per_move_ms: 7 }, Ok(each)));
        assert!(serde_json::from_str::<TimeControl>(r#"{"per_move_ms":7,"increment_ms":1}"#).is_err());
        assert_eq!(TimeControl::Move { per_move_ms: 0 }.vet(), Err(InvalidTimeControl::TooShort));
        assert_eq!(game(1, u64::MAX, 0).vet(), Err(InvalidTimeControl::TooLong));
    }

    #[test]
    fn single_control_is_read_for_both_sides() {
        let both: TimeControls = read(r#"{"initial_ms":60000,"increment_ms":1000}"#);
        assert_eq!(both, game(60_000, 1000, 0).into());
        assert_eq!(both.shared(), Some(game(60_000, 1000, 0)));
        assert_eq!(serde_json::to_string(&both).unwrap(), r#"{"initial_ms":60000,"increment_ms":1000}"#);
        let odds: TimeControls = read(r#"[{"initial_ms":60000},{"per_move_ms":5}]"#);
        assert_eq!(odds, TimeControls::new([game(60_000, 0, 0), TimeControl::Move { per_move_ms: 5 }]));
        assert_eq!((odds.shared(), odds.exchanged().exchanged()), (None, odds));
        assert_eq!(odds.exchanged().of(Side::One), odds.of(Side::Two));
        for wrong in
            ["[]", r#"[{"per_move_ms":5}]"#, r#"[{"per_move_ms":5},{"initial_ms":1},{"initial_ms":1}]"#, "5"]
        {
            assert!(serde_json::from_str::<TimeControls>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn unequal_controls_are_valid_if_both_are() {
        let (fine, empty) = (game(1000, 0, 0), game(0, 5, 0));
        assert!(TimeControls::new([fine, game(1, 0, 0)]).vet().is_ok());
        for sides in [[fine, empty], [empty, fine]] {
            assert_eq!(TimeControls::new(sides).vet(), Err(InvalidTimeControl::TooShort));
        }
        let days = TimeControl::Move { per_move_ms: 24 * 3_600_000 };
        assert!(TimeControls::new([fine, days]).is_correspondence());
        assert!(!TimeControls::from(fine).is_correspondence());
    }

    #[test]
    fn named_controls_resolve_to_the_sides_of_the_game() {
        let game_info = chautari_games::find("baghchal").unwrap();
        let info = game_info.info();
        let both: NamedTimeControls = read(r#"{"initial_ms":60000}"#);
        assert_eq!(both.resolve(info).unwrap(), game(60_000, 0, 0).into());
        let odds: NamedTimeControls = read(r#"{"tigers":{"initial_ms":1},"goats":{"per_move_ms":2}}"#);
        let controls = odds.resolve(info).unwrap();
        assert_eq!(controls, TimeControls::new([TimeControl::Move { per_move_ms: 2 }, game(1, 0, 0)]));
        assert_eq!(NamedTimeControls::new(info, controls), odds);
        for wrong in [
            "{}",
            r#"{"goats":{"initial_ms":1}}"#,
            r#"{"goats":{"initial_ms":1},"tigers":{"initial_ms":1},"lions":{"initial_ms":1}}"#,
        ] {
            let error = read::<NamedTimeControls>(wrong).resolve(info).unwrap_err();
            assert_eq!(error.to_string(), "A clock per side is needed for `goats` and `tigers`.");
        }
        for wrong in [r#"{"initial_ms":1,"goats":{"initial_ms":1}}"#, r#"{"per_move_ms":7,"increment_ms":1}"#]
        {
            let error = serde_json::from_str::<NamedTimeControls>(wrong).unwrap_err().to_string();
            assert!(error.contains("A clock has `initial_ms`"), "{error}");
        }
    }

    #[test]
    fn only_the_running_clock_runs() {
        let mut clocks = Clocks::new(game(100, 5, 0).into(), Tick(1000));
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
        assert_eq!(clocks.left(Tick(1)), [100, 80], "an earlier tick counts as no time");
    }

    #[test]
    fn delayed_clock_waits_before_it_runs() {
        let mut clocks = Clocks::new(game(100, 0, 30).into(), Tick(0));
        clocks.set([100, 100], Some(Side::One), Turn::New, Tick(1000));
        assert_eq!(clocks.left(Tick(1029)), [100, 100]);
        assert_eq!(clocks.left(Tick(1040)), [90, 100]);
        assert_eq!(clocks.left_after_move(Side::One, Some(Side::Two), Tick(1020)), [100, 100]);
        assert_eq!(clocks.deadline(), Some((Tick(1130), Side::One)));
    }

    #[test]
    fn time_per_move_is_full_again_after_a_move() {
        let mut clocks = Clocks::new(TimeControl::Move { per_move_ms: 100 }.into(), Tick(0));
        clocks.set([100, 100], Some(Side::One), Turn::New, Tick(0));
        assert_eq!(clocks.left_after_move(Side::One, Some(Side::Two), Tick(70)), [100, 100]);
        assert_eq!(clocks.left_after_move(Side::One, Some(Side::One), Tick(70)), [30, 100]);
    }

    #[test]
    fn each_side_has_its_own_increment_delay_and_time_per_move() {
        let odds = TimeControls::new([game(1000, 10, 0), game(200, 0, 50)]);
        let mut clocks = Clocks::new(odds, Tick(0));
        assert_eq!(clocks.left, [1000, 200]);
        clocks.set(clocks.left, Some(Side::One), Turn::New, Tick(0));
        let left = clocks.left_after_move(Side::One, Some(Side::Two), Tick(100));
        assert_eq!(left, [910, 200], "no delay, and an increment");
        clocks.set(left, Some(Side::Two), Turn::New, Tick(100));
        assert_eq!(clocks.deadline(), Some((Tick(350), Side::Two)));
        assert_eq!(clocks.left_after_move(Side::Two, Some(Side::One), Tick(160)), [910, 190], "a delay only");
        // A takeback restores the time per move of the side that has one, and spends the time of the other.
        let mixed = TimeControls::new([TimeControl::Move { per_move_ms: 60 }, game(200, 0, 0)]);
        let mut clocks = Clocks::new(mixed, Tick(0));
        clocks.set([20, 150], Some(Side::Two), Turn::New, Tick(0));
        assert_eq!(clocks.left_after_takeback(Tick(30)), [60, 120]);
    }

    fn control() -> impl Strategy<Value = TimeControl> {
        prop_oneof![
            (1..5000_u64, 0..500_u64, 0..500_u64)
                .prop_map(|(initial, gain, delay)| game(initial, gain, delay)),
            (1..5000_u64).prop_map(|per_move_ms| TimeControl::Move { per_move_ms }),
        ]
    }

    fn controls() -> impl Strategy<Value = TimeControls> {
        [control(), control()].prop_map(TimeControls::new)
    }

    proptest! {
        #[test]
        fn controls_round_trip(controls in controls()) {
            let text = serde_json::to_string(&controls).unwrap();
            prop_assert_eq!(read::<TimeControls>(&text), controls);
            for find in ["baghchal", "banchess"] {
                let game = chautari_games::find(find).unwrap();
                let text = serde_json::to_string(&NamedTimeControls::new(game.info(), controls)).unwrap();
                prop_assert_eq!(read::<NamedTimeControls>(&text).resolve(game.info()), Ok(controls));
            }
        }

        /// At time odds each side plays exactly as it would if both sides had its own time control.
        #[test]
        fn each_clock_depends_on_its_own_control_only(controls in controls(), waits in prop::collection::vec((0..400_u64, any::<bool>()), 1..30)) {
            let mut odds = Clocks::new(controls, Tick(0));
            let mut equal = Side::ALL.map(|side| Clocks::new(controls.of(side).into(), Tick(0)));
            let (mut now, mut side) = (Tick(0), Side::One);
            let mut turn = Turn::New;
            odds.set(odds.left, Some(side), turn, now);
            for clocks in &mut equal {
                clocks.set(clocks.left, Some(side), turn, now);
            }
            for (wait, is_last) in waits {
                now = Tick(now.0 + wait);
                for own in Side::ALL {
                    prop_assert_eq!(odds.left(now)[own.index()], equal[own.index()].left(now)[own.index()]);
                }
                prop_assert_eq!(odds.deadline(), equal[side.index()].deadline());
                let next = if is_last { side.other() } else { side };
                turn = if is_last { Turn::New } else { Turn::Same };
                let left = odds.left_after_move(side, Some(next), now);
                odds.set(left, Some(next), turn, now);
                for clocks in &mut equal {
                    let left = clocks.left_after_move(side, Some(next), now);
                    clocks.set(left, Some(next), turn, now);
                }
                side = next;
            }
        }

        /// The deadline is the first moment at which the running clock shows no time.
        #[test]
        fn deadline_is_when_the_running_clock_shows_zero(controls in controls(), side in prop_oneof![Just(Side::One), Just(Side::Two)], waits in prop::collection::vec(0..300_u64, 0..4)) {
            let mut clocks = Clocks::new(controls, Tick(0));
            let mut now = Tick(0);
            clocks.set(clocks.left, Some(side), Turn::New, now);
            for wait in waits {
                now = Tick(now.0 + wait);
                clocks.set(clocks.left(now), Some(side), Turn::Same, now);
            }
            let before = clocks.left(now)[side.index()];
            let (deadline, whose) = clocks.deadline().unwrap();
            prop_assert_eq!(whose, side);
            prop_assert_eq!(clocks.left(deadline)[side.index()], 0);
            if before > 0 {
                prop_assert!(clocks.left(Tick(deadline.0 - 1))[side.index()] > 0);
            }
            prop_assert_eq!(clocks.left(deadline)[side.other().index()], clocks.left(now)[side.other().index()]);
        }
    }
}
