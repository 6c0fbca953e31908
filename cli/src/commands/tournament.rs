//! `tournament`: any number of engines; games are stored as they end, so that a tournament can be resumed.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fs::{self, File, OpenOptions};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use chautari_arena::{
    Decision, Entrant, Format, GameResult, OpeningError, Rating, Sprt, Standing, StandingsRow, Tally,
    TournamentState, Worth, pgn,
};
use chautari_game::{AnyGame, EngineOptions, Side, Stop};
use chautari_ugi::Bounds;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::matches::{MatchPlan, exact_tables};
use crate::args::{TournamentArgs, TournamentFormat};
use crate::engine_spec::{EngineSpec, Player};
use crate::input;
use crate::output::{CommandResult, Failure};

/// The first line of a file of games: the settings of the tournament. It can be resumed only with the same settings.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct FileHeader {
    game: String,
    format: String,
    rounds: u32,
    games: u32,
    seed: u64,
    engines: Vec<String>,
    /// The conditions of the games, by option name.
    play: BTreeMap<String, String>,
}

impl FileHeader {
    /// Lists the options that differ from those of an earlier run.
    fn differences(&self, earlier: &FileHeader) -> Vec<String> {
        let (here, there) = (self.options(), earlier.options());
        let names: BTreeSet<_> = here.keys().chain(there.keys()).collect();
        let value =
            |all: &BTreeMap<_, String>, name| all.get(name).map_or("nothing", String::as_str).to_owned();
        let mut differ: Vec<_> = names
            .into_iter()
            .filter(|name| here.get(**name) != there.get(**name))
            .map(|name| format!("--{name} was {} and is {}", value(&there, name), value(&here, name)))
            .collect();
        if self.game != earlier.game {
            differ.insert(0, format!("the game was {} and is {}", earlier.game, self.game));
        }
        differ
    }

    /// Returns all settings but the game, by option name.
    fn options(&self) -> BTreeMap<&str, String> {
        let mut all: BTreeMap<_, _> =
            self.play.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        all.extend([
            ("format", self.format.clone()),
            ("rounds", self.rounds.to_string()),
            ("games", self.games.to_string()),
            ("seed", self.seed.to_string()),
            ("engine", self.engines.join(", ")),
        ]);
        all
    }
}

/// A finished game, as stored in the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct GameRecord {
    round: u32,
    board: u32,
    game: u32,
    /// The engines by their index on the command line, in the order of the sides.
    sides: [u16; 2],
    /// The names of the engines by side, for people who read the file.
    players: BTreeMap<String, String>,
    /// The index of the winning side; `None` for a draw.
    winner: Option<usize>,
    reason: String,
    start: Option<String>,
    opening: usize,
    moves: Vec<String>,
}

impl GameRecord {
    /// Describes a finished game.
    fn new(
        game: &dyn AnyGame,
        names: &[String],
        slot: ScheduledGame,
        bout: &chautari_arena::EngineGame,
    ) -> GameRecord {
        let info = game.info();
        let player = |side: Side| names[usize::from(slot.sides[side.index()])].clone();
        let end = bout.end();
        GameRecord {
            round: slot.round,
            board: slot.board,
            game: slot.game,
            sides: slot.sides,
            players: Side::ALL.map(|side| (info.side(side).to_owned(), player(side))).into(),
            winner: end.and_then(chautari_arena::End::winner).map(Side::index),
            reason: end.map_or("", chautari_arena::End::code).to_owned(),
            start: bout.opening().start.clone(),
            opening: bout.opening().moves.len(),
            moves: bout.moves(),
        }
    }

    /// Returns the result of the game.
    fn settled(&self) -> GameResult {
        let winner = self.winner.map(|index| Side::ALL[index.min(1)]);
        GameResult { sides: self.sides.map(Entrant), winner }
    }
}

/// Sorts games into the order of the schedule and returns their results. Games end in any order, and that must not affect
/// the next pairings or their sides.
fn in_order(games: &mut [GameRecord]) -> Vec<GameResult> {
    games.sort_by_key(|game| (game.round, game.board, game.game));
    games.iter().map(GameRecord::settled).collect()
}

/// A scheduled game.
#[derive(Clone, Copy, Debug)]
struct ScheduledGame {
    round: u32,
    board: u32,
    game: u32,
    sides: [u16; 2],
    /// The number of the game in the tournament, which selects its opening and random seeds.
    number: u64,
}

pub(super) fn run(game_name: &str, args: &TournamentArgs, json: bool, out: &mut dyn Write) -> CommandResult {
    // Leaked once: every thread needs the game until the process ends.
    let game: &'static dyn AnyGame = Box::leak(input::game(game_name)?);
    let entrants = u16::try_from(args.engines.len()).unwrap_or(u16::MAX);
    if !(2..=1000).contains(&entrants) {
        return Err(Failure::bad("A tournament has 2 to 1000 engines: give --engine for each.".to_owned()));
    }
    if args.sprt.is_some() && entrants != 2 {
        return Err(Failure::bad(
            "--sprt compares two engines; with more, look at their ratings.".to_owned(),
        ));
    }
    let stop = Stop::default();
    let plan = MatchPlan::new(game, &args.play, u64::MAX, stop.clone())?;
    let tables = exact_tables(game, args.engines.iter(), &args.play)?;
    let means = EngineOptions {
        threads: args.play.threads,
        hash: args.play.hash,
        tables,
        ..EngineOptions::default()
    };
    for engine in &args.engines {
        let ready = Player::new(engine, game, means.clone()).bounded(args.play.bounds()).new_game(0);
        ready.map_err(|lapse| Failure::bad(format!("{engine} cannot play: {lapse}.")))?;
    }
    let enough = u32::from(entrants).next_power_of_two().trailing_zeros();
    let rounds = args.rounds.unwrap_or(enough).max(1);
    let (format, name) = match args.format {
        TournamentFormat::RoundRobin => (Format::RoundRobin, "round-robin"),
        TournamentFormat::DoubleRoundRobin => (Format::DoubleRoundRobin, "double-round-robin"),
        TournamentFormat::Swiss => (Format::Swiss, "swiss"),
        TournamentFormat::Gauntlet => (Format::Gauntlet, "gauntlet"),
    };
    let header = FileHeader {
        game: game_name.to_owned(),
        format: name.to_owned(),
        rounds,
        games: args.games,
        seed: args.play.seed,
        engines: names(&args.engines),
        play: args.play.settings().into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
    };
    let (finished, file) = match &args.resume {
        Some(path) => open(path, &header)?,
        None => (Vec::new(), None),
    };
    let interrupt = stop.clone();
    let _ = ctrlc::set_handler(move || {
        if interrupt.is_stopped() {
            std::process::exit(130);
        }
        interrupt.stop();
    });
    let mut tournament = Tournament {
        game,
        plan: &plan,
        means,
        engines: &args.engines,
        names: header.engines,
        field: TournamentState::new(format, entrants, args.games).with_swiss_rounds(rounds),
        finished,
        file,
        boards: args.play.concurrency.into(),
        bounds: args.play.bounds(),
        sprt: args.sprt,
        drawn: 0,
        stop,
    };
    tournament.play()?;
    if let Some(path) = &args.pgn {
        fs::write(path, tournament.pgn()?).map_err(|e| Failure::bad(format!("{}: {e}.", path.display())))?;
    }
    if let Some(path) = &args.csv {
        fs::write(path, tournament.csv()).map_err(|e| Failure::bad(format!("{}: {e}.", path.display())))?;
    }
    if json { tournament.print_json(out) } else { tournament.print_standings(out) }
}

/// Names the engines as they were typed; duplicates get a number.
fn names(engines: &[EngineSpec]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for engine in engines {
        let name = engine.to_string();
        let same =
            names.iter().filter(|other| **other == name || other.starts_with(&format!("{name} ("))).count();
        names.push(if same == 0 { name } else { format!("{name} ({})", same + 1) });
    }
    names
}

/// Opens or creates the file of a tournament. Returns the games in it, without an incomplete last line, and the file for
/// appending.
fn open(path: &Path, header: &FileHeader) -> Result<(Vec<GameRecord>, Option<File>), Failure> {
    let bad = |text: String| Failure::bad(format!("{}: {text}", path.display()));
    let text =
        if path.exists() { fs::read_to_string(path).map_err(|e| bad(e.to_string()))? } else { String::new() };
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..whole].lines();
    let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path);
    let mut kept = Vec::new();
    if let Some(first) = lines.next() {
        let earlier: FileHeader = serde_json::from_str(first)
            .map_err(|_| bad("this is not a file written by `chautari tournament`.".to_owned()))?;
        if earlier != *header {
            let differ = header.differences(&earlier).join("; ");
            return Err(bad(format!(
                "this file holds another tournament, which can be resumed only with the same options: {differ}."
            )));
        }
        for (number, line) in lines.enumerate() {
            kept.push(
                serde_json::from_str(line).map_err(|_| bad(format!("line {} is not a game.", number + 2)))?,
            );
        }
    }
    if let Ok(file) = &mut file {
        use std::io::{Seek, SeekFrom};
        let prepared = file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0)));
        prepared.map_err(|e| bad(e.to_string()))?;
        if whole == 0 {
            let line = serde_json::to_string(header).unwrap_or_default();
            writeln!(file, "{line}").and_then(|()| file.sync_data()).map_err(|e| bad(e.to_string()))?;
        }
    }
    Ok((kept, Some(file.map_err(|e| bad(e.to_string()))?)))
}

/// A tournament in progress.
struct Tournament<'a> {
    game: &'static dyn AnyGame,
    plan: &'a MatchPlan,
    means: EngineOptions,
    engines: &'a [EngineSpec],
    names: Vec<String>,
    field: TournamentState,
    /// The finished games.
    finished: Vec<GameRecord>,
    file: Option<File>,
    /// The number of games played at once.
    boards: usize,
    bounds: Bounds,
    sprt: Option<Sprt>,
    /// The number of lines of the table on the screen.
    drawn: usize,
    stop: Stop,
}

impl Tournament<'_> {
    /// Plays all rounds, or until the tournament is stopped.
    fn play(&mut self) -> CommandResult {
        let mut number = 0;
        let done: HashMap<_, _> = std::mem::take(&mut self.finished)
            .into_iter()
            .map(|kept| ((kept.round, kept.board, kept.game), kept))
            .collect();
        for round in 0..self.field.rounds() {
            let pairs = self.field.round(round);
            self.field.byes.extend(pairs.byes);
            let mut due = VecDeque::new();
            for (board, meeting) in pairs.pairings.iter().enumerate() {
                for game in 0..self.field.games {
                    let [one, two] = meeting.sides.map(|entrant| entrant.0);
                    let sides = if game.is_multiple_of(2) { [one, two] } else { [two, one] };
                    let slot = ScheduledGame { round, board: board as u32, game, sides, number };
                    number += 1;
                    match done.get(&(slot.round, slot.board, slot.game)) {
                        Some(kept) => self.settle(kept.clone()),
                        None => due.push_back(slot),
                    }
                }
            }
            self.stop_if_decided();
            if !self.stop.is_stopped() {
                self.play_round(due)?;
            }
            self.field.results = in_order(&mut self.finished);
            if self.stop.is_stopped() {
                break;
            }
        }
        Ok(())
    }

    /// Plays the games of a round in parallel; each is stored when it ends.
    fn play_round(&mut self, due: VecDeque<ScheduledGame>) -> CommandResult {
        let boards = self.boards.min(due.len());
        let due = Mutex::new(due);
        let (plan, game, engines, means) = (self.plan, self.game, self.engines, self.means.clone());
        let (names, stop, bounds) = (self.names.clone(), self.stop.clone(), self.bounds);
        thread::scope(|scope| {
            let (results, inbox) = mpsc::channel::<Result<GameRecord, OpeningError>>();
            for _ in 0..boards {
                let (due, names, means, results) = (&due, &names, &means, results.clone());
                scope.spawn(move || {
                    loop {
                        let slot = due.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
                        let Some(slot) = slot else { return };
                        // Every game gets new engines, so that no game influences another.
                        let start = |entrant: u16| {
                            let engine = &engines[usize::from(entrant)];
                            Player::new(engine, game, means.clone()).bounded(bounds)
                        };
                        let [mut one, mut two] = slot.sides.map(start);
                        let bout = match plan.play_game(slot.number / 2, slot.number, [&mut one, &mut two]) {
                            Ok(Some(bout)) => Ok(GameRecord::new(game, names, slot, &bout)),
                            Ok(None) => return,
                            Err(error) => Err(error),
                        };
                        if results.send(bout).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(results);
            for result in inbox {
                let stored =
                    result.map_err(|e| Failure::bad(e.to_string())).and_then(|game| self.store(game));
                if stored.is_err() {
                    stop.stop();
                    return stored;
                }
            }
            Ok(())
        })
    }

    /// Stores a finished game, counts it and updates the table on the screen.
    fn store(&mut self, game: GameRecord) -> CommandResult {
        if let Some(file) = &mut self.file {
            let line = serde_json::to_string(&game).unwrap_or_default();
            writeln!(file, "{line}").and_then(|()| file.sync_data())?;
        }
        self.settle(game);
        if std::io::stderr().is_terminal() {
            let mut table = Vec::new();
            self.print_standings(&mut table)?;
            // Move the cursor up to overwrite the previous table.
            if self.drawn > 0 {
                eprint!("\x1b[{}A", self.drawn);
            }
            let table = String::from_utf8_lossy(&table);
            self.drawn = table.lines().count();
            eprint!("\x1b[J{table}");
        }
        self.stop_if_decided();
        Ok(())
    }

    /// Counts a finished game.
    fn settle(&mut self, game: GameRecord) {
        self.field.results.push(game.settled());
        self.finished.push(game);
    }

    /// Returns the standings with ratings.
    fn standings(&self) -> Vec<(StandingsRow, Rating)> {
        let rating = |player: Entrant| {
            let games = self.field.results.iter().filter_map(|game| {
                let side = Side::ALL.into_iter().find(|side| game.sides[side.index()] == player)?;
                Some((Rating::default(), Worth::of(game.winner, side).points()))
            });
            Rating::default().after(&games.collect::<Vec<_>>())
        };
        self.field.standings().into_iter().map(|place| (place, rating(place.player))).collect()
    }

    /// Stops the tournament if the SPRT has decided.
    fn stop_if_decided(&self) {
        if self.test().is_some_and(|test| test.decision != Decision::Open) {
            self.stop.stop();
        }
    }

    /// Evaluates the SPRT, if there is one. Only games before the first gap in the schedule count, so that the result does
    /// not depend on which game ends first.
    fn test(&self) -> Option<Standing> {
        let sprt = self.sprt?;
        let mut kept: Vec<&GameRecord> = self.finished.iter().collect();
        kept.sort_by_key(|kept| (kept.round, kept.board, kept.game));
        let mut tally = Tally::default();
        let (mut round, mut game) = (0, 0);
        for kept in kept {
            if kept.round == round + 1 && game == self.field.games {
                (round, game) = (kept.round, 0);
            }
            if (kept.round, kept.game) != (round, game) {
                break;
            }
            game += 1;
            let winner = kept.winner.map(|index| kept.sides[index.min(1)]);
            tally.count(match winner {
                None => Worth::Draw,
                Some(0) => Worth::Win,
                Some(_) => Worth::Loss,
            });
        }
        Some(sprt.judge(tally.sample()))
    }

    /// Returns all games as PGN.
    fn pgn(&self) -> Result<String, Failure> {
        let mut text = String::new();
        for kept in &self.finished {
            let [white, black] = kept.sides.map(|entrant| self.name(Entrant(entrant)));
            let game = pgn::Game {
                event: "Chautari tournament",
                round: format!("{}.{}.{}", kept.round + 1, kept.board + 1, kept.game + 1),
                players: [white, black],
                winner: kept.winner.map(|index| Side::ALL[index.min(1)]),
                reason: &kept.reason,
                start: kept.start.as_deref(),
                moves: &kept.moves,
            };
            text += &pgn::write(self.game, &game).map_err(|fault| Failure::bad(fault.to_string()))?;
        }
        Ok(text)
    }

    fn name(&self, entrant: Entrant) -> &str {
        &self.names[usize::from(entrant.0)]
    }

    /// Prints the standings as a table.
    fn print_standings(&self, out: &mut dyn Write) -> CommandResult {
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(6).max(6);
        writeln!(out, "rank  {:width$}  points  won  drawn  lost  rating", "engine")?;
        for (place, rating) in self.standings() {
            let [won, drawn, lost] = place.games;
            writeln!(
                out,
                "{:>4}  {:width$}  {:>6.1}  {won:>3}  {drawn:>5}  {lost:>4}  {:>6.0} ± {:.0}",
                place.rank,
                self.name(place.player),
                f64::from(place.half_points) / 2.0,
                rating.rating,
                rating.deviation,
            )?;
        }
        if let Some(Standing { llr, lower, upper, decision }) = self.test() {
            let verdict = decision_name(decision);
            writeln!(out, "SPRT {verdict}: log-likelihood ratio {llr:.2}, from {lower:.2} to {upper:.2}")?;
        }
        let count = self.finished.len();
        Ok(writeln!(out, "{count} {}", if count == 1 { "game" } else { "games" })?)
    }

    /// Prints the standings as JSON, one line per engine.
    fn print_json(&self, out: &mut dyn Write) -> CommandResult {
        for (place, rating) in self.standings() {
            let [wins, draws, losses] = place.games;
            let line = json!({"rank": place.rank, "engine": self.name(place.player),
                "points": f64::from(place.half_points) / 2.0, "wins": wins, "draws": draws, "losses": losses,
                "rating": rating.rating, "deviation": rating.deviation});
            writeln!(out, "{line}")?;
        }
        if let Some(Standing { llr, lower, upper, decision }) = self.test() {
            let test =
                json!({"llr": llr, "lower": lower, "upper": upper, "decision": decision_name(decision)});
            writeln!(out, "{}", json!({"sprt": test, "games": self.finished.len()}))?;
        }
        Ok(())
    }

    /// Returns the standings as CSV.
    fn csv(&self) -> String {
        use std::fmt::Write as _;

        let mut text = "rank,engine,points,wins,draws,losses,rating,deviation\r\n".to_owned();
        for (place, rating) in self.standings() {
            let [wins, draws, losses] = place.games;
            let engine = self.name(place.player).replace('"', "\"\"");
            let _ = write!(
                text,
                "{},\"{engine}\",{},{wins},{draws},{losses},{:.1},{:.1}\r\n",
                place.rank,
                f64::from(place.half_points) / 2.0,
                rating.rating,
                rating.deviation
            );
        }
        text
    }
}

/// Returns the decision of an SPRT as a word.
fn decision_name(decision: Decision) -> &'static str {
    match decision {
        Decision::Open => "open",
        Decision::Accepted => "accepted",
        Decision::Rejected => "rejected",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairings_do_not_depend_on_the_order_in_which_games_end() {
        let game = |board, game, sides: [u16; 2]| GameRecord {
            round: 0,
            board,
            game,
            sides,
            players: BTreeMap::new(),
            winner: None,
            reason: String::new(),
            start: None,
            opening: 0,
            moves: Vec::new(),
        };
        let mut field = TournamentState::new(Format::Swiss, 4, 2).with_swiss_rounds(3);
        let mut played: Vec<GameRecord> = Vec::new();
        for (board, meeting) in (0..).zip(field.round(0).pairings) {
            let [one, two] = meeting.sides.map(|entrant| entrant.0);
            played.extend([game(board, 0, [one, two]), game(board, 1, [two, one])]);
        }
        let mut next = |settled| {
            field.results = settled;
            field.round(1)
        };
        let expected = next(in_order(&mut played.clone()));
        // Without sorting, the latest game of an engine would decide its next side.
        let mut others = Vec::new();
        for (one, other) in [(0, 1), (2, 3), (0, 3), (1, 2)] {
            let mut ended = played.clone();
            ended.swap(one, other);
            others.push(next(ended.iter().map(GameRecord::settled).collect()));
            assert_eq!(next(in_order(&mut ended)), expected, "{one} and {other}");
        }
        assert!(others.iter().any(|other| *other != expected), "unsorted games should change the round");
    }
}
