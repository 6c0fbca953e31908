//! The puzzles of the games, with their current ratings.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use chautari_arena::Rating;
use chautari_game::{AnyGame, Fault, Puzzle};
use chautari_platform::PuzzleId;

use super::puzzle_rating::{PuzzleRating, PuzzleRatings, initial_rating};

/// A puzzle of a game.
pub(crate) struct CatalogPuzzle {
    /// The number, from 1.
    number: usize,
    puzzle: Puzzle<'static>,
    id: PuzzleId,
}

/// A puzzle with its current rating.
pub(crate) struct RatedPuzzle<'a> {
    /// The number, from 1.
    pub(crate) number: usize,
    pub(crate) puzzle: &'a Puzzle<'static>,
    pub(crate) id: &'a PuzzleId,
    /// The rating by solvers; `None` before the first attempt.
    pub(crate) rated: Option<PuzzleRating>,
}

impl RatedPuzzle<'_> {
    /// The rating by solvers, or the engine's estimate before the first attempt.
    pub(crate) fn rating(&self) -> Rating {
        let estimate = || initial_rating(self.puzzle.difficulty);
        self.rated.as_ref().map_or_else(estimate, |rated| rated.rating)
    }

    /// The difficulty on the scale of a rating.
    pub(crate) fn difficulty(&self) -> u32 {
        self.rating().rating.round().clamp(0.0, 9999.0) as u32
    }
}

impl CatalogPuzzle {
    /// Adds the current rating.
    pub(crate) fn rated(&self, ratings: &PuzzleRatings) -> RatedPuzzle<'_> {
        let CatalogPuzzle { number, puzzle, id } = self;
        RatedPuzzle { number: *number, puzzle, id, rated: ratings.of(id) }
    }
}

/// The parsed puzzles of each game, by the address of their text.
static CATALOG: LazyLock<Mutex<HashMap<usize, Arc<[CatalogPuzzle]>>>> = LazyLock::new(Mutex::default);

/// Returns the puzzles of a game. There are none under changed rules, because their solutions need not be right there.
pub(crate) fn puzzles_of(game: &dyn AnyGame, name: &str) -> Arc<[CatalogPuzzle]> {
    let info = game.info();
    if name != info.id {
        return Arc::default();
    }
    let mut catalog = CATALOG.lock().unwrap_or_else(PoisonError::into_inner);
    let puzzle = |(number, puzzle): (usize, Puzzle<'static>)| {
        // The id follows from the position, because a later version of the program may number the puzzles differently.
        let id = PuzzleId::derived(&[info.id, puzzle.position]);
        CatalogPuzzle { number, puzzle, id }
    };
    let puzzles = catalog
        .entry(info.puzzles.as_ptr().addr())
        .or_insert_with(|| (1..).zip(Puzzle::read_all(info.puzzles)).map(puzzle).collect());
    Arc::clone(puzzles)
}

/// Returns whether moves solve a puzzle: they are its solution, or win at once if the task is to win. Errors name the
/// index of the move.
pub(crate) fn is_solved(
    game: &dyn AnyGame,
    puzzle: &Puzzle<'_>,
    moves: &[String],
) -> Result<bool, (Option<usize>, Fault)> {
    let mut record = game.read_position(puzzle.position).map_err(|fault| (None, fault))?;
    let solver = record.turn();
    for (index, (text, right)) in moves.iter().zip(&puzzle.moves).enumerate() {
        record.play(text).map_err(|fault| (Some(index), fault))?;
        if record.moves().last().is_none_or(|played| played != right) {
            let won = record.outcome().is_some_and(|outcome| outcome.winner == Some(solver));
            return Ok(won && puzzle.themes.first() == Some(&Puzzle::WIN));
        }
    }
    Ok(moves.len() >= puzzle.moves.len())
}
