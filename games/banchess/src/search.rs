//! The tree without its bans.
//!
//! Whoever bans takes away the best way of the side to move, and the second best is played. So a node
//! is a chess position before its ban, worth what its second-best way is worth to the side to move; with
//! fewer than two ways it has ended. Two ways have to reach beta for a cut, and all but one have to fail
//! for a node to fail: the most dangerous way, the *champion*, is looked at only once another way has
//! come up to it.

#[cfg(test)]
pub(crate) mod tests;

use std::collections::VecDeque;

use chautari_game::{Key, Record};
use chautari_search::{Budget, Entry, Halt, Member, Quest, Table, Value, Window, reduction, whole_line};
use cozy_chess::{Board, Move, Piece};

use crate::Banchess;
use crate::action::{Action, Pair};
use crate::chess::{self, has_pairs};
use crate::eval::{Weights, evaluate};
use crate::order::{MOST_HEIGHT, Order, Pick, Way, place_of, select, take};

type Found = Result<Value, Halt>;

/// How much a search may leave to instinct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rigour {
    /// Reduces and prunes: for play.
    Bold,
    /// Neither: for proofs. What bold searches have left in the table counts for nothing.
    Careful,
    /// Nor quiescence nor table: for tests of the rest.
    #[cfg(test)]
    Plain,
}

impl Rigour {
    fn is_plain(self) -> bool {
        !matches!(self, Rigour::Bold | Rigour::Careful)
    }
}

/// One thread's search.
pub(crate) struct Worker<'a> {
    pub(crate) weights: &'a Weights,
    pub(crate) table: &'a Table,
    member: Member<'a>,
    pub(crate) budget: Budget<'a>,
    pub(crate) rigour: Rigour,
    pub(crate) path: Path,
    /// Plies of the record from the root to the first node below it: a ban and a move, or a move.
    pub(crate) first_step: u32,
    /// What can be banned at the root that is overlooked.
    pub(crate) overlooked: Vec<Pair>,
    /// The best line of the root so far, its first action the one to play.
    pub(crate) root_line: Vec<Action>,
    /// The best line from each height.
    lines: Vec<Vec<Action>>,
    order: Order<'a>,
    /// The ways of each height, kept to spare their memory.
    ways: Vec<Vec<Way>>,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        weights: &'a Weights,
        table: &'a Table,
        member: Member<'a>,
        budget: Budget<'a>,
        path: Path,
        first_step: u32,
    ) -> Worker<'a> {
        Worker {
            weights,
            table,
            budget,
            rigour: Rigour::Bold,
            path,
            first_step,
            overlooked: Vec::new(),
            root_line: Vec::new(),
            lines: vec![Vec::new(); MOST_HEIGHT + 2],
            order: Order::new(member.lessons()),
            member,
            ways: (0..MOST_HEIGHT + 2).map(|_| Vec::new()).collect(),
        }
    }

    /// Plies of the record from the root to a node.
    fn ply(&self, height: usize) -> u32 {
        if height == 0 { 0 } else { 2 * (height as u32 - 1) + self.first_step }
    }

    fn is_bold(&self) -> bool {
        self.rigour == Rigour::Bold
    }

    /// The best line of a search so many plies deep.
    pub(crate) fn line(&self, record: &Record<Banchess>, plies: u32) -> Vec<Action> {
        whole_line(record, &self.root_line, plies, |position| {
            let board = &position.board;
            let entry = self.probe(self.key(board, recurrence_key(board)))?;
            let mut ways = Vec::new();
            self.order.all(board, 0, Pick(entry.best), &mut ways);
            if ways.len() < 2 {
                return None;
            }
            let champion = select(&mut ways, 0);
            match position.ban {
                None => Some(Action::Ban(pair(board, champion))),
                Some(ban) if ban == pair(board, champion) => {
                    Some(action(board, select(&mut ways, 1).moves().next()?))
                }
                Some(_) => Some(action(board, champion.moves().next()?)),
            }
        })
    }

    /// The best of these moves with a ban in force, all of them children of the root: the best is kept
    /// in front. Those that another thread is at are tried after all others.
    pub(crate) fn choose(
        &mut self,
        board: &Board,
        moves: &mut [Move],
        Window { mut alpha, beta }: Window,
        depth: i32,
    ) -> Found {
        let key = self.table_key(board);
        let mut best = Value::LEAST;
        let mut waiting: VecDeque<Move> = moves.iter().copied().collect();
        // How many of them have not been put off yet.
        let mut fresh = waiting.len();
        while let Some(m) = waiting.pop_front() {
            let is_first = fresh == moves.len();
            let is_late = fresh == 0;
            fresh = fresh.saturating_sub(1);
            let task = self.member.task(key, number(m), depth, is_first);
            if task.is_some_and(|task| !self.member.begin(task)) && !is_late {
                waiting.push_back(m);
                continue;
            }
            let value = Window { alpha, beta }
                .scout(is_first, depth - 1, 0, |window, depth| self.step(board, m, window, depth, 0));
            if let Some(task) = task {
                self.member.end(task);
            }
            let value = value?;
            best = best.max(value);
            if value > alpha {
                alpha = value;
                self.root_line.clear();
                self.root_line.push(action(board, m));
                self.root_line.extend_from_slice(&self.lines[1]);
                if let Some(place) = moves.iter().position(|&other| other == m) {
                    moves[..=place].rotate_right(1);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// The value of a position before its ban, to the side to move.
    pub(crate) fn search(&mut self, board: &Board, window: Window, mut depth: i32, height: usize) -> Found {
        if depth <= 0 || height >= MOST_HEIGHT {
            return self.settle(board, window, depth, height);
        }
        self.visit(height)?;
        if height > 0 && self.is_drawn(board) && has_pairs(board, None, 2) {
            return Ok(Value::DRAW);
        }
        let ply = self.ply(height);
        // A win nearer than any still possible here has been found already.
        let alpha = window.alpha.max(Value::loss_in(ply));
        let beta = window.beta.min(Value::win_in(ply + 2));
        if alpha >= beta {
            return Ok(alpha);
        }
        let window = Window { alpha, beta };
        let recalls = !self.member.is_alone();
        let quest = Quest { key: self.table_key(board), window, depth, ply, recalls };
        let known = self.probe(quest.key);
        if let Some(entry) = known
            && height > 0
            && let Some(value) = entry.answer(&quest)
        {
            return Ok(value);
        }
        let in_check = !board.checkers().is_empty();
        let mut guess = Value::LEAST;
        if self.is_bold() && !in_check && height > 0 {
            guess = Value::guess(evaluate(board, self.weights));
            if !window.is_wide()
                && !beta.is_decided()
                && let Some(value) = self.cut_early(board, guess, beta, depth, height)?
            {
                return Ok(value);
            }
        }
        let pick = known.map_or(Pick::NONE, |entry| Pick(entry.best));
        // Without a way to begin with, a shallower search finds one more cheaply. It counts as deep as it
        // was asked for: another thread that comes here shall not search it again.
        if self.is_bold() && known.is_none() && depth >= 4 && height > 0 {
            depth -= 1;
        }
        let mut ways = std::mem::take(&mut self.ways[height]);
        self.order.all(board, height, pick, &mut ways);
        if height == 0 {
            ways.retain(|&way| !self.overlooked.contains(&pair(board, way)));
        }
        if ways.len() < 2 {
            let value = self.ended(board, ways.first(), in_check, height);
            self.ways[height] = ways;
            return Ok(value);
        }
        // Of three ways out one is banned: hardly a choice.
        if self.is_bold() && in_check && ways.len() <= 3 && height > 0 {
            depth += 1;
        }
        self.member.enter(height, &quest);
        let result = self.contest(board, &mut ways, Contest { quest, depth, height, guess });
        self.member.leave(&quest);
        self.ways[height] = ways;
        let (value, pick) = match result {
            Err(Halt::Answered(level, value)) if level == height => {
                self.lines[height].clear();
                return Ok(value);
            }
            result => result?,
        };
        self.store(quest.key, Entry::new(&quest, value, pick.0));
        Ok(value)
    }

    /// A cut without looking at any way, where the position is good enough as it stands.
    fn cut_early(
        &mut self,
        board: &Board,
        guess: Value,
        beta: Value,
        depth: i32,
        height: usize,
    ) -> Result<Option<Value>, Halt> {
        if depth <= 6 && guess >= beta.shifted(90 * depth) {
            return Ok(Some(guess));
        }
        let own = board.colors(board.side_to_move());
        let officers = own & !board.pieces(Piece::Pawn) & !board.pieces(Piece::King);
        if depth >= 3
            && guess >= beta
            && !officers.is_empty()
            && !self.path.passed()
            && let Some(next) = board.null_move()
        {
            self.path.keys.push(Path::PASSED);
            let less = 3 + depth / 4;
            let enough = Window { alpha: beta.shifted(-1), beta };
            let value = self.search(&next, -enough, depth - less, height + 1);
            self.path.keys.pop();
            let value = -value?;
            if value >= beta {
                // A pass proves nothing.
                return Ok(Some(if value.is_decided() { beta } else { value }));
            }
        }
        Ok(None)
    }

    /// The value of the second-best way, and the two ways to look at first next time.
    ///
    /// The champion is worth at least `floor`; every other way looked at is worth at most `low`, and the
    /// second exactly that.
    fn contest(
        &mut self,
        board: &Board,
        ways: &mut [Way],
        Contest { quest, depth, height, guess }: Contest,
    ) -> Result<(Value, Pick), Halt> {
        let Quest { key, window: Window { alpha, beta }, .. } = quest;
        let mut champion = select(ways, 0);
        let mut floor = Value::LEAST;
        let mut low = alpha;
        let mut second = None;
        let mut line = Vec::new();
        let (mut failed, mut best_failed) = (Value::LEAST, champion);
        // Ways put off count where they were to be tried.
        let (mut i, mut seen) = (0, 0);
        while i + 1 < ways.len() {
            let lead = self.member.lead(&quest).filter(|_| i > 0);
            let lead = lead.and_then(|number| take(ways, i + 1, number));
            let way = lead.unwrap_or_else(|| select(ways, i + 1));
            seen += usize::from(way.late().is_none());
            let index = way.late().unwrap_or(seen);
            let lax = self.is_bold() && depth > 0 && !way.noisy && index >= 3 && !low.is_decided();
            if lax && lead.is_none() && guess > Value::LEAST && is_hopeless(guess, low, depth, index) {
                i += 1;
                failed = failed.max(low);
                continue;
            }
            let task = self.member.task(key, way.number.into(), depth, i == 0);
            if let Some(task) = task {
                self.member.ask(self.table)?;
                if !self.member.begin(task) && lead.is_none() && way.late().is_none() {
                    ways[i + 1].put_off(seen);
                    continue;
                }
            }
            i += 1;
            let reduction =
                if lax && depth >= 3 { reduction(depth, index, quest.window.is_wide()) } else { 0 };
            let is_first = i == 1 || lead.is_some();
            let value = Window { alpha: low, beta }.scout(is_first, depth - 1, reduction, |window, depth| {
                if !is_first && window.is_wide() {
                    let waits = |number| place_of(&ways[i + 1..], number).is_some();
                    self.member.take_lead(&quest, way.number.into(), waits)?;
                }
                self.way(board, way, window, depth, height)
            });
            if let Some(task) = task {
                self.member.end(task);
            }
            if let Err(Halt::Outdone) = value {
                ways[i].put_off(index);
                i -= 1;
                continue;
            }
            let mut value = value?;
            let mut challenger = way;
            if value > low {
                value = value.min(beta);
                let mut challenge = std::mem::take(&mut self.lines[height]);
                if floor < value {
                    let as_good = Window { alpha: value.shifted(-1), beta: value };
                    floor = self.way(board, champion, as_good, depth - 1, height)?;
                    if floor < value {
                        // The champion is worth less, and becomes the challenger.
                        if floor > low {
                            let between = Window { alpha: low, beta: value };
                            floor = self.way(board, champion, between, depth - 1, height)?;
                            challenge = std::mem::take(&mut self.lines[height]);
                        }
                        challenger = std::mem::replace(&mut champion, way);
                        (floor, value) = (value, floor);
                    }
                }
                if value > low {
                    low = value;
                    second = Some(challenger);
                    line = challenge;
                    line.insert(0, Action::Ban(pair(board, champion)));
                } else if let Some(ban) = line.first_mut() {
                    *ban = Action::Ban(pair(board, champion));
                }
                if height == 0 && !line.is_empty() {
                    self.root_line.clone_from(&line);
                }
                if low >= beta {
                    let winners = [champion.number, challenger.number];
                    if depth > 0 {
                        self.order.reward(board.side_to_move(), height, depth, &ways[..=i], winners);
                    }
                    break;
                }
            }
            if value > failed {
                (failed, best_failed) = (value, challenger);
            }
        }
        self.lines[height] = line;
        let (value, second) = second.map_or((failed, best_failed), |second| (low, second));
        Ok((value, Pick::new(champion.number, second.number)))
    }

    /// The value of a way to the side that goes it: the best of its promotions. With a wide window and a
    /// value above alpha, the line of this height begins with its best move.
    fn way(&mut self, board: &Board, way: Way, window: Window, depth: i32, height: usize) -> Found {
        let Window { alpha: mut low, beta } = window;
        let mut best = Value::LEAST;
        for m in way.moves() {
            let value = self.step(board, m, Window { alpha: low, beta }, depth, height)?;
            best = best.max(value);
            if value > low {
                low = value;
                if window.is_wide() {
                    let (head, tail) = self.lines.split_at_mut(height + 1);
                    head[height].clear();
                    head[height].push(action(board, m));
                    head[height].extend_from_slice(&tail[0]);
                }
            }
            if low >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// The value of a move to the side that makes it.
    fn step(&mut self, board: &Board, m: Move, window: Window, depth: i32, height: usize) -> Found {
        let mut next = board.clone();
        next.play_unchecked(m);
        let recurrence = recurrence_key(&next);
        if depth > 0 {
            self.table.prepare(self.key(&next, recurrence));
        }
        self.path.keys.push(recurrence);
        let value = self.search(&next, -window, depth, height + 1);
        self.path.keys.pop();
        Ok(-value?)
    }

    /// Plays captures out before judging; in check, every way.
    fn settle(
        &mut self,
        board: &Board,
        Window { mut alpha, beta }: Window,
        depth: i32,
        height: usize,
    ) -> Found {
        self.visit(height)?;
        let in_check = !board.checkers().is_empty();
        let mut stand = Value::LEAST;
        if !in_check {
            if !has_pairs(board, None, 2) || self.is_drawn(board) {
                return Ok(Value::DRAW);
            }
            stand = Value::guess(evaluate(board, self.weights));
            if stand >= beta || height >= MOST_HEIGHT || self.rigour.is_plain() {
                return Ok(stand);
            }
            alpha = alpha.max(stand);
        }
        let mut ways = std::mem::take(&mut self.ways[height]);
        if in_check {
            self.order.all(board, height, Pick::NONE, &mut ways);
        } else {
            Order::noisy(board, &mut ways);
        }
        let result = if ways.len() < 2 {
            Ok(if in_check { self.ended(board, ways.first(), true, height) } else { stand })
        } else if in_check && self.is_drawn(board) {
            Ok(Value::DRAW)
        } else if height >= MOST_HEIGHT || self.rigour.is_plain() {
            Ok(Value::guess(evaluate(board, self.weights)))
        } else {
            let depth = depth.min(0);
            let window = Window { alpha, beta };
            let quest = Quest { key: Key(0), window, depth, ply: self.ply(height), recalls: false };
            let contest = Contest { quest, depth, height, guess: stand };
            self.contest(board, &mut ways, contest).map(|(value, _)| value.max(stand))
        };
        self.ways[height] = ways;
        result
    }

    /// The value of a position with one way or none.
    fn ended(&mut self, board: &Board, only: Option<&Way>, in_check: bool, height: usize) -> Value {
        if let Some(&only) = only {
            self.lines[height].push(Action::Ban(pair(board, only)));
        }
        let ply = self.ply(height) + u32::from(only.is_some());
        if in_check { Value::loss_in(ply) } else { Value::DRAW }
    }

    fn visit(&mut self, height: usize) -> Result<(), Halt> {
        self.lines[height].clear();
        if self.budget.visit() { Ok(()) } else { Err(Halt::Spent) }
    }

    /// Whether a draw is declared here, if the side to move has a choice.
    fn is_drawn(&self, board: &Board) -> bool {
        board.halfmove_clock() >= 100
            || chess::is_insufficient(board)
            || self.path.repeats(board.halfmove_clock())
    }

    fn table_key(&self, board: &Board) -> Key {
        let here = self.path.keys.last().copied().filter(|&here| here != Path::PASSED);
        self.key(board, here.unwrap_or_else(|| recurrence_key(board)))
    }

    /// The key in the table of a position with this key of recurrence.
    fn key(&self, board: &Board, recurrence: u64) -> Key {
        // Far from a draw by the clock, positions that differ in it are as good as equal.
        let clock = u64::from(board.halfmove_clock().saturating_sub(59));
        let rigour = u64::from(!self.is_bold()) << 7;
        Key(recurrence ^ (clock | rigour).wrapping_mul(0xd6e8_feb8_6659_fd93))
    }

    fn probe(&self, key: Key) -> Option<Entry> {
        if self.rigour.is_plain() { None } else { self.table.probe(key) }
    }

    fn store(&self, key: Key, entry: Entry) {
        if !self.rigour.is_plain() {
            self.table.store(key, entry);
        }
    }
}

/// What a contest of ways is about.
struct Contest {
    quest: Quest,
    /// How deep the answer is searched for.
    depth: i32,
    height: usize,
    /// What the position looks like before any way is tried.
    guess: Value,
}

/// The positions on the way to a node, those before the root among them; each before its ban.
#[derive(Clone)]
pub(crate) struct Path {
    pub(crate) keys: Vec<u64>,
    /// How many of the keys came before the root.
    pub(crate) played: usize,
}

impl Path {
    /// In place of the key of a position reached by passing.
    const PASSED: u64 = 0;

    fn passed(&self) -> bool {
        self.keys.last() == Some(&Path::PASSED)
    }

    /// Whether the last position repeats one before it, so that it is worth a draw. In the tree once is
    /// enough: what could be tried the second time could have been tried the first. Before the root it
    /// takes two, as the law says.
    fn repeats(&self, clock: u8) -> bool {
        let Some((&last, before)) = self.keys.split_last() else { return false };
        let mut times = 0;
        for (i, &key) in before.iter().enumerate().rev().take(clock.into()).skip(1).step_by(2) {
            if key == last && last != Path::PASSED {
                times += 1;
                if i >= self.played || times == 2 {
                    return true;
                }
            }
        }
        false
    }
}

/// A key of what the law of repetition compares.
pub(crate) fn recurrence_key(board: &Board) -> u64 {
    let passed = chess::legal_en_passant(board).map_or(0, |square| square as u64 + 1);
    board.hash_without_ep() ^ passed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn pair(board: &Board, way: Way) -> Pair {
    chess::read(board, Move { from: way.from, to: way.to, promotion: None }).0
}

/// A number of a move, which no other move of its position has.
fn number(m: Move) -> u16 {
    let promotion = m.promotion.map_or(0, |piece| 1 + piece as u16);
    promotion << 12 | (m.from as u16) << 6 | m.to as u16
}

fn action(board: &Board, m: Move) -> Action {
    let (pair, promotion) = chess::read(board, m);
    Action::Move(pair, promotion)
}

/// Whether a late quiet way can be given up without a look.
fn is_hopeless(guess: Value, low: Value, depth: i32, index: usize) -> bool {
    depth <= 4 && (index as i32 > 3 + 2 * depth * depth || guess.shifted(50 + 60 * depth) <= low)
}
