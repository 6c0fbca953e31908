//! Alpha-beta over a tree without bans.
//!
//! A ban removes the best *way* of the side to move (all moves from one square to another), and the second
//! best is played. So a node is a chess position before its ban, and its value is that of its second-best way
//! for the side to move; with fewer than two ways the game is over. A cutoff needs two ways that reach beta,
//! and a node fails low when all ways but one do. The way that looks most dangerous, the *champion*, is
//! searched only once another way, the *challenger*, beats alpha.
//!
//! *Height* counts nodes from the root; a ply of the record, a ban or a move, is half as much.

#[cfg(test)]
pub(crate) mod tests;

use std::collections::VecDeque;

use chautari_game::{Key, Record, Side};
use chautari_search::{
    Budget, Entry, Halt, Query, SearchThread, TranspositionTable, Value, Window, extend_pv,
    late_move_reduction,
};
use cozy_chess::{Board, Move, Piece};

use crate::Banchess;
use crate::action::{Action, Pair, Player};
use crate::chess::{self, has_pairs};
use crate::endings::{MOST_MEN, Tables};
use crate::network::NetworkEvaluator;
use crate::order::{HashWays, MAX_HEIGHT, Order, Way, place_of, select, take};

type Found = Result<Value, Halt>;

/// The selectivity of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Reductions and pruning, for play.
    Selective,
    /// No selectivity, for proofs. Table entries of selective searches are not used.
    FullWidth,
    /// Also without quiescence search and transposition table: a reference for the tests.
    #[cfg(test)]
    Plain,
}

impl Mode {
    fn is_plain(self) -> bool {
        !matches!(self, Mode::Selective | Mode::FullWidth)
    }
}

/// One thread's search.
pub(crate) struct Worker<'a> {
    evaluator: NetworkEvaluator<'a>,
    pub(crate) table: &'a TranspositionTable,
    thread: SearchThread<'a>,
    pub(crate) budget: Budget<'a>,
    pub(crate) mode: Mode,
    pub(crate) path: Path,
    /// Plies of the record from the root to the first node below it: two for a ban and a move, one for a
    /// move.
    pub(crate) first_step: u32,
    /// The endgame tables.
    pub(crate) endings: Option<&'a Tables>,
    /// Bans the handicap overlooks at the root.
    pub(crate) overlooked: Vec<Pair>,
    /// The principal variation so far; its first action is the one to play.
    pub(crate) root_pv: Vec<Action>,
    /// The principal variation from each height on.
    pvs: Vec<Vec<Action>>,
    order: Order<'a>,
    /// The ways at each height, kept to reuse their memory.
    ways: Vec<Vec<Way>>,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        evaluator: NetworkEvaluator<'a>,
        table: &'a TranspositionTable,
        thread: SearchThread<'a>,
        budget: Budget<'a>,
        path: Path,
        first_step: u32,
    ) -> Worker<'a> {
        Worker {
            evaluator,
            table,
            budget,
            mode: Mode::Selective,
            path,
            first_step,
            endings: None,
            overlooked: Vec::new(),
            root_pv: Vec::new(),
            pvs: vec![Vec::new(); MAX_HEIGHT + 2],
            order: Order::new(thread.history()),
            thread,
            ways: (0..MAX_HEIGHT + 2).map(|_| Vec::new()).collect(),
        }
    }

    /// Converts a height to plies of the record.
    fn ply(&self, height: usize) -> u32 {
        if height == 0 { 0 } else { 2 * (height as u32 - 1) + self.first_step }
    }

    fn is_selective(&self) -> bool {
        self.mode == Mode::Selective
    }

    /// Returns the principal variation of a search `plies` deep.
    pub(crate) fn pv(&self, record: &Record<Banchess>, plies: u32) -> Vec<Action> {
        extend_pv(record, &self.root_pv, plies, |position| {
            let board = &position.board;
            let entry = self.probe(self.key(board, recurrence_key(board)))?;
            let mut ways = Vec::new();
            self.order.all(board, 0, HashWays(entry.best), &mut ways);
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

    /// Searches the root with a ban in force: an ordinary principal variation search of these moves. The best
    /// one is moved to the front; moves that another thread is searching are deferred.
    pub(crate) fn search_root_moves(
        &mut self,
        board: &Board,
        moves: &mut [Move],
        Window { mut alpha, beta }: Window,
        depth: i32,
    ) -> Found {
        let key = self.table_key(board);
        let mut best = Value::MIN;
        let mut waiting: VecDeque<Move> = moves.iter().copied().collect();
        // The number of moves not deferred yet.
        let mut fresh = waiting.len();
        while let Some(m) = waiting.pop_front() {
            let is_first = fresh == moves.len();
            let is_deferred = fresh == 0;
            fresh = fresh.saturating_sub(1);
            let task = self.thread.task(key, move_code(m), depth, is_first);
            if task.is_some_and(|task| !self.thread.start(task)) && !is_deferred {
                waiting.push_back(m);
                continue;
            }
            let value = Window { alpha, beta }
                .scout(is_first, depth - 1, 0, |window, depth| self.search_move(board, m, window, depth, 0));
            if let Some(task) = task {
                self.thread.finish(task);
            }
            let value = value?;
            best = best.max(value);
            if value > alpha {
                alpha = value;
                self.root_pv.clear();
                self.root_pv.push(action(board, m));
                self.root_pv.extend_from_slice(&self.pvs[1]);
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

    /// Searches a position before its ban; returns its value for the side to move.
    pub(crate) fn search(&mut self, board: &Board, window: Window, mut depth: i32, height: usize) -> Found {
        if depth <= 0 || height >= MAX_HEIGHT {
            return self.quiescence(board, window, depth, height);
        }
        self.visit(height)?;
        if height > 0 && self.is_drawn(board) && has_pairs(board, None, 2) {
            return Ok(Value::DRAW);
        }
        if let Some(value) = self.known(board, height) {
            return Ok(value);
        }
        let ply = self.ply(height);
        // Mate distance pruning: a nearer win than any still possible here has been found already.
        let alpha = window.alpha.max(Value::loss_in(ply));
        let beta = window.beta.min(Value::win_in(ply + 2));
        if alpha >= beta {
            return Ok(alpha);
        }
        let window = Window { alpha, beta };
        let pv_from_table = !self.thread.is_alone();
        let query = Query { key: self.table_key(board), window, depth, ply, pv_from_table };
        let entry = self.probe(query.key);
        if let Some(entry) = entry
            && height > 0
            && let Some(value) = entry.cutoff(&query)
        {
            return Ok(value);
        }
        let in_check = !board.checkers().is_empty();
        let mut static_eval = Value::MIN;
        if self.is_selective() && !in_check && height > 0 {
            static_eval = Value::guess(self.evaluator.evaluate(board, height));
            if window.is_null()
                && !beta.is_decided()
                && let Some(value) = self.prune_node(board, static_eval, beta, depth, height)?
            {
                return Ok(value);
            }
        }
        let hash_ways = entry.map_or(HashWays::NONE, |entry| HashWays(entry.best));
        // Internal iterative reduction: without hash ways a shallower search finds them more cheaply. The
        // result is stored with the requested depth, or other threads would search the node again.
        if self.is_selective() && entry.is_none() && depth >= 4 && height > 0 {
            depth -= 1;
        }
        let mut ways = std::mem::take(&mut self.ways[height]);
        self.order.all(board, height, hash_ways, &mut ways);
        if height == 0 {
            ways.retain(|&way| !self.overlooked.contains(&pair(board, way)));
        }
        if ways.len() < 2 {
            let value = self.ended(board, ways.first(), in_check, height);
            self.ways[height] = ways;
            return Ok(value);
        }
        // Check extension: one of at most three ways out is banned, which leaves hardly a choice.
        if self.is_selective() && in_check && ways.len() <= 3 && height > 0 {
            depth += 1;
        }
        self.thread.enter(height, &query);
        let result = self.search_ways(board, &mut ways, NodeSearch { query, depth, height, static_eval });
        self.thread.leave(&query);
        self.ways[height] = ways;
        let (value, hash_ways) = match result {
            Err(Halt::AnsweredElsewhere(answered, value)) if answered == height => {
                self.pvs[height].clear();
                return Ok(value);
            }
            result => result?,
        };
        self.store(query.key, Entry::new(&query, value, hash_ways.0));
        Ok(value)
    }

    /// Pruning before any way is searched: reverse futility pruning, then null move pruning.
    fn prune_node(
        &mut self,
        board: &Board,
        static_eval: Value,
        beta: Value,
        depth: i32,
        height: usize,
    ) -> Result<Option<Value>, Halt> {
        if depth <= 6 && static_eval >= beta.shifted(90 * depth) {
            return Ok(Some(static_eval));
        }
        let own = board.colors(board.side_to_move());
        let pieces = own & !board.pieces(Piece::Pawn) & !board.pieces(Piece::King);
        if depth >= 3
            && static_eval >= beta
            && !pieces.is_empty()
            && !self.path.is_after_null_move()
            && let Some(next) = board.null_move()
        {
            self.path.keys.push(Path::NULL_MOVE);
            let reduction = 3 + depth / 4;
            let null = Window { alpha: beta.shifted(-1), beta };
            let value = self.search(&next, -null, depth - reduction, height + 1);
            self.path.keys.pop();
            let value = -value?;
            if value >= beta {
                // A null move proves nothing.
                return Ok(Some(if value.is_decided() { beta } else { value }));
            }
        }
        Ok(None)
    }

    /// Returns the value of the second-best way, and the two ways to search first next time.
    ///
    /// The champion's value is at least `floor`; every other searched way has at most `low`, and the second
    /// best exactly that.
    fn search_ways(
        &mut self,
        board: &Board,
        ways: &mut [Way],
        NodeSearch { query, depth, height, static_eval }: NodeSearch,
    ) -> Result<(Value, HashWays), Halt> {
        let Query { key, window: Window { alpha, beta }, .. } = query;
        let mut champion = select(ways, 0);
        let mut floor = Value::MIN;
        let mut low = alpha;
        let mut second = None;
        let mut pv = Vec::new();
        let (mut failed, mut best_failed) = (Value::MIN, champion);
        // A deferred way counts at its original place in the order.
        let (mut i, mut seen) = (0, 0);
        while i + 1 < ways.len() {
            let failed_high = self.thread.fail_high(&query).filter(|_| i > 0);
            let failed_high = failed_high.and_then(|number| take(ways, i + 1, number));
            let way = failed_high.unwrap_or_else(|| select(ways, i + 1));
            seen += usize::from(way.deferred().is_none());
            let count = way.deferred().unwrap_or(seen);
            let is_late_quiet =
                self.is_selective() && depth > 0 && !way.noisy && count >= 3 && !low.is_decided();
            if is_late_quiet
                && failed_high.is_none()
                && static_eval > Value::MIN
                && is_futile(static_eval, low, depth, count)
            {
                i += 1;
                failed = failed.max(low);
                continue;
            }
            let task = self.thread.task(key, way.number.into(), depth, i == 0);
            if let Some(task) = task {
                self.thread.check_ancestors(self.table)?;
                if !self.thread.start(task) && failed_high.is_none() && way.deferred().is_none() {
                    ways[i + 1].defer(seen);
                    continue;
                }
            }
            i += 1;
            let reduction = if is_late_quiet && depth >= 3 {
                late_move_reduction(depth, count, !query.window.is_null())
            } else {
                0
            };
            let is_first = i == 1 || failed_high.is_some();
            let value = Window { alpha: low, beta }.scout(is_first, depth - 1, reduction, |window, depth| {
                if !is_first && !window.is_null() {
                    let waiting = |number| place_of(&ways[i + 1..], number).is_some();
                    self.thread.announce_fail_high(&query, way.number.into(), waiting)?;
                }
                self.search_way(board, way, window, depth, height)
            });
            if let Some(task) = task {
                self.thread.finish(task);
            }
            if let Err(Halt::Superseded) = value {
                ways[i].defer(count);
                i -= 1;
                continue;
            }
            let mut value = value?;
            let mut challenger = way;
            if value > low {
                value = value.min(beta);
                let mut challenger_pv = std::mem::take(&mut self.pvs[height]);
                if floor < value {
                    let as_good = Window { alpha: value.shifted(-1), beta: value };
                    floor = self.search_way(board, champion, as_good, depth - 1, height)?;
                    if floor < value {
                        // The champion's value is lower, so it becomes the challenger.
                        if floor > low {
                            let between = Window { alpha: low, beta: value };
                            floor = self.search_way(board, champion, between, depth - 1, height)?;
                            challenger_pv = std::mem::take(&mut self.pvs[height]);
                        }
                        challenger = std::mem::replace(&mut champion, way);
                        (floor, value) = (value, floor);
                    }
                }
                if value > low {
                    low = value;
                    second = Some(challenger);
                    pv = challenger_pv;
                    pv.insert(0, Action::Ban(pair(board, champion)));
                } else if let Some(ban) = pv.first_mut() {
                    *ban = Action::Ban(pair(board, champion));
                }
                if height == 0 && !pv.is_empty() {
                    self.root_pv.clone_from(&pv);
                }
                if low >= beta {
                    let winners = [champion.number, challenger.number];
                    if depth > 0 {
                        self.order.update(board.side_to_move(), height, depth, &ways[..=i], winners);
                    }
                    break;
                }
            }
            if value > failed {
                (failed, best_failed) = (value, challenger);
            }
        }
        self.pvs[height] = pv;
        let (value, second) = second.map_or((failed, best_failed), |second| (low, second));
        Ok((value, HashWays::new(champion.number, second.number)))
    }

    /// Returns the value of a way for the side that plays it: the best of its promotions. At a PV node, if it
    /// beats alpha, the principal variation of this height starts with its best move.
    fn search_way(&mut self, board: &Board, way: Way, window: Window, depth: i32, height: usize) -> Found {
        let Window { alpha: mut low, beta } = window;
        let mut best = Value::MIN;
        for m in way.moves() {
            let value = self.search_move(board, m, Window { alpha: low, beta }, depth, height)?;
            best = best.max(value);
            if value > low {
                low = value;
                if !window.is_null() {
                    let (head, tail) = self.pvs.split_at_mut(height + 1);
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

    /// Returns the value of a move for the side that makes it.
    fn search_move(&mut self, board: &Board, m: Move, window: Window, depth: i32, height: usize) -> Found {
        let mut next = board.clone();
        next.play_unchecked(m);
        let recurrence = recurrence_key(&next);
        if depth > 0 {
            self.table.prefetch(self.key(&next, recurrence));
        }
        self.path.keys.push(recurrence);
        let value = self.search(&next, -window, depth, height + 1);
        self.path.keys.pop();
        Ok(-value?)
    }

    /// Quiescence search: captures and promotions only; all ways when in check.
    fn quiescence(
        &mut self,
        board: &Board,
        Window { mut alpha, beta }: Window,
        depth: i32,
        height: usize,
    ) -> Found {
        self.visit(height)?;
        if let Some(value) = self.known(board, height) {
            return Ok(value);
        }
        let in_check = !board.checkers().is_empty();
        let mut stand_pat = Value::MIN;
        if !in_check {
            if !has_pairs(board, None, 2) || self.is_drawn(board) {
                return Ok(Value::DRAW);
            }
            stand_pat = Value::guess(self.evaluator.evaluate(board, height));
            if stand_pat >= beta || height >= MAX_HEIGHT || self.mode.is_plain() {
                return Ok(stand_pat);
            }
            alpha = alpha.max(stand_pat);
        }
        let mut ways = std::mem::take(&mut self.ways[height]);
        if in_check {
            self.order.all(board, height, HashWays::NONE, &mut ways);
        } else {
            Order::noisy(board, &mut ways);
        }
        let result = if ways.len() < 2 {
            Ok(if in_check { self.ended(board, ways.first(), true, height) } else { stand_pat })
        } else if in_check && self.is_drawn(board) {
            Ok(Value::DRAW)
        } else if height >= MAX_HEIGHT || self.mode.is_plain() {
            Ok(Value::guess(self.evaluator.evaluate(board, height)))
        } else {
            let depth = depth.min(0);
            let window = Window { alpha, beta };
            let query = Query { key: Key(0), window, depth, ply: self.ply(height), pv_from_table: false };
            let node = NodeSearch { query, depth, height, static_eval: stand_pat };
            self.search_ways(board, &mut ways, node).map(|(value, _)| value.max(stand_pat))
        };
        self.ways[height] = ways;
        result
    }

    /// Returns the value of a position with at most one way.
    fn ended(&mut self, board: &Board, only: Option<&Way>, in_check: bool, height: usize) -> Value {
        if let Some(&only) = only {
            self.pvs[height].push(Action::Ban(pair(board, only)));
        }
        let ply = self.ply(height) + u32::from(only.is_some());
        if in_check { Value::loss_in(ply) } else { Value::DRAW }
    }

    fn visit(&mut self, height: usize) -> Result<(), Halt> {
        self.pvs[height].clear();
        if self.budget.visit() { Ok(()) } else { Err(Halt::LimitReached) }
    }

    /// Returns the tables' value of a node, unless the fifty-move rule or a repetition may come first.
    fn known(&self, board: &Board, height: usize) -> Option<Value> {
        let endings = self.endings.filter(|_| height > 0 && board.occupied().len() as usize <= MOST_MEN)?;
        let exact = endings.before_ban(board).ok()??;
        let clock = u32::from(board.halfmove_clock()) + exact.plies.unwrap_or(0).div_ceil(2);
        let holds = (exact.winner.is_none() || clock <= 100) && !self.is_drawn(board);
        holds
            .then(|| Value::of_exact(exact, Side::from(Player::from(board.side_to_move())), self.ply(height)))
    }

    /// Whether a draw is declared here, if the side to move has a choice.
    fn is_drawn(&self, board: &Board) -> bool {
        board.halfmove_clock() >= 100
            || chess::is_insufficient(board)
            || self.path.repeats(board.halfmove_clock())
    }

    fn table_key(&self, board: &Board) -> Key {
        let here = self.path.keys.last().copied().filter(|&here| here != Path::NULL_MOVE);
        self.key(board, here.unwrap_or_else(|| recurrence_key(board)))
    }

    /// Returns the transposition table key of a position with this recurrence key.
    fn key(&self, board: &Board, recurrence: u64) -> Key {
        // Far from a draw by the fifty-move rule, positions that differ only in its clock are treated as equal.
        let clock = u64::from(board.halfmove_clock().saturating_sub(59));
        let mode = u64::from(!self.is_selective()) << 7;
        Key(recurrence ^ (clock | mode).wrapping_mul(0xd6e8_feb8_6659_fd93))
    }

    fn probe(&self, key: Key) -> Option<Entry> {
        if self.mode.is_plain() { None } else { self.table.probe(key) }
    }

    fn store(&self, key: Key, entry: Entry) {
        if !self.mode.is_plain() {
            self.table.store(key, entry);
        }
    }
}

/// The search parameters of a node's ways.
struct NodeSearch {
    query: Query,
    /// The depth after extensions and reductions.
    depth: i32,
    height: usize,
    /// The static evaluation of the position.
    static_eval: Value,
}

/// The positions from the start of the game to a node, each before its ban.
#[derive(Clone)]
pub(crate) struct Path {
    pub(crate) keys: Vec<u64>,
    /// The number of keys before the root.
    pub(crate) played: usize,
}

impl Path {
    /// Stands for the key of a position reached by a null move.
    const NULL_MOVE: u64 = 0;

    fn is_after_null_move(&self) -> bool {
        self.keys.last() == Some(&Path::NULL_MOVE)
    }

    /// Whether the last position repeats an earlier one, so that it counts as a draw. In the search tree one
    /// repetition is enough, because an alternative could have been tried the first time. Before the root it
    /// takes two, as in the rules.
    fn repeats(&self, clock: u8) -> bool {
        let Some((&last, before)) = self.keys.split_last() else { return false };
        let mut times = 0;
        for (i, &key) in before.iter().enumerate().rev().take(clock.into()).skip(1).step_by(2) {
            if key == last && last != Path::NULL_MOVE {
                times += 1;
                if i >= self.played || times == 2 {
                    return true;
                }
            }
        }
        false
    }
}

/// Returns a key of what the repetition rule compares.
pub(crate) fn recurrence_key(board: &Board) -> u64 {
    let passed = chess::legal_en_passant(board).map_or(0, |square| square as u64 + 1);
    board.hash_without_ep() ^ passed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn pair(board: &Board, way: Way) -> Pair {
    chess::read(board, Move { from: way.from, to: way.to, promotion: None }).0
}

/// Returns the code of a move, unique in its position.
fn move_code(m: Move) -> u16 {
    let promotion = m.promotion.map_or(0, |piece| 1 + piece as u16);
    promotion << 12 | (m.from as u16) << 6 | m.to as u16
}

pub(crate) fn action(board: &Board, m: Move) -> Action {
    let (pair, promotion) = chess::read(board, m);
    Action::Move(pair, promotion)
}

/// Late move pruning and futility pruning: whether a late quiet way is skipped.
fn is_futile(static_eval: Value, low: Value, depth: i32, count: usize) -> bool {
    let is_late = count as i32 > 3 + 2 * depth * depth;
    depth <= 4 && (is_late || static_eval.shifted(50 + 60 * depth) <= low)
}
