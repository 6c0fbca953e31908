//! A tournament as clients see it.

use std::collections::{BTreeMap, HashMap, HashSet};

use chautari_arena::live::TimeControl;
use chautari_arena::{Entrant, StandingsRow, Worth, crosstable};
use chautari_game::{Info, Side};
use chautari_matches::model::Player;
use chautari_people::bots::RatingView;
use chautari_platform::{MatchId, SeasonId, TournamentId};
use serde::Serialize;
use utoipa::ToSchema;

use super::settings::{Entry, EntryPolicy, Form};
use super::state::{Game, Phase, Round, Slot, Tournament};
use crate::Tournaments;

/// This many of the latest pairings of an arena are shown, and all that are played just now; the rest is in its games.
const LATEST: usize = 60;

/// A tournament with everything about it.
#[derive(Serialize, ToSchema)]
#[schema(as = Tournament)]
pub(crate) struct View {
    #[serde(flatten)]
    summary: Summary,
    /// The time there is.
    #[schema(required)]
    clock: Option<TimeControl>,
    /// How many games a meeting has.
    games_per_pair: u32,
    /// What others enter by, where anybody may see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    code: Option<String>,
    /// Whoever makes no first move for this long, in milliseconds, is dropped.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    no_show_ms: Option<u64>,
    /// Whether its games count for the ratings of people.
    rated: bool,
    /// What decides the places, the first first; those after the first are the tie-breaks.
    ranked_by: Vec<Criterion>,
    /// Who plays, in the order of entry.
    players: Vec<PlayerView>,
    /// Where everybody stands, the best first.
    standings: Vec<PlaceView>,
    /// What each player got from each other, game by game, in the order of entry: `crosstable[a][b]`.
    crosstable: Vec<Vec<Vec<f64>>>,
    /// Who meets whom, round by round.
    rounds: Vec<RoundView>,
}

/// What decides a place.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[schema(as = TournamentCriterion)]
#[serde(rename_all = "snake_case")]
enum Criterion {
    /// Meetings won in a knockout, without a game too.
    Survived,
    /// Points.
    Points,
    /// The points of everybody it played.
    Buchholz,
    /// The points of those it beat, and half of those it drew with.
    SonnebornBerger,
    /// Games won.
    Wins,
}

impl Criterion {
    fn of(form: Form) -> Vec<Criterion> {
        use Criterion::{Buchholz, Points, SonnebornBerger, Survived, Wins};
        match form {
            Form::Arena => vec![Points, Wins],
            Form::Knockout => vec![Survived, Points, Buchholz, SonnebornBerger, Wins],
            _ => vec![Points, Buchholz, SonnebornBerger, Wins],
        }
    }
}

/// The few lines about a tournament that a list of them shows.
#[derive(Serialize, ToSchema)]
#[schema(as = TournamentSummary)]
pub(crate) struct Summary {
    /// Its name in URLs.
    #[schema(value_type = String)]
    id: TournamentId,
    /// How many events it has had.
    version: u64,
    /// What it is called.
    name: String,
    /// The game, with its rules.
    game: String,
    format: Form,
    state: Phase,
    /// The round being played, from 1; 0 before the first.
    round: usize,
    /// How many rounds there are.
    of_rounds: u32,
    /// How many have entered.
    entrants: usize,
    /// Who is ahead, or has won; `null` before the first game has ended.
    #[schema(required)]
    leader: Option<String>,
    /// Who may enter.
    entrance: EntryPolicy,
    /// The person who steers it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>)]
    host: Option<chautari_platform::PersonId>,
    /// The season it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>)]
    season: Option<SeasonId>,
    /// When it was set up, in milliseconds since 1970.
    began_ms: u64,
    /// When it starts by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    starts_ms: Option<u64>,
    /// When it started.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    started_ms: Option<u64>,
    /// When an arena ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    ends_ms: Option<u64>,
    /// When something last happened, in milliseconds since 1970.
    changed_ms: u64,
}

/// A player of a tournament.
#[derive(Serialize, ToSchema)]
#[schema(as = TournamentPlayer)]
struct PlayerView {
    /// What it is called here: unlike the others.
    name: String,
    /// Who it is.
    player: Player,
    /// It has left, or was dropped.
    withdrawn: bool,
    /// It was dropped because it did not come.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    absent: bool,
}

/// Where a player stands.
#[derive(Serialize, ToSchema)]
#[schema(as = TournamentPlace)]
pub(super) struct PlaceView {
    /// 1 for the best; players that nothing tells apart share a rank.
    pub(super) rank: u32,
    pub(super) player: String,
    /// One for a win, a half for a draw; in an arena two and one, and double after two wins in a row.
    pub(super) points: f64,
    /// How many meetings of a knockout it has survived.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false)]
    pub(super) survived: u32,
    pub(super) wins: u32,
    pub(super) draws: u32,
    pub(super) losses: u32,
    /// Rounds in which it got its points without a game.
    pub(super) free: u32,
    /// The first tie-break: the points of everybody it played.
    pub(super) buchholz: f64,
    /// The second: the points of those it beat, and half of those it drew with.
    pub(super) sonneborn_berger: f64,
    /// How strong it is thought to be after these games, by Glicko-2.
    #[serde(flatten)]
    pub(super) rating: RatingView,
}

/// A round.
#[derive(Serialize, ToSchema)]
#[schema(as = TournamentRound)]
struct RoundView {
    /// From 1.
    round: usize,
    meetings: Vec<MeetingView>,
    /// Who gets the points without playing.
    free: Vec<String>,
}

/// Two players at one board.
#[derive(Serialize, ToSchema)]
#[schema(as = TournamentMeeting)]
struct MeetingView {
    /// From 1.
    board: usize,
    /// Who meets; the first takes the first side in the first game.
    #[schema(min_items = 2, max_items = 2)]
    players: [String; 2],
    /// The games that have been begun or settled.
    games: Vec<GameView>,
}

/// A game of a tournament.
#[derive(Serialize, ToSchema)]
#[schema(as = TournamentGame)]
pub(super) struct GameView {
    /// From 1.
    pub(super) game: u32,
    /// Who plays which side.
    #[schema(value_type = std::collections::BTreeMap<String, String>)]
    pub(super) sides: BTreeMap<&'static str, String>,
    /// Where it is played; `null` where nobody had to.
    #[schema(required, value_type = Option<String>)]
    pub(super) r#match: Option<MatchId>,
    /// The player who won; `null` for a draw, or while it is not over.
    #[schema(required)]
    pub(super) winner: Option<String>,
    /// Why it ended; `null` while it is not over.
    #[schema(required)]
    pub(super) reason: Option<String>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(n: &u32) -> bool {
    *n == 0
}

impl Summary {
    pub(super) fn new(tournament: &Tournament) -> Summary {
        let plan = &tournament.plan;
        let leader = tournament.field.standings().first().map(|place| place.player.0);
        let leader = leader.filter(|_| !tournament.games.is_empty());
        Summary {
            id: tournament.id.clone(),
            version: tournament.version.0,
            name: plan.name.clone(),
            game: plan.game.clone(),
            format: plan.format,
            state: tournament.phase,
            round: tournament.rounds.len(),
            of_rounds: tournament.field.rounds_in_all(tournament.rounds.len() as u32),
            entrants: tournament.players.len(),
            leader: leader.map(|player| tournament.name(player).to_owned()),
            entrance: plan.entrance,
            host: plan.host.clone(),
            season: plan.season.clone(),
            began_ms: tournament.began_ms,
            starts_ms: plan.starts_ms,
            started_ms: tournament.started_ms,
            ends_ms: tournament.ends_ms(),
            changed_ms: tournament.changed_ms,
        }
    }
}

/// The games of each board, settled and due.
struct Boards<'a> {
    settled: HashMap<(usize, usize), Vec<&'a Game>>,
    due: HashMap<(usize, usize), (Slot, [u16; 2])>,
}

impl Boards<'_> {
    fn new(tournament: &Tournament) -> Boards<'_> {
        let mut settled: HashMap<_, Vec<&Game>> = HashMap::new();
        for game in &tournament.games {
            settled.entry((game.slot.round, game.slot.board)).or_default().push(game);
        }
        let due = tournament.due().into_iter().map(|due| ((due.0.round, due.0.board), due)).collect();
        Boards { settled, due }
    }
}

impl View {
    /// A tournament as it is looked at.
    pub(super) fn new(app: &Tournaments, tournament: &Tournament) -> View {
        View::with(app, tournament, LATEST)
    }

    /// The same with every pairing of an arena.
    pub(super) fn whole(app: &Tournaments, tournament: &Tournament) -> View {
        View::with(app, tournament, usize::MAX)
    }

    fn with(app: &Tournaments, tournament: &Tournament, latest: usize) -> View {
        let plan = &tournament.plan;
        // A game that is served no more has no names for its sides; the rest can still be read.
        let info = app.platform().game(&plan.game).ok().map(|game| game.info());
        let player = |(index, entry): (usize, &Entry)| PlayerView {
            name: tournament.name(index as u16).to_owned(),
            player: match &entry.seat.player {
                Player::Person { id, name } => {
                    Player::Person { id: id.clone(), name: tournament.called(id, name).to_owned() }
                }
                other => other.clone(),
            },
            withdrawn: tournament.has_withdrawn(index as u16),
            absent: tournament.absent.contains(&(index as u16)),
        };
        let points = |cell: Vec<Worth>| cell.into_iter().map(Worth::points).collect();
        let row = |row: Vec<Vec<Worth>>| row.into_iter().map(points).collect();
        let boards = Boards::new(tournament);
        let going_on: HashSet<usize> = boards.due.keys().map(|(round, _)| *round).collect();
        let is_shown = |(number, _): &(usize, &Round)| {
            plan.format != Form::Arena
                || number.saturating_add(latest) >= tournament.rounds.len()
                || going_on.contains(number)
        };
        let rounds = tournament.rounds.iter().enumerate().filter(is_shown);
        View {
            summary: Summary::new(tournament),
            clock: plan.control,
            games_per_pair: plan.games,
            code: plan.code.clone().filter(|_| plan.entrance == EntryPolicy::Anybody),
            no_show_ms: plan.no_show_ms,
            rated: plan.rated,
            ranked_by: Criterion::of(plan.format),
            players: tournament.players.iter().enumerate().map(player).collect(),
            standings: standings(tournament),
            crosstable: crosstable(&tournament.field).into_iter().map(row).collect(),
            rounds: rounds
                .map(|(number, round)| round_view(tournament, info, &boards, number, round))
                .collect(),
        }
    }
}

pub(super) fn standings(tournament: &Tournament) -> Vec<PlaceView> {
    let ratings = tournament.ratings();
    let place = |place: StandingsRow| {
        let Entrant(player) = place.player;
        let [wins, draws, losses] = place.games;
        PlaceView {
            rank: place.rank,
            player: tournament.name(player).to_owned(),
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
    tournament.field.standings().into_iter().map(place).collect()
}

fn round_view(
    tournament: &Tournament,
    info: Option<&'static Info>,
    games: &Boards<'_>,
    number: usize,
    round: &Round,
) -> RoundView {
    let meeting = |(board, players): (usize, &[u16; 2])| {
        let settled = games.settled.get(&(number, board)).into_iter().flatten().copied();
        let open = games.due.get(&(number, board)).map(|&(slot, sides)| Game {
            slot,
            sides,
            winner: None,
            reason: String::new(),
            counts: false,
            r#match: Some(tournament.match_id(slot)),
            attended: true,
        });
        MeetingView {
            board: board + 1,
            players: players.map(|player| tournament.name(player).to_owned()),
            games: settled.chain(&open).map(|game| game_view(tournament, info, game)).collect(),
        }
    };
    // What was paired anew is not to be seen any more.
    let boards = round.meetings.iter().enumerate().filter(|(board, _)| !round.void.contains(board));
    RoundView {
        round: number + 1,
        meetings: boards.map(meeting).collect(),
        free: round.free.iter().map(|player| tournament.name(*player).to_owned()).collect(),
    }
}

pub(super) fn game_view(tournament: &Tournament, info: Option<&'static Info>, game: &Game) -> GameView {
    let name = |side: Side| tournament.name(game.sides[side.index()]).to_owned();
    let title = |side: Side| info.map_or(["one", "two"][side.index()], |info| info.side(side));
    GameView {
        game: game.slot.game + 1,
        sides: Side::ALL.map(|side| (title(side), name(side))).into(),
        r#match: game.r#match.clone(),
        winner: game.winner.map(name),
        reason: (!game.reason.is_empty()).then(|| game.reason.clone()),
    }
}
