//! Interactive lessons: a guided introduction played on the board.

use serde::Serialize;

/// A lesson of about two minutes. Its texts are English; translations are part of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Lesson {
    /// The steps, one idea each.
    pub steps: &'static [Step],
    /// The side the learner plays in a first game against an engine.
    pub side: &'static str,
}

/// One step of a lesson: a task solved by one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = LessonStep))]
pub struct Step {
    /// The starting position in the canonical dialect; if absent, the step continues from the previous one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub position: Option<&'static str>,
    /// The task and its reason.
    pub task: &'static str,
    /// The moves that solve the task, in the canonical dialect.
    pub moves: &'static [&'static str],
    /// The response to a legal move that does not solve the task. Illegal moves are refused by the rules.
    pub otherwise: &'static str,
    /// The moves that the other side plays next, in order.
    pub replies: &'static [&'static str],
    /// The insight to show after the step.
    pub learned: &'static str,
}

impl Lesson {
    /// Returns all texts of the lesson.
    pub fn texts(&self) -> impl Iterator<Item = &'static str> {
        self.steps.iter().flat_map(|step| [step.task, step.otherwise, step.learned])
    }
}
