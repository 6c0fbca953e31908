//! The learned evaluation: a network that corrects the hand-crafted one.
//!
//! Features are the pieces on their squares, from both perspectives: own pieces first, the own first rank at
//! the bottom, and mirrored so that the own king is on the files a to d. `learn/README.md` describes how the
//! network was trained.

use std::sync::LazyLock;

use chautari_nnue::{Accumulator, Network};
use cozy_chess::{BitBoard, Board, Color, File, Piece, Square};

use crate::eval::{Weights, evaluate};

/// The size of the hidden layer per perspective.
pub const HIDDEN: usize = 128;

/// The number of features: a piece of either side on a square.
pub const FEATURES: usize = 2 * Piece::NUM * Square::NUM;

/// The number of buckets; positions are classified by the number of men.
pub const BUCKETS: usize = 8;

/// The network type of Ban Chess.
pub type Net = Network<HIDDEN>;

/// The embedded network, used at full strength.
pub(crate) static NETWORK: LazyLock<Net> = LazyLock::new(|| {
    let bytes = include_bytes!("../network.nnue");
    Network::read(bytes, FEATURES, BUCKETS).expect("the network in the repository is whole")
});

/// The evaluation of positions in one thread's search, updated incrementally.
pub(crate) struct NetworkEvaluator<'a> {
    weights: &'a Weights,
    network: Option<&'a Net>,
    /// The last position evaluated at each height, because positions at one height differ little.
    seen: Vec<Seen>,
}

impl<'a> NetworkEvaluator<'a> {
    pub(crate) fn new(weights: &'a Weights, network: Option<&'a Net>) -> NetworkEvaluator<'a> {
        NetworkEvaluator { weights, network, seen: Vec::new() }
    }

    /// Returns the evaluation of an unfinished position for the side to move, in hundredths of a pawn.
    pub(crate) fn evaluate(&mut self, board: &Board, height: usize) -> i32 {
        let Some(network) = self.network else { return evaluate(board, self.weights) };
        let handcrafted = if network.uses_handcrafted() { evaluate(board, self.weights) } else { 0 };
        if self.seen.len() <= height {
            self.seen.resize_with(height + 1, || Seen::nothing(network));
        }
        let seen = &mut self.seen[height];
        seen.look(network, board);
        let us = board.side_to_move();
        let [own, other] = [us, !us].map(|color| &seen.views[color as usize].accumulator);
        network.evaluate(own, other, bucket(board), handcrafted)
    }
}

/// Men by color and piece.
type Men = [[BitBoard; Piece::NUM]; Color::NUM];

const NOBODY: Men = [[BitBoard::EMPTY; Piece::NUM]; Color::NUM];

/// The accumulators of the last position evaluated.
struct Seen {
    men: Men,
    views: [View; Color::NUM],
}

/// One perspective of a position.
struct View {
    mirrored: bool,
    accumulator: Accumulator<HIDDEN>,
}

impl Seen {
    fn nothing(network: &Net) -> Seen {
        let view = || View { mirrored: false, accumulator: network.start() };
        Seen { men: NOBODY, views: [view(), view()] }
    }

    /// Updates the accumulators to a position by its difference from the last one.
    fn look(&mut self, network: &Net, board: &Board) {
        let men = Color::ALL.map(|color| Piece::ALL.map(|piece| board.colored_pieces(color, piece)));
        for (perspective, view) in Color::ALL.into_iter().zip(&mut self.views) {
            let mirrored = board.king(perspective).file() > File::D;
            let mut before = &self.men;
            if mirrored != view.mirrored {
                *view = View { mirrored, accumulator: network.start() };
                before = &NOBODY;
            }
            let mut update = network.update(&mut view.accumulator);
            for (kind, (&before, &after)) in before.as_flattened().iter().zip(men.as_flattened()).enumerate()
            {
                if before == after {
                    continue;
                }
                let feature =
                    |square| seen_by(perspective, mirrored, (kind * Square::NUM + square as usize) as u16);
                for square in before - after {
                    update.remove(feature(square));
                }
                for square in after - before {
                    update.add(feature(square));
                }
            }
        }
        self.men = men;
    }
}

/// Converts a feature from White's unmirrored perspective to another one.
fn seen_by(perspective: Color, mirrored: bool, feature: u16) -> u16 {
    const SIDE: u16 = (FEATURES / 2) as u16;
    const OTHER_RANK: u16 = 0b111_000;
    const OTHER_FILE: u16 = 0b000_111;
    let feature = match perspective {
        Color::White => feature,
        Color::Black if feature < SIDE => (feature + SIDE) ^ OTHER_RANK,
        Color::Black => (feature - SIDE) ^ OTHER_RANK,
    };
    if mirrored { feature ^ OTHER_FILE } else { feature }
}

/// Returns the bucket of a position by its number of men.
fn bucket(board: &Board) -> usize {
    (board.occupied().len() as usize).saturating_sub(2).div_ceil(4).clamp(1, BUCKETS) - 1
}

#[cfg(test)]
mod tests {
    use chautari_game::{Position as _, Record, Rng};

    use super::*;
    use crate::Banchess;

    #[test]
    fn incremental_evaluation_equals_a_fresh_one() {
        let mut rng = Rng::new(5);
        let mut evaluator = NetworkEvaluator::new(&Weights::OURS, Some(&NETWORK));
        for _ in 0..20 {
            let mut record = Record::new(Banchess);
            while let Some(m) = rng.pick(&record.position().moves())
                && record.moves().len() < 120
            {
                record.play(m).expect("a legal move");
                let board = &record.position().board;
                let fresh = NetworkEvaluator::new(&Weights::OURS, Some(&NETWORK)).evaluate(board, 0);
                assert_eq!(evaluator.evaluate(board, rng.below(3)), fresh, "{board}");
            }
        }
    }

    #[test]
    fn both_sides_and_both_wings_see_the_same() {
        let see = |fen: &str| {
            NetworkEvaluator::new(&Weights::OURS, Some(&NETWORK))
                .evaluate(&fen.parse().expect("a position"), 0)
        };
        let white = see("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w - - 0 1");
        assert_eq!(white, see("r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b - - 0 1"));
        assert_eq!(
            see("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
            see("8/5p2/4p3/r5PK/k1p3R1/8/1P1P4/8 w - - 0 1")
        );
    }
}
