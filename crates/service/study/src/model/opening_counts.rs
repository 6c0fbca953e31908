//! Counts of moves in openings: the moves of a match that are counted, and the keys they are stored under.

use std::collections::BTreeSet;

use chautari_arena::live::Verdict;
use chautari_game::{AnyRecord, Side};
use chautari_ledger::Count;
use chautari_matches::model::{MatchState, Player};

/// Plies of a match that are counted. Later positions hardly ever repeat.
const DEPTH: usize = 60;

/// Returns the counts that a match adds: each move at each position once, with the kind of player and the result.
pub(crate) fn counts_of(state: &MatchState) -> Vec<Count> {
    let Some(verdict) = state.played.verdict().filter(|verdict| verdict.code != Verdict::ABANDONED) else {
        return Vec::new();
    };
    let mut record = state.played.record().fork();
    let mut moves = Vec::new();
    while let Some(text) = record.undo() {
        moves.push(text);
    }
    moves.reverse();
    // Moves of a given opening are not choices of the players.
    let opening = state.created.terms.opening.len();
    let mut counts = BTreeSet::new();
    for (ply, text) in moves.iter().enumerate().take(DEPTH) {
        let side = record.turn();
        if ply >= opening {
            let kind = PlayerKind::of(&state.created.seats[side.index()].player);
            let item = item(kind, verdict.winner, text);
            counts.insert(Count { key: key(&state.created.game, &*record), item });
        }
        if record.play(text).is_err() {
            break;
        }
    }
    counts.into_iter().collect()
}

/// Returns the key of the counts of a position.
pub(crate) fn key(game: &str, record: &dyn AnyRecord) -> String {
    format!("played-{game}-{:016x}", record.key().0)
}

/// The kind of player who made a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlayerKind {
    /// A person, with or without a name.
    Person,
    /// An engine or a bot.
    Program,
}

impl PlayerKind {
    fn of(sitter: &Player) -> PlayerKind {
        match sitter {
            Player::Human | Player::Person { .. } | Player::Open => PlayerKind::Person,
            Player::Engine { .. } | Player::Random | Player::Bot { .. } => PlayerKind::Program,
        }
    }
}

/// Writes a counted move: the kind of player, the winner, and the move.
fn item(kind: PlayerKind, winner: Option<Side>, text: &str) -> String {
    let kind = match kind {
        PlayerKind::Person => 'p',
        PlayerKind::Program => 'b',
    };
    let winner = winner.map_or(0, |side| side.index() + 1);
    format!("{kind}{winner} {text}")
}

/// Reads a text written by [`item`].
pub(crate) fn read_item(item: &str) -> Option<(PlayerKind, Option<Side>, &str)> {
    let (head, text) = item.split_once(' ')?;
    let kind = match head.as_bytes().first()? {
        b'p' => PlayerKind::Person,
        b'b' => PlayerKind::Program,
        _ => return None,
    };
    let winner = match head.get(1..)? {
        "0" => None,
        "1" => Some(Side::One),
        "2" => Some(Side::Two),
        _ => return None,
    };
    Some((kind, winner, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn item_round_trips() {
        for kind in [PlayerKind::Person, PlayerKind::Program] {
            for winner in [None, Some(Side::One), Some(Side::Two)] {
                assert_eq!(read_item(&item(kind, winner, "mA1 x")), Some((kind, winner, "mA1 x")));
            }
        }
        for wrong in ["", "p1", "q1 a", "p3 a", "é1 a"] {
            assert_eq!(read_item(wrong), None, "{wrong}");
        }
    }

    /// Databases have counts under these keys; a changed key would lose them.
    #[test]
    fn keys_of_positions_are_stable() {
        let known = [
            "played-baghchal-ec5fd7e5a86fd5c5",
            "played-banchess-33ab452b87056e0f",
            "played-creeper-d40c41a860b4797e",
            "played-gomoku-e4883d013da4c177",
        ];
        for known in known {
            let name = known.split('-').nth(1).unwrap();
            let game = chautari_game::find(chautari_games::GAMES, name).unwrap();
            assert_eq!(key(name, &*game.start()), known);
        }
    }
}
