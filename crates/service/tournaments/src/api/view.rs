//! The views of a tournament in the API.

use std::collections::{BTreeMap, HashMap, HashSet};

use chautari_arena::live::TimeControl;
use chautari_arena::{Entrant, Format, FormatRules, StandingsRow, Worth, crosstable};
use chautari_game::{Info, Side};
use chautari_matches::model::Player;
use chautari_people::bots::RatingView;
use chautari_platform::{MatchId, PersonId, SeasonId, TournamentId};
use serde::Serialize;
use utoipa::ToSchema;

use super::names::PlayerNames;
use crate::Tournaments;
use crate::model::{Entry, EntryPolicy, GameSlot, NextRound, PairedRound, Phase, SettledGame, Tournament};

/// The number of latest pairings shown of a tournament that is paired by the clock, beside those in progress.
const MAX_SHOWN_ROUNDS: usize = 60;

/// A tournament with its players, standings and rounds.
#[derive(Serialize, ToSchema)]
#[schema(as = Tournament)]
pub(crate) struct TournamentView {
    #[serde(flatten)]
    summary: TournamentSummary,
    /// The time control; `null` if there is no time limit.
    #[schema(required)]
    clock: Option<TimeControl>,
    /// The number of games per pairing.
    games_per_pair: u32,
    /// The join code, if it is public.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    code: Option<String>,
    /// The time after which a player without a first move is withdrawn, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    no_show_ms: Option<u64>,
    /// When the rounds after the first begin.
    next_round: NextRound,
    /// The time at which the next round begins, in milliseconds since 1970, while there is a break.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next_round_ms: Option<u64>,
    /// Whether the next round waits for the host.
    awaits_host: bool,
    /// Whether games are rated for people.
    rated: bool,
    /// The players, in the order of entry.
    players: Vec<PlayerView>,
    /// The standings, best first, ranked by `rules.ranked_by`.
    standings: Vec<PlaceView>,
    /// The points of each player against each other, game by game, in the order of entry: `crosstable[a][b]`.
    crosstable: Vec<Vec<Vec<f64>>>,
    /// The rounds with their pairings, oldest first.
    rounds: Vec<RoundView>,
}

/// A tournament in a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct TournamentSummary {
    /// The tournament id.
    #[schema(value_type = String)]
    id: TournamentId,
    /// The number of events so far.
    version: u64,
    /// The name.
    name: String,
    /// The game, with its rules.
    game: String,
    /// The format.
    format: Format,
    /// The rules of the format.
    rules: FormatRules,
    /// The state.
    state: Phase,
    /// The current round, from 1; 0 before the first.
    round: u32,
    /// The number of rounds.
    of_rounds: u32,
    /// The number of players who have entered.
    entrants: usize,
    /// The leading player, or the winner; `null` before the first result.
    #[schema(required)]
    leader: Option<String>,
    /// The players who may enter.
    entrance: EntryPolicy,
    /// The person who is the host.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>)]
    host: Option<PersonId>,
    /// The season it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>)]
    season: Option<SeasonId>,
    /// The time of creation, in milliseconds since 1970.
    began_ms: u64,
    /// The planned start, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    starts_ms: Option<u64>,
    /// The actual start, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    started_ms: Option<u64>,
    /// The end of a tournament that is paired by the clock, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    ends_ms: Option<u64>,
    /// The time of the last event, in milliseconds since 1970.
    changed_ms: u64,
}

/// A player of a tournament.
#[derive(Serialize, ToSchema)]
#[schema(as = TournamentPlayer)]
struct PlayerView {
    /// The player's name, unique in the tournament.
    name: String,
    /// The person, bot or engine.
    player: Player,
    /// Whether the player has left or was withdrawn.
    withdrawn: bool,
    /// Whether the player was withdrawn because they did not show up.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    absent: bool,
}

/// A row of the standings.
#[derive(Serialize, ToSchema)]
#[schema(as = TournamentPlace)]
pub(super) struct PlaceView {
    /// The rank, from 1. Players who are equal in all criteria share one.
    pub(super) rank: u32,
    /// The player's name.
    pub(super) player: String,
    /// The points: one for a win, a half for a draw; in an arena two and one, doubled after two wins in a row.
    pub(super) points: f64,
    /// The number of knockout pairings won.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false)]
    pub(super) survived: u32,
    /// The number of games won.
    pub(super) wins: u32,
    /// The number of games drawn.
    pub(super) draws: u32,
    /// The number of games lost.
    pub(super) losses: u32,
    /// The number of byes.
    pub(super) free: u32,
    /// The Buchholz score: the sum of the points of all opponents.
    pub(super) buchholz: f64,
    /// The Sonneborn-Berger score: the points of the opponents beaten, and half the points of those drawn with.
    pub(super) sonneborn_berger: f64,
    /// The Glicko-2 rating after these games.
    #[serde(flatten)]
    pub(super) rating: RatingView,
}

/// A round of a tournament.
#[derive(Serialize, ToSchema)]
#[schema(as = TournamentRound)]
struct RoundView {
    /// The number of the round, from 1.
    round: usize,
    /// The pairings.
    meetings: Vec<MeetingView>,
    /// The players with a bye.
    free: Vec<String>,
}

/// A pairing of two players.
#[derive(Serialize, ToSchema)]
#[schema(as = TournamentMeeting)]
struct MeetingView {
    /// The number of the board, from 1.
    board: usize,
    /// Both players. The first has the first side in the first game.
    #[schema(min_items = 2, max_items = 2)]
    players: [String; 2],
    /// The games that have begun or are settled.
    games: Vec<GameView>,
}

/// A game of a tournament.
#[derive(Serialize, ToSchema)]
#[schema(as = TournamentGame)]
pub(super) struct GameView {
    /// The number of the game in its pairing, from 1.
    pub(super) game: u32,
    /// The player of each side.
    #[schema(value_type = std::collections::BTreeMap<String, String>)]
    pub(super) sides: BTreeMap<&'static str, String>,
    /// The match; `null` if the game was decided without one.
    #[schema(required, value_type = Option<String>)]
    pub(super) r#match: Option<MatchId>,
    /// The player who won; `null` for a draw, while the game is in progress, and if it does not count.
    #[schema(required)]
    pub(super) winner: Option<String>,
    /// The reason for the result; `null` while the game is in progress.
    #[schema(required)]
    pub(super) reason: Option<String>,
    /// Whether the game counts. Neither player gets points for a game that was abandoned, or to which neither came.
    pub(super) counts: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde requires")]
fn is_zero(n: &u32) -> bool {
    *n == 0
}

impl TournamentSummary {
    pub(super) fn new(app: &Tournaments, tournament: &Tournament) -> TournamentSummary {
        let settings = &tournament.settings;
        let leader = tournament.progress.standings().first().map(|place| place.player.0);
        let leader = leader.filter(|_| !tournament.games.is_empty());
        let names = PlayerNames::new(app);
        let paired = tournament.paired_rounds();
        TournamentSummary {
            id: tournament.id.clone(),
            version: tournament.version.0,
            name: settings.name.clone(),
            game: settings.game.clone(),
            format: settings.format,
            rules: settings.format.rules(),
            state: tournament.phase,
            round: paired,
            of_rounds: tournament.progress.rounds_in_all(paired),
            entrants: tournament.players.len(),
            leader: leader.map(|player| names.of(tournament, player).to_owned()),
            entrance: settings.entrance,
            host: settings.host.clone(),
            season: settings.season.clone(),
            began_ms: tournament.began_ms,
            starts_ms: settings.starts_ms,
            started_ms: tournament.started_ms,
            ends_ms: tournament.ends_ms(),
            changed_ms: tournament.changed_ms,
        }
    }
}

/// The games by round and board.
struct GamesByBoard<'a> {
    settled: HashMap<(usize, usize), Vec<&'a SettledGame>>,
    due: HashMap<(usize, usize), (GameSlot, [u16; 2])>,
}

impl GamesByBoard<'_> {
    fn new(tournament: &Tournament) -> GamesByBoard<'_> {
        let mut settled: HashMap<_, Vec<&SettledGame>> = HashMap::new();
        for game in &tournament.games {
            settled.entry((game.slot.round, game.slot.board)).or_default().push(game);
        }
        let due = tournament.due().into_iter().map(|due| ((due.0.round, due.0.board), due)).collect();
        GamesByBoard { settled, due }
    }
}

impl TournamentView {
    /// Returns the view of a tournament. If it is paired by the clock, only the latest pairings are shown.
    pub(super) fn new(app: &Tournaments, tournament: &Tournament) -> TournamentView {
        TournamentView::with_rounds(app, tournament, MAX_SHOWN_ROUNDS)
    }

    /// Returns the view with all pairings.
    pub(super) fn complete(app: &Tournaments, tournament: &Tournament) -> TournamentView {
        TournamentView::with_rounds(app, tournament, usize::MAX)
    }

    fn with_rounds(app: &Tournaments, tournament: &Tournament, latest: usize) -> TournamentView {
        let settings = &tournament.settings;
        // Without the game, which may no longer be served, only the names of its sides are missing.
        let info = app.platform().game(&settings.game).ok().map(|game| game.info());
        let names = PlayerNames::new(app);
        let player = |(index, entry): (usize, &Entry)| PlayerView {
            name: names.of(tournament, index as u16).to_owned(),
            player: names.player(&entry.seat.player),
            withdrawn: tournament.has_withdrawn(index as u16),
            absent: tournament.absent.contains(&(index as u16)),
        };
        let points = |cell: Vec<Worth>| cell.into_iter().map(Worth::points).collect();
        let row = |row: Vec<Vec<Worth>>| row.into_iter().map(points).collect();
        let games = GamesByBoard::new(tournament);
        let in_progress: HashSet<usize> = games.due.keys().map(|(round, _)| *round).collect();
        let is_shown = |(number, round): &(usize, &PairedRound)| {
            let is_latest = number.saturating_add(latest) >= tournament.rounds.len();
            !round.is_undone && (tournament.has_rounds() || is_latest || in_progress.contains(number))
        };
        let rounds = tournament.rounds.iter().enumerate().filter(is_shown);
        TournamentView {
            summary: TournamentSummary::new(app, tournament),
            clock: settings.control,
            games_per_pair: settings.games,
            code: settings.code.clone().filter(|_| settings.entrance == EntryPolicy::Anybody),
            no_show_ms: settings.no_show_ms,
            next_round: settings.next_round,
            next_round_ms: tournament.break_ends_ms(),
            awaits_host: tournament.awaits_host(),
            rated: settings.rated,
            players: tournament.players.iter().enumerate().map(player).collect(),
            standings: standings(names, tournament),
            crosstable: crosstable(&tournament.progress).into_iter().map(row).collect(),
            rounds: rounds
                .map(|(number, round)| RoundView::new(names, tournament, info, &games, number, round))
                .collect(),
        }
    }
}

/// Returns the standings, best first.
pub(super) fn standings(names: PlayerNames<'_>, tournament: &Tournament) -> Vec<PlaceView> {
    let ratings = tournament.ratings();
    let place = |place: StandingsRow| {
        let Entrant(player) = place.player;
        let [wins, draws, losses] = place.games;
        PlaceView {
            rank: place.rank,
            player: names.of(tournament, player).to_owned(),
            points: f64::from(place.half_points) / 2.0,
            survived: place.survived,
            wins,
            draws,
            losses,
            free: place.byes,
            buchholz: f64::from(place.buchholz) / 2.0,
            sonneborn_berger: f64::from(place.sonneborn_berger) / 4.0,
            rating: RatingView::new(ratings[usize::from(player)]),
        }
    };
    tournament.progress.standings().into_iter().map(place).collect()
}

impl RoundView {
    fn new(
        names: PlayerNames<'_>,
        tournament: &Tournament,
        info: Option<&'static Info>,
        games: &GamesByBoard<'_>,
        number: usize,
        round: &PairedRound,
    ) -> RoundView {
        let meeting = |(board, players): (usize, &[u16; 2])| {
            let settled = games.settled.get(&(number, board)).into_iter().flatten().copied();
            let due = games.due.get(&(number, board)).map(|&(slot, sides)| SettledGame {
                slot,
                sides,
                winner: None,
                reason: String::new(),
                counts: true,
                r#match: Some(tournament.match_id(slot)),
                attended: true,
            });
            MeetingView {
                board: board + 1,
                players: players.map(|player| names.of(tournament, player).to_owned()),
                games: settled.chain(&due).map(|game| GameView::new(names, tournament, info, game)).collect(),
            }
        };
        // Boards whose pairings the host has changed are not shown.
        let boards = round.meetings.iter().enumerate().filter(|(board, _)| !round.void.contains(board));
        RoundView {
            round: number + 1,
            meetings: boards.map(meeting).collect(),
            free: round.free.iter().map(|player| names.of(tournament, *player).to_owned()).collect(),
        }
    }
}

impl GameView {
    fn new(
        names: PlayerNames<'_>,
        tournament: &Tournament,
        info: Option<&'static Info>,
        game: &SettledGame,
    ) -> GameView {
        let name = |side: Side| names.of(tournament, game.sides[side.index()]).to_owned();
        let title = |side: Side| info.map_or(["one", "two"][side.index()], |info| info.side(side));
        GameView {
            game: game.slot.game + 1,
            sides: Side::ALL.map(|side| (title(side), name(side))).into(),
            r#match: game.r#match.clone(),
            winner: game.winner.map(name),
            reason: (!game.reason.is_empty()).then(|| game.reason.clone()),
            counts: game.counts,
        }
    }
}
