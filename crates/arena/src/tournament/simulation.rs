//! Property test: every tournament ends. Simulates entries, withdrawals, returns and
//! no-shows.

use std::collections::HashMap;

use chautari_game::{Rng, Side};
use proptest::prelude::*;

use super::{Entrant, Format, GameResult, PairedBy, Pairing, TournamentState};

/// A simulated tournament.
struct Model {
    state: TournamentState,
    dice: Rng,
    /// The number of entries, withdrawals and returns left. It is finite, so that the tournament can end.
    events: u32,
    paired: u32,
}

impl Model {
    /// Lets a random player enter, withdraw or return, if the format allows it.
    fn change_entries(&mut self) {
        if self.events == 0 || self.dice.below(2) == 0 {
            return;
        }
        self.events -= 1;
        let player = Entrant(self.dice.below(usize::from(self.state.players.max(1))) as u16);
        let is_open = self.state.format.takes_late_entries();
        match self.dice.below(3) {
            0 if is_open || self.paired == 0 => drop(self.state.enter(self.paired)),
            1 if is_open => self.state.withdrawn.retain(|one| *one != player),
            _ if player.0 < self.state.players && !self.state.withdrawn.contains(&player) => {
                self.state.withdrawn.push(player);
            }
            _ => {}
        }
    }

    /// Plays a pairing. A player does not show up now and then.
    fn play(&mut self, pairing: Pairing) {
        let mut played = 0;
        let [mut one, mut two] = pairing.sides;
        while self.state.has_next_game(pairing, played) {
            assert!(played < self.state.games + 2, "a pairing ends");
            if self.dice.below(12) == 0 && !self.state.withdrawn.contains(&one) {
                self.state.withdrawn.push(one);
            }
            let winner = match [one, two].map(|player| self.state.withdrawn.contains(&player)) {
                [false, false] => [Some(Side::One), Some(Side::Two), None][self.dice.below(3)],
                [true, false] => Some(Side::Two),
                [false, true] => Some(Side::One),
                // Neither player came, so the game has no result.
                [true, true] => {
                    played += 1;
                    continue;
                }
            };
            self.state.results.push(GameResult { sides: [one, two], winner });
            std::mem::swap(&mut one, &mut two);
            played += 1;
        }
    }

    /// Checks that no player is paired twice, has both a bye and a game, or takes part after withdrawing.
    fn check(&self, pairings: &[Pairing], byes: &[Entrant]) {
        let mut seated: Vec<Entrant> = pairings.iter().flat_map(|pairing| pairing.sides).collect();
        seated.extend(byes);
        let count = seated.len();
        seated.sort();
        seated.dedup();
        assert_eq!(seated.len(), count, "a player is paired twice in round {}", self.paired);
        for player in seated {
            assert!(player.0 < self.state.players && !self.state.withdrawn.contains(&player));
        }
    }

    /// Plays the tournament to its end.
    fn run(mut self) -> TournamentState {
        let most = 40 + 40 * u32::from(self.state.players);
        for _ in 0..self.dice.below(4) {
            self.change_entries();
        }
        while let Some(round) = self.state.next_round(self.paired) {
            self.check(&round.pairings, &round.byes);
            let mut before = HashMap::new();
            for player in &self.state.byes {
                *before.entry(*player).or_insert(0) += 1;
            }
            if let (Format::Swiss, [lucky]) = (self.state.format, &round.byes[..]) {
                let times = |player: &Entrant| before.get(player).copied().unwrap_or(0);
                let present = self.state.entrants().filter(|one| !self.state.withdrawn.contains(one));
                let fewest = present.map(|player| times(&player)).min().unwrap_or(0);
                assert_eq!(times(lucky), fewest, "the bye goes to a player with the fewest");
            }
            self.paired += 1;
            assert!(self.paired < most, "it never ends: {:?}", self.state.format);
            self.state.byes.extend(round.byes);
            for pairing in round.pairings {
                self.play(pairing);
                self.change_entries();
            }
        }
        self.state
    }
}

proptest! {
    #[test]
    fn every_tournament_ends(players in 0u16..12, games in 1u32..4, seed in any::<u64>(), which in 0usize..60, rounds in 1u32..8) {
        let formats: Vec<Format> =
            Format::ALL.into_iter().filter(|format| format.paired_by() == PairedBy::Rounds).collect();
        let format = formats[which % formats.len()];
        let state = TournamentState::new(format, players, games).with_swiss_rounds(rounds);
        let state = Model { state, dice: Rng::new(seed), events: 12, paired: 0 }.run();
        let standings = state.standings();
        prop_assert_eq!(standings.len(), usize::from(state.players));
        if state.format == Format::Knockout {
            // At most one player has survived all rounds.
            let survivors = standings.iter().filter(|place| place.survived == state.rounds()).count();
            prop_assert!(survivors <= 1 || state.players < 2, "{:?}", standings);
        }
    }

    /// No player has two games at a time, and no two free players wait at the same time.
    #[test]
    fn arena_pairs_waiting_players(players in 2u16..12, seed in any::<u64>()) {
        let mut model = Model { state: TournamentState::new(Format::Arena, players, 1), dice: Rng::new(seed), events: 20, paired: 0 };
        let mut boards: Vec<Pairing> = Vec::new();
        for _ in 0..200 {
            let is_free = |player: &Entrant| {
                !model.state.withdrawn.contains(player) && !boards.iter().any(|board| board.sides.contains(player))
            };
            let waiting: Vec<Entrant> = model.state.entrants().filter(is_free).collect();
            let paired = model.state.pair_waiting(&waiting);
            model.check(&paired, &[]);
            for pairing in &paired {
                prop_assert!(pairing.sides.iter().all(|player| waiting.contains(player)));
            }
            boards.extend(paired);
            let present = usize::from(model.state.players) - model.state.withdrawn.len();
            prop_assert!(!boards.is_empty() || present < 2, "{present} players wait and nobody plays");
            if !boards.is_empty() {
                let board = boards.remove(model.dice.below(boards.len()));
                model.play(board);
            }
            model.change_entries();
        }
    }
}
