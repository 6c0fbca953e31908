//! The fast rules against a slow reference implementation.

#![allow(clippy::unwrap_used, reason = "a test may fail this way")]

use chautari_banchess::Banchess;
use chautari_game::{AnyGame, AnyRecord, Rng};

use crate::reference::Slow;

/// The number of positions compared.
const POSITIONS: usize = 100_000;
/// The maximum length of a game.
const LONGEST: usize = 240;

/// Openings, castling, promotions, en passant, and endings close to each kind of draw.
const STARTS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1 3",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 7 27",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1 1",
    "4k3/8/8/1PpP4/4PpPp/8/P1P4P/4K3 b - g3 0 10 39",
    "8/8/8/2k5/3Pp3/8/8/4K2R b K d3 0 1 3",
    "k7/2N5/1K6/8/8/8/8/8 b - - 0 1 3",
    "7k/8/8/3r4/8/8/1R6/K7 w - - 92 90 357",
    "8/8/3k4/8/3b4/8/1B2P3/4K3 w - - 0 1 1",
    "8/1n6/3k4/8/8/8/4Q3/4K3 b - - 98 60 240:d6c5",
    "5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10 39",
];

fn actions(fast: &dyn AnyRecord) -> Vec<String> {
    let mut actions: Vec<_> = fast.offers().into_iter().map(|offer| offer.text).collect();
    actions.sort_unstable();
    actions
}

fn agree(fast: &dyn AnyRecord, slow: &Slow) {
    let fen = slow.fen();
    assert_eq!(fast.position(), fen);
    assert_eq!(actions(fast), slow.actions(), "{fen}");
    assert_eq!(Banchess.info().side(fast.turn()), slow.player(), "{fen}");
    let name = |side| Banchess.info().side(side);
    let end = fast.outcome().map(|end| (end.ending.code, end.winner.map_or("draw", name)));
    assert_eq!(end, slow.end(), "{fen}");
}

#[test]
fn fast_and_slow_agree() {
    let mut rng = Rng::new(20_261_115);
    let mut ends = std::collections::BTreeMap::new();
    let mut compared = 0;
    for number in 0.. {
        if compared >= POSITIONS {
            break;
        }
        let start = STARTS[number % STARTS.len()];
        let mut fast = Banchess.read_position(start).unwrap();
        let mut slow = Slow::new(start);
        for _ in 0..LONGEST {
            agree(&*fast, &slow);
            compared += 1;
            let actions = slow.actions();
            if actions.is_empty() {
                break;
            }
            let action = &actions[rng.below(actions.len())];
            fast.play(action).unwrap();
            slow.play(action);
        }
        *ends.entry(slow.end().map_or("unfinished", |(end, _)| end)).or_insert(0) += 1;
    }
    // Every kind of ending has occurred and has been compared.
    assert_eq!(ends.len(), 8, "{ends:?}");
}
