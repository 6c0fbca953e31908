//! What a study says.

use std::collections::HashSet;

use chautari_compute::TaskContext;
use chautari_game::AnyGame;
use chautari_http::{Problem, is_title};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most positions of a study.
const MOST_NODES: usize = 1000;
/// The longest line of a study.
const LONGEST_LINE: usize = 400;
/// The most arrows at one position.
const MOST_ARROWS: usize = 32;
const LONGEST_TITLE: usize = 100;
const LONGEST_COMMENT: usize = 4000;
/// All of its words together, in bytes.
const MOST_WORDS: usize = 64 * 1024;

/// What a study says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StudySheet)]
pub(crate) struct StudyContent {
    /// What it is called: 1 to 100 bytes.
    #[schema(example = "Shutting in the first tiger")]
    pub(crate) title: String,
    /// The game, perhaps with rules changed.
    #[schema(example = "baghchal")]
    pub(crate) game: String,
    /// Where it begins [default: the start of the game].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) start: Option<String>,
    /// The positions, up to 1,000, each after the one it comes from. The first is where it begins.
    #[schema(min_items = 1, max_items = 1000)]
    pub(crate) nodes: Vec<Node>,
}

/// A position of a study.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StudyNode)]
pub(crate) struct Node {
    /// The index of the position it comes from; none where the study begins. Of several that come from one, the
    /// first is the main line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) parent: Option<usize>,
    /// The move that leads here, in the canonical notation.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) text: Option<String>,
    /// What is said about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) comment: String,
    /// Points to mark (one) and arrows from point to point (two), by the numbers of a scene.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) arrows: Vec<Vec<u16>>,
    /// What a reader is asked to find here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) question: Option<Question>,
    /// A move that does not answer the question where it comes from; its comment says why.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) wrong: bool,
}

/// A question at a position. Whatever comes from there and is not `wrong` answers it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StudyQuestion)]
pub(crate) struct Question {
    /// What to do.
    pub(crate) task: String,
    /// What is said of a legal move that the study does not have.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) otherwise: String,
}

impl StudyContent {
    /// How long it is as it is kept, more or less.
    pub(super) fn bytes(&self) -> usize {
        serde_json::to_vec(self).map_or(0, |text| text.len())
    }

    /// The same in the one written form, or why it is no study.
    pub(crate) fn vet(
        mut self,
        game: &dyn AnyGame,
        name: String,
        turn: &TaskContext,
    ) -> Result<StudyContent, Problem> {
        self.title = String::from(self.title.trim());
        if !is_title(&self.title, LONGEST_TITLE) {
            return Err(Problem::unprocessable(
                "title",
                format!("A study's title has 1 to {LONGEST_TITLE} bytes, all in one line."),
            ));
        }
        if !(1..=MOST_NODES).contains(&self.nodes.len()) {
            return Err(Problem::unprocessable("nodes", format!("A study has 1 to {MOST_NODES} positions.")));
        }
        if self.nodes.iter().map(Node::words).sum::<usize>() > MOST_WORDS {
            return Err(Problem::unprocessable(
                "comment",
                format!("A study can have at most {MOST_WORDS} bytes of text."),
            ));
        }
        self.game = name;
        let root = match &self.start {
            None => game.start(),
            Some(text) => game.read_position(text)?,
        };
        if self.start.is_some() {
            self.start = Some(root.position());
        }
        let points = root.scene().board.points.len();
        let mut seen = HashSet::new();
        // One line of play goes along: most positions come from the one before, and all of them at once are much.
        let (mut record, mut line) = (root, vec![0]);
        for index in 0..self.nodes.len() {
            turn.check()?;
            let wrong = |text: &str| Err(Problem::unprocessable("node", text).index(index));
            let node = &self.nodes[index];
            node.vet(points).map_err(|problem| problem.index(index))?;
            let (parent, text) = match (index, node.parent, &node.text) {
                (0, None, None) => continue,
                (0, ..) => {
                    return wrong(
                        "The study begins at the first position: it has no `parent` and no `move`.",
                    );
                }
                (_, Some(parent), Some(text)) if parent < index => (parent, text),
                _ => return wrong("A position needs a `move`, and a `parent` earlier in the list."),
            };
            let way = self.way(parent);
            if way.len() > LONGEST_LINE {
                return wrong("This line is too long.");
            }
            let shared = way.iter().zip(&line).take_while(|(one, other)| one == other).count();
            (shared..line.len()).for_each(|_| drop(record.undo()));
            let moves = way[shared..].iter().filter_map(|&at| self.nodes[at].text.as_ref()).chain([text]);
            for text in moves {
                record.play(text).map_err(|fault| Problem::from(fault).index(index))?;
            }
            let text = record.moves().pop();
            if !seen.insert((parent, text.clone())) {
                return wrong("The same move is there twice.");
            }
            self.nodes[index].text = text;
            line = way;
            line.push(index);
        }
        Ok(self)
    }

    /// The positions on the way to one, where the study begins first.
    fn way(&self, to: usize) -> Vec<usize> {
        let mut way: Vec<_> = std::iter::successors(Some(to), |&at| self.nodes[at].parent).collect();
        way.reverse();
        way
    }
}

impl Node {
    fn words(&self) -> usize {
        let question = self.question.as_ref().map_or(0, |one| one.task.len() + one.otherwise.len());
        self.comment.len() + question
    }

    fn vet(&self, points: usize) -> Result<(), Problem> {
        if self.words() > LONGEST_COMMENT {
            return Err(Problem::unprocessable(
                "comment",
                format!("A position can have at most {LONGEST_COMMENT} bytes of text."),
            ));
        }
        let is_arrow = |arrow: &Vec<u16>| {
            (1..=2).contains(&arrow.len()) && arrow.iter().all(|&point| usize::from(point) < points)
        };
        if self.arrows.len() > MOST_ARROWS || !self.arrows.iter().all(is_arrow) {
            let text = format!(
                "A position has at most {MOST_ARROWS} arrows, each of one or two points of the board."
            );
            return Err(Problem::unprocessable("arrows", text));
        }
        if self.question.as_ref().is_some_and(|question| question.task.trim().is_empty()) {
            return Err(Problem::unprocessable("question", "A question must say what to do."));
        }
        Ok(())
    }
}
