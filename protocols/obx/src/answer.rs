//! From a question to its answer.

use std::time::Duration;

use chautari_baghchal::Baghchal;
use chautari_game::{AnyGame, AnyRecord, Level, Limit};
use serde::Serialize;

use crate::{Ask, Refusal};

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(as = ObxAnswer))]
pub struct Answer {
    /// The position as it was asked about.
    pub input: String,
    /// The position after the move; the same as before where the game was over.
    pub obx: String,
    /// The move; none where the game was over.
    #[serde(rename = "move")]
    #[cfg_attr(feature = "serve", schema(required))]
    pub played: Option<String>,
    /// How the game has ended, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "serve", schema(nullable = false))]
    pub result: Option<GameResult>,
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(as = ObxResult))]
pub struct GameResult {
    /// `goats`, `tigers`, or nobody: a draw.
    #[cfg_attr(feature = "serve", schema(required))]
    pub winner: Option<&'static str>,
    /// Why, for programs.
    pub reason: &'static str,
    /// Why, for people.
    pub text: &'static str,
}

/// What a request comes to.
pub enum Considered {
    /// An answer.
    Answered(Answer),
    /// Something to think about first.
    Think(Pondering),
}

/// A position for which a move is wanted.
pub struct Pondering {
    /// The game, with the rules that were asked for.
    pub game: Baghchal,
    /// How strong to play.
    pub level: Level,
    /// How long to think.
    pub limit: Limit,
    input: String,
    record: Box<dyn AnyRecord>,
}

impl Ask {
    /// Answers what needs no thinking.
    pub fn consider(self) -> Result<Considered, Refusal> {
        let game = match self.rules.as_deref() {
            None | Some("optional") => Baghchal::OPTIONAL,
            Some("compulsory") => Baghchal::COMPULSORY,
            Some(_) => return Err(field("rules", "`optional` or `compulsory`")),
        };
        let level = match self.level {
            None => Level::FULL,
            Some(number) => Level::new(number).ok_or_else(|| field("level", "a number from 1 to 10"))?,
        };
        let input = self.obx.ok_or_else(|| field("obx", "a position in OBX"))?;
        let record = game.read_position(&input).map_err(|fault| Refusal::new("obx", fault))?;
        let pondering = Pondering {
            game,
            level,
            limit: Limit { time: self.time_ms.map(Duration::from_millis), ..Limit::default() },
            input,
            record,
        };
        match self.wish {
            Some(wish) => pondering.conclude(&wish).map(Considered::Answered),
            None if pondering.record.outcome().is_some() => Ok(Considered::Answered(pondering.answer(None))),
            None => Ok(Considered::Think(pondering)),
        }
    }
}

fn field(name: &'static str, expected: &str) -> Refusal {
    Refusal::Field { name, expected: expected.to_owned() }
}

impl Pondering {
    /// The position, in the canonical notation.
    pub fn position(&self) -> String {
        self.record.position()
    }

    /// The answer that plays this move, if it is legal.
    pub fn conclude(mut self, text: &str) -> Result<Answer, Refusal> {
        let played = self.record.play(text).map_err(|fault| Refusal::new("move", fault))?;
        Ok(self.answer(Some(played.text)))
    }

    fn answer(self, played: Option<String>) -> Answer {
        // Whoever counts the goats in hand is told them.
        let dialect = if self.input.contains('@') { "obx@" } else { "obx" };
        let obx = self.record.write(dialect).expect("both dialects of OBX write every position");
        let result = self.record.outcome().map(|outcome| GameResult {
            winner: outcome.winner.map(|side| self.record.info().side(side)),
            reason: outcome.ending.code,
            text: outcome.ending.text,
        });
        Answer { input: self.input, obx, played, result }
    }
}
