//! Lines of play: a position and the moves from it, as texts of clients.

use chautari_game::{AnyGame, AnyRecord, Fault};
use chautari_wire::MAX_MOVES;

/// Plies that are played in less than a millisecond.
const QUICK_PLIES: usize = 40;

/// Bytes of a position that are read in less than a millisecond.
const QUICK_TEXT: usize = 1024;

/// Plies that cost as much as one more request.
const PLIES_PER_REQUEST: usize = 8;

/// A position and the moves from it, as texts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    /// The position that the line begins at; `None` for the start of the game.
    pub(crate) position: Option<String>,
    /// The dialect of all texts; `None` for the canonical one.
    pub(crate) dialect: Option<String>,
    /// The moves.
    pub(crate) moves: Vec<String>,
    /// A last move in any notation that people type.
    pub(crate) typed: Option<String>,
}

/// The reason why a line cannot be played.
#[derive(Debug)]
pub(crate) enum LineError {
    /// There are more than [`MAX_MOVES`] moves.
    TooManyMoves,
    /// The position is not valid.
    Position(Fault),
    /// The move with this index is not valid.
    Move(usize, Fault),
    /// The caller stopped the work.
    Cancelled,
}

impl Line {
    /// Whether the line is played so quickly that it need not run on the compute pool.
    pub(crate) fn is_quick(&self) -> bool {
        let text = self.position.as_ref().map_or(0, String::len);
        self.moves.len() <= QUICK_PLIES && text <= QUICK_TEXT
    }

    /// The number of further requests that the line costs. Plies beyond the quick ones are paid by their time.
    pub(crate) fn cost(&self) -> usize {
        self.moves.len().min(QUICK_PLIES) / PLIES_PER_REQUEST
    }

    /// Plays the line, as long as `keep_on` returns `true`.
    pub(crate) fn play(
        &self,
        game: &dyn AnyGame,
        keep_on: &dyn Fn() -> bool,
    ) -> Result<Box<dyn AnyRecord>, LineError> {
        if self.moves.len() > MAX_MOVES {
            return Err(LineError::TooManyMoves);
        }
        let mut record = match (&self.position, &self.dialect) {
            (None, _) => game.start(),
            (Some(text), None) => game.read_position(text).map_err(LineError::Position)?,
            (Some(text), Some(dialect)) => game.read(dialect, text).map_err(LineError::Position)?,
        };
        for (index, text) in self.moves.iter().enumerate() {
            let played = match &self.dialect {
                None => record.play(text),
                Some(dialect) => record.play_in(dialect, text),
            };
            played.map_err(|fault| LineError::Move(index, fault))?;
            if !keep_on() {
                return Err(LineError::Cancelled);
            }
        }
        if let Some(typed) = &self.typed {
            record.play_typed(typed).map_err(|fault| LineError::Move(self.moves.len(), fault))?;
        }
        Ok(record)
    }
}

/// Whether a record is so short that it is replayed in less than a millisecond.
pub(crate) fn is_quick(record: &dyn AnyRecord) -> bool {
    record.len() <= QUICK_PLIES
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(moves: &[&str]) -> Line {
        Line { moves: moves.iter().map(|text| (*text).to_owned()).collect(), ..Line::default() }
    }

    #[test]
    fn invalid_line_names_the_move() {
        let game = chautari_game::find(chautari_games::GAMES, "gomoku").unwrap();
        let play = |line: &Line| line.play(&*game, &|| true);
        let start = play(&line(&[])).unwrap();
        let first = start.offers()[0].text.clone();
        assert_eq!(play(&line(&[&first])).unwrap().len(), 1);
        assert!(matches!(play(&line(&[&first, &first])), Err(LineError::Move(1, _))), "an occupied point");
        let typed = Line { typed: Some("nonsense".to_owned()), ..line(&[&first]) };
        assert!(matches!(play(&typed), Err(LineError::Move(1, _))));
        let position = Line { position: Some("nonsense".to_owned()), ..Line::default() };
        assert!(matches!(play(&position), Err(LineError::Position(_))));
        assert!(matches!(play(&line(&vec!["x"; MAX_MOVES + 1])), Err(LineError::TooManyMoves)));
        assert!(matches!(line(&[&first]).play(&*game, &|| false), Err(LineError::Cancelled)));
    }

    #[test]
    fn cost_is_one_request_per_eight_plies_up_to_forty() {
        for (plies, cost, is_quick) in
            [(0, 0, true), (7, 0, true), (8, 1, true), (40, 5, true), (400, 5, false)]
        {
            let line = line(&vec!["x"; plies]);
            assert_eq!((line.cost(), line.is_quick()), (cost, is_quick), "{plies}");
        }
    }
}
