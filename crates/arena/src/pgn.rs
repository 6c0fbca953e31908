//! Games as PGN, for programs that collect games.

use std::fmt::Write;

use chautari_game::{AnyGame, Fault, Side};

/// A game that has ended.
pub struct Game<'a> {
    /// The tournament it belongs to.
    pub event: &'a str,
    /// Where in the tournament: `1.2.1`.
    pub round: String,
    /// In the order of the sides.
    pub players: [&'a str; 2],
    /// Who won it; nobody, in a draw.
    pub winner: Option<Side>,
    /// Why it ended, by its code.
    pub reason: &'a str,
    /// Where it began, unless at the start of the game.
    pub start: Option<&'a str>,
    /// What was played, in the canonical notation.
    pub moves: &'a [String],
}

/// How many characters a line of moves has at most, as the export format of PGN wants.
const WIDTH: usize = 80;

/// The game with its tags and an empty line behind it. A game that knows PGN writes its moves so, any other in its
/// canonical notation, two decisions a number.
pub fn write(game: &dyn AnyGame, played: &Game) -> Result<String, Fault> {
    let result = match played.winner {
        Some(Side::One) => "1-0",
        Some(Side::Two) => "0-1",
        None => "1/2-1/2",
    };
    let [white, black] = played.players;
    let mut tags = vec![
        ("Event", played.event),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", &played.round),
        ("White", white),
        ("Black", black),
        ("Result", result),
        ("Variant", game.info().name),
        ("Termination", played.reason),
    ];
    if let Some(start) = played.start {
        tags.extend([("SetUp", "1"), ("FEN", start)]);
    }
    let mut text = String::new();
    for (name, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    let moves: Vec<&str> = played.moves.iter().map(String::as_str).collect();
    let words = if game.dialects().iter().any(|dialect| dialect.id == "pgn") {
        let record = game.replay(None, played.start, &moves)?;
        let written = record.write("pgn")?;
        // Behind its own tags, and before its own result: a game can end otherwise than by the rules.
        let moves = written.split_once("\n\n").map_or("", |(_, moves)| moves);
        moves.rsplit_once(' ').map_or("", |(moves, _)| moves).to_owned()
    } else {
        let numbered = moves.chunks(2).zip(1..).map(|(pair, number)| format!("{number}. {}", pair.join(" ")));
        numbered.collect::<Vec<_>>().join(" ")
    };
    text.push('\n');
    let mut width = 0;
    for word in words.split_whitespace().chain([result]) {
        let length = word.chars().count();
        if width > 0 {
            let fits = width + 1 + length <= WIDTH;
            text.push(if fits { ' ' } else { '\n' });
            width = if fits { width + 1 } else { 0 };
        }
        text += word;
        width += length;
    }
    Ok(text + "\n\n")
}
