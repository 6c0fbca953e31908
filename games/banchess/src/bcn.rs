//! BCN, the Ban Chess notation of single actions.
//!
//! ```text
//! b:e2e4      a ban
//! m:d2d4      a move
//! m:e7e8q     a promotion
//! m:d8h4#     with an indicator: + check, # mate, = stalemate
//! ```

use chautari_game::{Fault, Position as _, Scan};

use crate::action::{Action, ActionType, Promotion};
use crate::token::{eat, read_pair};
use crate::{Indicators, Position, indicator};

/// Reads one action, with or without an indicator.
pub(crate) fn read(text: &str) -> Result<Action, Fault> {
    let mut scan = Scan::new(text);
    let kind = if eat(&mut scan, "b:") {
        ActionType::Ban
    } else if eat(&mut scan, "m:") {
        ActionType::Move
    } else {
        return Err(scan.fault("a ban, such as `b:e2e4`, or a move, such as `m:d2d4`"));
    };
    let pair = read_pair(&mut scan).ok_or_else(|| scan.fault("two squares, such as `e2e4`"))?;
    let action = match kind {
        ActionType::Ban => Action::Ban(pair),
        ActionType::Move => {
            let letter = scan.take(|c| Promotion::from_letter(c).is_some());
            Action::Move(pair, letter.and_then(Promotion::from_letter))
        }
    };
    indicator::skip(&mut scan);
    scan.finish()?;
    Ok(action)
}

/// Writes one action, without an indicator.
pub(crate) fn write(action: Action) -> String {
    match action {
        Action::Ban(pair) => format!("b:{pair}"),
        Action::Move(pair, None) => format!("m:{pair}"),
        Action::Move(pair, Some(promotion)) => format!("m:{pair}{}", promotion.letter()),
    }
}

/// Writes an action played at `position`, with its indicator.
pub(crate) fn write_played(position: &Position, action: Action) -> String {
    write(action) + Indicators::Shown.of(&position.after(action))
}
