//! Scenes on the wire. An empty board is most of one and never changes, so its text is made once.

use chautari_game::{AnyGame, Board, Mark, Piece, Scene, Tally};
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// The text of every board there is.
pub(crate) struct Boards(Vec<(&'static Board, Box<RawValue>)>);

impl Boards {
    pub(crate) fn new(games: &[&dyn AnyGame]) -> Boards {
        let boards = games.iter().map(|game| game.start().scene().board);
        Boards(boards.filter_map(|board| Some((board, to_raw_value(board).ok()?))).collect())
    }

    /// A scene that is written with the text of its board.
    pub(crate) fn line(&self, scene: Scene) -> SceneLine<'_> {
        let text = self.0.iter().find(|(board, _)| std::ptr::eq(*board, scene.board));
        let board = text.map_or(BoardLine::Board(scene.board), |(_, text)| BoardLine::Text(text));
        let Scene { pieces, marks, tallies, turn, action, prompt, .. } = scene;
        SceneLine { board, pieces, marks, tallies, turn, action, prompt }
    }
}

/// A [`Scene`], field by field as it is.
#[derive(Serialize)]
pub(crate) struct SceneLine<'a> {
    board: BoardLine<'a>,
    pieces: Vec<Piece>,
    marks: Vec<Mark>,
    tallies: Vec<Tally>,
    turn: &'static str,
    action: &'static str,
    prompt: &'static str,
}

enum BoardLine<'a> {
    Text(&'a RawValue),
    /// A board that only some rules of a game have.
    Board(&'static Board),
}

impl Serialize for BoardLine<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            BoardLine::Text(text) => text.serialize(to),
            BoardLine::Board(board) => board.serialize(to),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_looks_the_same_either_way() {
        let boards = Boards::new(chautari_games::GAMES);
        for game in chautari_games::GAMES {
            let scene = game.start().scene();
            let direct = serde_json::to_string(&scene).unwrap();
            assert!(matches!(boards.line(scene.clone()).board, BoardLine::Text(_)));
            assert_eq!(serde_json::to_string(&boards.line(scene.clone())).unwrap(), direct);
            assert_eq!(serde_json::to_string(&Boards::new(&[]).line(scene)).unwrap(), direct);
        }
    }
}
