//! Openings of a tournament: written positions and moves, or random play.

use chautari_arena::{Opening, OpeningError};
use chautari_game::{AnyGame, Rng};

use super::refusal::Refusal;
use super::settings::OpeningMoves;

pub(super) const MAX_OPENINGS: usize = 256;
pub(super) const MAX_PLIES: u32 = 40;

/// The largest number of moves of a written opening.
pub(super) const MAX_OPENING_MOVES: usize = 100;

/// The largest number of moves of all openings together. Every game of the tournament stores its opening.
pub(crate) const MAX_TOTAL_MOVES: usize = 5000;

/// The longest opening, in bytes. All positions are shorter.
const MAX_OPENING_TEXT: usize = 4096;

/// The number of openings created by random play.
const RANDOM_OPENINGS: u64 = 64;

/// The openings that a client chose.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpeningChoices {
    /// Positions or moves, as text.
    pub(crate) texts: Vec<String>,
    /// The number of random plies instead of written openings.
    pub(crate) plies: Option<u32>,
}

/// The reason why openings cannot be read.
#[derive(Debug)]
pub(crate) enum ReadError<E> {
    /// The opening with this index is not an opening of the game.
    Opening(Option<usize>, OpeningError),
    /// The work was cancelled.
    Cancelled(E),
}

impl OpeningChoices {
    /// Whether games begin at the start of the game.
    pub(crate) fn is_empty(&self) -> bool {
        self.texts.is_empty() && self.plies.is_none()
    }

    /// Returns the number of moves to be read or played, for the price of the request.
    pub(crate) fn moves(&self) -> usize {
        let random = self.plies.unwrap_or(0).min(MAX_PLIES) as usize * RANDOM_OPENINGS as usize;
        let written: usize = self.texts.iter().map(|text| text.split_whitespace().count()).sum();
        (random + written).min(MAX_TOTAL_MOVES)
    }

    /// Checks the limits, before any opening is read.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        if self.texts.len() > MAX_OPENINGS {
            return Err(Refusal::TooManyOpenings);
        }
        let mut total = 0;
        for (index, text) in self.texts.iter().enumerate() {
            let moves = text.split_whitespace().count();
            total += moves;
            if moves > MAX_OPENING_MOVES || text.len() > MAX_OPENING_TEXT {
                return Err(Refusal::LongOpening(index));
            }
        }
        match self.plies {
            _ if total > MAX_TOTAL_MOVES => Err(Refusal::LongOpenings),
            Some(_) if !self.texts.is_empty() => Err(Refusal::TwoKindsOfOpenings),
            Some(plies) if plies > MAX_PLIES => Err(Refusal::RandomPlies),
            _ => Ok(()),
        }
    }

    /// Reads the openings, or plays random ones from `seed`. Calls `check_cancelled` before each.
    pub(crate) fn read<E>(
        &self,
        game: &dyn AnyGame,
        seed: u64,
        check_cancelled: &dyn Fn() -> Result<(), E>,
    ) -> Result<Vec<OpeningMoves>, ReadError<E>> {
        let moves = |opening: Opening| OpeningMoves { start: opening.start, moves: opening.moves };
        let random = |(plies, number): (u32, u64)| {
            check_cancelled().map_err(ReadError::Cancelled)?;
            let opening = Opening::random(game, plies, &mut Rng::stream(seed, number));
            opening.map(moves).map_err(|error| ReadError::Opening(None, error))
        };
        let written = |(index, text): (usize, &String)| {
            check_cancelled().map_err(ReadError::Cancelled)?;
            let opening = Opening::read(game, text);
            opening.map(moves).map_err(|error| ReadError::Opening(Some(index), error))
        };
        match self.plies {
            Some(plies) => (0..RANDOM_OPENINGS).map(|number| random((plies, number))).collect(),
            None => self.texts.iter().enumerate().map(written).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(texts: &[&str]) -> OpeningChoices {
        OpeningChoices { texts: texts.iter().map(|text| (*text).to_owned()).collect(), plies: None }
    }

    #[test]
    fn limits_are_checked_without_reading_any_opening() {
        assert_eq!(written(&["not a move"]).check(), Ok(()));
        assert_eq!(written(&[""; MAX_OPENINGS + 1]).check(), Err(Refusal::TooManyOpenings));
        let long = "a ".repeat(MAX_OPENING_MOVES + 1);
        assert_eq!(written(&["a", &long]).check(), Err(Refusal::LongOpening(1)));
        let full = "a ".repeat(MAX_OPENING_MOVES);
        let many = vec![full.as_str(); MAX_TOTAL_MOVES / MAX_OPENING_MOVES + 1];
        assert_eq!(written(&many).check(), Err(Refusal::LongOpenings));
        let random = |plies| OpeningChoices { plies: Some(plies), ..OpeningChoices::default() };
        assert_eq!(random(MAX_PLIES).check(), Ok(()));
        assert_eq!(random(MAX_PLIES + 1).check(), Err(Refusal::RandomPlies));
        let both = OpeningChoices { plies: Some(2), ..written(&["a"]) };
        assert_eq!(both.check(), Err(Refusal::TwoKindsOfOpenings));
    }

    #[test]
    fn price_counts_moves_up_to_the_limit() {
        assert_eq!(written(&["a b", "c"]).moves(), 3);
        assert_eq!(OpeningChoices::default().moves(), 0);
        let random = OpeningChoices { plies: Some(u32::MAX), ..OpeningChoices::default() };
        assert_eq!(random.moves(), MAX_PLIES as usize * RANDOM_OPENINGS as usize);
    }
}
