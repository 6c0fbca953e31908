//! Any tournament comes to its end, whoever enters, leaves, comes back or never comes: a random model of it.

use std::collections::HashMap;

use chautari_game::{Rng, Side};
use proptest::prelude::*;

use super::{Entrant, Field, Format, Meeting, Settled};

/// What a host and the players do while it goes on.
struct Model {
    field: Field,
    dice: Rng,
    /// At most this many more enter, leave or come back: people, too, come to an end.
    events: u32,
    paired: u32,
}

impl Model {
    /// Somebody enters, leaves or comes back, where the format lets them.
    fn stir(&mut self) {
        if self.events == 0 || self.dice.below(2) == 0 {
            return;
        }
        self.events -= 1;
        let anybody = Entrant(self.dice.below(usize::from(self.field.players.max(1))) as u16);
        let knockout = self.field.format == Format::Knockout;
        match self.dice.below(3) {
            0 if !knockout || self.paired == 0 => drop(self.field.enter(self.paired)),
            1 if !knockout => self.field.withdrawn.retain(|player| *player != anybody),
            _ if anybody.0 < self.field.players && !self.field.withdrawn.contains(&anybody) => {
                self.field.withdrawn.push(anybody);
            }
            _ => {}
        }
    }

    /// A meeting is played, or somebody does not come to it.
    fn play(&mut self, meeting: Meeting) {
        let mut played = 0;
        let [mut one, mut two] = meeting.sides;
        while self.field.goes_on(meeting, played) {
            assert!(played < self.field.games + 2, "a meeting has an end");
            if self.dice.below(12) == 0 && !self.field.withdrawn.contains(&one) {
                self.field.withdrawn.push(one);
            }
            let winner = match [one, two].map(|player| self.field.withdrawn.contains(&player)) {
                [false, false] => [Some(Side::One), Some(Side::Two), None][self.dice.below(3)],
                [true, false] => Some(Side::Two),
                [false, true] => Some(Side::One),
                // Nobody came: it is worth nothing to anybody.
                [true, true] => {
                    played += 1;
                    continue;
                }
            };
            self.field.settled.push(Settled { sides: [one, two], winner });
            std::mem::swap(&mut one, &mut two);
            played += 1;
        }
    }

    /// Nobody is at two boards, nobody is both free and at a board, nobody who has left is anywhere.
    fn check(&self, meetings: &[Meeting], free: &[Entrant]) {
        let mut seated: Vec<Entrant> = meetings.iter().flat_map(|meeting| meeting.sides).collect();
        seated.extend(free);
        let count = seated.len();
        seated.sort();
        seated.dedup();
        assert_eq!(seated.len(), count, "somebody is twice in round {}", self.paired);
        for player in seated {
            assert!(player.0 < self.field.players && !self.field.withdrawn.contains(&player));
        }
    }

    /// Plays it to its end, and says how many rounds it took.
    fn run(mut self) -> Field {
        let most = 40 + 40 * u32::from(self.field.players);
        for _ in 0..self.dice.below(4) {
            self.stir();
        }
        while let Some(round) = self.field.next(self.paired) {
            self.check(&round.meetings, &round.free);
            let mut before = HashMap::new();
            for player in &self.field.free {
                *before.entry(*player).or_insert(0) += 1;
            }
            if let (Format::Swiss { .. }, [lucky]) = (self.field.format, &round.free[..]) {
                let times = |player: &Entrant| before.get(player).copied().unwrap_or(0);
                let present = self.field.entrants().filter(|one| !self.field.withdrawn.contains(one));
                let fewest = present.map(|player| times(&player)).min().unwrap_or(0);
                assert_eq!(times(lucky), fewest, "whoever has been free the least is free");
            }
            self.paired += 1;
            assert!(self.paired < most, "it never ends: {:?}", self.field.format);
            self.field.free.extend(round.free);
            for meeting in round.meetings {
                self.play(meeting);
                self.stir();
            }
        }
        self.field
    }
}

proptest! {
    #[test]
    fn every_tournament_ends(players in 0u16..12, games in 1u32..4, seed in any::<u64>(), which in 0usize..5, rounds in 1u32..8) {
        let formats = [
            Format::RoundRobin,
            Format::DoubleRoundRobin,
            Format::Swiss { rounds },
            Format::Gauntlet,
            Format::Knockout,
        ];
        let field = Field::new(formats[which], players, games);
        let field = Model { field, dice: Rng::new(seed), events: 12, paired: 0 }.run();
        let standings = field.standings();
        prop_assert_eq!(standings.len(), usize::from(field.players));
        if field.format == Format::Knockout {
            // One at most has survived everything.
            let survivors = standings.iter().filter(|place| place.survived == field.rounds()).count();
            prop_assert!(survivors <= 1 || field.players < 2, "{:?}", standings);
        }
    }

    /// An arena ends by the clock; until then nobody plays two games at a time, and nobody waits for ever.
    #[test]
    fn in_an_arena_nobody_waits_for_ever(players in 2u16..12, seed in any::<u64>()) {
        let mut model = Model { field: Field::new(Format::Arena, players, 1), dice: Rng::new(seed), events: 20, paired: 0 };
        let mut boards: Vec<Meeting> = Vec::new();
        for _ in 0..200 {
            let is_free = |player: &Entrant| {
                !model.field.withdrawn.contains(player) && !boards.iter().any(|board| board.sides.contains(player))
            };
            let waiting: Vec<Entrant> = model.field.entrants().filter(is_free).collect();
            let paired = model.field.pair(&waiting);
            model.check(&paired, &[]);
            for meeting in &paired {
                prop_assert!(meeting.sides.iter().all(|player| waiting.contains(player)));
            }
            boards.extend(paired);
            let present = usize::from(model.field.players) - model.field.withdrawn.len();
            prop_assert!(!boards.is_empty() || present < 2, "{present} wait and nobody plays");
            if !boards.is_empty() {
                let board = boards.remove(model.dice.below(boards.len()));
                model.play(board);
            }
            model.stir();
        }
    }
}
