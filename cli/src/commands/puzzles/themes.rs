//! What a puzzle is about, as far as the board shows it.

use std::collections::BTreeSet;

use chautari_game::{AnyGame, AnyRecord, Shape};

use super::line::{Solution, play};
use crate::report::Failure;

pub(super) fn themes(
    game: &dyn AnyGame,
    begun: &dyn AnyRecord,
    line: &Solution,
) -> Result<Vec<&'static str>, Failure> {
    let solver = begun.info().side(begun.turn());
    let mut found = vec![line.goal];
    if begun.action() == "ban" {
        found.push("ban");
    }
    let mut record = begun.fork();
    let theirs = men(&*record, |side| side != solver);
    play(&mut *record, &line.moves[0])?;
    found.push(if men(&*record, |side| side != solver) < theirs { "capture" } else { "quiet" });
    if stuck(game, &*record, solver) > stuck(game, begun, solver) {
        found.push("trap");
    }
    if in_hand(begun) == Some(1) && in_hand(&*record) == Some(0) {
        found.push("last-placement");
    }
    let mut given = false;
    for text in &line.moves[1..] {
        let own = men(&*record, |side| side == solver);
        play(&mut *record, text)?;
        given |= men(&*record, |side| side == solver) < own;
    }
    if given {
        found.push("sacrifice");
    }
    if line.own >= 3 {
        found.push("long");
    }
    Ok(found)
}

/// How many pieces stand there of the sides asked for; ground that changes its colour is none.
fn men(record: &dyn AnyRecord, of: impl Fn(&str) -> bool) -> usize {
    let scene = record.scene();
    let stands = |at: u16| !matches!(scene.board.points[usize::from(at)].shape, Shape::Octagon | Shape::Base);
    scene.pieces.iter().filter(|piece| of(piece.side) && stands(piece.at)).count()
}

/// How many pieces are left to be placed, where the board tells.
fn in_hand(record: &dyn AnyRecord) -> Option<u32> {
    record.scene().tallies.iter().find(|tally| tally.label.ends_with("in hand")).map(|tally| tally.count)
}

/// How many of the few pieces of the other side could not move if it were its turn: the tigers, in Bagh Chal.
fn stuck(game: &dyn AnyGame, record: &dyn AnyRecord, solver: &str) -> usize {
    /// Where there are many, some always stand behind others.
    const FEW: usize = 4;
    let scene = record.scene();
    let theirs: Vec<_> = scene.pieces.iter().filter(|piece| piece.side != solver).map(|p| p.at).collect();
    if theirs.len() > FEW || men(record, |side| side == solver) <= FEW {
        return 0;
    }
    // The same board with the other side to move; where that cannot be written, nobody is stuck.
    let other =
        if record.info().side(record.turn()) == solver { turned(game, record) } else { Some(record.fork()) };
    let Some(other) = other else { return 0 };
    let movable: BTreeSet<_> =
        other.offers().iter().filter_map(|offer| offer.points.first().copied()).collect();
    theirs.iter().filter(|at| !movable.contains(at)).count()
}

/// The board as if it were the other side's turn, in a notation that writes the turn as one letter by itself.
fn turned(game: &dyn AnyGame, record: &dyn AnyRecord) -> Option<Box<dyn AnyRecord>> {
    let letter = |name: &str| name.chars().next();
    let [one, two] = record.info().sides.map(letter);
    let (one, two) = (one?, two?);
    let text = record.position();
    let mut fields: Vec<_> = text.split(' ').take(3).map(str::to_owned).collect();
    let turn = fields.get_mut(1)?;
    *turn = if *turn == one.to_string() { two.to_string() } else { one.to_string() };
    game.read_position(&fields.join(" ")).ok()
}
