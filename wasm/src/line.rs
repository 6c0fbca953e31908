//! Lines of play in requests.

use chautari_game::{AnyGame, AnyRecord, ReplayFault};
use chautari_wire::MAX_MOVES;
use serde::Deserialize;

use crate::problem::Problem;

/// A line of play: a game, a start position, and moves from there.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct LineOfPlay {
    pub(crate) game: String,
    pub(crate) position: Option<String>,
    pub(crate) dialect: Option<String>,
    pub(crate) moves: Vec<String>,
    /// A move as a user typed it, in any notation; played last.
    pub(crate) typed: Option<String>,
}

/// Finds a game by its name, perhaps with rules changed.
pub(crate) fn find(name: &str) -> Result<Box<dyn AnyGame>, Problem> {
    chautari_games::find(name).map_err(Problem::not_found)
}

/// A game and a line of play in it.
pub(crate) type Played = (Box<dyn AnyGame>, Box<dyn AnyRecord>);

impl LineOfPlay {
    /// Plays the line.
    pub(crate) fn read(&self) -> Result<Played, Problem> {
        let game = find(&self.game)?;
        if self.moves.len() > MAX_MOVES {
            return Err(Problem::bad_request(format!("More than {MAX_MOVES} moves.")));
        }
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        let replayed = game.replay(self.dialect.as_deref(), self.position.as_deref(), &moves);
        let mut record = replayed.map_err(|ReplayFault { index, fault }| match index {
            None => Problem::from(fault),
            Some(index) => Problem::from(fault).index(index),
        })?;
        if let Some(typed) = &self.typed {
            record.play_typed(typed).map_err(|fault| Problem::from(fault).index(self.moves.len()))?;
        }
        Ok((game, record))
    }
}
