//! Decisions on the requests of hosts and players: each returns the event to append, or `None` if nothing changes.

use super::games::NextRoundStart;
use super::refusal::Refusal;
use super::settings::NextRound;
use super::state::{Phase, Tournament, TournamentEvent};

/// The number of players who have not withdrawn, and of those who are here. Measured by the caller, because it is not
/// part of the stored state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attendance {
    pub(crate) players: usize,
    pub(crate) present: usize,
}

/// New pairings for the current round, by player names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairingChange<'a> {
    /// The two players at each board, in the order of sides in the first game.
    pub(crate) meetings: &'a [[String; 2]],
    /// The players with a bye.
    pub(crate) free: &'a [String],
}

type Decided = Result<Option<TournamentEvent>, Refusal>;

impl Tournament {
    /// Starts the tournament. Refuses if players are missing, unless the host starts it `anyway`.
    pub(crate) fn start(&self, attendance: Attendance, anyway: bool) -> Decided {
        if self.phase != Phase::Open {
            return Ok(None);
        }
        let Attendance { players, present } = attendance;
        let needed = self.settings.format.min_present();
        if players < needed {
            return Err(Refusal::TooFewPlayers(needed));
        }
        if present < players && !anyway {
            return Err(Refusal::NotHere { present, players });
        }
        Ok(Some(self.started()))
    }

    /// Returns the event that starts the tournament with the players who have not withdrawn.
    pub(crate) fn started(&self) -> TournamentEvent {
        TournamentEvent::Started { rounds: self.settings.rounds_for(self.present().count()) }
    }

    /// Pauses the tournament.
    #[allow(clippy::unnecessary_wraps, reason = "the same signature as the other decisions")]
    pub(crate) fn pause(&self) -> Decided {
        Ok((self.phase == Phase::Running).then_some(TournamentEvent::Paused))
    }

    /// Resumes the tournament.
    #[allow(clippy::unnecessary_wraps, reason = "the same signature as the other decisions")]
    pub(crate) fn resume(&self) -> Decided {
        Ok((self.phase == Phase::Paused).then_some(TournamentEvent::Resumed))
    }

    /// Starts the next round, before its time or because rounds begin by the host. `round` is the number of the round,
    /// from 1, so that a repeated request does not start two rounds; `None` for the next.
    pub(crate) fn begin_round(&self, round: Option<u32>) -> Decided {
        if round.is_some_and(|round| round <= self.paired_rounds()) {
            return Ok(None);
        }
        if !self.has_rounds() {
            return Err(Refusal::PairingsFixed);
        }
        if self.phase != Phase::Running {
            return Err(Refusal::NotRunning);
        }
        match self.next_round_start() {
            NextRoundStart::InProgress => Err(Refusal::RoundInProgress),
            NextRoundStart::Over => Err(Refusal::LastRound),
            NextRoundStart::Now | NextRoundStart::At(_) | NextRoundStart::ByHost => {
                Ok(self.pair_next_round())
            }
        }
    }

    /// Undoes the pairing of the current round and pauses the tournament, if none of its games has a result.
    pub(crate) fn undo_pairing(&self) -> Decided {
        if !self.settings.format.can_change_pairings() {
            return Err(Refusal::PairingsFixed);
        }
        let number = self.rounds.len().checked_sub(1).ok_or(Refusal::NothingPaired)?;
        if self.is_last_round_undone() {
            return Ok(None);
        }
        let played = self.games.iter().find(|game| game.slot.round == number && game.counts);
        if let Some(game) = played {
            let [one, two] = game.sides.map(|player| self.entry_name(player).to_owned());
            return Err(Refusal::AlreadyPlayed(one, two));
        }
        Ok(Some(TournamentEvent::Unpaired))
    }

    /// Withdraws a player.
    #[allow(clippy::unnecessary_wraps, reason = "the same signature as the other decisions")]
    pub(crate) fn withdraw(&self, player: u16) -> Decided {
        let leaves = TournamentEvent::Withdrawn { player, absent: false };
        Ok((!self.has_withdrawn(player)).then_some(leaves))
    }

    /// Lets a player return who has left or was absent.
    pub(crate) fn readmit(&self, player: u16) -> Decided {
        if !self.has_withdrawn(player) {
            return Ok(None);
        }
        self.check_return()?;
        Ok(Some(TournamentEvent::Returned { player }))
    }

    /// Returns the player of this name.
    pub(crate) fn named_player(&self, name: &str) -> Result<u16, Refusal> {
        self.player(name).ok_or_else(|| Refusal::NoSuchPlayer(name.to_owned()))
    }

    /// Changes pairings of the current round. Pairings that already match the request stay as they are.
    pub(crate) fn change_pairings(&self, change: PairingChange<'_>) -> Decided {
        if !self.settings.format.can_change_pairings() {
            return Err(Refusal::PairingsFixed);
        }
        let number = self.rounds.len().wrapping_sub(1);
        let Some(round) = self.rounds.last().filter(|round| !round.is_undone) else {
            return Err(Refusal::NothingPaired);
        };
        let find = |name: &String| self.named_player(name);
        let mut meetings = Vec::new();
        for [one, two] in change.meetings {
            meetings.push([find(one)?, find(two)?]);
        }
        let free = change.free.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        let named = self.check_named(&meetings, &free)?;
        let mut boards = Vec::new();
        for (board, meeting) in round.meetings.iter().enumerate() {
            if round.void.contains(&board) || !meeting.iter().any(|player| named.contains(player)) {
                continue;
            }
            let is_left_over = |player: &&u16| !named.contains(player) && !self.has_withdrawn(**player);
            if let Some(left) = meeting.iter().find(is_left_over) {
                return Err(Refusal::LeftOver(self.entry_name(*left).to_owned()));
            }
            if self.games.iter().any(|game| game.slot.round == number && game.slot.board == board) {
                let [one, two] = meeting.map(|player| self.entry_name(player).to_owned());
                return Err(Refusal::AlreadyPlayed(one, two));
            }
            boards.push(board);
        }
        let is_paired = |meeting: &[u16; 2]| {
            let mut boards = round.meetings.iter().enumerate();
            boards.any(|(board, other)| other == meeting && !round.void.contains(&board))
        };
        if meetings.iter().all(is_paired) && free.iter().all(|player| round.free.contains(player)) {
            return Ok(None);
        }
        // A player who already has a bye gets the points only once.
        let free = free.into_iter().filter(|player| !round.free.contains(player)).collect();
        Ok(Some(TournamentEvent::Replaced { boards, meetings, free }))
    }

    /// Checks that no player is named twice or has left, and returns all named players.
    fn check_named(&self, meetings: &[[u16; 2]], free: &[u16]) -> Result<Vec<u16>, Refusal> {
        let mut named: Vec<u16> = meetings.iter().flatten().chain(free).copied().collect();
        named.sort_unstable();
        if named.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(Refusal::PairedTwice);
        }
        match named.iter().find(|player| self.has_withdrawn(**player)) {
            Some(gone) => Err(Refusal::HasLeft(self.entry_name(*gone).to_owned())),
            None => Ok(named),
        }
    }

    /// Whether the next round waits for the host.
    pub(crate) fn awaits_host(&self) -> bool {
        self.settings.next_round == NextRound::ByHost
            && self.phase == Phase::Running
            && self.has_rounds()
            && self.next_round_start() == NextRoundStart::ByHost
    }
}

#[cfg(test)]
mod tests {
    use chautari_aggregate::{Aggregate as _, EventMeta};
    use chautari_arena::Format;
    use chautari_game::Side;
    use chautari_http::Token;
    use chautari_ledger::Version;
    use chautari_matches::model::{Player, Seat};
    use chautari_platform::TournamentId;

    use super::super::settings::{Entry, EntryPolicy, TournamentSettings};
    use super::super::state::{ABSENT, GameSlot, REPAIRED, SettledGame};
    use super::*;

    /// A tournament that waits for its start, with this many bots.
    fn open(format: Format, players: usize, next_round: NextRound) -> Tournament {
        let entry = |number: usize| Entry {
            name: format!("bot {number}"),
            seat: Seat::of(Player::Bot { name: format!("bot {number}") }),
            rating: [1500.0, 350.0, 0.06],
            card: false,
        };
        let settings = TournamentSettings {
            name: "Cup".to_owned(),
            game: "baghchal".to_owned(),
            format,
            rounds: None,
            games: 1,
            players: (0..players).map(entry).collect(),
            control: None,
            openings: Vec::new(),
            hash: Token::new().hash(),
            host: None,
            entrance: EntryPolicy::Closed,
            code: None,
            waits: true,
            starts_ms: None,
            no_show_ms: Some(60_000),
            lasts_ms: None,
            next_round,
            break_ms: if next_round == NextRound::AfterBreak { 5000 } else { 0 },
            rated: false,
            season: None,
            payer: None,
        };
        let first = TournamentEvent::Created(settings);
        Tournament::begin(&(), &TournamentId::random(), &first, at(1)).unwrap()
    }

    fn at(version: u64) -> EventMeta {
        EventMeta { version: Version(version), at_ms: version * 1000 }
    }

    fn apply(tournament: &mut Tournament, event: &TournamentEvent) {
        let version = tournament.version.0 + 1;
        tournament.apply(&(), event, at(version)).unwrap();
    }

    fn decided(tournament: &mut Tournament, decided: Decided) {
        let event = decided.unwrap().expect("something changes");
        apply(tournament, &event);
    }

    fn started(format: Format, players: usize, next_round: NextRound) -> Tournament {
        let mut tournament = open(format, players, next_round);
        let start = tournament.start(Attendance { players, present: players }, false);
        decided(&mut tournament, start);
        let round = tournament.begin_round(None);
        decided(&mut tournament, round);
        tournament
    }

    /// Settles all games that are due; the first side wins.
    fn settle(tournament: &mut Tournament, reason: &str, counts: bool) {
        for (slot, sides) in tournament.due() {
            let winner = counts.then_some(Side::One);
            let reason = if tournament.is_void(slot) { REPAIRED } else { reason };
            let (reason, attended) = (reason.to_owned(), counts);
            let game = SettledGame { slot, sides, winner, reason, counts, r#match: None, attended };
            apply(tournament, &TournamentEvent::Settled(game));
        }
    }

    #[test]
    fn start_asks_if_players_are_missing() {
        let tournament = open(Format::Swiss, 6, NextRound::WhenDone);
        let start = |players, present, anyway| tournament.start(Attendance { players, present }, anyway);
        assert!(matches!(start(6, 0, false), Err(Refusal::NotHere { present: 0, players: 6 })));
        assert!(matches!(start(6, 5, false), Err(Refusal::NotHere { present: 5, players: 6 })));
        assert!(matches!(start(1, 1, true), Err(Refusal::TooFewPlayers(2))));
        assert!(matches!(start(6, 0, true), Ok(Some(TournamentEvent::Started { rounds: 3 }))));
        assert!(matches!(start(6, 6, false), Ok(Some(_))));
    }

    #[test]
    fn round_by_host_begins_once_when_all_games_have_ended() {
        let mut tournament = started(Format::RoundRobin, 4, NextRound::ByHost);
        assert!(!tournament.awaits_host());
        assert!(matches!(tournament.begin_round(Some(2)), Err(Refusal::RoundInProgress)));
        settle(&mut tournament, "ban", true);
        assert!(tournament.awaits_host());
        let round = tournament.begin_round(Some(2));
        decided(&mut tournament, round);
        assert_eq!(tournament.paired_rounds(), 2);
        assert!(matches!(tournament.begin_round(Some(2)), Ok(None)), "a repeated request");
        settle(&mut tournament, "ban", true);
        decided(&mut tournament, Ok(Some(TournamentEvent::Paused)));
        assert!(matches!(tournament.begin_round(None), Err(Refusal::NotRunning)));
        decided(&mut tournament, Ok(Some(TournamentEvent::Resumed)));
        let round = tournament.begin_round(None);
        decided(&mut tournament, round);
        settle(&mut tournament, "ban", true);
        assert!(matches!(tournament.begin_round(None), Err(Refusal::LastRound)));
    }

    #[test]
    fn break_begins_with_the_last_result_and_sets_one_clock() {
        let mut tournament = started(Format::RoundRobin, 4, NextRound::AfterBreak);
        assert_eq!(tournament.break_ends_ms(), None, "games are in progress");
        settle(&mut tournament, "ban", true);
        let ends = tournament.break_ends_ms().unwrap();
        assert_eq!(ends, tournament.changed_ms + 5000);
        let before = {
            let mut before = tournament.clone();
            before.games.pop();
            before
        };
        let clocks = |jobs: &[chautari_ledger::NewJob]| {
            jobs.iter().filter(|job| job.delay == std::time::Duration::from_secs(5)).count()
        };
        assert_eq!(clocks(&tournament.jobs(&(), Some(&before))), 1);
        assert_eq!(clocks(&tournament.jobs(&(), Some(&tournament.clone()))), 0);
        apply(&mut tournament, &TournamentEvent::Paused);
        assert_eq!(tournament.break_ends_ms(), None);
    }

    #[test]
    fn undone_round_is_paired_again_on_new_boards() {
        let mut tournament = started(Format::Swiss, 5, NextRound::WhenDone);
        let first: Vec<_> = tournament.due().iter().map(|(slot, _)| tournament.match_id(*slot)).collect();
        assert_eq!((first.len(), tournament.progress.byes.len()), (2, 1));
        let undo = tournament.undo_pairing();
        decided(&mut tournament, undo);
        assert_eq!((tournament.phase, tournament.paired_rounds()), (Phase::Paused, 0));
        assert!(tournament.progress.byes.is_empty(), "the bye is undone, too");
        assert!(matches!(tournament.undo_pairing(), Ok(None)), "a repeated request");
        settle(&mut tournament, REPAIRED, false);
        apply(&mut tournament, &TournamentEvent::Withdrawn { player: 4, absent: false });
        apply(&mut tournament, &TournamentEvent::Resumed);
        assert_eq!(tournament.next_round_start(), NextRoundStart::Now);
        let again = tournament.pair_next_round().unwrap();
        apply(&mut tournament, &again);
        assert_eq!((tournament.paired_rounds(), tournament.rounds.len()), (1, 1));
        let second: Vec<_> = tournament.due().iter().map(|(slot, _)| tournament.match_id(*slot)).collect();
        assert_eq!(second.len(), 2);
        assert!(second.iter().all(|id| !first.contains(id)), "match ids are not used twice");
        assert!(tournament.progress.byes.is_empty());
    }

    #[test]
    fn round_with_a_result_cannot_be_undone() {
        let mut tournament = started(Format::Swiss, 4, NextRound::WhenDone);
        let (slot, sides) = tournament.due()[0];
        let game = |slot: GameSlot, counts: bool| SettledGame {
            slot,
            sides,
            winner: None,
            reason: ABSENT.to_owned(),
            counts,
            r#match: None,
            attended: false,
        };
        let mut absent = tournament.clone();
        apply(&mut absent, &TournamentEvent::Settled(game(slot, false)));
        assert!(matches!(absent.undo_pairing(), Ok(Some(TournamentEvent::Unpaired))), "0–0 is no result");
        apply(&mut tournament, &TournamentEvent::Settled(game(slot, true)));
        assert!(matches!(tournament.undo_pairing(), Err(Refusal::AlreadyPlayed(..))));
        let bracket = started(Format::Knockout, 4, NextRound::WhenDone);
        assert!(matches!(bracket.undo_pairing(), Err(Refusal::PairingsFixed)));
    }

    #[test]
    fn absent_player_is_readmitted_unless_the_format_is_closed() {
        for (format, is_open) in [(Format::Swiss, true), (Format::Knockout, false)] {
            let mut tournament = started(format, 4, NextRound::WhenDone);
            assert!(matches!(tournament.readmit(1), Ok(None)), "still in the tournament");
            apply(&mut tournament, &TournamentEvent::Withdrawn { player: 1, absent: true });
            let readmitted = tournament.readmit(1);
            assert_eq!(readmitted.is_ok(), is_open, "{format:?}");
            if let Ok(Some(event)) = readmitted {
                apply(&mut tournament, &event);
                assert!(!tournament.has_withdrawn(1) && tournament.absent.is_empty());
            }
        }
    }
}
