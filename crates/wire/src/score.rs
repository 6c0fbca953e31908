//! Engine analysis: scores, and lines of play.

use chautari_game::AnyRecord;
use serde::{Deserialize, Serialize};

/// How good a position is for the side to move. `win` and `loss` are proven, with the number of plies, or `null` if it
/// is not known; `draw` is proven too; `guess` is an estimate in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Score {
    /// The kind of score.
    pub kind: ScoreKind,
    /// Plies or hundredths, by kind.
    #[cfg_attr(feature = "schema", schema(required))]
    pub value: Option<i64>,
}

/// The kind of a score: proven or estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ScoreKind {
    /// A proven win.
    Win,
    /// A proven loss.
    Loss,
    /// A proven draw.
    Draw,
    /// An estimate.
    Guess,
}

impl From<chautari_game::Score> for Score {
    fn from(score: chautari_game::Score) -> Score {
        use chautari_game::Score as Of;
        let (kind, value) = match score {
            Of::Win(plies) => (ScoreKind::Win, Some(plies.into())),
            Of::Loss(plies) => (ScoreKind::Loss, Some(plies.into())),
            Of::Won => (ScoreKind::Win, None),
            Of::Lost => (ScoreKind::Loss, None),
            Of::Draw => (ScoreKind::Draw, Some(0)),
            Of::Guess(hundredths) => (ScoreKind::Guess, Some(hundredths.into())),
        };
        Score { kind, value }
    }
}

/// The result of a search so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Thought {
    /// The best move; `null` if the game is over.
    #[serde(rename = "move")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub best: Option<String>,
    /// How good the position is for the side to move.
    pub score: Score,
    /// The depth reached, in plies.
    pub depth: u32,
    /// The number of positions visited.
    pub nodes: u64,
    /// The time taken so far.
    pub seconds: f64,
    /// The principal variation, the best move first.
    pub line: Vec<String>,
    /// The principal variation as people write it.
    pub human: Vec<String>,
    /// The best moves, best first, as many as requested and possible; the first says the same as the fields above.
    pub lines: Vec<Variation>,
    /// Whether the search has ended.
    #[serde(rename = "final")]
    pub is_final: bool,
}

/// One of the best moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Variation {
    /// The move.
    #[serde(rename = "move")]
    pub first: String,
    /// How good the position is for the side to move if it makes this move.
    pub score: Score,
    /// Whether the score is proven, by search or by tables.
    pub exact: bool,
    /// The expected line of play, beginning with the move.
    pub line: Vec<String>,
    /// The line as people write it.
    pub human: Vec<String>,
}

impl Variation {
    /// Describes a line from the position of `record`; `None` if it is empty.
    fn new(record: &dyn AnyRecord, score: chautari_game::Score, line: &[String]) -> Option<Variation> {
        let first = line.first()?.clone();
        let human = record.human_line(line);
        Some(Variation { first, score: score.into(), exact: score.is_exact(), line: line.to_vec(), human })
    }
}

impl Thought {
    /// Describes what an engine thinks of the position of `record`.
    pub fn new(record: &dyn AnyRecord, thought: &chautari_game::Thought<String>, is_final: bool) -> Thought {
        let lines = thought.lines().filter_map(|(score, line)| Variation::new(record, score, line)).collect();
        Thought {
            best: thought.best.clone(),
            score: thought.score.into(),
            depth: thought.depth,
            nodes: thought.nodes,
            seconds: thought.time.as_secs_f64(),
            line: thought.line.clone(),
            human: record.human_line(&thought.line),
            lines,
            is_final,
        }
    }
}
