//! Openings, and the assignment of openings and sides to the games of a match.

use std::fmt;

use chautari_game::{AnyGame, AnyRecord, Fault, Rng, Side};

/// How many random walks may reach the end of the game before no opening of this length is assumed to exist.
const MAX_WALKS: u32 = 1000;

/// The opening of a game: a position, and moves played for both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The position; `None` for the initial position of the game.
    pub start: Option<String>,
    /// The moves from that position.
    pub moves: Vec<String>,
}

/// Why there is no such opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningError {
    /// The text is neither a position nor a list of moves.
    Unreadable(Fault),
    /// The game is over in the resulting position.
    Over,
    /// Random play of this many plies always ends the game.
    TooLong(u32),
}

impl Opening {
    /// Plays random plies from the initial position that do not end the game.
    pub fn random(game: &dyn AnyGame, plies: u32, dice: &mut Rng) -> Result<Opening, OpeningError> {
        for _ in 0..MAX_WALKS {
            let mut record = game.start();
            for _ in 0..plies {
                let offers = record.offers();
                let Some(offer) = dice.pick(&offers) else { break };
                record.play(&offer.text).map_err(OpeningError::Unreadable)?;
            }
            if record.outcome().is_none() {
                return Ok(Opening { start: None, moves: record.moves() });
            }
        }
        Err(OpeningError::TooLong(plies))
    }

    /// Parses a line: a position in the canonical notation, or moves from the initial position or from the
    /// position they name.
    pub fn read(game: &dyn AnyGame, line: &str) -> Result<Opening, OpeningError> {
        let line = line.trim();
        let (record, start) = match game.read_position(line) {
            Ok(record) => {
                let start = Some(record.position());
                (record, start)
            }
            Err(as_position) => match game.read("moves", line) {
                Ok(record) => {
                    let start = beginning(&*record);
                    (record, (start != beginning(&*game.start())).then_some(start))
                }
                Err(as_moves) => return Err(OpeningError::Unreadable(likelier(as_position, as_moves))),
            },
        };
        if record.outcome().is_some() {
            return Err(OpeningError::Over);
        }
        Ok(Opening { start, moves: record.moves() })
    }

    /// Returns the record of a game with this opening.
    pub fn record(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyRecord>, OpeningError> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        game.replay(None, self.start.as_deref(), &moves).map_err(|e| OpeningError::Unreadable(e.fault))
    }
}

/// Returns the first position of a record.
fn beginning(record: &dyn AnyRecord) -> String {
    let mut record = record.fork();
    while record.undo().is_some() {}
    record.position()
}

/// Returns the more useful of two errors: that of the rules, or that of the parser which got further.
fn likelier(one: Fault, other: Fault) -> Fault {
    let reached = |fault: &Fault| match fault {
        Fault::Syntax { offset, .. } => *offset,
        Fault::Refused { .. } | Fault::Unsupported(_) => usize::MAX,
    };
    if reached(&other) > reached(&one) { other } else { one }
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningError::Unreadable(fault) => fault.fmt(f),
            OpeningError::Over => f.write_str("The game is over there."),
            OpeningError::TooLong(plies) => write!(f, "Random play of {plies} plies always ends the game."),
        }
    }
}

impl std::error::Error for OpeningError {}

/// The opening and the sides of a game in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSetup {
    /// The number of the opening, from 0.
    pub opening: u64,
    /// The side of the first player.
    pub first: Side,
}

impl GameSetup {
    /// Returns the setup of a game, counted from 0: each opening is played twice, with sides exchanged.
    pub const fn of(game: u64) -> GameSetup {
        GameSetup { opening: game / 2, first: if game.is_multiple_of(2) { Side::One } else { Side::Two } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(name: &str) -> Box<dyn AnyGame> {
        chautari_games::find(name).unwrap()
    }

    #[test]
    fn every_opening_is_played_from_both_sides() {
        let pairings: Vec<_> = (0..4).map(GameSetup::of).collect();
        assert_eq!(pairings.iter().map(|p| p.opening).collect::<Vec<_>>(), [0, 0, 1, 1]);
        assert_eq!([pairings[0].first, pairings[1].first], Side::ALL);
        assert_eq!(pairings[2].first, Side::One);
    }

    #[test]
    fn random_openings_differ_by_number_and_repeat_by_seed() {
        for game in chautari_games::GAMES {
            let opening = |number| Opening::random(*game, 4, &mut Rng::stream(7, number)).unwrap();
            let openings: Vec<_> = (0..20).map(opening).collect();
            assert_eq!(openings[3], opening(3));
            let mut texts: Vec<_> = openings.iter().map(|opening| &opening.moves).collect();
            texts.sort();
            texts.dedup();
            assert!(texts.len() >= 18, "{}", game.info().id);
            for opening in &openings {
                let record = opening.record(*game).unwrap();
                assert_eq!((record.len(), record.outcome()), (4, None));
            }
        }
    }

    #[test]
    fn opening_never_ends_the_game() {
        // One capture wins, and most random walks of forty plies contain one.
        let game = game("baghchal:captures=1");
        for number in 0..10 {
            let opening = Opening::random(&*game, 40, &mut Rng::stream(1, number)).unwrap();
            assert_eq!(opening.record(&*game).unwrap().outcome(), None);
        }
        assert_eq!(Opening::random(&*game, 5000, &mut Rng::new(1)), Err(OpeningError::TooLong(5000)));
    }

    #[test]
    fn openings_are_positions_or_moves() {
        let game = game("baghchal");
        let moves = Opening::read(&*game, " mB1 mA1C1(B1) ").unwrap();
        assert_eq!(moves, Opening { start: None, moves: vec!["mB1".into(), "mA1C1(B1)".into()] });
        let text = "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t c0 mC3 #g1";
        let position = Opening::read(&*game, text).unwrap();
        assert_eq!(position, Opening { start: Some(text.into()), moves: vec![] });
        assert_eq!(position.record(&*game).unwrap().position(), text);
        // Moves may include the position they start from.
        let from = Opening::read(&*game, &format!("from {text}\nmA1B1")).unwrap();
        assert_eq!(from, Opening { start: Some(text.into()), moves: vec!["mA1B1".into()] });
        let fault = |line: &str| match Opening::read(&*game, line) {
            Err(OpeningError::Unreadable(fault)) => fault.reasons()[0].code,
            other => panic!("{other:?}"),
        };
        assert_eq!(fault("mB1 mA1B1"), "occupied");
        assert_eq!(fault("TXXXT/XXXXX/XXXXX/XXXXX/TXXXX g c0 - #"), "tiger-count");
        assert_eq!(fault("hello"), "syntax");
        let over = Opening::read(&*super::tests::game("baghchal:captures=1"), "mB1 mA1C1(B1)");
        assert_eq!(over, Err(OpeningError::Over));
    }
}
