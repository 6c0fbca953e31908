//! `tournament`: any number of engines, everybody's games kept as they end.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fs::{self, File, OpenOptions};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use chautari_arena::{
    Decision, Entrant, Field, Format, NoOpening, Place, Rating, Settled, Sprt, Standing, Tally, Worth, pgn,
};
use chautari_game::{AnyGame, EngineOptions, Side, Stop};
use chautari_ugi::Bounds;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::matches::{Plan, exact_tables};
use crate::args::{Cup, CupFormat};
use crate::contender::{Contender, Player};
use crate::report::Failure;
use crate::{Done, input};

/// What a file of games begins with. A tournament goes on only as the one it was.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Heading {
    game: String,
    format: String,
    rounds: u32,
    games: u32,
    seed: u64,
    engines: Vec<String>,
    /// How the engines play, by the names of the options.
    play: BTreeMap<String, String>,
}

impl Heading {
    /// What is otherwise here than it was there, as it would be typed.
    fn differences(&self, was: &Heading) -> Vec<String> {
        let (here, there) = (self.told(), was.told());
        let names: BTreeSet<_> = here.keys().chain(there.keys()).collect();
        let value =
            |all: &BTreeMap<_, String>, name| all.get(name).map_or("nothing", String::as_str).to_owned();
        let mut differ: Vec<_> = names
            .into_iter()
            .filter(|name| here.get(**name) != there.get(**name))
            .map(|name| format!("--{name} was {} and is {}", value(&there, name), value(&here, name)))
            .collect();
        if self.game != was.game {
            differ.insert(0, format!("the game was {} and is {}", was.game, self.game));
        }
        differ
    }

    /// Everything but the game, by the names of the options.
    fn told(&self) -> BTreeMap<&str, String> {
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

/// A game that has ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Kept {
    round: u32,
    board: u32,
    game: u32,
    /// By their places in the order of entry, in the order of the sides.
    sides: [u16; 2],
    /// Their names, for whoever reads the file.
    players: BTreeMap<String, String>,
    /// 0 or 1, in the order of the sides; a draw has none.
    winner: Option<usize>,
    reason: String,
    start: Option<String>,
    opening: usize,
    moves: Vec<String>,
}

impl Kept {
    fn settled(&self) -> Settled {
        let winner = self.winner.map(|index| Side::ALL[index.min(1)]);
        Settled { sides: self.sides.map(Entrant), winner }
    }
}

/// Puts games in the order in which they were to be played, and says how they count. They end in any order, and are read
/// from a file in another: who meets whom next, and on which side, must not hang on that.
fn in_order(kept: &mut [Kept]) -> Vec<Settled> {
    kept.sort_by_key(|kept| (kept.round, kept.board, kept.game));
    kept.iter().map(Kept::settled).collect()
}

/// One game to be played.
#[derive(Clone, Copy, Debug)]
struct Slot {
    round: u32,
    board: u32,
    game: u32,
    sides: [u16; 2],
    /// Its number among all, which decides its opening and its chance.
    number: u64,
}

pub(super) fn run(game_name: &str, args: &Cup, json: bool, out: &mut dyn Write) -> Done {
    // A small value that every thread needs until the end.
    let game: &'static dyn AnyGame = Box::leak(input::game(game_name)?);
    let entrants = u16::try_from(args.engines.len()).unwrap_or(u16::MAX);
    if !(2..=1000).contains(&entrants) {
        return Err(Failure::bad("A tournament has 2 to 1000 engines: say --engine for each.".to_owned()));
    }
    if args.sprt.is_some() && entrants != 2 {
        return Err(Failure::bad(
            "--sprt compares two engines; with more, look at their ratings.".to_owned(),
        ));
    }
    let stop = Stop::default();
    let plan = Plan::new(game, &args.play, u64::MAX, stop.clone())?;
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
        CupFormat::RoundRobin => (Format::RoundRobin, "round-robin"),
        CupFormat::DoubleRoundRobin => (Format::DoubleRoundRobin, "double-round-robin"),
        CupFormat::Swiss => (Format::Swiss { rounds }, "swiss"),
        CupFormat::Gauntlet => (Format::Gauntlet, "gauntlet"),
    };
    let heading = Heading {
        game: game_name.to_owned(),
        format: name.to_owned(),
        rounds,
        games: args.games,
        seed: args.play.seed,
        engines: names(&args.engines),
        play: args.play.settings().into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
    };
    let (kept, file) = match &args.resume {
        Some(path) => open(path, &heading)?,
        None => (Vec::new(), None),
    };
    let interrupt = stop.clone();
    let _ = ctrlc::set_handler(move || {
        if interrupt.is_stopped() {
            std::process::exit(130);
        }
        interrupt.stop();
    });
    let mut cup = Tournament {
        game,
        plan: &plan,
        means,
        engines: &args.engines,
        names: heading.engines,
        field: Field::new(format, entrants, args.games),
        kept,
        file,
        boards: args.play.concurrency.into(),
        bounds: args.play.bounds(),
        sprt: args.sprt,
        drawn: 0,
        stop,
    };
    cup.play()?;
    if let Some(path) = &args.pgn {
        fs::write(path, cup.pgn()?).map_err(|e| Failure::bad(format!("{}: {e}.", path.display())))?;
    }
    if let Some(path) = &args.csv {
        fs::write(path, cup.csv()).map_err(|e| Failure::bad(format!("{}: {e}.", path.display())))?;
    }
    if json { cup.tell_json(out) } else { cup.tell(out) }
}

/// What the engines are called: as they were typed, with a number where two are alike.
fn names(engines: &[Contender]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for engine in engines {
        let name = engine.to_string();
        let alike =
            names.iter().filter(|other| **other == name || other.starts_with(&format!("{name} ("))).count();
        names.push(if alike == 0 { name } else { format!("{name} ({})", alike + 1) });
    }
    names
}

/// The games of a file that is there, and the file to write to. A last line that was cut off by a kill is let go.
fn open(path: &Path, heading: &Heading) -> Result<(Vec<Kept>, Option<File>), Failure> {
    let bad = |text: String| Failure::bad(format!("{}: {text}", path.display()));
    let text =
        if path.exists() { fs::read_to_string(path).map_err(|e| bad(e.to_string()))? } else { String::new() };
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..whole].lines();
    let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path);
    let mut kept = Vec::new();
    if let Some(first) = lines.next() {
        let was: Heading = serde_json::from_str(first)
            .map_err(|_| bad("this is not a file of `chautari tournament`.".to_owned()))?;
        if was != *heading {
            let differ = heading.differences(&was).join("; ");
            return Err(bad(format!(
                "another tournament is in this file; it can only go on as it was begun: {differ}."
            )));
        }
        for (number, line) in lines.enumerate() {
            kept.push(
                serde_json::from_str(line).map_err(|_| bad(format!("line {} is no game.", number + 2)))?,
            );
        }
    }
    if let Ok(file) = &mut file {
        use std::io::{Seek, SeekFrom};
        let begun = file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0)));
        begun.map_err(|e| bad(e.to_string()))?;
        if whole == 0 {
            let line = serde_json::to_string(heading).unwrap_or_default();
            writeln!(file, "{line}").and_then(|()| file.sync_data()).map_err(|e| bad(e.to_string()))?;
        }
    }
    Ok((kept, Some(file.map_err(|e| bad(e.to_string()))?)))
}

struct Tournament<'a> {
    game: &'static dyn AnyGame,
    plan: &'a Plan,
    means: EngineOptions,
    engines: &'a [Contender],
    names: Vec<String>,
    field: Field,
    /// Every game that has ended.
    kept: Vec<Kept>,
    file: Option<File>,
    boards: usize,
    bounds: Bounds,
    sprt: Option<Sprt>,
    /// How many lines the table on the screen has.
    drawn: usize,
    stop: Stop,
}

impl Tournament<'_> {
    fn play(&mut self) -> Done {
        let mut number = 0;
        let done: HashMap<_, _> = std::mem::take(&mut self.kept)
            .into_iter()
            .map(|kept| ((kept.round, kept.board, kept.game), kept))
            .collect();
        for round in 0..self.field.rounds() {
            let pairs = self.field.round(round);
            self.field.free.extend(pairs.free);
            let mut due = VecDeque::new();
            for (board, meeting) in pairs.meetings.iter().enumerate() {
                for game in 0..self.field.games {
                    let [one, two] = meeting.sides.map(|entrant| entrant.0);
                    let sides = if game.is_multiple_of(2) { [one, two] } else { [two, one] };
                    let slot = Slot { round, board: board as u32, game, sides, number };
                    number += 1;
                    match done.get(&(slot.round, slot.board, slot.game)) {
                        Some(kept) => self.settle(kept.clone()),
                        None => due.push_back(slot),
                    }
                }
            }
            self.stop_if_sure();
            if !self.stop.is_stopped() {
                self.play_all(due)?;
            }
            self.field.settled = in_order(&mut self.kept);
            if self.stop.is_stopped() {
                break;
            }
        }
        Ok(())
    }

    /// Plays the games of a round, several at a time, each on disk as it ends.
    fn play_all(&mut self, due: VecDeque<Slot>) -> Done {
        let boards = self.boards.min(due.len());
        let due = Mutex::new(due);
        let (plan, game, engines, means) = (self.plan, self.game, self.engines, self.means.clone());
        let (names, stop, bounds) = (self.names.clone(), self.stop.clone(), self.bounds);
        thread::scope(|scope| {
            let (results, inbox) = mpsc::channel::<Result<Kept, NoOpening>>();
            for _ in 0..boards {
                let (due, names, means, results) = (&due, &names, &means, results.clone());
                scope.spawn(move || {
                    loop {
                        let slot = due.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
                        let Some(slot) = slot else { return };
                        // Afresh for every game: what one engine leaves behind must not help or hurt another.
                        let seat = |entrant: u16| {
                            let engine = &engines[usize::from(entrant)];
                            Player::new(engine, game, means.clone()).bounded(bounds)
                        };
                        let [mut one, mut two] = slot.sides.map(seat);
                        let bout = match plan.bout(slot.number / 2, slot.number, [&mut one, &mut two]) {
                            Ok(Some(bout)) => Ok(keep(game, names, slot, &bout)),
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
            for kept in inbox {
                let written = kept.map_err(|e| Failure::bad(e.to_string())).and_then(|kept| self.note(kept));
                if written.is_err() {
                    stop.stop();
                    return written;
                }
            }
            Ok(())
        })
    }

    /// A game has ended: onto the disk, into the table, onto the screen.
    fn note(&mut self, kept: Kept) -> Done {
        if let Some(file) = &mut self.file {
            let line = serde_json::to_string(&kept).unwrap_or_default();
            writeln!(file, "{line}").and_then(|()| file.sync_data())?;
        }
        self.settle(kept);
        if std::io::stderr().is_terminal() {
            let mut table = Vec::new();
            self.tell(&mut table)?;
            // The table before is overwritten by the one now.
            if self.drawn > 0 {
                eprint!("\x1b[{}A", self.drawn);
            }
            let table = String::from_utf8_lossy(&table);
            self.drawn = table.lines().count();
            eprint!("\x1b[J{table}");
        }
        self.stop_if_sure();
        Ok(())
    }

    fn settle(&mut self, kept: Kept) {
        self.field.settled.push(kept.settled());
        self.kept.push(kept);
    }

    fn standings(&self) -> Vec<(Place, Rating)> {
        let rating = |player: Entrant| {
            let games = self.field.settled.iter().filter_map(|game| {
                let side = Side::ALL.into_iter().find(|side| game.sides[side.index()] == player)?;
                Some((Rating::default(), Worth::of(game.winner, side).points()))
            });
            Rating::default().after(&games.collect::<Vec<_>>())
        };
        self.field.standings().into_iter().map(|place| (place, rating(place.player))).collect()
    }

    /// Ends the tournament where the test has decided.
    fn stop_if_sure(&self) {
        if self.test().is_some_and(|test| test.decision != Decision::Open) {
            self.stop.stop();
        }
    }

    /// How the test stands, by the games that have ended without a gap: which game ends first must not decide it.
    fn test(&self) -> Option<Standing> {
        let sprt = self.sprt?;
        let mut kept: Vec<&Kept> = self.kept.iter().collect();
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

    fn pgn(&self) -> Result<String, Failure> {
        let mut text = String::new();
        for kept in &self.kept {
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

    fn tell(&self, out: &mut dyn Write) -> Done {
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(6).max(6);
        writeln!(out, "rank  {:width$}  points  won  drawn  lost  rating", "engine")?;
        for (place, rating) in self.standings() {
            let [won, drawn, lost] = place.games;
            writeln!(
                out,
                "{:>4}  {:width$}  {:>6.1}  {won:>3}  {drawn:>5}  {lost:>4}  {:>6.0} ± {:.0}",
                place.rank,
                self.name(place.player),
                f64::from(place.halves) / 2.0,
                rating.rating,
                rating.deviation,
            )?;
        }
        if let Some(Standing { llr, lower, upper, decision }) = self.test() {
            let said = decided(decision);
            writeln!(out, "SPRT {said}: log-likelihood ratio {llr:.2}, from {lower:.2} to {upper:.2}")?;
        }
        let count = self.kept.len();
        Ok(writeln!(out, "{count} {}", if count == 1 { "game" } else { "games" })?)
    }

    fn tell_json(&self, out: &mut dyn Write) -> Done {
        for (place, rating) in self.standings() {
            let [wins, draws, losses] = place.games;
            let line = json!({"rank": place.rank, "engine": self.name(place.player),
                "points": f64::from(place.halves) / 2.0, "wins": wins, "draws": draws, "losses": losses,
                "rating": rating.rating, "deviation": rating.deviation});
            writeln!(out, "{line}")?;
        }
        if let Some(Standing { llr, lower, upper, decision }) = self.test() {
            let test = json!({"llr": llr, "lower": lower, "upper": upper, "decision": decided(decision)});
            writeln!(out, "{}", json!({"sprt": test, "games": self.kept.len()}))?;
        }
        Ok(())
    }

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
                f64::from(place.halves) / 2.0,
                rating.rating,
                rating.deviation
            );
        }
        text
    }
}

fn decided(decision: Decision) -> &'static str {
    match decision {
        Decision::Open => "open",
        Decision::Accepted => "accepted",
        Decision::Rejected => "rejected",
    }
}

fn keep(game: &dyn AnyGame, names: &[String], slot: Slot, bout: &chautari_arena::Bout) -> Kept {
    let info = game.info();
    let player = |side: Side| names[usize::from(slot.sides[side.index()])].clone();
    let end = bout.end();
    Kept {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_end_in_another_order_lead_to_the_same_next_round() {
        let game = |board, game, sides: [u16; 2]| Kept {
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
        let mut field = Field::new(Format::Swiss { rounds: 3 }, 4, 2);
        let mut played: Vec<Kept> = Vec::new();
        for (board, meeting) in (0..).zip(field.round(0).meetings) {
            let [one, two] = meeting.sides.map(|entrant| entrant.0);
            played.extend([game(board, 0, [one, two]), game(board, 1, [two, one])]);
        }
        let mut next = |settled| {
            field.settled = settled;
            field.round(1)
        };
        let expected = next(in_order(&mut played.clone()));
        // The last game that somebody played decides its side where all else is even.
        let mut others = Vec::new();
        for (one, other) in [(0, 1), (2, 3), (0, 3), (1, 2)] {
            let mut ended = played.clone();
            ended.swap(one, other);
            others.push(next(ended.iter().map(Kept::settled).collect()));
            assert_eq!(next(in_order(&mut ended)), expected, "{one} and {other}");
        }
        assert!(others.iter().any(|other| *other != expected), "as they end it would be another round");
    }
}
