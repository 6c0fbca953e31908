//! Scenes as JSON. An empty board is most of a scene and never changes, so its text is written once per process.

use std::sync::{PoisonError, RwLock};

use chautari_game::{Board, Mark, Piece, Scene, Tally};
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// The texts of the boards drawn so far.
static BOARDS: RwLock<Vec<(&'static Board, &'static RawValue)>> = RwLock::new(Vec::new());

/// Bound on `BOARDS`. Games have one board for each size they are played on.
const MAX_BOARDS: usize = 64;

/// A [`Scene`] with the text of its board in place of the board.
#[derive(Serialize)]
struct SceneRef<'a> {
    board: BoardText,
    pieces: &'a [Piece],
    marks: &'a [Mark],
    tallies: &'a [Tally],
    turn: &'static str,
    action: &'static str,
    prompt: &'static str,
}

#[derive(Serialize)]
#[serde(untagged)]
enum BoardText {
    Cached(&'static RawValue),
    Board(&'static Board),
}

/// Serialises the field of a type that has a scene.
#[allow(clippy::ref_option, reason = "the signature that serde requires")]
pub(crate) fn serialize_some<S: Serializer>(scene: &Option<Scene>, to: S) -> Result<S::Ok, S::Error> {
    match scene {
        Some(scene) => serialize(scene, to),
        None => to.serialize_none(),
    }
}

/// Serialises a scene exactly as its derived implementation does, but faster.
pub(crate) fn serialize<S: Serializer>(scene: &Scene, to: S) -> Result<S::Ok, S::Error> {
    let Scene { board, pieces, marks, tallies, turn, action, prompt } = scene;
    SceneRef { board: text_of(board), pieces, marks, tallies, turn, action, prompt }.serialize(to)
}

fn text_of(board: &'static Board) -> BoardText {
    let find = |boards: &[(&'static Board, &'static RawValue)]| {
        boards.iter().find(|(known, _)| std::ptr::eq(*known, board)).map(|(_, text)| *text)
    };
    let known = find(&BOARDS.read().unwrap_or_else(PoisonError::into_inner));
    if let Some(text) = known {
        return BoardText::Cached(text);
    }
    let mut boards = BOARDS.write().unwrap_or_else(PoisonError::into_inner);
    if let Some(text) = find(&boards) {
        return BoardText::Cached(text);
    }
    match to_raw_value(board) {
        // Boards live as long as the process, and so do their texts.
        Ok(text) if boards.len() < MAX_BOARDS => {
            let text: &'static RawValue = Box::leak(text);
            boards.push((board, text));
            BoardText::Cached(text)
        }
        _ => BoardText::Board(board),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cached_board_does_not_change_the_json() {
        for game in chautari_games::GAMES {
            let scene = game.start().scene();
            let derived = serde_json::to_string(&scene).unwrap();
            for _ in 0..2 {
                let mut cached = Vec::new();
                serialize(&scene, &mut serde_json::Serializer::new(&mut cached)).unwrap();
                assert_eq!(String::from_utf8(cached).unwrap(), derived);
            }
            assert!(matches!(text_of(scene.board), BoardText::Cached(_)));
            assert_eq!(serde_json::to_string(&BoardText::Board(scene.board)).unwrap(), {
                serde_json::to_string(scene.board).unwrap()
            });
        }
    }
}
