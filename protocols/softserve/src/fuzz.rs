//! The body of the fuzz target, so that an ordinary test can replay what fuzzing found.

use chautari_game::Side;

use crate::event::{Count, Plan, each_once, games_in};
use crate::{Fields, GameId};

/// No body breaks a reader, and every game of an event it makes has its players.
pub fn bodies(data: &[u8]) {
    let mut count = Count::default();
    for line in data.split(|&byte| byte == b'\n').take(50) {
        let Ok(mut fields) = Fields::read(line) else { continue };
        let _ = (fields.name("name"), fields.text("email"), fields.done());
        let Ok(mut fields) = Fields::read(line) else { continue };
        let (players, pairs) = (fields.texts("players"), fields.count("game_pairs"));
        let name = fields.name_if_any("name");
        let Ok(players) = fields.done().and_then(|()| each_once(players)) else { continue };
        if games_in(players.len(), pairs).is_none_or(|games| games > 100) {
            continue;
        }
        let game = ("creeper".to_owned(), Side::One);
        let plan = Plan::event(count, name, game, players, pairs, String::new());
        assert!((2..=100).contains(&plan.count()));
        assert!(plan.games().all(|game| plan.seats(game).is_some_and(|[x, o]| x != o)));
        assert_eq!(plan.seats(GameId(count.games)), None);
        count = plan.after();
    }
}
