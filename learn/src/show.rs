//! Prints the evaluations of a network for random positions: per line the bytes of a sample in hexadecimal,
//! the hand-crafted evaluation and that of the network.

use std::fmt::Write as _;

use chautari_game::{Position as _, Record, Rng};

use crate::Show;
use crate::trainable::{self, Trainable};

pub(crate) fn run<G: Trainable>(game: G, options: &Show) -> anyhow::Result<()> {
    let network = trainable::network::<G>(&options.net)?;
    let mut rng = Rng::new(1);
    let mut shown = 0;
    while shown < options.positions {
        let mut record = Record::new(game);
        while let Some(m) = rng.pick(&record.position().moves())
            && record.play(m).is_ok()
            && shown < options.positions
        {
            let position = record.position();
            let line = position.moves();
            if let Some(board) = G::board(position, &line).filter(|_| record.outcome().is_none()) {
                let text = board.as_ref().iter().fold(String::new(), |mut text, byte| {
                    let _ = write!(text, "{byte:02x}");
                    text
                });
                println!("{text} {} {}", G::handcrafted(position), G::evaluate(position, network));
                shown += 1;
            }
        }
    }
    Ok(())
}
