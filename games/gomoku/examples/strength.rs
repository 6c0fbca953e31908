//! Plays the engine against plain Monte Carlo, or measures how fast and deep it looks.

#![allow(clippy::unwrap_used, reason = "a tool for those who build it")]

use std::ops::ControlFlow;
use std::time::Duration;

use chautari_game::{Engine, Game, Limit, Means, Position as _, Record, Side};
use chautari_gomoku::{Cell, Gomoku};
use chautari_search::Mcts;

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }
}

/// Some stones near the middle, the same for the same number.
fn opening(number: u64) -> Record<Gomoku> {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15u64.wrapping_mul(number + 1) | 1);
    let mut record = Record::new(Gomoku);
    while record.moves().len() < 4 {
        let (row, column) = (6 + dice.below(7) as u16, 6 + dice.below(7) as u16);
        let _ = record.play(Cell::at(row, column).unwrap());
    }
    record
}

fn play(number: u64, engines: [(&mut dyn Engine<Gomoku>, &Limit); 2]) -> Option<Side> {
    let mut record = opening(number);
    let mut engines = engines;
    while record.outcome().is_none() {
        let (engine, limit) = &mut engines[record.position().turn().index()];
        let thought = engine.think(&record, limit, &mut |_| ControlFlow::Continue(()));
        record.play(thought.best.unwrap()).unwrap();
    }
    record.outcome().unwrap().winner
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, otherwise: u64| arguments.get(i).map_or(otherwise, |text| text.parse().unwrap());
    match arguments.first().map(String::as_str) {
        Some("mcts") => {
            let time = Limit { time: Some(Duration::from_millis(number(2, 100))), ..Limit::default() };
            let playouts = Limit { nodes: Some(20_000), ..Limit::default() };
            let (mut points, games) = (0.0, number(1, 20));
            for game in 0..games {
                let mut full = Gomoku.engine(&Means::default());
                let mut plain = Mcts::new(64, game);
                let ours = if game % 2 == 0 { Side::One } else { Side::Two };
                let (a, b): ((&mut dyn Engine<Gomoku>, &Limit), (&mut dyn Engine<Gomoku>, &Limit)) =
                    ((&mut *full, &time), (&mut plain, &playouts));
                let winner = play(game / 2, if ours == Side::One { [a, b] } else { [b, a] });
                points += winner.map_or(0.5, |winner| if winner == ours { 1.0 } else { 0.0 });
                println!("{points} of {}", game + 1);
            }
        }
        _ => {
            let games = include_str!("../../../spec/gomoku/playthrough.txt");
            let (mut nodes, mut seconds) = (0, 0.0);
            for game in games.lines().filter(|line| line.starts_with("gomoku ; start ;")).take(12) {
                let mut record = Record::new(Gomoku);
                for text in game.split(" ; ").nth(2).unwrap().split_whitespace().take(24) {
                    record.play(Cell::new(text.parse().unwrap()).unwrap()).unwrap();
                }
                if record.position().outcome().is_some() {
                    continue;
                }
                let mut engine = Gomoku.engine(&Means::default());
                let limit = Limit { nodes: Some(number(1, 250_000)), ..Limit::default() };
                let thought = engine.think(&record, &limit, &mut |_| ControlFlow::Continue(()));
                nodes += thought.nodes;
                seconds += thought.time.as_secs_f64();
                println!(
                    "depth {:2} {:9} nodes {:6.0} ms  {} {:?}",
                    thought.depth,
                    thought.nodes,
                    thought.time.as_secs_f64() * 1e3,
                    thought.score,
                    thought.line
                );
            }
            println!("{:.0} nodes a second", nodes as f64 / seconds);
        }
    }
}
