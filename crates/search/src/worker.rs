//! One thread of an alpha-beta search.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use chautari_game::{Game, Key, Limit, Oracle, Position, Record, Score, Thought, Watch};

use crate::budget::Budget;
use crate::company::Company;
use crate::order::{Choices, MOST_PLY, Order, Pick, list_noisy, reduction};
use crate::path::Path;
use crate::{Bound, Choice, Entry, Knowledge, Table, Urgency, Value};

/// The first window around the value of the iteration before, in hundredths.
const WINDOW: i32 = 40;

/// How near to the leaves guesses are trusted.
const MOST_CALM: i32 = 3;

/// One part in so many of the limit may go into a proof that a game looks for by itself.
const PROOF_SHARE: u32 = 8;

/// Thinking has to end; nothing on the way back means anything.
struct Spent;

/// What all threads have in common.
pub(crate) struct Shared<'a, P: Position, K: Knowledge<P>> {
    pub(crate) knowledge: &'a K,
    pub(crate) oracle: Option<&'a dyn Oracle<P>>,
    pub(crate) table: &'a Table,
    pub(crate) company: &'a Company,
}

/// What is asked of a node.
#[derive(Clone, Copy)]
struct Question {
    key: Key,
    alpha: Value,
    beta: Value,
    /// How deep the answer counts, and how deep it is searched for.
    asked: i32,
    depth: i32,
    ply: usize,
    /// Moves are left out, so that no loss is certain.
    doubt: bool,
    /// No quiet move is likely to be good enough.
    hopeless: bool,
}

/// A thread and what it has learnt.
pub(crate) struct Worker<'a, P: Position, K: Knowledge<P>> {
    shared: Shared<'a, P, K>,
    budget: Budget<'a>,
    /// The moves to choose from.
    roots: &'a [P::Move],
    path: Path,
    order: Order,
    /// The moves of each ply, kept to spare their memory.
    moves: Vec<Choices<P::Move>>,
    /// The best line from each ply.
    lines: Vec<Vec<P::Move>>,
    /// What is seen at each ply of the way to a node.
    sights: Vec<K::Sight>,
}

impl<'a, P: Position, K: Knowledge<P>> Worker<'a, P, K> {
    pub(crate) fn new<G: Game<Position = P>>(
        shared: Shared<'a, P, K>,
        budget: Budget<'a>,
        record: &Record<G>,
        roots: &'a [P::Move],
    ) -> Self {
        Worker {
            budget,
            roots,
            path: Path::new(record.positions()),
            order: Order::new(K::CODES),
            moves: (0..MOST_PLY).map(|_| Choices::new()).collect(),
            lines: vec![Vec::new(); MOST_PLY + 1],
            sights: vec![shared.knowledge.look(record.position())],
            shared,
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
        }
    }

    /// What the game can prove by itself, given a share of the limit.
    pub(crate) fn prove(&mut self, position: &P, limit: &Limit) -> Option<Thought<P::Move>> {
        let (share, spent) = (Budget::share(limit, PROOF_SHARE), AtomicBool::new(false));
        let mut budget = Budget::new(&share, &spent);
        let proof = self.shared.knowledge.prove(position, limit.depth.unwrap_or(u32::MAX), &mut budget);
        self.budget.count(budget.nodes());
        let (m, plies) = proof.filter(|(m, _)| self.roots.contains(m))?;
        Some(self.thought(vec![m], Score::Win(plies), plies))
    }

    /// Searches deeper and deeper until the limit, a proof, or a break of `watch`.
    pub(crate) fn deepen<G: Game<Position = P>>(
        &mut self,
        record: &Record<G>,
        most_depth: Option<u32>,
        watch: Watch<P::Move>,
    ) -> Thought<P::Move> {
        let position = record.position();
        let mut best = self.thought(self.roots.first().copied().into_iter().collect(), Score::Guess(0), 0);
        let mut value = Value::DRAW;
        let most_depth = most_depth.unwrap_or(u32::MAX).clamp(1, MOST_PLY as u32 - 1);
        for depth in 1..=most_depth {
            let Ok(found) = self.iterate(position, value, depth) else {
                // What the broken iteration found better than the one before is still better.
                if let Some(&m) = self.lines[0].first() {
                    best = Thought { best: Some(m), line: self.lines[0].clone(), ..best };
                }
                break;
            };
            // A second look makes sure of the distance: reductions may have missed a nearer win.
            let proven = found == value
                && match found.score() {
                    Score::Win(plies) | Score::Loss(plies) => plies <= depth,
                    _ => false,
                };
            value = found;
            best = self.thought(self.lines[0].clone(), value.score(), depth);
            if watch(&best).is_break() {
                break;
            }
            if proven || (self.roots.len() == 1 && self.budget.has_clock()) {
                break;
            }
        }
        Thought { nodes: self.budget.nodes(), time: self.budget.time(), ..best }
    }

    /// One iteration, in a window around the last value that widens where it must.
    fn iterate(&mut self, position: &P, last: Value, depth: u32) -> Result<Value, Spent> {
        let narrow = depth >= 4 && !last.is_decided();
        let (mut alpha, mut beta) =
            if narrow { (last.shifted(-WINDOW), last.shifted(WINDOW)) } else { (Value::LEAST, Value::MOST) };
        let mut width = WINDOW;
        loop {
            let value = self.search(position, alpha, beta, depth as i32, 0)?;
            width *= 3;
            let wide = width > 2000;
            if value <= alpha && alpha > Value::LEAST {
                alpha = if wide || value.is_decided() { Value::LEAST } else { value.shifted(-width) };
            } else if value >= beta && beta < Value::MOST {
                beta = if wide || value.is_decided() { Value::MOST } else { value.shifted(width) };
            } else {
                return Ok(value);
            }
        }
    }

    fn search(
        &mut self,
        position: &P,
        mut alpha: Value,
        mut beta: Value,
        depth: i32,
        ply: usize,
    ) -> Result<Value, Spent> {
        if let Some(value) = self.known(position, ply) {
            self.lines[ply].clear();
            return if self.budget.visit() { Ok(value) } else { Err(Spent) };
        }
        let urgency = self.shared.knowledge.urgency(position, &self.sights[ply]);
        let depth = match urgency {
            Urgency::Win(m) if ply > 0 || self.roots.contains(&m) => return self.win(m, ply),
            // The answer is forced, so it costs no depth.
            Urgency::Threat => depth + 1,
            Urgency::Win(_) | Urgency::None => depth,
        };
        if depth <= 0 || ply >= MOST_PLY - 1 {
            return self.settle(position, alpha, beta, ply);
        }
        if !self.budget.visit() {
            return Err(Spent);
        }
        let at = ply as u32;
        // A win nearer than any still possible here has been found already.
        alpha = alpha.max(Value::loss_in(at));
        beta = beta.min(Value::win_in(at + 1));
        if alpha >= beta {
            self.lines[ply].clear();
            return Ok(alpha);
        }
        let wide = beta > alpha.above();
        let key = position.key();
        let known = self.shared.table.probe(key);
        if let Some(entry) = known
            && ply > 0
            && let Some(value) = entry.answer(depth, wide, at, alpha, beta)
        {
            self.lines[ply].clear();
            return Ok(value);
        }
        let hash_move = known.map_or(u16::MAX, |entry| entry.best);
        let mut hopeless = false;
        if let Some(change) = K::QUIET_CHANGE
            && depth <= MOST_CALM
            && urgency == Urgency::None
            && !(wide || alpha.is_decided() || beta.is_decided())
        {
            let change = change * depth;
            let guess = Value::guess(self.shared.knowledge.evaluate(position, &self.sights[ply]));
            if guess.shifted(-change) >= beta {
                self.lines[ply].clear();
                return Ok(guess);
            }
            hopeless = guess.shifted(change) <= alpha;
        }
        // Without a move to begin with, a shallower search finds one more cheaply. It counts as deep as
        // it was asked for: another thread that comes here shall not search it again.
        let asked = depth;
        let depth = if known.is_none() && depth >= 5 { depth - 1 } else { depth };

        let mut moves = std::mem::replace(&mut self.moves[ply], Choices::new());
        let (knowledge, sight) = (self.shared.knowledge, &self.sights[ply]);
        let recall = |code: u16| Some((knowledge.recall(position, sight, code)?, code));
        let is_quiet = || {
            let noisy = knowledge.each_noisy(position, sight, |_| ControlFlow::Break(()));
            urgency == Urgency::None && noisy.is_continue()
        };
        // One move may do without listing the others: the best of the last time, or, where nothing is
        // noisy, what cut last at this ply.
        let killer = || recall(self.order.killer(ply)).filter(|_| is_quiet());
        let alone = if ply > 0 { recall(hash_move).or_else(killer) } else { None };
        if let Some((m, code)) = alone {
            moves.begin_with(m, code, knowledge.is_noisy(position, sight, m));
        } else {
            moves.forget();
            self.order.list(knowledge, position, sight, ply, hash_move, &mut moves);
        }
        if ply == 0 {
            moves.retain(|m| self.roots.contains(m));
            if moves.is_empty() {
                // All that is worth searching was overlooked.
                moves.list_plain(self.roots.iter().map(|&m| (m, K::code(m))));
            }
        }
        let doubt = K::CHOICE == Choice::Best && urgency == Urgency::None;
        let question = Question { key, alpha, beta, asked, depth, ply, doubt, hopeless };
        let result = self.search_moves(position, &mut moves, question);
        self.moves[ply] = moves;
        let (value, best) = result?;
        let bound = if value <= alpha {
            Bound::Upper
        } else if value >= beta {
            Bound::Lower
        } else {
            Bound::Exact
        };
        let entry = Entry { value: value.to_node(at), depth: asked as u8, bound, best };
        self.shared.table.store(key, entry);
        Ok(value)
    }

    /// What needs no search. At the root a move is wanted, not a value.
    fn known(&self, position: &P, ply: usize) -> Option<Value> {
        let oracle = self.shared.oracle.filter(|_| ply > 0)?;
        // What cannot be read is not known.
        let exact = oracle.probe(position).ok()??;
        Some(Value::of_exact(exact, position.turn(), ply as u32))
    }

    /// A node that this move wins at once.
    fn win(&mut self, m: P::Move, ply: usize) -> Result<Value, Spent> {
        self.lines[ply].clear();
        self.lines[ply].push(m);
        if self.budget.visit() { Ok(Value::win_in(ply as u32 + 1)) } else { Err(Spent) }
    }

    /// The best value among these moves and the number of the move that has it.
    fn search_moves(
        &mut self,
        position: &P,
        moves: &mut Choices<P::Move>,
        Question { key, mut alpha, beta, asked, depth, ply, doubt, hopeless }: Question,
    ) -> Result<(Value, u16), Spent> {
        self.lines[ply].clear();
        if moves.is_empty() {
            let outcome = position.outcome();
            let value =
                outcome.map_or(Value::DRAW, |outcome| Value::of(outcome, position.turn(), ply as u32));
            return Ok((value, u16::MAX));
        }
        let wide = beta > alpha.above();
        let (mut best, mut best_code) = (Value::LEAST, u16::MAX);
        // Moves put off count as well: what comes after them is not better for it.
        let (mut searched, mut seen) = (0, 0);
        loop {
            if searched == 1 && moves.has_one_alone() {
                let sight = &self.sights[ply];
                self.order.list(self.shared.knowledge, position, sight, ply, u16::MAX, moves);
            }
            let Some(Pick { candidate: tried, place, late }) = moves.next() else { break };
            seen += usize::from(!late);
            if hopeless && searched > 0 && !tried.noisy {
                best = best.max(alpha);
                continue;
            }
            let task = self.shared.company.task(key, tried.code, depth);
            if let Some(task) = task {
                if searched > 0 {
                    // Another thread may have been through with this node meanwhile.
                    let answer = |entry: Entry| entry.answer(asked, wide, ply as u32, alpha, beta);
                    if ply > 0
                        && let Some(value) = self.shared.table.probe(key).and_then(answer)
                    {
                        return Ok((value, best_code));
                    }
                    if !late && self.shared.company.is_taken(task) {
                        moves.put_off(place);
                        continue;
                    }
                }
                self.shared.company.begin(task);
            }
            let child = position.after(tried.m);
            if depth > 1 {
                // What the table says is asked for at once, and for the next move after this one.
                self.shared.table.prepare(child.key());
                if searched > 0
                    && let Some(next) = moves.peek()
                {
                    self.shared.table.prepare(position.after(next).key());
                }
            }
            let recurring = child.recurrence().is_some().then(|| child.key());
            let value = if recurring.is_some_and(|key| self.path.repeats(key)) {
                self.lines[ply + 1].clear();
                Ok(Value::DRAW)
            } else {
                if let Some(key) = recurring {
                    self.path.enter(key);
                }
                self.follow(position, tried.m, &child, ply);
                // Where a win is at hand only a nearer one is looked for, and none must be missed.
                let reduces = seen > 3 && depth >= 3 && !tried.noisy && !alpha.is_decided();
                let reduction = if reduces { reduction(depth, seen - 1, wide) } else { 0 };
                let first = searched == 0;
                let value = self.scout(position, &child, alpha, beta, depth - 1, reduction, first, ply);
                if recurring.is_some() {
                    self.path.leave();
                }
                value
            };
            if let Some(task) = task {
                self.shared.company.end(task);
            }
            let value = value?;
            searched += 1;
            let value = if doubt && value < Value::DRAW { value.doubted() } else { value };
            if value > best {
                (best, best_code) = (value, tried.code);
            }
            if value > alpha {
                alpha = value;
                let (head, tail) = self.lines.split_at_mut(ply + 1);
                head[ply].clear();
                head[ply].push(tried.m);
                head[ply].extend_from_slice(&tail[0]);
            }
            if alpha >= beta {
                if !tried.noisy {
                    let side = position.turn().index();
                    self.order.reward(side, ply, depth as u32, tried.code, moves);
                }
                break;
            }
        }
        Ok((best, best_code))
    }

    /// The value of a child to its parent: the first move with the whole window, the others only to see
    /// whether they are better, and reduced where they hardly can be.
    #[allow(clippy::too_many_arguments, reason = "one call, split off to be read by itself")]
    fn scout(
        &mut self,
        parent: &P,
        child: &P,
        alpha: Value,
        beta: Value,
        depth: i32,
        reduction: i32,
        first: bool,
        ply: usize,
    ) -> Result<Value, Spent> {
        if !first {
            let mut value = self.turn_to(parent, child, alpha, alpha.above(), depth - reduction, ply)?;
            if value > alpha && reduction > 0 {
                value = self.turn_to(parent, child, alpha, alpha.above(), depth, ply)?;
            }
            if value <= alpha || value >= beta {
                return Ok(value);
            }
        }
        self.turn_to(parent, child, alpha, beta, depth, ply)
    }

    /// Sees what a move to the next ply changes.
    fn follow(&mut self, position: &P, m: P::Move, child: &P, ply: usize) {
        if self.sights.len() == ply + 1 {
            self.sights.push(self.sights[ply].clone());
        } else {
            let (seen, next) = self.sights.split_at_mut(ply + 1);
            next[0].clone_from(&seen[ply]);
        }
        self.shared.knowledge.follow(&mut self.sights[ply + 1], position, m, child);
    }

    /// Searches a child and gives its value to the parent: turned around only if the turn changes.
    fn turn_to(
        &mut self,
        parent: &P,
        child: &P,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
    ) -> Result<Value, Spent> {
        if child.turn() == parent.turn() {
            self.search(child, alpha, beta, depth, ply + 1)
        } else {
            Ok(-self.search(child, -beta, -alpha, depth, ply + 1)?)
        }
    }

    /// Plays the noisy moves out before judging.
    fn settle(&mut self, position: &P, mut alpha: Value, beta: Value, ply: usize) -> Result<Value, Spent> {
        self.lines[ply].clear();
        if !self.budget.visit() {
            return Err(Spent);
        }
        if let Some(outcome) = position.outcome() {
            return Ok(Value::of(outcome, position.turn(), ply as u32));
        }
        let mut best = Value::guess(self.shared.knowledge.evaluate(position, &self.sights[ply]));
        if best >= beta || ply >= MOST_PLY - 1 {
            return Ok(best);
        }
        alpha = alpha.max(best);
        let mut moves = std::mem::replace(&mut self.moves[ply], Choices::new());
        list_noisy(self.shared.knowledge, position, &self.sights[ply], &mut moves);
        let mut result = Ok(());
        while let Some(pick) = moves.next() {
            let tried = pick.candidate;
            let child = position.after(tried.m);
            self.follow(position, tried.m, &child, ply);
            let Ok(value) = self.turn_to(position, &child, alpha, beta, 0, ply) else {
                result = Err(Spent);
                break;
            };
            if value > best {
                best = value;
                alpha = alpha.max(value);
            }
            if alpha >= beta {
                break;
            }
        }
        self.moves[ply] = moves;
        result.map(|()| best)
    }
}
