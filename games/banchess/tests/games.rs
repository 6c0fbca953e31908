//! Games recorded by another program, replayed.

#![allow(clippy::unwrap_used, reason = "a test may fail this way")]

use std::fs;
use std::path::Path;

use chautari_banchess::{BanChess, Banchess};
use chautari_game::{AnyGame, AnyRecord, Outcome};

/// Returns the other program's name of an ending.
fn end(outcome: Option<Outcome>) -> String {
    outcome.map_or("unfinished".to_owned(), |outcome| outcome.ending.code.replace('-', "_"))
}

fn without_tags(pgn: &str) -> String {
    let moves = pgn.lines().filter(|line| !line.starts_with('['));
    moves.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// `a2a3a4 b7b8q` as `b:a2a3`, `b:a2a4`, …
fn legal(groups: &str, kind: &str) -> Vec<String> {
    let mut actions = Vec::new();
    for group in groups.split(' ') {
        let (from, mut rest) = group.split_at(2);
        while !rest.is_empty() {
            let promotes = rest.len() > 2 && !rest[3..].starts_with(|c: char| c.is_ascii_digit());
            let (to, after) = rest.split_at(2 + usize::from(promotes));
            actions.push(format!("{kind}{from}{to}"));
            rest = after;
        }
    }
    actions
}

/// Returns the state after an action, in the letters of the table. The other program also calls a stalemate
/// by move a draw, but not one by ban.
fn status(game: &BanChess) -> String {
    let over = end(game.outcome());
    let draw = ["fifty_move", "threefold_repetition", "insufficient_material", "stalemate_by_move"];
    let flags = [
        ('c', game.in_check()),
        ('m', game.in_checkmate()),
        ('s', game.in_stalemate()),
        ('d', draw.contains(&over.as_str())),
        ('o', game.game_over()),
    ];
    let text: String = flags.iter().filter(|(_, holds)| *holds).map(|(letter, _)| letter).collect();
    if text.is_empty() { "-".to_owned() } else { text }
}

/// A game being replayed, both as a record and as a `BanChess`.
struct Replay {
    id: String,
    game: BanChess,
    erased: Box<dyn AnyRecord>,
    six: String,
    expected: [String; 3],
}

impl Replay {
    fn begin(fields: &[&str]) -> Replay {
        let &[id, start, result, end, movetext] = fields else { panic!("{fields:?}") };
        Replay {
            id: id.to_owned(),
            game: BanChess::from_fen(start).unwrap(),
            erased: Banchess.read_position(start).unwrap(),
            six: start.rsplit_once(' ').unwrap().0.to_owned(),
            expected: [result, end, movetext].map(str::to_owned),
        }
    }

    fn play(&mut self, fields: &[&str]) {
        let &[action, san, fen, flags, actions] = fields else { panic!("{fields:?}") };
        let at = format!("game {}, {action}", self.id);
        let [ply, colour, action]: [&str; 3] = action.split(' ').collect::<Vec<_>>().try_into().unwrap();
        assert_eq!(self.game.ply().to_string(), ply, "{at}");
        assert_eq!(&self.game.active_player().to_string()[..1], colour, "{at}");
        assert_eq!(&self.game.action_type().to_string()[..1], &action[..1], "{at}");
        let mut offers: Vec<_> = self.erased.offers().into_iter().map(|offer| offer.text).collect();
        offers.sort_unstable();
        assert_eq!(offers, legal(actions, &action[..2]), "{at}");

        let result = self.game.play_serialized(action).unwrap();
        let played = self.erased.play(action).unwrap();
        assert_eq!(played.text, action, "{at}");
        assert_eq!(self.game.last_action_serialized().unwrap(), action, "{at}");
        assert_eq!(result.san, san, "{at}");
        assert_eq!(played.further.unwrap(), san, "{at}");
        let fen = if action.starts_with('b') { format!("{} {fen}", self.six) } else { fen.to_owned() };
        fen.rsplit_once(' ').unwrap().0.clone_into(&mut self.six);
        assert_eq!(result.fen, fen, "{at}");
        assert_eq!(self.erased.position(), fen, "{at}");
        assert_eq!(status(&self.game), flags, "{at}");
    }

    fn finish(self) {
        let [result, ended, movetext] = &self.expected;
        let pgn = self.game.pgn();
        assert_eq!(&end(self.game.outcome()), ended, "game {}", self.id);
        assert_eq!(&without_tags(&pgn), movetext, "game {}", self.id);
        assert!(pgn.contains(&format!("[Result \"{result}\"]")), "{pgn}");
        let back = BanChess::from_pgn(&pgn).unwrap();
        assert_eq!(back.history(), self.game.history(), "game {}", self.id);
        assert_eq!(back.fen(), self.game.fen(), "game {}", self.id);
        assert_eq!(back.outcome(), self.game.outcome(), "game {}", self.id);
        assert_eq!(back.pgn(), pgn);
    }
}

#[test]
fn every_game_replays() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/banchess/games.txt");
    let text = fs::read_to_string(path).unwrap();
    let mut replay: Option<Replay> = None;
    let (mut games, mut plies) = (0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(" ; ").collect();
        if fields[0] == "game" {
            games += 1;
            replay.replace(Replay::begin(&fields[1..])).into_iter().for_each(Replay::finish);
        } else {
            plies += 1;
            replay.as_mut().unwrap().play(&fields);
        }
    }
    replay.into_iter().for_each(Replay::finish);
    assert_eq!((games, plies), (163, 7606));
}
