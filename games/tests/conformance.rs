//! Every registered game satisfies all laws.

use chautari_game::conformance::Effort;
use chautari_games::GAMES;

use crate::chosen;

#[test]
fn every_game_conforms() {
    for game in GAMES.iter().filter(|game| chosen::is_chosen(game.info().id)) {
        let effort = Effort { cases: 300, plies: 120 };
        game.conform(&effort).unwrap_or_else(|broken| panic!("{}: {broken}", game.info().id));
    }
}
