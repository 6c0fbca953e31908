//! Remarks: the purpose of a move in words.

use std::ops::ControlFlow;

use chautari_game::{Position as _, Reason};

use crate::board::points;
use crate::position::{GOAT_SIDE, Move, Position, each_leap};

/// Returns the remarks on a legal move, most important first.
pub(crate) fn remarks(position: &Position, m: Move) -> Vec<Reason> {
    let after = position.after(m);
    if let Move::Leap { over, .. } = m {
        return vec![remark("can-be-taken", "The goat on {} can be taken.", over.bit())];
    }
    let (before, now) = (prey(position), prey(&after));
    let mut found = Vec::new();
    if position.turn == GOAT_SIDE {
        let shut = stuck(&after) & !stuck(position);
        if shut != 0 {
            found.push(remark("can-be-shut-in", "The tiger on {} can be shut in.", shut));
        }
        let saved = before & !now & after.goats;
        if saved != 0 {
            found.push(remark("in-danger", "In danger of being taken: {}.", saved));
        }
        if now != 0 {
            found.push(remark("left-to-be-taken", "A tiger can take: {}.", now));
        } else if found.is_empty() {
            let text = "No goat may stand where a tiger can leap over it.";
            found.push(remark("keep-safe", text, 0));
        }
    } else {
        let attacked = now & !before;
        if attacked != 0 {
            found.push(remark("can-be-attacked", "Goats that can be attacked: {}.", attacked));
        } else if now != 0 {
            found.push(remark("still-attacked", "Goats that stay attacked: {}.", now));
        } else {
            found.push(remark("stay-free", "Nothing can be attacked now: keep room around every tiger.", 0));
        }
    }
    found
}

/// Returns the goats that tigers could capture if it were their turn.
fn prey(position: &Position) -> u32 {
    let mut prey = 0;
    let _ = each_leap(position.leapers(), |m| {
        if let Move::Leap { over, .. } = m {
            prey |= over.bit();
        }
        ControlFlow::<()>::Continue(())
    });
    prey
}

/// Returns the tigers that could not move if it were their turn.
fn stuck(position: &Position) -> u32 {
    let free = position.leapers().into_iter().chain(position.steppers(position.tigers));
    position.tigers & !free.fold(0, |all, set| all | set)
}

/// Creates a remark about these points; `{}` stands for their labels.
fn remark(code: &'static str, text: &str, set: u32) -> Reason {
    let names: Vec<_> = points(set).map(|point| point.to_string()).collect();
    let points = points(set).map(|point| u16::from(point.number())).collect();
    Reason { code, text: text.replace("{}", &names.join(", ")), points }
}

#[cfg(test)]
mod tests {
    use chautari_game::{AnyGame, Game};

    use crate::Baghchal;

    fn said(position: &str, text: &str) -> Vec<(&'static str, String)> {
        let record = AnyGame::read_position(&Baghchal::OPTIONAL, position).unwrap();
        record.remarks(text).unwrap().into_iter().map(|reason| (reason.code, reason.text)).collect()
    }

    #[test]
    fn remarks_describe_moves() {
        let start = Baghchal::OPTIONAL.info().id;
        assert_eq!(start, "baghchal");
        let beside = "TGXXT/XXXXX/XXXXX/XXXXX/TXXXT";
        assert_eq!(
            said(&format!("{beside} t c0"), "mA1C1(B1)"),
            [("can-be-taken", "The goat on B1 can be taken.".to_owned())]
        );
        assert_eq!(
            said("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c0", "mB1"),
            [("left-to-be-taken", "A tiger can take: B1.".to_owned())]
        );
        let saved = said("TGXXT/XXXXX/XXXXX/XXXXX/TXXXT g c0", "mC1");
        assert_eq!(saved[0].0, "in-danger");
        let quiet = said("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c0", "mC3");
        assert_eq!(quiet[0].0, "keep-safe");
        let shut = said("TGGXT/GXGXX/GGGXX/XXXXX/TXXXT g c0", "mB2");
        assert_eq!(shut[0], ("can-be-shut-in", "The tiger on A1 can be shut in.".to_owned()));
    }
}
