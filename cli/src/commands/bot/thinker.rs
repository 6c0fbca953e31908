//! Who thinks, and for how long.

use std::time::Duration;

use anyhow::anyhow;
use chautari_arena::live::{RemainingTime, TimeControl};
use chautari_game::{Limit, Side};
use chautari_ugi::{Answer, Clocks, Question};

use crate::contender::Player;

/// How long a program may think beyond what it was told before it is taken to hang.
const PATIENCE: Duration = Duration::from_mins(2);
/// What an answer may take on its way.
const JOURNEY: Duration = Duration::from_millis(100);
/// How long to think where neither a clock nor anybody says so.
const USUAL_TIME: Duration = Duration::from_secs(2);

/// An engine that goes from game to game.
pub(super) struct Thinker {
    pub(super) player: Player,
    /// The game it thought about last.
    known: Option<String>,
    seed: u64,
}

impl Thinker {
    pub(super) fn new(player: Player) -> Thinker {
        Thinker { player, known: None, seed: std::process::id().into() }
    }

    /// Whether it thought about this game last.
    pub(super) fn knows(&self, game: &str) -> bool {
        self.known.as_deref() == Some(game)
    }

    /// Its move in a game. A program that breaks down is started once more.
    pub(super) fn choose(
        &mut self,
        game: &str,
        start: Option<&str>,
        moves: &[String],
        allowed: &Allowed,
    ) -> anyhow::Result<Answer> {
        if !self.knows(game) {
            self.known = None;
            self.seed = self.seed.wrapping_add(1);
            self.player.new_game(self.seed).map_err(|lapse| anyhow!("the engine is not ready: {lapse}"))?;
            self.known = Some(game.to_owned());
        }
        let Allowed { limit, clocks, patience } = allowed;
        let question = Question { start, moves, limit, clocks: *clocks, patience: *patience };
        let answer = self.player.think(&question).or_else(|lapse| {
            anstream::eprintln!("chautari: the engine: {lapse}; it is started again");
            self.player.new_game(self.seed)?;
            self.player.think(&question)
        });
        answer.map_err(|lapse| anyhow!("the engine has no move: {lapse}"))
    }
}

/// The clocks of a game as its server tells them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told {
    pub(super) left: RemainingTime,
    pub(super) control: TimeControl,
    /// See [`Limit::on_clock`].
    pub(super) decisions_a_turn: f64,
}

/// How long a move may take.
#[derive(Clone, Debug)]
pub(super) struct Allowed {
    pub(super) limit: Limit,
    /// What the engine is told of the clocks, to share its time out by itself.
    pub(super) clocks: Option<Clocks>,
    pub(super) patience: Duration,
}

impl Allowed {
    /// By the clocks of the game, where it has any, and by what was said, which goes before them.
    pub(super) fn new(said: &Limit, told: Option<Told>, side: Side, waited: Duration) -> Allowed {
        let mut limit = said.clone();
        // With days for a move an engine would think for hours.
        let clocked = told.filter(|told| !told.control.is_correspondence());
        let Some(Told { left, control, decisions_a_turn }) = clocked else {
            if limit.time.is_none() && limit.depth.is_none() && limit.nodes.is_none() {
                limit.time = Some(USUAL_TIME);
            }
            return Allowed { patience: limit.time.unwrap_or_default() + PATIENCE, limit, clocks: None };
        };
        let mut left = left.map(Duration::from_millis);
        let own = &mut left[side.index()];
        *own = own.saturating_sub(waited).saturating_sub(JOURNEY).max(Duration::from_millis(1));
        let own = *own;
        match control {
            TimeControl::Move { per_move_ms } => {
                let wish = (Duration::from_millis(per_move_ms) * 4 / 5).min(own);
                limit.time = Some(limit.time.map_or(wish, |said| said.min(wish)));
                Allowed { limit, clocks: None, patience: own + PATIENCE }
            }
            TimeControl::Game { .. } => {
                let gain = control.gain();
                let by_clock = Limit::on_clock(own, gain, decisions_a_turn);
                let shorter =
                    |time: Option<Duration>| time.map(|time| limit.time.map_or(time, |said| said.min(time)));
                // Whoever has said how long is heard: no engine is told of a clock besides.
                let clocks = limit.time.is_none().then_some(Clocks { left, gain });
                (limit.time, limit.aim) = (shorter(by_clock.time), shorter(by_clock.aim));
                Allowed { limit, clocks, patience: own + PATIENCE }
            }
        }
    }

    /// The same where the other side's time runs: what there is to think over is not worth much of it.
    pub(super) fn beside(self) -> Allowed {
        let time = self.limit.time.map_or(USUAL_TIME, |time| time.min(USUAL_TIME));
        let limit = Limit { time: Some(time), ..self.limit };
        Allowed { limit, clocks: None, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: TimeControl = TimeControl::Game { initial_ms: 300_000, increment_ms: 2000, delay_ms: 0 };

    fn by(said: &Limit, left: RemainingTime, control: TimeControl) -> Allowed {
        Allowed::new(said, Some(Told { left, control, decisions_a_turn: 1.0 }), Side::Two, Duration::ZERO)
    }

    #[test]
    fn an_engine_is_told_its_clock() {
        let nothing = Limit::default();
        let allowed = by(&nothing, [250_000, 300_000], GAME);
        let clocks = allowed.clocks.unwrap();
        assert_eq!(
            clocks.left.map(|left| left.as_millis()),
            [250_000, 299_900],
            "less what the answer takes"
        );
        assert_eq!(clocks.gain, Duration::from_secs(2));
        let aim = allowed.limit.aim.unwrap();
        assert!(aim > Duration::from_secs(10) && aim < Duration::from_secs(20), "{aim:?}, for one of ours");
        assert!(allowed.patience > Duration::from_mins(5));
        let late = Told { left: [250_000, 4000], control: GAME, decisions_a_turn: 1.0 };
        let allowed = Allowed::new(&nothing, Some(late), Side::Two, Duration::from_secs(3));
        assert_eq!(allowed.clocks.unwrap().left[1].as_millis(), 900, "less what it waited for the engine");
        let delayed = TimeControl::Game { initial_ms: 60_000, increment_ms: 0, delay_ms: 3000 };
        assert_eq!(by(&nothing, [60_000; 2], delayed).clocks.unwrap().gain, Duration::from_secs(3));
    }

    #[test]
    fn what_was_said_goes_before_a_clock_and_never_beyond_it() {
        let said = Limit { time: Some(Duration::from_secs(2)), ..Limit::default() };
        let allowed = by(&said, [300_000; 2], GAME);
        assert_eq!((allowed.clocks, allowed.limit.time), (None, said.time));
        let allowed = by(&said, [300_000, 600], GAME);
        assert!(allowed.limit.time.unwrap() <= Duration::from_millis(200), "{allowed:?}");
        let nodes = Limit { nodes: Some(100), ..Limit::default() };
        let allowed = by(&nodes, [300_000; 2], GAME);
        assert!(allowed.clocks.is_some() && allowed.limit.nodes == Some(100));
    }

    #[test]
    fn a_time_for_each_move_is_used_but_not_up() {
        let nothing = Limit::default();
        let each = TimeControl::Move { per_move_ms: 1000 };
        let allowed = by(&nothing, [1000; 2], each);
        assert_eq!((allowed.clocks, allowed.limit.time), (None, Some(Duration::from_millis(800))));
        assert_eq!(by(&nothing, [1000, 300], each).limit.time, Some(Duration::from_millis(200)));
        assert_eq!(by(&nothing, [1000, 50], each).limit.time, Some(Duration::from_millis(1)));
    }

    #[test]
    fn nobody_thinks_for_days() {
        let nothing = Limit::default();
        for control in [
            TimeControl::Move { per_move_ms: 3 * 24 * 3_600_000 },
            TimeControl::Game { initial_ms: 24 * 3_600_000, increment_ms: 0, delay_ms: 0 },
        ] {
            let allowed = by(&nothing, [control.initial(); 2], control);
            assert_eq!((allowed.clocks, allowed.limit.time), (None, Some(USUAL_TIME)));
        }
        let free = Allowed::new(&nothing, None, Side::One, Duration::ZERO);
        assert_eq!(free.limit.time, Some(USUAL_TIME));
        let deep = Limit { depth: Some(3), ..Limit::default() };
        assert_eq!(Allowed::new(&deep, None, Side::One, Duration::ZERO).limit.time, None);
    }

    #[test]
    fn a_draw_is_not_thought_over_for_long() {
        let allowed = by(&Limit::default(), [300_000; 2], GAME).beside();
        assert_eq!((allowed.clocks, allowed.limit.time), (None, Some(USUAL_TIME)));
    }
}
