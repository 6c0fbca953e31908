//! The content of a study, and the rules it has to follow.

use std::collections::HashSet;

use chautari_game::{AnyGame, Fault, is_plain_line};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Positions per study.
pub(crate) const MAX_NODES: usize = 1000;
/// Plies of a line.
const MAX_LINE: usize = 400;
/// Marks and arrows per position.
pub(crate) const MAX_ARROWS: usize = 32;
/// Bytes of a title.
pub(crate) const MAX_TITLE: usize = 100;
/// Bytes of text per position.
pub(crate) const MAX_NODE_TEXT: usize = 4000;
/// Bytes of text per study.
pub(crate) const MAX_TEXT: usize = 64 * 1024;

/// The content of a study: a tree of moves with comments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StudySheet)]
pub(crate) struct StudyContent {
    /// The title: 1 to 100 bytes.
    #[schema(example = "Shutting in the first tiger")]
    pub(crate) title: String,
    /// The game, optionally with changed rules.
    #[schema(example = "baghchal")]
    pub(crate) game: String,
    /// The position that the study begins at [default: the start of the game].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) start: Option<String>,
    /// The positions, up to 1,000, each after its parent. The first is the start.
    #[schema(min_items = 1, max_items = 1000)]
    pub(crate) nodes: Vec<StudyNode>,
}

/// A position of a study.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StudyNode {
    /// The index of the parent position; none for the start. The first of several children is the main line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) parent: Option<usize>,
    /// The move from the parent, in the canonical notation.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) text: Option<String>,
    /// The comment on the position.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) comment: String,
    /// Marks, of one point each, and arrows, of two, by the point numbers of a scene.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) arrows: Vec<Vec<u16>>,
    /// A question for the reader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) question: Option<StudyQuestion>,
    /// Whether the move is a wrong answer to the question of its parent; the comment says why.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) wrong: bool,
}

/// A question at a position. All of its children that are not `wrong` are right answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StudyQuestion {
    /// The task.
    pub(crate) task: String,
    /// The reply to a legal move that is not in the study.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) otherwise: String,
}

/// The reason why a content is not a valid study.
#[derive(Debug)]
pub(crate) enum ContentError {
    /// The title is empty, longer than [`MAX_TITLE`], or not in one line.
    Title,
    /// There is no position, or more than [`MAX_NODES`].
    NodeCount,
    /// All texts together are longer than [`MAX_TEXT`].
    TooMuchText,
    /// The start position is not valid.
    Start(Fault),
    /// The position with this index is not valid.
    Node(usize, NodeError),
    /// The caller stopped the work.
    Cancelled,
}

/// The reason why a position of a study is not valid.
#[derive(Debug)]
pub(crate) enum NodeError {
    /// The start has a parent or a move.
    StartHasMove,
    /// The move or an earlier parent is missing.
    NoMove,
    /// The line is longer than [`MAX_LINE`].
    LineTooLong,
    /// The move is not legal.
    Move(Fault),
    /// A sibling has the same move.
    DuplicateMove,
    /// The texts are longer than [`MAX_NODE_TEXT`].
    TooMuchText,
    /// There are more than [`MAX_ARROWS`], or one has no points of the board.
    Arrows,
    /// The question has no task.
    NoTask,
}

impl StudyContent {
    /// The approximate size in the database, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        serde_json::to_vec(self).map_or(0, |text| text.len())
    }

    /// Validates the content and writes it in canonical form, as long as `keep_on` returns `true`. `name` is the canonical
    /// name of the game.
    pub(crate) fn canonical(
        mut self,
        game: &dyn AnyGame,
        name: String,
        keep_on: &dyn Fn() -> bool,
    ) -> Result<StudyContent, ContentError> {
        self.title = String::from(self.title.trim());
        if self.title.is_empty() || self.title.len() > MAX_TITLE || !is_plain_line(&self.title) {
            return Err(ContentError::Title);
        }
        if !(1..=MAX_NODES).contains(&self.nodes.len()) {
            return Err(ContentError::NodeCount);
        }
        if self.nodes.iter().map(StudyNode::text_bytes).sum::<usize>() > MAX_TEXT {
            return Err(ContentError::TooMuchText);
        }
        self.game = name;
        let root = match &self.start {
            None => game.start(),
            Some(text) => game.read_position(text).map_err(ContentError::Start)?,
        };
        if self.start.is_some() {
            self.start = Some(root.position());
        }
        let points = root.scene().board.points.len();
        let mut seen = HashSet::new();
        // One record moves along the lines: most positions follow the one before, and a record for each would be large.
        let (mut record, mut line) = (root, vec![0]);
        for index in 0..self.nodes.len() {
            if !keep_on() {
                return Err(ContentError::Cancelled);
            }
            let invalid = |error| ContentError::Node(index, error);
            let node = &self.nodes[index];
            node.check(points).map_err(invalid)?;
            let (parent, text) = match (index, node.parent, &node.text) {
                (0, None, None) => continue,
                (0, ..) => return Err(invalid(NodeError::StartHasMove)),
                (_, Some(parent), Some(text)) if parent < index => (parent, text),
                _ => return Err(invalid(NodeError::NoMove)),
            };
            let path = self.path(parent);
            if path.len() > MAX_LINE {
                return Err(invalid(NodeError::LineTooLong));
            }
            let shared = path.iter().zip(&line).take_while(|(one, other)| one == other).count();
            (shared..line.len()).for_each(|_| drop(record.undo()));
            let moves = path[shared..].iter().filter_map(|&at| self.nodes[at].text.as_ref()).chain([text]);
            for text in moves {
                record.play(text).map_err(|fault| invalid(NodeError::Move(fault)))?;
            }
            let text = record.moves().pop();
            if !seen.insert((parent, text.clone())) {
                return Err(invalid(NodeError::DuplicateMove));
            }
            self.nodes[index].text = text;
            line = path;
            line.push(index);
        }
        Ok(self)
    }

    /// The indices from the start to a position.
    fn path(&self, to: usize) -> Vec<usize> {
        let mut path: Vec<_> = std::iter::successors(Some(to), |&at| self.nodes[at].parent).collect();
        path.reverse();
        path
    }
}

impl StudyNode {
    fn text_bytes(&self) -> usize {
        let question = self.question.as_ref().map_or(0, |one| one.task.len() + one.otherwise.len());
        self.comment.len() + question
    }

    /// Checks everything but the move. `points` is the number of points of the board.
    fn check(&self, points: usize) -> Result<(), NodeError> {
        if self.text_bytes() > MAX_NODE_TEXT {
            return Err(NodeError::TooMuchText);
        }
        let is_arrow = |arrow: &Vec<u16>| {
            (1..=2).contains(&arrow.len()) && arrow.iter().all(|&point| usize::from(point) < points)
        };
        if self.arrows.len() > MAX_ARROWS || !self.arrows.iter().all(is_arrow) {
            return Err(NodeError::Arrows);
        }
        if self.question.as_ref().is_some_and(|question| question.task.trim().is_empty()) {
            return Err(NodeError::NoTask);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(parent: Option<usize>, text: Option<&str>) -> StudyNode {
        StudyNode { parent, text: text.map(str::to_owned), ..StudyNode::default() }
    }

    fn canonical(nodes: Vec<StudyNode>) -> Result<StudyContent, ContentError> {
        let game = chautari_game::find(chautari_games::GAMES, "baghchal").unwrap();
        let title = " Shutting in the first tiger ".to_owned();
        let content = StudyContent { title, game: "baghchal".to_owned(), start: None, nodes };
        content.canonical(&*game, "baghchal".to_owned(), &|| true)
    }

    #[test]
    fn valid_study_is_written_in_canonical_form() {
        let nodes = vec![
            node(None, None),
            node(Some(0), Some("mC3")),
            node(Some(1), Some("mA1A2")),
            node(Some(0), Some("mD3")),
        ];
        let study = canonical(nodes.clone()).unwrap();
        assert_eq!((study.title.as_str(), &study.nodes), ("Shutting in the first tiger", &nodes));
    }

    #[test]
    fn invalid_node_is_named() {
        let first = || [node(None, None), node(Some(0), Some("mC3"))];
        let with = |last: StudyNode| canonical(first().into_iter().chain([last]).collect());
        assert!(matches!(canonical(vec![]), Err(ContentError::NodeCount)));
        assert!(matches!(
            canonical(vec![node(None, Some("mC3"))]),
            Err(ContentError::Node(0, NodeError::StartHasMove))
        ));
        let rows = [
            (node(Some(2), Some("mA1A2")), "NoMove"),
            (node(Some(1), None), "NoMove"),
            (node(Some(0), Some("mC3")), "DuplicateMove"),
            (node(Some(1), Some("mC3")), "Move"),
            (StudyNode { arrows: vec![vec![99]], ..node(Some(0), Some("mD3")) }, "Arrows"),
            (
                StudyNode { comment: "x".repeat(MAX_NODE_TEXT + 1), ..node(Some(0), Some("mD3")) },
                "TooMuchText",
            ),
            (
                StudyNode {
                    question: Some(StudyQuestion { task: " ".to_owned(), otherwise: String::new() }),
                    ..node(Some(0), Some("mD3"))
                },
                "NoTask",
            ),
        ];
        for (last, expected) in rows {
            let Err(ContentError::Node(2, error)) = with(last) else { panic!("{expected}") };
            assert!(format!("{error:?}").starts_with(expected), "{error:?}");
        }
    }
}
