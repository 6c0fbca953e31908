//! Evaluation of requests, and responses.

use std::time::Duration;

use chautari_baghchal::Baghchal;
use chautari_game::{AnyGame, AnyRecord, Level, Limit};
use serde::Serialize;

use crate::{ObxRequest, Refusal};

/// The dialects of responses.
const DIALECTS: [&str; 3] = ["obx", "obx@", "baghchal-js"];

/// The response to a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(as = ObxAnswer))]
pub struct ObxResponse {
    /// The position of the request, unchanged.
    pub input: String,
    /// The position after the move; the same position if the game was over.
    pub obx: String,
    /// The move; `null` if the game was over.
    #[serde(rename = "move")]
    #[cfg_attr(feature = "serve", schema(required))]
    pub played: Option<String>,
    /// The result, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "serve", schema(nullable = false))]
    pub result: Option<GameResult>,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(as = ObxResult))]
pub struct GameResult {
    /// `goats`, `tigers`, or `null` for a draw.
    #[cfg_attr(feature = "serve", schema(required))]
    pub winner: Option<&'static str>,
    /// The reason, for programs.
    pub reason: &'static str,
    /// The reason, for people.
    pub text: &'static str,
}

/// An evaluated request.
pub enum Evaluated {
    /// The response.
    Answered(ObxResponse),
    /// A position to search before there is a response.
    NeedsSearch(PendingSearch),
}

/// A position that needs a move.
pub struct PendingSearch {
    /// The game, with the rules of the request.
    pub game: Baghchal,
    /// The strength of the engine.
    pub level: Level,
    /// The limits of the search.
    pub limit: Limit,
    input: String,
    dialect: &'static str,
    record: Box<dyn AnyRecord>,
}

impl ObxRequest {
    /// Evaluates the request, without any search.
    pub fn evaluate(self) -> Result<Evaluated, Refusal> {
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
        let dialect = match self.dialect {
            None if input.contains('@') => "obx@",
            None => "obx",
            Some(name) => DIALECTS
                .into_iter()
                .find(|dialect| *dialect == name)
                .ok_or_else(|| field("dialect", "`obx`, `obx@` or `baghchal-js`"))?,
        };
        let record = game.read_position(&input).map_err(|fault| Refusal::new("obx", fault))?;
        let search = PendingSearch {
            game,
            level,
            limit: Limit { time: self.time_ms.map(Duration::from_millis), ..Limit::default() },
            input,
            dialect,
            record,
        };
        match self.wish {
            Some(wish) => search.conclude(&wish).map(Evaluated::Answered),
            None if search.record.outcome().is_some() => Ok(Evaluated::Answered(search.respond(false))),
            None => Ok(Evaluated::NeedsSearch(search)),
        }
    }
}

fn field(name: &'static str, expected: &str) -> Refusal {
    Refusal::Field { name, expected: expected.to_owned() }
}

impl PendingSearch {
    /// Returns the position in canonical notation.
    pub fn position(&self) -> String {
        self.record.position()
    }

    /// Plays a move and returns the response. Errors if the move is illegal.
    pub fn conclude(mut self, text: &str) -> Result<ObxResponse, Refusal> {
        self.record.play(text).map_err(|fault| Refusal::new("move", fault))?;
        Ok(self.respond(true))
    }

    fn respond(self, has_moved: bool) -> ObxResponse {
        let written = "all dialects of OBX write every position and move";
        let obx = self.record.write(self.dialect).expect(written);
        let played = if has_moved { self.record.moves_in(self.dialect).expect(written).pop() } else { None };
        let result = self.record.outcome().map(|outcome| GameResult {
            winner: outcome.winner.map(|side| self.record.info().side(side)),
            reason: outcome.ending.code,
            text: outcome.ending.text,
        });
        ObxResponse { input: self.input, obx, played, result }
    }
}
