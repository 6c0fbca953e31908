//! The games of a tournament: which are due, how they begin, and when the next round can begin.

use std::collections::HashMap;

use chautari_arena::live::{Stakes, Terms};
use chautari_arena::{Entrant, PairedBy, Pairing, Rating, Worth};
use chautari_game::Side;
use chautari_matches::model::{Audience, MatchCreated, Player};
use chautari_platform::MatchId;

use super::settings::{Entry, NextRound};
use super::state::{GameSlot, Phase, REPAIRED, SettledGame, Tournament, TournamentEvent};

/// When the next round begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NextRoundStart {
    /// Games of the current round are still in progress.
    InProgress,
    /// It can begin now.
    Now,
    /// It begins at this time, in milliseconds since 1970.
    At(u64),
    /// It begins when the host says so.
    ByHost,
    /// The last round has been played.
    Over,
}

/// Players.
impl Tournament {
    /// Returns the name with which a player entered. It is empty if there is no such player.
    pub(crate) fn entry_name(&self, player: u16) -> &str {
        self.players.get(usize::from(player)).map_or("", |entry| &entry.name)
    }

    /// Returns the player of this name.
    pub(crate) fn player(&self, name: &str) -> Option<u16> {
        self.players.iter().position(|entry| entry.name == name).map(|index| index as u16)
    }

    /// Returns the player who is this person or bot.
    pub(crate) fn player_of(&self, sitter: &Player) -> Option<u16> {
        let is_same = |entry: &Entry| match (sitter, &entry.seat.player) {
            (Player::Person { id, .. }, Player::Person { id: other, .. }) => id == other,
            (Player::Bot { name }, Player::Bot { name: other }) => name == other,
            _ => false,
        };
        self.players.iter().position(is_same).map(|index| index as u16)
    }

    pub(crate) fn has_withdrawn(&self, player: u16) -> bool {
        self.progress.withdrawn.contains(&Entrant(player))
    }

    /// Returns the players who have not withdrawn, in the order of entry.
    pub(crate) fn present(&self) -> impl Iterator<Item = u16> {
        (0..self.players.len() as u16).filter(|player| !self.has_withdrawn(*player))
    }
}

/// Rounds.
impl Tournament {
    /// Whether players are paired in rounds, not by the clock.
    pub(crate) fn has_rounds(&self) -> bool {
        self.settings.format.paired_by() == PairedBy::Rounds
    }

    /// Whether the pairing of the last round was undone.
    pub(crate) fn is_last_round_undone(&self) -> bool {
        self.rounds.last().is_some_and(|round| round.is_undone)
    }

    /// The number of rounds that are paired.
    pub(crate) fn paired_rounds(&self) -> u32 {
        self.rounds.len() as u32 - u32::from(self.is_last_round_undone())
    }

    /// Returns the time at which a tournament paired by the clock ends.
    pub(crate) fn ends_ms(&self) -> Option<u64> {
        Some(self.started_ms? + self.settings.lasts_ms?)
    }

    /// Returns when the next round begins, in a format with rounds. Does not consider pauses.
    pub(crate) fn next_round_start(&self) -> NextRoundStart {
        let paired = self.paired_rounds();
        if !self.due().is_empty() {
            NextRoundStart::InProgress
        } else if paired >= self.progress.rounds_in_all(paired) {
            NextRoundStart::Over
        } else if paired == 0 || self.is_last_round_undone() {
            // The host has just started or resumed the tournament.
            NextRoundStart::Now
        } else {
            match self.settings.next_round {
                NextRound::WhenDone => NextRoundStart::Now,
                NextRound::ByHost => NextRoundStart::ByHost,
                NextRound::AfterBreak => NextRoundStart::At(self.settled_ms + self.settings.break_ms),
            }
        }
    }

    /// Returns the time at which the current break ends, in milliseconds since 1970.
    pub(crate) fn break_ends_ms(&self) -> Option<u64> {
        let has_breaks = self.settings.next_round == NextRound::AfterBreak && self.has_rounds();
        if !has_breaks || self.phase != Phase::Running {
            return None;
        }
        match self.next_round_start() {
            NextRoundStart::At(ms) => Some(ms),
            _ => None,
        }
    }

    /// Returns the event that pairs the next round; `None` after the last one.
    pub(crate) fn pair_next_round(&self) -> Option<TournamentEvent> {
        let round = self.progress.next_round(self.paired_rounds())?;
        let meetings = round.pairings.iter().map(|pairing| pairing.sides.map(|Entrant(player)| player));
        let meetings = meetings.collect();
        let free = round.byes.iter().map(|Entrant(player)| *player).collect();
        Some(if self.is_last_round_undone() {
            // The boards go on counting, so that no match id is used twice.
            TournamentEvent::Replaced { boards: Vec::new(), meetings, free }
        } else {
            TournamentEvent::Paired { meetings, free }
        })
    }
}

/// Games.
impl Tournament {
    /// Returns the next game of every unfinished board, with the players by side: of the current round, or of all
    /// pairings if the tournament is paired by the clock.
    pub(crate) fn due(&self) -> Vec<(GameSlot, [u16; 2])> {
        let first = if self.has_rounds() { self.rounds.len().saturating_sub(1) } else { 0 };
        let mut settled: HashMap<(usize, usize), (u32, bool)> = HashMap::new();
        for game in self.games.iter().filter(|game| game.slot.round >= first) {
            let (count, repaired) = settled.entry((game.slot.round, game.slot.board)).or_default();
            *count += 1;
            *repaired |= game.reason == REPAIRED;
        }
        let mut due = Vec::new();
        for (number, round) in self.rounds.iter().enumerate().skip(first) {
            for (board, &[one, two]) in round.meetings.iter().enumerate() {
                let (game, repaired) = settled.get(&(number, board)).copied().unwrap_or_default();
                let pairing = Pairing { sides: [one, two].map(Entrant) };
                let is_due = if round.void.contains(&board) {
                    !repaired
                } else {
                    self.progress.has_next_game(pairing, game)
                };
                if is_due {
                    let sides = if game.is_multiple_of(2) { [one, two] } else { [two, one] };
                    due.push((GameSlot { round: number, board, game }, sides));
                }
            }
        }
        due
    }

    /// Whether the host has changed the pairing of this board.
    pub(crate) fn is_void(&self, slot: GameSlot) -> bool {
        self.rounds.get(slot.round).is_some_and(|round| round.void.contains(&slot.board))
    }

    /// Returns the id of the match in which a game is played. It follows from the slot, so that a game that is begun
    /// twice is begun once.
    pub(crate) fn match_id(&self, slot: GameSlot) -> MatchId {
        let GameSlot { round, board, game } = slot;
        MatchId::derived(&["tournament", self.id.as_str(), &format!("{round}.{board}.{game}")])
    }

    /// Returns the match of a game.
    pub(crate) fn new_match(&self, slot: GameSlot, sides: [u16; 2]) -> MatchCreated {
        let seats = sides.map(|player| self.players[usize::from(player)].seat.clone());
        let openings = &self.settings.openings;
        let before: usize = self.rounds[..slot.round].iter().map(|round| round.meetings.len()).sum();
        let pairs_of_games = self.settings.games.div_ceil(2) as usize;
        let number = (before + slot.board) * pairs_of_games + slot.game as usize / 2;
        let opening = openings.get(number % openings.len().max(1)).cloned().unwrap_or_default();
        let terms = Terms {
            start: opening.start,
            opening: opening.moves,
            control: self.settings.control.map(Into::into),
            stakes: Stakes::Points,
            players: [seats[0].player.party(), seats[1].player.party()],
        };
        MatchCreated {
            game: self.settings.game.clone(),
            terms,
            seats,
            tournament: Some(self.id.clone()),
            audience: Audience::Everybody,
            ratings: None,
            // The tournament itself withdraws players who do not show up.
            no_show_ms: None,
            payer: self.settings.payer.clone(),
        }
    }
}

/// Ratings.
impl Tournament {
    /// Returns the rating of each player after the games so far.
    pub(crate) fn ratings(&self) -> Vec<Rating> {
        let games = self.rated_games();
        let rate = |(entry, games): (&Entry, &Vec<(Rating, f64)>)| {
            let fixed = entry.seat.player.fixed_rating();
            fixed.unwrap_or_else(|| entry.rating().after(games))
        };
        self.players.iter().zip(&games).map(rate).collect()
    }

    /// Returns the rated games of each player: the opponent's rating, and the points.
    pub(crate) fn rated_games(&self) -> Vec<Vec<(Rating, f64)>> {
        let mut games = vec![Vec::new(); self.players.len()];
        let counts = |game: &&SettledGame| game.counts && game.attended && game.r#match.is_some();
        for game in self.games.iter().filter(counts) {
            for side in Side::ALL {
                let [own, other] = [side, side.other()].map(|side| usize::from(game.sides[side.index()]));
                games[own].push((self.players[other].rating(), Worth::of(game.winner, side).points()));
            }
        }
        games
    }
}
