//! One thread of an alpha-beta search.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use chautari_game::{Dense, Game, Limit, OnThought, Oracle, Record, Score, Thought, Variation};

use crate::budget::Budget;
use crate::lines::gather_lines;
use crate::order::{MAX_PLY, MoveOrder, MovePicker, Pick, fill_noisy, late_move_reduction};
use crate::parallel::{Halt, Query, SearchThread, extend_pv};
use crate::path::Path;
use crate::time_management::TimeManager;
use crate::{Entry, Evaluator, Selection, TranspositionTable, Urgency, Value, Window};

/// Half the width of the aspiration window, in hundredths.
const ASPIRATION: i32 = 40;

/// Internal iterative reduction from this depth on.
const IIR_DEPTH: i32 = 5;

/// Late move reductions from this depth on, and after this many moves.
const LMR_DEPTH: i32 = 3;
const LMR_MOVES: usize = 3;

/// Futility pruning up to this depth.
const FUTILITY_DEPTH: i32 = 3;

/// Below this depth, checking for another thread's result costs more than searching.
const CHECK_DEPTH: i32 = 5;

/// One eighth of the limit may go into [`Evaluator::prove`].
const PROOF_SHARE: u32 = 8;

/// The data shared by all threads of a search.
pub(crate) struct Shared<'a, P: Dense, K: Evaluator<P>> {
    pub(crate) evaluator: &'a K,
    pub(crate) oracle: Option<&'a dyn Oracle<P>>,
    pub(crate) table: &'a TranspositionTable,
}

/// The search parameters of a node's moves.
#[derive(Clone, Copy)]
struct NodeSearch {
    query: Query,
    /// The depth after extensions and reductions.
    depth: i32,
    /// Some moves are omitted, so a loss is not proven.
    selective: bool,
    /// Futility pruning: no quiet move is likely to reach alpha.
    futile: bool,
}

/// One thread of a search with its own data.
pub(crate) struct Worker<'a, P: Dense, K: Evaluator<P>> {
    shared: Shared<'a, P, K>,
    thread: SearchThread<'a>,
    budget: Budget<'a>,
    /// The root moves to choose from.
    roots: &'a [P::Move],
    /// Whether only one root move is worth searching; in a timed game it is played at once.
    is_forced: bool,
    /// The root moves whose variations are known, while the next best one is searched.
    set_aside: Vec<P::Move>,
    /// The value of a repetition for each side.
    repetition: [Value; 2],
    path: Path,
    order: MoveOrder<'a>,
    /// A move picker for each ply, kept to reuse its memory.
    pickers: Vec<MovePicker<P::Move>>,
    /// The principal variation from each ply on (a triangular PV table).
    pvs: Vec<Vec<P::Move>>,
    /// The incremental state at each ply on the way to the current node.
    states: Vec<K::State>,
}

impl<'a, P: Dense, K: Evaluator<P>> Worker<'a, P, K> {
    pub(crate) fn new<G: Game<Position = P>>(
        shared: Shared<'a, P, K>,
        thread: SearchThread<'a>,
        budget: Budget<'a>,
        record: &Record<G>,
        roots: &'a [P::Move],
        contempt: i32,
    ) -> Self {
        let mut repetition = [Value::DRAW; 2];
        if contempt > 0 {
            let side = record.position().turn();
            repetition[side.index()] = Value::guess(-contempt);
            repetition[side.other().index()] = Value::guess(contempt);
        }
        Worker {
            budget,
            roots,
            is_forced: roots.len() == 1,
            set_aside: Vec::new(),
            repetition,
            path: Path::new(record.positions()),
            order: MoveOrder::new(thread.history()),
            pickers: (0..MAX_PLY).map(|_| MovePicker::new()).collect(),
            pvs: vec![Vec::new(); MAX_PLY + 1],
            states: vec![shared.evaluator.start(record.position())],
            shared,
            thread,
        }
    }

    pub(crate) fn thought(&self, line: Vec<P::Move>, score: Score, depth: u32) -> Thought<P::Move> {
        Thought {
            best: line.first().copied(),
            score,
            depth,
            nodes: self.budget.nodes(),
            time: self.budget.time(),
            line,
            others: Vec::new(),
        }
    }

    /// Runs the game's own proof search with a share of the limit.
    pub(crate) fn prove(
        &mut self,
        position: &P,
        limit: &Limit,
        on_thought: OnThought<P::Move>,
    ) -> Option<Thought<P::Move>> {
        let (share, spent) = (Budget::share(limit, PROOF_SHARE), AtomicBool::new(false));
        let mut budget = Budget::new(&share, &spent);
        let proof = self.shared.evaluator.prove(position, limit.depth.unwrap_or(u32::MAX), &mut budget);
        self.budget.count(budget.nodes());
        let (m, plies) = proof.filter(|(m, _)| self.roots.contains(m))?;
        let thought = self.thought(vec![m], Score::Win(plies), plies);
        let _ = on_thought(&thought);
        Some(thought)
    }

    /// Iterative deepening until the limit, a proof, or a break of `on_thought`. If the best move is proven
    /// already, only further variations are searched.
    pub(crate) fn deepen<G: Game<Position = P>>(
        &mut self,
        record: &Record<G>,
        limit: &Limit,
        proof: Option<Thought<P::Move>>,
        on_thought: OnThought<P::Move>,
    ) -> Thought<P::Move> {
        let position = record.position();
        let first = self.roots.first().copied().into_iter().collect();
        let mut best = self.thought(first, Score::Guess(0), 0);
        let lines = limit.lines.clamp(1, self.roots.len().max(1));
        let proven = proof.map(|proof| Variation { score: proof.score, line: proof.line });
        // The value of each variation in the previous iteration.
        let mut values = vec![Value::DRAW; lines];
        let mut time_manager = TimeManager::new(limit);
        let max_depth = limit.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1);
        for depth in 1..=max_depth {
            let (mut found, mut settled) = (Vec::from_iter(proven.clone()), true);
            self.set_aside = found.iter().map(|found| found.line[0]).collect();
            let mut halted = false;
            while found.len() < lines {
                let last = &mut values[found.len()];
                let Ok(value) = self.iterate(position, *last, depth) else {
                    halted = true;
                    break;
                };
                let line = self.pv(record, depth);
                // A win is settled only when a second iteration confirms its distance, because reductions may
                // miss a nearer win.
                settled &= value == *last
                    && match value.score() {
                        Score::Win(plies) | Score::Loss(plies) => plies <= depth,
                        _ => false,
                    };
                *last = value;
                self.set_aside.extend(line.first());
                found.push(Variation { score: value.score(), line });
            }
            if halted && found.is_empty() {
                // A better move found by the incomplete iteration is still better.
                let line = self.pv(record, depth);
                if let Some(&m) = line.first() {
                    best.others.retain(|other| other.line.first() != Some(&m));
                    best = Thought { best: Some(m), line, ..best };
                }
                break;
            }
            let mut found = gather_lines(found, best, lines).into_iter();
            let first = found.next().unwrap_or(Variation { score: Score::Guess(0), line: Vec::new() });
            best = Thought { others: found.collect(), ..self.thought(first.line, first.score, depth) };
            if halted || on_thought(&best).is_break() {
                break;
            }
            // A single move ends the search early in a timed game, but not if the caller asked for a fixed
            // search time.
            let forced = self.roots.len() == 1 && self.budget.has_clock();
            if settled || (lines == 1 && (forced || self.is_forced && time_manager.is_by_clock())) {
                break;
            }
            if time_manager.is_enough(best.best, best.score, self.budget.time()) {
                break;
            }
        }
        Thought { nodes: self.budget.nodes(), time: self.budget.time(), ..best }
    }

    /// Returns the principal variation of an iteration.
    fn pv<G: Game<Position = P>>(&self, record: &Record<G>, depth: u32) -> Vec<P::Move> {
        extend_pv(record, &self.pvs[0], depth, |position| {
            let best = self.shared.table.probe(position.key())?.best;
            position.moves().into_iter().find(|&m| K::code(position, m) == best)
        })
    }

    /// Runs one iteration with an aspiration window around the last value.
    fn iterate(&mut self, position: &P, last: Value, depth: u32) -> Result<Value, Halt> {
        let aspires = depth >= 4 && !last.is_decided();
        let window = if aspires { Window::around(last, ASPIRATION) } else { Window::FULL };
        window.widen(|window| self.search(position, window, depth as i32, 0))
    }

    /// Searches a node; returns its value for the side to move.
    fn search(&mut self, position: &P, window: Window, depth: i32, ply: usize) -> Result<Value, Halt> {
        if let Some(value) = self.probe_oracle(position, ply) {
            self.pvs[ply].clear();
            return if self.budget.visit() { Ok(value) } else { Err(Halt::LimitReached) };
        }
        let urgency = self.shared.evaluator.urgency(position, &self.states[ply]);
        let depth = match urgency {
            Urgency::Win(m) if ply > 0 || self.is_choice(m) => return self.win_at_once(m, ply),
            // The answer is forced: extend.
            Urgency::Threat => depth + 1,
            Urgency::Win(_) | Urgency::None => depth,
        };
        if depth <= 0 || ply >= MAX_PLY - 1 {
            return self.quiescence(position, window, ply);
        }
        if !self.budget.visit() {
            return Err(Halt::LimitReached);
        }
        let at = ply as u32;
        // Mate distance pruning: a nearer win than any still possible here has been found already.
        let alpha = window.alpha.max(Value::loss_in(at));
        let beta = window.beta.min(Value::win_in(at + 1));
        if alpha >= beta {
            self.pvs[ply].clear();
            return Ok(alpha);
        }
        let window = Window { alpha, beta };
        let pv_from_table = !self.thread.is_alone();
        let query = Query { key: position.key(), window, depth, ply: at, pv_from_table };
        let entry = self.shared.table.probe(query.key);
        if let Some(entry) = entry
            && ply > 0
            && let Some(value) = entry.cutoff(&query)
        {
            self.pvs[ply].clear();
            return Ok(value);
        }
        let hash_move = entry.map_or(u16::MAX, |entry| entry.best);
        // Reverse futility pruning: far enough above beta no quiet move of the opponent brings the value
        // back below it. Futility pruning: far enough below alpha no quiet move reaches it.
        let mut futile = false;
        if let Some(margin) = K::FUTILITY_MARGIN
            && depth <= FUTILITY_DEPTH
            && urgency == Urgency::None
            && window.is_null()
            && !alpha.is_decided()
            && !beta.is_decided()
        {
            let margin = margin * depth;
            let eval = Value::guess(self.shared.evaluator.evaluate(position, &self.states[ply]));
            if eval.shifted(-margin) >= beta {
                self.pvs[ply].clear();
                return Ok(eval);
            }
            futile = eval.shifted(margin) <= alpha;
        }
        // Internal iterative reduction: without a hash move a shallower search finds one more cheaply. The
        // result is stored with the requested depth, or other threads would search the node again.
        let depth = if entry.is_none() && depth >= IIR_DEPTH { depth - 1 } else { depth };

        let mut moves = std::mem::replace(&mut self.pickers[ply], MovePicker::new());
        let (evaluator, state) = (self.shared.evaluator, &self.states[ply]);
        let decode = |code: u16| Some((evaluator.decode(position, state, code)?, code));
        let is_quiet = || {
            let noisy = evaluator.each_noisy(position, state, |_| ControlFlow::Break(()));
            urgency == Urgency::None && noisy.is_continue()
        };
        // Staged move generation: the hash move or, if no move is noisy, the killer may cause a cutoff before
        // the other moves are generated.
        let killer = || decode(self.order.killer(ply)).filter(|_| is_quiet());
        let staged = if ply > 0 { decode(hash_move).or_else(killer) } else { None };
        if let Some((m, code)) = staged {
            moves.stage(m, code, evaluator.is_noisy(position, state, m));
        } else {
            moves.clear();
            self.order.fill(evaluator, position, state, ply, hash_move, &mut moves);
        }
        if ply == 0 {
            moves.retain(|&m| self.is_choice(m));
            if moves.left() == 0 {
                // All moves worth searching are overlooked or known already.
                let choices = self.roots.iter().filter(|&&m| self.is_choice(m));
                moves.fill_unordered(choices.map(|&m| (m, K::code(position, m))));
            }
            self.is_forced = moves.left() == 1;
        }
        let selective = K::SELECTION == Selection::Selective && urgency == Urgency::None;
        self.thread.enter(ply, &query);
        let result = self.search_moves(position, &mut moves, NodeSearch { query, depth, selective, futile });
        self.thread.leave(&query);
        self.pickers[ply] = moves;
        let (value, best) = match result {
            Err(Halt::AnsweredElsewhere(height, value)) if height == ply => {
                self.pvs[ply].clear();
                return Ok(value);
            }
            result => result?,
        };
        // The value of the next best move is not the value of the position.
        if ply > 0 || self.set_aside.is_empty() {
            self.shared.table.store(query.key, Entry::new(&query, value, best));
        }
        Ok(value)
    }

    /// Whether a root move takes part in the current search.
    fn is_choice(&self, m: P::Move) -> bool {
        self.roots.contains(&m) && !self.set_aside.contains(&m)
    }

    /// Probes the tables. Not at the root, which needs a move rather than a value.
    fn probe_oracle(&self, position: &P, ply: usize) -> Option<Value> {
        let oracle = self.shared.oracle.filter(|_| ply > 0)?;
        // A damaged table is treated as unknown.
        let exact = oracle.probe(position).ok()??;
        Some(Value::of_exact(exact, position.turn(), ply as u32))
    }

    /// Returns the value of a node in which this move wins.
    fn win_at_once(&mut self, m: P::Move, ply: usize) -> Result<Value, Halt> {
        self.pvs[ply].clear();
        self.pvs[ply].push(m);
        if self.budget.visit() { Ok(Value::win_in(ply as u32 + 1)) } else { Err(Halt::LimitReached) }
    }

    /// Principal variation search of a node's moves; returns the best value and the code of its move.
    fn search_moves(
        &mut self,
        position: &P,
        moves: &mut MovePicker<P::Move>,
        NodeSearch { query, depth, selective, futile }: NodeSearch,
    ) -> Result<(Value, u16), Halt> {
        let Query { key, window: Window { mut alpha, beta }, .. } = query;
        let ply = query.ply as usize;
        self.pvs[ply].clear();
        if moves.left() == 0 {
            let outcome = position.outcome();
            let value =
                outcome.map_or(Value::DRAW, |outcome| Value::of(outcome, position.turn(), ply as u32));
            return Ok((value, u16::MAX));
        }
        let is_pv = !query.window.is_null();
        let (mut best, mut best_code) = (Value::MIN, u16::MAX);
        // A deferred move counts at its original place in the order.
        let (mut searched, mut seen) = (0, 0);
        loop {
            if searched == 1 && moves.is_staged() {
                let state = &self.states[ply];
                self.order.fill(self.shared.evaluator, position, state, ply, u16::MAX, moves);
            }
            let failed_high = self.thread.fail_high(&query).filter(|_| searched > 0);
            let failed_high = failed_high.and_then(|code| moves.take(code));
            let fails_high = failed_high.is_some();
            let Some(pick) = failed_high.or_else(|| moves.next()) else { break };
            let Pick { candidate: tried, index, deferred } = pick;
            seen += usize::from(deferred.is_none());
            let count = deferred.unwrap_or(seen);
            if futile && searched > 0 && !tried.noisy {
                best = best.max(alpha);
                continue;
            }
            let task = self.thread.task(key, tried.code, depth, searched == 0);
            if let Some(task) = task {
                if depth >= CHECK_DEPTH {
                    self.thread.check_ancestors(self.shared.table)?;
                }
                if !self.thread.start(task) && !fails_high && deferred.is_none() {
                    moves.defer(index, seen);
                    continue;
                }
            }
            let child = position.after(tried.m);
            if depth > 1 {
                // Prefetch the entries of this child and of the next one.
                self.shared.table.prefetch(child.key());
                if searched > 0
                    && let Some(next) = moves.peek()
                {
                    self.shared.table.prefetch(position.after(next).key());
                }
            }
            let recurring = child.recurrence().is_some().then(|| child.key());
            let value = if recurring.is_some_and(|key| self.path.repeats(key)) {
                self.pvs[ply + 1].clear();
                Ok(self.repetition[position.turn().index()])
            } else {
                if let Some(key) = recurring {
                    self.path.enter(key);
                }
                self.step(position, tried.m, &child, ply);
                // Once a win is found, only nearer wins matter, and none must be missed.
                let reduces = count > LMR_MOVES && depth >= LMR_DEPTH && !tried.noisy && !alpha.is_decided();
                let reduction = if reduces { late_move_reduction(depth, count - 1, is_pv) } else { 0 };
                let is_first = searched == 0 || fails_high;
                let value = Window { alpha, beta }.scout(is_first, depth - 1, reduction, |window, depth| {
                    if !is_first && !window.is_null() {
                        self.thread.announce_fail_high(&query, tried.code, |code| moves.is_waiting(code))?;
                    }
                    self.search_child(position, &child, window, depth, ply)
                });
                if recurring.is_some() {
                    self.path.leave();
                }
                value
            };
            if let Some(task) = task {
                self.thread.finish(task);
            }
            if let Err(Halt::Superseded) = value {
                moves.defer(index, count);
                continue;
            }
            let value = value?;
            searched += 1;
            let value = if selective && value < Value::DRAW { value.as_guess() } else { value };
            if value > best {
                (best, best_code) = (value, tried.code);
            }
            if value > alpha {
                alpha = value;
                let (head, tail) = self.pvs.split_at_mut(ply + 1);
                head[ply].clear();
                head[ply].push(tried.m);
                head[ply].extend_from_slice(&tail[0]);
            }
            if alpha >= beta {
                if !tried.noisy {
                    let side = position.turn().index();
                    self.order.update(side, ply, depth, tried.code, moves);
                }
                break;
            }
        }
        Ok((best, best_code))
    }

    /// Computes the state at the next ply.
    fn step(&mut self, position: &P, m: P::Move, child: &P, ply: usize) {
        if self.states.len() == ply + 1 {
            self.states.push(self.states[ply].clone());
        } else {
            let (done, next) = self.states.split_at_mut(ply + 1);
            next[0].clone_from(&done[ply]);
        }
        self.shared.evaluator.step(&mut self.states[ply + 1], position, m, child);
    }

    /// Searches a child; returns its value for the side to move at the parent, negated only if the turn
    /// changes.
    fn search_child(
        &mut self,
        parent: &P,
        child: &P,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Result<Value, Halt> {
        if child.turn() == parent.turn() {
            self.search(child, window, depth, ply + 1)
        } else {
            Ok(-self.search(child, -window, depth, ply + 1)?)
        }
    }

    /// Quiescence search: resolves noisy moves before evaluating.
    fn quiescence(
        &mut self,
        position: &P,
        Window { mut alpha, beta }: Window,
        ply: usize,
    ) -> Result<Value, Halt> {
        self.pvs[ply].clear();
        if !self.budget.visit() {
            return Err(Halt::LimitReached);
        }
        if let Some(outcome) = position.outcome() {
            return Ok(Value::of(outcome, position.turn(), ply as u32));
        }
        let mut best = Value::guess(self.shared.evaluator.evaluate(position, &self.states[ply]));
        if best >= beta || ply >= MAX_PLY - 1 {
            return Ok(best);
        }
        // Stand pat: playing a noisy move is optional.
        alpha = alpha.max(best);
        let mut moves = std::mem::replace(&mut self.pickers[ply], MovePicker::new());
        fill_noisy(self.shared.evaluator, position, &self.states[ply], &mut moves);
        let mut result = Ok(());
        while let Some(pick) = moves.next() {
            let tried = pick.candidate;
            let child = position.after(tried.m);
            self.step(position, tried.m, &child, ply);
            let value = match self.search_child(position, &child, Window { alpha, beta }, 0, ply) {
                Ok(value) => value,
                Err(halt) => {
                    result = Err(halt);
                    break;
                }
            };
            if value > best {
                best = value;
                alpha = alpha.max(value);
            }
            if alpha >= beta {
                break;
            }
        }
        self.pickers[ply] = moves;
        result.map(|()| best)
    }
}
