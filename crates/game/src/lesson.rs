//! A first lesson of a game: done on the board, with one's own hand.

use serde::Serialize;

/// A lesson of about two minutes. Its words are English; a game's translations have them in other languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Lesson {
    /// One idea each.
    pub steps: &'static [Step],
    /// The side to play in a first game against an opponent, by what was learned.
    pub side: &'static str,
}

/// One idea, done by one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = LessonStep))]
pub struct Step {
    /// Where it begins, in the canonical dialect; without it, where the step before ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub position: Option<&'static str>,
    /// What to do, and why.
    pub task: &'static str,
    /// The moves that do it, in the canonical dialect: any of them.
    pub moves: &'static [&'static str],
    /// What to say of a legal move that does not do it. What is not legal, the rules refuse.
    pub otherwise: &'static str,
    /// What the other side plays then, one move after the other.
    pub replies: &'static [&'static str],
    /// What can be seen now.
    pub learned: &'static str,
}

impl Lesson {
    /// Every text of it.
    pub fn texts(&self) -> impl Iterator<Item = &'static str> {
        self.steps.iter().flat_map(|step| [step.task, step.otherwise, step.learned])
    }
}
