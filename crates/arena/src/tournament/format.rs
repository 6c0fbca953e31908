//! Tournament formats and their rules.

use serde::{Deserialize, Serialize};

/// How the players of a tournament are paired.
///
/// The methods answer every question that depends on the format, so that callers need not compare formats by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TournamentFormat))]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Everyone meets everyone once.
    RoundRobin,
    /// Everyone meets everyone twice, with sides exchanged.
    DoubleRoundRobin,
    /// Players with equal points meet, for a fixed number of rounds. No two players meet twice if it can be avoided.
    Swiss,
    /// The first player meets each of the others.
    Gauntlet,
    /// The loser of a pairing is eliminated. A level pairing is extended by up to two games; if it is still level,
    /// the better seed advances.
    Knockout,
    /// For a set time, players who are free are paired at once: two points for a win, one for a draw, doubled after
    /// two wins in a row.
    Arena,
}

/// When a format pairs its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TournamentPairedBy))]
#[serde(rename_all = "snake_case")]
pub enum PairedBy {
    /// In rounds: the next round is paired once all games of the round before have ended.
    Rounds,
    /// By the clock: players are paired as soon as they are free, until the time is over.
    Clock,
}

/// A ranking criterion of the standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TournamentCriterion))]
#[serde(rename_all = "snake_case")]
pub enum Criterion {
    /// Knockout pairings won, byes included.
    Survived,
    /// Points.
    Points,
    /// The sum of the points of all opponents.
    Buchholz,
    /// The sum of the points of the opponents beaten, and half the points of those drawn with.
    SonnebornBerger,
    /// Games won.
    Wins,
}

/// The rules of a format as data, for an API.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TournamentRules))]
pub struct FormatRules {
    /// The format's English name, such as `double round robin`.
    pub title: &'static str,
    /// Whether players are paired in rounds or by the clock.
    pub paired_by: PairedBy,
    /// Whether the number of rounds is a setting.
    pub sets_rounds: bool,
    /// Whether players may enter, or return, after the first round was paired.
    pub takes_late_entries: bool,
    /// Whether the host may change the pairings of the current round.
    pub can_change_pairings: bool,
    /// The number of present players that the tournament needs to start.
    pub min_present: usize,
    /// The criteria that decide the places, the most important first.
    pub ranked_by: &'static [Criterion],
}

/// The size of a planned tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TournamentSize {
    /// The number of players.
    pub players: u32,
    /// How many of the players are engines that the host of the tournament has to run.
    pub engines: u32,
    /// The number of rounds, for a format that [sets it](Format::sets_rounds); `None` for the default.
    pub rounds: Option<u32>,
    /// The number of games per pairing.
    pub games_per_pairing: u32,
}

/// The number of games of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameCount {
    /// All games.
    pub games: u64,
    /// The games in which an engine of the host plays, at most.
    pub with_engines: u64,
}

impl Format {
    /// All formats, those that suit most tournaments first.
    pub const ALL: [Format; 6] = [
        Format::Swiss,
        Format::RoundRobin,
        Format::DoubleRoundRobin,
        Format::Knockout,
        Format::Arena,
        Format::Gauntlet,
    ];

    /// The stable name of the format, which is also its serialised form.
    pub const fn name(self) -> &'static str {
        match self {
            Format::RoundRobin => "round_robin",
            Format::DoubleRoundRobin => "double_round_robin",
            Format::Swiss => "swiss",
            Format::Gauntlet => "gauntlet",
            Format::Knockout => "knockout",
            Format::Arena => "arena",
        }
    }

    /// The English name of the format.
    pub const fn title(self) -> &'static str {
        match self {
            Format::RoundRobin => "round robin",
            Format::DoubleRoundRobin => "double round robin",
            Format::Swiss => "Swiss",
            Format::Gauntlet => "gauntlet",
            Format::Knockout => "knockout",
            Format::Arena => "arena",
        }
    }

    /// A sentence about the format, without the final stop.
    pub const fn description(self) -> &'static str {
        match self {
            Format::RoundRobin => "Everyone meets everyone once",
            Format::DoubleRoundRobin => "Everyone meets everyone twice, with sides exchanged",
            Format::Swiss => "Players with equal points meet, for a fixed number of rounds",
            Format::Gauntlet => "The first player meets each of the others",
            Format::Knockout => "The loser of a pairing is eliminated",
            Format::Arena => "Players who are free are paired at once, until the time is over",
        }
    }

    /// Returns the format with this name.
    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Whether players are paired in rounds or by the clock.
    pub const fn paired_by(self) -> PairedBy {
        match self {
            Format::Arena => PairedBy::Clock,
            _ => PairedBy::Rounds,
        }
    }

    /// Whether the number of rounds is a setting. In the other formats it follows from the number of players.
    pub const fn sets_rounds(self) -> bool {
        matches!(self, Format::Swiss)
    }

    /// Whether players may enter, or return, after the first round was paired. A bracket has no place for them.
    pub const fn takes_late_entries(self) -> bool {
        !matches!(self, Format::Knockout)
    }

    /// Whether the host may change the pairings of the current round. A bracket is fixed, and an arena has no rounds.
    pub const fn can_change_pairings(self) -> bool {
        !matches!(self, Format::Knockout | Format::Arena)
    }

    /// The number of present players that the tournament needs to start. Players may join an arena at any time.
    pub const fn min_present(self) -> usize {
        match self.paired_by() {
            PairedBy::Rounds => 2,
            PairedBy::Clock => 0,
        }
    }

    /// Whether a level pairing is extended by more games, because one of the two must advance.
    pub const fn extends_level_pairings(self) -> bool {
        matches!(self, Format::Knockout)
    }

    /// The criteria that decide the places, the most important first.
    pub const fn ranked_by(self) -> &'static [Criterion] {
        use Criterion::{Buchholz, Points, SonnebornBerger, Survived, Wins};

        match self {
            Format::Knockout => &[Survived, Points, Buchholz, SonnebornBerger, Wins],
            // Opponents and their number are not chosen in an arena, so their strength says nothing.
            Format::Arena => &[Points, Wins],
            _ => &[Points, Buchholz, SonnebornBerger, Wins],
        }
    }

    /// Returns the answers to all of these questions as data.
    pub const fn rules(self) -> FormatRules {
        FormatRules {
            title: self.title(),
            paired_by: self.paired_by(),
            sets_rounds: self.sets_rounds(),
            takes_late_entries: self.takes_late_entries(),
            can_change_pairings: self.can_change_pairings(),
            min_present: self.min_present(),
            ranked_by: self.ranked_by(),
        }
    }

    /// Returns how often each two players meet, if all of them do.
    pub(super) const fn cycles(self) -> Option<u32> {
        match self {
            Format::RoundRobin => Some(1),
            Format::DoubleRoundRobin => Some(2),
            Format::Swiss | Format::Gauntlet | Format::Knockout | Format::Arena => None,
        }
    }

    /// The number of rounds of a Swiss tournament that is enough to find one winner among this many players.
    pub fn default_rounds(players: u32) -> u32 {
        elimination_rounds(players).max(1)
    }

    /// Returns the number of rounds for this many players: 0 if there are fewer than two players, or if there are no rounds.
    /// `setting` is the number for a format that [sets it](Format::sets_rounds).
    pub fn rounds(self, players: u32, setting: u32) -> u32 {
        if players < 2 {
            return 0;
        }
        // With an odd number of players, one of them has no opponent in each round.
        let everyone = players - 1 + players % 2;
        match self {
            Format::RoundRobin => everyone,
            Format::DoubleRoundRobin => 2 * everyone,
            Format::Swiss => setting,
            Format::Gauntlet => players - 1,
            Format::Knockout => elimination_rounds(players),
            Format::Arena => 0,
        }
    }

    /// Counts the games of a tournament of this size. Extensions of level pairings are not included, and an arena
    /// counts one pairing per player, because it ends by the clock.
    pub fn count_games(self, size: TournamentSize) -> GameCount {
        let players = u64::from(size.players);
        let engines = u64::from(size.engines).min(players);
        let rounds = u64::from(size.rounds.unwrap_or_else(|| elimination_rounds(size.players)));
        let humans = players - engines;
        let others = players.saturating_sub(1);
        let all = pairs(players);
        let (pairings, with_engines) = match self {
            Format::RoundRobin => (all, all - pairs(humans)),
            Format::DoubleRoundRobin => (2 * all, 2 * (all - pairs(humans))),
            Format::Swiss => {
                let boards = players.div_ceil(2);
                (rounds * boards, rounds * engines.min(boards))
            }
            // The first player may be an engine.
            Format::Gauntlet => (others, if engines > 0 { others } else { 0 }),
            // The engines may survive to the end.
            Format::Knockout => (others, (engines * rounds).min(others)),
            Format::Arena => (players, engines),
        };
        let games = u64::from(size.games_per_pairing);
        GameCount { games: pairings.saturating_mul(games), with_engines: with_engines.saturating_mul(games) }
    }
}

/// The number of unordered pairs of players.
fn pairs(players: u64) -> u64 {
    players * players.saturating_sub(1) / 2
}

/// The number of times that the field must be halved to leave one player.
fn elimination_rounds(players: u32) -> u32 {
    players.checked_next_power_of_two().map_or(u32::BITS, u32::trailing_zeros)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_is_the_serialised_form() {
        for format in Format::ALL {
            let text = serde_json::to_string(&format).unwrap();
            assert_eq!(text, format!("\"{}\"", format.name()));
            assert_eq!(serde_json::from_str::<Format>(&text).unwrap(), format);
            assert_eq!(Format::from_name(format.name()), Some(format));
        }
        assert_eq!(Format::from_name("Swiss"), None);
    }

    #[test]
    fn rules_match_the_methods_and_have_stable_names() {
        let rules = serde_json::to_value(Format::Knockout.rules()).unwrap();
        assert_eq!(
            rules,
            serde_json::json!({
                "title": "knockout",
                "paired_by": "rounds",
                "sets_rounds": false,
                "takes_late_entries": false,
                "can_change_pairings": false,
                "min_present": 2,
                "ranked_by": ["survived", "points", "buchholz", "sonneborn_berger", "wins"],
            })
        );
        let arena = Format::Arena.rules();
        assert_eq!((arena.paired_by, arena.min_present), (PairedBy::Clock, 0));
        assert_eq!(arena.ranked_by, [Criterion::Points, Criterion::Wins]);
        let setting = Format::ALL.into_iter().filter(|format| format.rules().sets_rounds);
        assert_eq!(setting.collect::<Vec<_>>(), [Format::Swiss]);
    }

    #[test]
    fn every_format_ranks_by_points() {
        for format in Format::ALL {
            assert!(format.ranked_by().contains(&Criterion::Points), "{format:?}");
        }
    }

    fn count(format: Format, players: u32, engines: u32, games: u32) -> [u64; 2] {
        let size = TournamentSize { players, engines, rounds: None, games_per_pairing: games };
        let GameCount { games, with_engines } = format.count_games(size);
        [games, with_engines]
    }

    #[test]
    fn games_are_counted_for_each_format() {
        assert_eq!(count(Format::RoundRobin, 30, 0, 4), [1740, 0]);
        assert_eq!(count(Format::RoundRobin, 3, 1, 1), [3, 2], "the two humans meet each other once");
        assert_eq!(count(Format::DoubleRoundRobin, 4, 4, 1), [12, 12]);
        assert_eq!(count(Format::Swiss, 9, 1, 2), [40, 8], "four rounds of five boards, with a bye");
        assert_eq!(count(Format::Gauntlet, 5, 1, 1), [4, 4]);
        assert_eq!(count(Format::Knockout, 6, 1, 1), [5, 3]);
        assert_eq!(count(Format::Arena, 10, 3, 1), [10, 3]);
    }

    #[test]
    fn game_count_never_overflows_and_engines_never_exceed_all() {
        for format in Format::ALL {
            for players in [0, 1, 2, 3, 100, u32::MAX] {
                for engines in [0, 1, u32::MAX] {
                    let [games, with_engines] = count(format, players, engines, u32::MAX);
                    assert!(with_engines <= games, "{format:?}, {players} players, {engines} engines");
                }
            }
            assert_eq!(count(format, 0, 0, 1), [0, 0], "{format:?}");
        }
    }

    #[test]
    fn counted_games_are_those_of_the_rounds() {
        for format in [Format::RoundRobin, Format::DoubleRoundRobin, Format::Gauntlet] {
            for players in 0..12 {
                let state = super::super::TournamentState::new(format, players, 1);
                let paired: usize = (0..state.rounds()).map(|round| state.round(round).pairings.len()).sum();
                assert_eq!(
                    count(format, players.into(), 0, 1)[0],
                    paired as u64,
                    "{format:?}, {players} players"
                );
            }
        }
    }
}
