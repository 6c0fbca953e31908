//! Themes of a puzzle, derived from the board.

use std::collections::BTreeSet;

use chautari_game::{AnyGame, AnyRecord, Point, Shape};

use super::solution::{Solution, play};
use crate::output::Failure;

/// Returns the themes of a puzzle, its goal first.
pub(super) fn themes(
    game: &dyn AnyGame,
    start: &dyn AnyRecord,
    solution: &Solution,
) -> Result<Vec<&'static str>, Failure> {
    let solver = start.info().side(start.turn());
    let mut found = vec![solution.goal];
    if start.action() == "ban" {
        found.push("ban");
    }
    let mut record = start.fork();
    let theirs = count_pieces(&*record, |side| side != solver);
    play(&mut *record, &solution.moves[0])?;
    found.push(if count_pieces(&*record, |side| side != solver) < theirs { "capture" } else { "quiet" });
    // Pieces that were stuck before do not count; stones, for one, never move.
    let before = count_stuck(game, start, solver);
    if are_few(start, solver) && before < theirs && count_stuck(game, &*record, solver) > before {
        found.push("trap");
    }
    if is_ringed(&*record, solver) && !is_ringed(start, solver) {
        found.push("ring");
    }
    if in_hand(start) == Some(1) && in_hand(&*record) == Some(0) {
        found.push("last-placement");
    }
    let mut is_sacrifice = false;
    for text in &solution.moves[1..] {
        let own = count_pieces(&*record, |side| side == solver);
        play(&mut *record, text)?;
        is_sacrifice |= count_pieces(&*record, |side| side == solver) < own;
    }
    if is_sacrifice {
        found.push("sacrifice");
    }
    if solution.own >= 3 {
        found.push("long");
    }
    let ending = record.outcome().map_or("", |outcome| outcome.ending.code);
    found.extend(ENDING_THEMES.iter().find(|(code, _)| ending.starts_with(code)).map(|(_, theme)| theme));
    Ok(found)
}

/// Endings of a game, by the beginning of their code, and their themes.
const ENDING_THEMES: [(&str, &str); 3] = [("checkmate", "mate"), ("connected", "chain"), ("five", "five")];

/// Counts the pieces of the selected sides. Coloured ground, which a scene also shows as pieces, is not counted.
fn count_pieces(record: &dyn AnyRecord, of: impl Fn(&str) -> bool) -> usize {
    let scene = record.scene();
    let is_piece =
        |at: u16| !matches!(scene.board.points[usize::from(at)].shape, Shape::Octagon | Shape::Base);
    scene.pieces.iter().filter(|piece| of(piece.side) && is_piece(piece.at)).count()
}

/// Returns whether every point of the edge is occupied and the solver has more pieces, as when the goats of Bagh Chal
/// have closed the ring around the board.
fn is_ringed(record: &dyn AnyRecord, solver: &str) -> bool {
    let scene = record.scene();
    let points = &scene.board.points;
    let max = |of: fn(&Point) -> u16| points.iter().map(of).max().unwrap_or(0);
    let (right, bottom) = (max(|point| point.x), max(|point| point.y));
    let is_edge = |point: &Point| point.x == 0 || point.y == 0 || point.x == right || point.y == bottom;
    let edge = points.iter().filter(|point| is_edge(point)).count();
    let taken = scene.pieces.iter().filter(|piece| is_edge(&points[usize::from(piece.at)])).count();
    edge == taken && count_pieces(record, |side| side == solver) > count_pieces(record, |side| side != solver)
}

/// Returns the number of pieces still to be placed, if the board shows it.
fn in_hand(record: &dyn AnyRecord) -> Option<u32> {
    record.scene().tallies.iter().find(|tally| tally.label.ends_with("in hand")).map(|tally| tally.count)
}

/// Returns whether the opponent has a few pieces of one kind that can be trapped, as the tigers of Bagh Chal. With many
/// pieces some are always blocked, and a trapped king is checkmate.
fn are_few(record: &dyn AnyRecord, solver: &str) -> bool {
    const FEW: usize = 4;
    let scene = record.scene();
    let theirs: Vec<_> = scene.pieces.iter().filter(|piece| piece.side != solver).collect();
    let alike = theirs.windows(2).all(|pair| pair[0].kind == pair[1].kind);
    (2..=FEW).contains(&theirs.len()) && alike && count_pieces(record, |side| side == solver) > FEW
}

/// Counts the opponent's pieces that could not move if it were the opponent's turn.
fn count_stuck(game: &dyn AnyGame, record: &dyn AnyRecord, solver: &str) -> usize {
    let scene = record.scene();
    let theirs: Vec<_> = scene.pieces.iter().filter(|piece| piece.side != solver).map(|p| p.at).collect();
    // If the position with the opponent to move cannot be written, no piece counts as stuck.
    let other = if record.info().side(record.turn()) == solver {
        with_opponent_to_move(game, record)
    } else {
        Some(record.fork())
    };
    let Some(other) = other else { return 0 };
    let movable: BTreeSet<_> =
        other.offers().iter().filter_map(|offer| offer.points.first().copied()).collect();
    theirs.iter().filter(|at| !movable.contains(at)).count()
}

/// Returns the position with the other side to move. Works for notations that write the turn as a single letter; `None`
/// for others.
fn with_opponent_to_move(game: &dyn AnyGame, record: &dyn AnyRecord) -> Option<Box<dyn AnyRecord>> {
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

    /// Checks every tenth built-in puzzle; `CHAUTARI_UPDATE=1` rewrites the themes of all.
    #[test]
    fn themes_of_built_in_puzzles_match_the_board() {
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
        let start = game.read_position(puzzle.position).unwrap();
        let goal = if puzzle.themes[0] == Puzzle::WIN { Puzzle::WIN } else { Puzzle::HOLD };
        let mut solution = Solution { goal, moves: Vec::new(), own: 0, ends: false };
        let (solver, mut record) = (start.turn(), start.fork());
        for text in &puzzle.moves {
            solution.own += usize::from(record.turn() == solver);
            record.play(text).unwrap();
            solution.moves.push((*text).to_owned());
        }
        themes(game, &*start, &solution).unwrap_or_else(|_| panic!("{}", puzzle.line()))
    }
}
