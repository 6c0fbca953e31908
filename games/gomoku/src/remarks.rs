//! Remarks: the purpose of a move in words.

use chautari_game::{Position as _, Reason};

use crate::board::Cell;
use crate::line_state::LineState;
use crate::patterns::effect;
use crate::position::Position;
use crate::set::CellSet;

/// Returns the remarks on a legal move, most important first.
pub(crate) fn remarks(position: &Position, cell: Cell) -> Vec<Reason> {
    let side = position.turn();
    let state = LineState::new(position);
    let does = |side, what: u8| state.effects(side, cell).iter().any(|effects| effects & what != 0);
    let none = CellSet::EMPTY;
    let mut found = Vec::new();
    let taken = position.captures_at(cell);
    if !taken.is_empty() {
        found.push(remark("pair-can-be-taken", "A pair can be taken: {}.", taken));
    }
    if position.pending_five().is_some() {
        let five = position.fives(side.other());
        found.push(remark("five-must-be-broken", "This five must be broken now: {}.", five));
    } else if does(side, effect::FIVE) {
        found.push(remark("five-can-be-made", "A five can be made.", none));
    } else if does(side.other(), effect::FIVE) {
        found.push(remark("five-must-be-stopped", "The other side is about to make a five.", none));
    } else if state.is_strong(side, cell) {
        found.push(remark("double-threat", "One stone can make two threats at once.", none));
    } else if does(side, effect::FOUR) {
        found.push(remark("four-can-be-made", "A four can be made: it must be answered.", none));
    } else if state.is_strong(side.other(), cell) {
        found.push(remark("double-threat-looms", "The other side wants to make two threats at once.", none));
    } else if does(side, effect::FREE_THREE) {
        found.push(remark("three-can-be-made", "A free three can be made: it threatens an open four.", none));
    } else if does(side, effect::FLANK) {
        found.push(remark("pair-can-be-attacked", "A pair can be threatened from one end.", none));
    }
    found
}

/// Creates a remark about these cells; `{}` stands for their names.
fn remark(code: &'static str, text: &str, cells: CellSet) -> Reason {
    let names: Vec<_> = cells.iter().map(|cell| cell.to_string()).collect();
    let points = cells.iter().map(Cell::number).collect();
    Reason { code, text: text.replace("{}", &names.join(", ")), points }
}

#[cfg(test)]
mod tests {
    use chautari_game::AnyGame;

    use crate::Gomoku;

    #[test]
    fn remarks_describe_moves() {
        let said = |moves: &[&str], text: &str| {
            let mut record = AnyGame::start(&Gomoku);
            for text in moves {
                record.play_typed(text).unwrap();
            }
            let mut after = record.fork();
            after.play_typed(text).unwrap();
            let last = after.moves().pop().unwrap();
            record.remarks(&last).unwrap().first().map(|reason| reason.code)
        };
        let four = ["C3", "A1", "D3", "A5", "E3", "A9", "F3"];
        assert_eq!(said(&four[..6], "F3"), Some("double-threat"));
        assert_eq!(said(&four, "G3"), Some("five-must-be-stopped"));
        assert_eq!(said(&["C3", "A1", "D3", "A5", "E3", "A9", "F3", "S19"], "G3"), Some("five-can-be-made"));
        assert_eq!(said(&["J10", "K10", "A1", "L10"], "M10"), Some("pair-can-be-taken"));
        assert_eq!(said(&[], "J10"), None);
    }
}
