//! Where the games of a match begin, and who takes which side.

use std::fmt;

use chautari_game::{AnyGame, AnyRecord, Fault, Rng, Side};

/// How often a random walk may run into the end of the game before there is taken to be none that
/// does not.
const MOST_WALKS: u32 = 1000;

/// Where a game of a match begins: a position, and moves played for both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The position, or nothing for the usual start.
    pub start: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
}

/// Why there is no such opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoOpening {
    /// Its text is neither a position nor a list of moves.
    Unreadable(Fault),
    /// The game is over there.
    Over,
    /// Random play of this many plies always ends the game.
    TooLong(u32),
}

impl Opening {
    /// Random play of this many plies from the usual start that does not end the game.
    pub fn random(game: &dyn AnyGame, plies: u32, dice: &mut Rng) -> Result<Opening, NoOpening> {
        for _ in 0..MOST_WALKS {
            let mut record = game.start();
            for _ in 0..plies {
                let offers = record.offers();
                let Some(offer) = dice.pick(&offers) else { break };
                record.play(&offer.text).map_err(NoOpening::Unreadable)?;
            }
            if record.outcome().is_none() {
                return Ok(Opening { start: None, moves: record.moves() });
            }
        }
        Err(NoOpening::TooLong(plies))
    }

    /// Reads a line: a position in the canonical notation, or moves from the usual start or from the position they name.
    pub fn read(game: &dyn AnyGame, line: &str) -> Result<Opening, NoOpening> {
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
                Err(as_moves) => return Err(NoOpening::Unreadable(likelier(as_position, as_moves))),
            },
        };
        if record.outcome().is_some() {
            return Err(NoOpening::Over);
        }
        Ok(Opening { start, moves: record.moves() })
    }

    /// The record of a game that begins so.
    pub fn record(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyRecord>, NoOpening> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        game.replay(None, self.start.as_deref(), &moves).map_err(|e| NoOpening::Unreadable(e.fault))
    }
}

/// Where a record begins.
fn beginning(record: &dyn AnyRecord) -> String {
    let mut record = record.fork();
    while record.undo().is_some() {}
    record.position()
}

/// What was meant: the reading that only the rules refused, or the one that got further.
fn likelier(one: Fault, other: Fault) -> Fault {
    let reached = |fault: &Fault| match fault {
        Fault::Syntax { offset, .. } => *offset,
        Fault::Refused { .. } | Fault::Unsupported(_) => usize::MAX,
    };
    if reached(&other) > reached(&one) { other } else { one }
}

impl fmt::Display for NoOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoOpening::Unreadable(fault) => fault.fmt(f),
            NoOpening::Over => f.write_str("The game is over there."),
            NoOpening::TooLong(plies) => write!(f, "Random play of {plies} plies always ends the game."),
        }
    }
}

impl std::error::Error for NoOpening {}

/// Which opening a game of a match is played from, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The number of the opening, from 0.
    pub opening: u64,
    /// The side the first player takes.
    pub first: Side,
}

impl Pairing {
    /// The pairing of a game, counted from 0: each opening twice, with sides exchanged.
    pub const fn of(game: u64) -> Pairing {
        Pairing { opening: game / 2, first: if game.is_multiple_of(2) { Side::One } else { Side::Two } }
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
        let pairings: Vec<_> = (0..4).map(Pairing::of).collect();
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
    fn an_opening_never_ends_the_game() {
        // One capture wins, and most walks of forty plies hold one.
        let game = game("baghchal:captures=1");
        for number in 0..10 {
            let opening = Opening::random(&*game, 40, &mut Rng::stream(1, number)).unwrap();
            assert_eq!(opening.record(&*game).unwrap().outcome(), None);
        }
        assert_eq!(Opening::random(&*game, 5000, &mut Rng::new(1)), Err(NoOpening::TooLong(5000)));
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
        // Moves may name where they begin.
        let from = Opening::read(&*game, &format!("from {text}\nmA1B1")).unwrap();
        assert_eq!(from, Opening { start: Some(text.into()), moves: vec!["mA1B1".into()] });
        let fault = |line: &str| match Opening::read(&*game, line) {
            Err(NoOpening::Unreadable(fault)) => fault.reasons()[0].code,
            other => panic!("{other:?}"),
        };
        assert_eq!(fault("mB1 mA1B1"), "occupied");
        assert_eq!(fault("TXXXT/XXXXX/XXXXX/XXXXX/TXXXX g c0 - #"), "tiger-count");
        assert_eq!(fault("hello"), "syntax");
        let over = Opening::read(&*super::tests::game("baghchal:captures=1"), "mB1 mA1C1(B1)");
        assert_eq!(over, Err(NoOpening::Over));
    }
}
