//! A game of random moves: `cargo run --example random_game -- gomoku`.

use std::error::Error;

use chautari_game::Rng;

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "baghchal".to_owned());
    println!("{}", play(&name, 1)?);
    Ok(())
}

/// Plays the game and returns a summary.
pub fn play(name: &str, seed: u64) -> Result<String, Box<dyn Error>> {
    let game = chautari_games::find(name)?;
    let (mut record, mut rng) = (game.start(), Rng::new(seed));
    let outcome = loop {
        if let Some(outcome) = record.outcome() {
            break outcome;
        }
        // An offer is a legal move as text, with the points a user touches to make it.
        let offer = rng.pick(&record.offers()).ok_or("a game goes on while it has moves")?;
        record.play(&offer.text)?;
    };
    let winner = outcome.winner.map_or("nobody", |side| game.info().called(side));
    let plies = record.moves().len();
    Ok(format!("{}\n{winner} won after {plies} plies: {}", record.position(), outcome.ending.text))
}
