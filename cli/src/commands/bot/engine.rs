//! The engine of a bot, and its time per move.

use std::time::Duration;

use anyhow::anyhow;
use chautari_arena::live::{RemainingTime, TimeControl};
use chautari_game::{Limit, Side};
use chautari_ugi::{Answer, Clocks, Question};

use crate::engine_spec::Player;

/// How far a program may exceed its time before it counts as hung.
const HANG_TIMEOUT: Duration = Duration::from_mins(2);
/// Time reserved for sending the move to the server.
const NETWORK_MARGIN: Duration = Duration::from_millis(100);
/// Thinking time if neither the clock nor the user limits it.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

/// An engine that can switch between games.
pub(super) struct BotEngine {
    pub(super) player: Player,
    /// The game of the latest search, whose hash tables are still useful.
    last_game: Option<String>,
    seed: u64,
}

impl BotEngine {
    pub(super) fn new(player: Player) -> BotEngine {
        BotEngine { player, last_game: None, seed: std::process::id().into() }
    }

    /// Returns whether the latest search was for this game.
    pub(super) fn last_played(&self, game: &str) -> bool {
        self.last_game.as_deref() == Some(game)
    }

    /// Searches for a move. A program that crashes is restarted once.
    pub(super) fn choose(
        &mut self,
        game: &str,
        start: Option<&str>,
        moves: &[String],
        budget: &MoveBudget,
    ) -> anyhow::Result<Answer> {
        if !self.last_played(game) {
            self.last_game = None;
            self.seed = self.seed.wrapping_add(1);
            self.player.new_game(self.seed).map_err(|lapse| anyhow!("the engine is not ready: {lapse}"))?;
            self.last_game = Some(game.to_owned());
        }
        let MoveBudget { limit, clocks, timeout } = budget;
        let question = Question { start, moves, limit, clocks: *clocks, timeout: *timeout };
        let answer = self.player.think(&question).or_else(|lapse| {
            anstream::eprintln!("chautari: the engine: {lapse}; restarting it");
            self.player.new_game(self.seed)?;
            self.player.think(&question)
        });
        answer.map_err(|lapse| anyhow!("the engine has no move: {lapse}"))
    }
}

/// The clocks of a game, as the server reports them.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClockState {
    pub(super) left: RemainingTime,
    pub(super) control: TimeControl,
    /// See [`Limit::on_clock`].
    pub(super) decisions_a_turn: f64,
}

/// The time and search limits for one move.
#[derive(Clone, Debug)]
pub(super) struct MoveBudget {
    pub(super) limit: Limit,
    /// The clocks to pass to an engine that manages its own time.
    pub(super) clocks: Option<Clocks>,
    /// The time after which the engine counts as hung.
    pub(super) timeout: Duration,
}

impl MoveBudget {
    /// Computes the budget from the clock of the game, if it has one, and the user's limits, which take precedence.
    /// `waited` is the time already spent since the move was requested.
    pub(super) fn new(
        user_limit: &Limit,
        clock: Option<ClockState>,
        side: Side,
        waited: Duration,
    ) -> MoveBudget {
        let mut limit = user_limit.clone();
        // Ignore a clock with days per move, with which an engine would think for hours.
        let clock = clock.filter(|clock| !clock.control.is_correspondence());
        let Some(ClockState { left, control, decisions_a_turn }) = clock else {
            if limit.time.is_none() && limit.depth.is_none() && limit.nodes.is_none() {
                limit.time = Some(DEFAULT_TIME);
            }
            return MoveBudget {
                timeout: limit.time.unwrap_or_default() + HANG_TIMEOUT,
                limit,
                clocks: None,
            };
        };
        let mut left = left.map(Duration::from_millis);
        let own = &mut left[side.index()];
        *own = own.saturating_sub(waited).saturating_sub(NETWORK_MARGIN).max(Duration::from_millis(1));
        let own = *own;
        match control {
            TimeControl::Move { per_move_ms } => {
                let target = (Duration::from_millis(per_move_ms) * 4 / 5).min(own);
                limit.time = Some(limit.time.map_or(target, |time| time.min(target)));
                MoveBudget { limit, clocks: None, timeout: own + HANG_TIMEOUT }
            }
            TimeControl::Game { .. } => {
                let gain = control.gain();
                let by_clock = Limit::on_clock(own, gain, decisions_a_turn);
                let shorter =
                    |time: Option<Duration>| time.map(|time| limit.time.map_or(time, |user| user.min(time)));
                // With a time limit from the user the engine must not manage its own time.
                let clocks = limit.time.is_none().then_some(Clocks { left, gain });
                (limit.time, limit.aim) = (shorter(by_clock.time), shorter(by_clock.aim));
                MoveBudget { limit, clocks, timeout: own + HANG_TIMEOUT }
            }
        }
    }

    /// Shortens the budget for a decision during the opponent's turn, such as the answer to a draw offer.
    pub(super) fn for_opponents_turn(self) -> MoveBudget {
        let time = self.limit.time.map_or(DEFAULT_TIME, |time| time.min(DEFAULT_TIME));
        let limit = Limit { time: Some(time), ..self.limit };
        MoveBudget { limit, clocks: None, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: TimeControl = TimeControl::Game { initial_ms: 300_000, increment_ms: 2000, delay_ms: 0 };

    fn budget(user_limit: &Limit, left: RemainingTime, control: TimeControl) -> MoveBudget {
        MoveBudget::new(
            user_limit,
            Some(ClockState { left, control, decisions_a_turn: 1.0 }),
            Side::Two,
            Duration::ZERO,
        )
    }

    #[test]
    fn budget_passes_the_clock_to_the_engine() {
        let nothing = Limit::default();
        let result = budget(&nothing, [250_000, 300_000], GAME);
        let clocks = result.clocks.unwrap();
        assert_eq!(clocks.left.map(|left| left.as_millis()), [250_000, 299_900], "minus the network margin");
        assert_eq!(clocks.gain, Duration::from_secs(2));
        let aim = result.limit.aim.unwrap();
        assert!(
            aim > Duration::from_secs(10) && aim < Duration::from_secs(20),
            "{aim:?}, for a built-in engine"
        );
        assert!(result.timeout > Duration::from_mins(5));
        let late = ClockState { left: [250_000, 4000], control: GAME, decisions_a_turn: 1.0 };
        let result = MoveBudget::new(&nothing, Some(late), Side::Two, Duration::from_secs(3));
        assert_eq!(
            result.clocks.unwrap().left[1].as_millis(),
            900,
            "minus the time spent waiting for the engine"
        );
        let delayed = TimeControl::Game { initial_ms: 60_000, increment_ms: 0, delay_ms: 3000 };
        assert_eq!(budget(&nothing, [60_000; 2], delayed).clocks.unwrap().gain, Duration::from_secs(3));
    }

    #[test]
    fn user_limits_take_precedence_but_never_exceed_the_clock() {
        let user_limit = Limit { time: Some(Duration::from_secs(2)), ..Limit::default() };
        let result = budget(&user_limit, [300_000; 2], GAME);
        assert_eq!((result.clocks, result.limit.time), (None, user_limit.time));
        let result = budget(&user_limit, [300_000, 600], GAME);
        assert!(result.limit.time.unwrap() <= Duration::from_millis(200), "{result:?}");
        let nodes = Limit { nodes: Some(100), ..Limit::default() };
        let result = budget(&nodes, [300_000; 2], GAME);
        assert!(result.clocks.is_some() && result.limit.nodes == Some(100));
    }

    #[test]
    fn time_per_move_leaves_a_margin() {
        let nothing = Limit::default();
        let each = TimeControl::Move { per_move_ms: 1000 };
        let result = budget(&nothing, [1000; 2], each);
        assert_eq!((result.clocks, result.limit.time), (None, Some(Duration::from_millis(800))));
        assert_eq!(budget(&nothing, [1000, 300], each).limit.time, Some(Duration::from_millis(200)));
        assert_eq!(budget(&nothing, [1000, 50], each).limit.time, Some(Duration::from_millis(1)));
    }

    #[test]
    fn correspondence_games_use_the_default_time() {
        let nothing = Limit::default();
        for control in [
            TimeControl::Move { per_move_ms: 3 * 24 * 3_600_000 },
            TimeControl::Game { initial_ms: 24 * 3_600_000, increment_ms: 0, delay_ms: 0 },
        ] {
            let result = budget(&nothing, [control.initial(); 2], control);
            assert_eq!((result.clocks, result.limit.time), (None, Some(DEFAULT_TIME)));
        }
        let free = MoveBudget::new(&nothing, None, Side::One, Duration::ZERO);
        assert_eq!(free.limit.time, Some(DEFAULT_TIME));
        let deep = Limit { depth: Some(3), ..Limit::default() };
        assert_eq!(MoveBudget::new(&deep, None, Side::One, Duration::ZERO).limit.time, None);
    }

    #[test]
    fn draw_offers_use_at_most_the_default_time() {
        let result = budget(&Limit::default(), [300_000; 2], GAME).for_opponents_turn();
        assert_eq!((result.clocks, result.limit.time), (None, Some(DEFAULT_TIME)));
    }
}
