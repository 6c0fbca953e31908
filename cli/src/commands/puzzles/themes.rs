//! What a puzzle is about, as far as the board shows it.

use std::collections::BTreeSet;

use chautari_game::{AnyGame, AnyRecord, Point, Shape};

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
    // Stones never move: whoever was stuck all along is not shut in.
    let before = stuck(game, begun, solver);
    if are_few(begun, solver) && before < theirs && stuck(game, &*record, solver) > before {
        found.push("trap");
    }
    if is_ringed(&*record, solver) && !is_ringed(begun, solver) {
        found.push("ring");
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
    let ends = record.outcome().map_or("", |outcome| outcome.ending.code);
    found.extend(ENDS.iter().find(|(code, _)| ends.starts_with(code)).map(|(_, theme)| theme));
    Ok(found)
}

/// What a game that ends so is about.
const ENDS: [(&str, &str); 3] = [("checkmate", "mate"), ("connected", "chain"), ("five", "five")];

/// How many pieces stand there of the sides asked for; ground that changes its colour is none.
fn men(record: &dyn AnyRecord, of: impl Fn(&str) -> bool) -> usize {
    let scene = record.scene();
    let stands = |at: u16| !matches!(scene.board.points[usize::from(at)].shape, Shape::Octagon | Shape::Base);
    scene.pieces.iter().filter(|piece| of(piece.side) && stands(piece.at)).count()
}

/// Whether every point of the edge is taken and the solver is the side of many: the goats, in Bagh Chal, who have closed
/// the ring around the board.
fn is_ringed(record: &dyn AnyRecord, solver: &str) -> bool {
    let scene = record.scene();
    let points = &scene.board.points;
    let far = |of: fn(&Point) -> u16| points.iter().map(of).max().unwrap_or(0);
    let (right, bottom) = (far(|point| point.x), far(|point| point.y));
    let is_edge = |point: &Point| point.x == 0 || point.y == 0 || point.x == right || point.y == bottom;
    let edge = points.iter().filter(|point| is_edge(point)).count();
    let taken = scene.pieces.iter().filter(|piece| is_edge(&points[usize::from(piece.at)])).count();
    edge == taken && men(record, |side| side == solver) > men(record, |side| side != solver)
}

/// How many pieces are left to be placed, where the board tells.
fn in_hand(record: &dyn AnyRecord) -> Option<u32> {
    record.scene().tallies.iter().find(|tally| tally.label.ends_with("in hand")).map(|tally| tally.count)
}

/// Whether the other side has a few pieces, all of one kind, that one can shut in: the tigers, in Bagh Chal. Where there
/// are many some always stand behind others, and a king is mated.
fn are_few(record: &dyn AnyRecord, solver: &str) -> bool {
    const FEW: usize = 4;
    let scene = record.scene();
    let theirs: Vec<_> = scene.pieces.iter().filter(|piece| piece.side != solver).collect();
    let alike = theirs.windows(2).all(|pair| pair[0].kind == pair[1].kind);
    (2..=FEW).contains(&theirs.len()) && alike && men(record, |side| side == solver) > FEW
}

/// How many pieces of the other side could not move if it were its turn.
fn stuck(game: &dyn AnyGame, record: &dyn AnyRecord, solver: &str) -> usize {
    let scene = record.scene();
    let theirs: Vec<_> = scene.pieces.iter().filter(|piece| piece.side != solver).map(|p| p.at).collect();
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

#[cfg(test)]
mod tests {
    use chautari_game::Puzzle;
    use chautari_games::GAMES;

    use super::*;

    /// What a puzzle in the program is said to be about is what the board shows. Every tenth is looked at;
    /// `CHAUTARI_UPDATE=1` writes what all of them are about.
    #[test]
    fn themes_are_what_the_board_shows() {
        let update = std::env::var_os("CHAUTARI_UPDATE").is_some();
        for game in GAMES {
            let all = Puzzle::read_all(game.info().puzzles);
            let shown = all.iter().step_by(if update { 1 } else { 10 }).map(|puzzle| {
                let themes = shown(*game, puzzle);
                assert!(update || themes == puzzle.themes, "{themes:?}: {}", puzzle.line());
                Puzzle { themes, ..puzzle.clone() }.line() + "\n"
            });
            let shown: String = shown.collect();
            if update && !all.is_empty() {
                let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../games");
                std::fs::write(format!("{folder}/{}/puzzles.txt", game.info().id), shown).unwrap();
            }
        }
    }

    fn shown(game: &dyn AnyGame, puzzle: &Puzzle) -> Vec<&'static str> {
        let begun = game.read_position(puzzle.position).unwrap();
        let goal = if puzzle.themes[0] == Puzzle::WIN { Puzzle::WIN } else { Puzzle::HOLD };
        let mut line = Solution { goal, moves: Vec::new(), own: 0, ends: false };
        let (solver, mut record) = (begun.turn(), begun.fork());
        for text in &puzzle.moves {
            line.own += usize::from(record.turn() == solver);
            record.play(text).unwrap();
            line.moves.push((*text).to_owned());
        }
        themes(game, &*begun, &line).unwrap_or_else(|_| panic!("{}", puzzle.line()))
    }
}
