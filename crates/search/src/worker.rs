//! One thread of an alpha-beta search.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use chautari_game::{Game, Limit, Oracle, Position, Record, Score, Thought, Watch};

use crate::budget::Budget;
use crate::company::{Halt, Member, Quest, whole_line};
use crate::order::{Choices, MOST_PLY, Order, Pick, list_noisy, reduction};
use crate::path::Path;
use crate::{Choice, Entry, Knowledge, Table, Urgency, Value, Window};

/// The first window around the value of the iteration before, in hundredths.
const WIDTH: i32 = 40;

/// How near to the leaves guesses are trusted.
const MOST_CALM: i32 = 3;

/// Below this depth it costs more to ask whether another thread has the answer than to go on.
const ASKING: i32 = 5;

/// One part in so many of the limit may go into a proof that a game looks for by itself.
const PROOF_SHARE: u32 = 8;

/// What all threads have in common.
pub(crate) struct Shared<'a, P: Position, K: Knowledge<P>> {
    pub(crate) knowledge: &'a K,
    pub(crate) oracle: Option<&'a dyn Oracle<P>>,
    pub(crate) table: &'a Table,
}

/// What is asked of a node.
#[derive(Clone, Copy)]
struct Question {
    quest: Quest,
    /// How deep the answer is searched for.
    depth: i32,
    /// Moves are left out, so that no loss is certain.
    doubt: bool,
    /// No quiet move is likely to be good enough.
    hopeless: bool,
}

/// A thread and what it has learnt.
pub(crate) struct Worker<'a, P: Position, K: Knowledge<P>> {
    shared: Shared<'a, P, K>,
    member: Member<'a>,
    budget: Budget<'a>,
    /// The moves to choose from.
    roots: &'a [P::Move],
    /// What a repetition is worth to each side.
    repetition: [Value; 2],
    path: Path,
    order: Order<'a>,
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
        member: Member<'a>,
        budget: Budget<'a>,
        record: &Record<G>,
        roots: &'a [P::Move],
        ambition: i32,
    ) -> Self {
        let mut repetition = [Value::DRAW; 2];
        if ambition > 0 {
            let side = record.position().turn();
            repetition[side.index()] = Value::guess(-ambition);
            repetition[side.other().index()] = Value::guess(ambition);
        }
        Worker {
            budget,
            roots,
            repetition,
            path: Path::new(record.positions()),
            order: Order::new(member.lessons()),
            moves: (0..MOST_PLY).map(|_| Choices::new()).collect(),
            lines: vec![Vec::new(); MOST_PLY + 1],
            sights: vec![shared.knowledge.look(record.position())],
            shared,
            member,
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
    pub(crate) fn prove(
        &mut self,
        position: &P,
        limit: &Limit,
        watch: Watch<P::Move>,
    ) -> Option<Thought<P::Move>> {
        let (share, spent) = (Budget::share(limit, PROOF_SHARE), AtomicBool::new(false));
        let mut budget = Budget::new(&share, &spent);
        let proof = self.shared.knowledge.prove(position, limit.depth.unwrap_or(u32::MAX), &mut budget);
        self.budget.count(budget.nodes());
        let (m, plies) = proof.filter(|(m, _)| self.roots.contains(m))?;
        let thought = self.thought(vec![m], Score::Win(plies), plies);
        let _ = watch(&thought);
        Some(thought)
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
                let line = self.line(record, depth);
                if let Some(&m) = line.first() {
                    best = Thought { best: Some(m), line, ..best };
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
            best = self.thought(self.line(record, depth), value.score(), depth);
            if watch(&best).is_break() {
                break;
            }
            if proven || (self.roots.len() == 1 && self.budget.has_clock()) {
                break;
            }
        }
        Thought { nodes: self.budget.nodes(), time: self.budget.time(), ..best }
    }

    /// The best line of an iteration.
    fn line<G: Game<Position = P>>(&self, record: &Record<G>, depth: u32) -> Vec<P::Move> {
        whole_line(record, &self.lines[0], depth, |position| {
            let best = self.shared.table.probe(position.key())?.best;
            position.moves().into_iter().find(|&m| K::code(m) == best)
        })
    }

    /// One iteration, in a window around the last value that widens where it must.
    fn iterate(&mut self, position: &P, last: Value, depth: u32) -> Result<Value, Halt> {
        let narrow = depth >= 4 && !last.is_decided();
        let window = if narrow { Window::around(last, WIDTH) } else { Window::WHOLE };
        window.widen(|window| self.search(position, window, depth as i32, 0))
    }

    fn search(&mut self, position: &P, window: Window, depth: i32, ply: usize) -> Result<Value, Halt> {
        if let Some(value) = self.known(position, ply) {
            self.lines[ply].clear();
            return if self.budget.visit() { Ok(value) } else { Err(Halt::Spent) };
        }
        let urgency = self.shared.knowledge.urgency(position, &self.sights[ply]);
        let depth = match urgency {
            Urgency::Win(m) if ply > 0 || self.roots.contains(&m) => return self.win(m, ply),
            // The answer is forced, so it costs no depth.
            Urgency::Threat => depth + 1,
            Urgency::Win(_) | Urgency::None => depth,
        };
        if depth <= 0 || ply >= MOST_PLY - 1 {
            return self.settle(position, window, ply);
        }
        if !self.budget.visit() {
            return Err(Halt::Spent);
        }
        let at = ply as u32;
        // A win nearer than any still possible here has been found already.
        let alpha = window.alpha.max(Value::loss_in(at));
        let beta = window.beta.min(Value::win_in(at + 1));
        if alpha >= beta {
            self.lines[ply].clear();
            return Ok(alpha);
        }
        let window = Window { alpha, beta };
        let recalls = !self.member.is_alone();
        let quest = Quest { key: position.key(), window, depth, ply: at, recalls };
        let known = self.shared.table.probe(quest.key);
        if let Some(entry) = known
            && ply > 0
            && let Some(value) = entry.answer(&quest)
        {
            self.lines[ply].clear();
            return Ok(value);
        }
        let hash_move = known.map_or(u16::MAX, |entry| entry.best);
        let mut hopeless = false;
        if let Some(change) = K::QUIET_CHANGE
            && depth <= MOST_CALM
            && urgency == Urgency::None
            && !(window.is_wide() || alpha.is_decided() || beta.is_decided())
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
        self.member.enter(ply, &quest);
        let result = self.search_moves(position, &mut moves, Question { quest, depth, doubt, hopeless });
        self.member.leave(&quest);
        self.moves[ply] = moves;
        let (value, best) = match result {
            Err(Halt::Answered(level, value)) if level == ply => {
                self.lines[ply].clear();
                return Ok(value);
            }
            result => result?,
        };
        self.shared.table.store(quest.key, Entry::new(&quest, value, best));
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
    fn win(&mut self, m: P::Move, ply: usize) -> Result<Value, Halt> {
        self.lines[ply].clear();
        self.lines[ply].push(m);
        if self.budget.visit() { Ok(Value::win_in(ply as u32 + 1)) } else { Err(Halt::Spent) }
    }

    /// The best value among these moves and the number of the move that has it.
    fn search_moves(
        &mut self,
        position: &P,
        moves: &mut Choices<P::Move>,
        Question { quest, depth, doubt, hopeless }: Question,
    ) -> Result<(Value, u16), Halt> {
        let Quest { key, window: Window { mut alpha, beta }, .. } = quest;
        let ply = quest.ply as usize;
        self.lines[ply].clear();
        if moves.is_empty() {
            let outcome = position.outcome();
            let value =
                outcome.map_or(Value::DRAW, |outcome| Value::of(outcome, position.turn(), ply as u32));
            return Ok((value, u16::MAX));
        }
        let wide = quest.window.is_wide();
        let (mut best, mut best_code) = (Value::LEAST, u16::MAX);
        // Moves put off count where they were to be tried.
        let (mut searched, mut seen) = (0, 0);
        loop {
            if searched == 1 && moves.has_one_alone() {
                let sight = &self.sights[ply];
                self.order.list(self.shared.knowledge, position, sight, ply, u16::MAX, moves);
            }
            let lead = self.member.lead(&quest).filter(|_| searched > 0);
            let lead = lead.and_then(|code| moves.take(code));
            let leads = lead.is_some();
            let Some(pick) = lead.or_else(|| moves.next()) else { break };
            let Pick { candidate: tried, place, index: late } = pick;
            seen += usize::from(late.is_none());
            let index = late.unwrap_or(seen);
            if hopeless && searched > 0 && !tried.noisy {
                best = best.max(alpha);
                continue;
            }
            let task = self.member.task(key, tried.code, depth, searched == 0);
            if let Some(task) = task {
                if depth >= ASKING {
                    self.member.ask(self.shared.table)?;
                }
                if !self.member.begin(task) && !leads && late.is_none() {
                    moves.put_off(place, seen);
                    continue;
                }
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
                Ok(self.repetition[position.turn().index()])
            } else {
                if let Some(key) = recurring {
                    self.path.enter(key);
                }
                self.follow(position, tried.m, &child, ply);
                // Where a win is at hand only a nearer one is looked for, and none must be missed.
                let reduces = index > 3 && depth >= 3 && !tried.noisy && !alpha.is_decided();
                let reduction = if reduces { reduction(depth, index - 1, wide) } else { 0 };
                let is_first = searched == 0 || leads;
                let value = Window { alpha, beta }.scout(is_first, depth - 1, reduction, |window, depth| {
                    if !is_first && window.is_wide() {
                        self.member.take_lead(&quest, tried.code, |code| moves.is_waiting(code))?;
                    }
                    self.turn_to(position, &child, window, depth, ply)
                });
                if recurring.is_some() {
                    self.path.leave();
                }
                value
            };
            if let Some(task) = task {
                self.member.end(task);
            }
            if let Err(Halt::Outdone) = value {
                moves.put_off(place, index);
                continue;
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
                    self.order.reward(side, ply, depth, tried.code, moves);
                }
                break;
            }
        }
        Ok((best, best_code))
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

    /// Plays the noisy moves out before judging.
    fn settle(
        &mut self,
        position: &P,
        Window { mut alpha, beta }: Window,
        ply: usize,
    ) -> Result<Value, Halt> {
        self.lines[ply].clear();
        if !self.budget.visit() {
            return Err(Halt::Spent);
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
            let value = match self.turn_to(position, &child, Window { alpha, beta }, 0, ply) {
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
        self.moves[ply] = moves;
        result.map(|()| best)
    }
}
