//! An opponent for Ban Chess.

#[cfg(test)]
mod trials;

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use chautari_game::{Engine, Limit, Means, Position as _, Record, Score, Thought, Watch};
use chautari_search::{Attention, Budget, Company, Halt, Handicap, Nodes, Table, Value, Window, in_company};
use cozy_chess::{Board, Move};

use crate::action::{Action, ActionType, Pair};
use crate::eval::Weights;
use crate::levels::LADDER;
use crate::order::{CODES, MOST_HEIGHT};
use crate::search::{Path, Rigour, Worker, recurrence_key};
use crate::{Banchess, chess};

/// The first window around the value of the iteration before, in hundredths.
const WIDTH: i32 = 40;

/// An engine that searches the tree of moves, the bans taken out of it.
pub(crate) struct Thinker {
    weights: Weights,
    table: Table,
    threads: usize,
    handicap: Handicap,
    seed: u64,
}

impl Thinker {
    pub(crate) fn new(means: &Means) -> Thinker {
        Thinker::with(means, &Weights::OURS)
    }

    pub(crate) fn with(means: &Means, weights: &Weights) -> Thinker {
        Thinker {
            weights: *weights,
            table: Table::new(means.hash),
            threads: means.threads.max(1),
            handicap: LADDER.handicap(means.level),
            seed: means.seed,
        }
    }
}

impl Engine<Banchess> for Thinker {
    fn think(&mut self, record: &Record<Banchess>, limit: &Limit, watch: Watch<Action>) -> Thought<Action> {
        self.table.grow_older();
        let position = record.position();
        let mut attention = Attention::new(self.handicap, limit, position.key(), self.seed);
        let mut choices = position.moves();
        let enemies = position.board.colors(!position.board.side_to_move());
        attention.overlook(&mut choices, |choice| enemies.has(choice.pair().to));
        let limit = attention.limit();
        let blank = attention.is_hasty().then(|| Table::new(0));
        let table = blank.as_ref().unwrap_or(&self.table);
        let spent = AtomicBool::new(false);
        let path = path(record);
        let seen: Vec<Pair> = choices.iter().map(|choice| choice.pair()).collect();
        let pairs = position.moves().into_iter().map(Action::pair);
        let overlooked: Vec<Pair> = pairs.filter(|pair| !seen.contains(pair)).collect();
        let company = Company::new(self.threads, CODES, Nodes::Dear);
        let begin = |thread| {
            let step = if position.action_type() == ActionType::Ban { 2 } else { 1 };
            let budget = Budget::new(limit, &spent);
            let mut worker =
                Worker::new(&self.weights, table, company.member(thread), budget, path.clone(), step);
            worker.root_line.extend(choices.first());
            worker.overlooked.extend(&overlooked);
            Deepening { record, root: Root::new(&position.board, &choices), worker }
        };
        let mut first = begin(0);
        if let Some(score) = at_once(record, &choices) {
            let line = choices.into_iter().take(usize::from(record.outcome().is_none())).collect();
            return first.thought(line, score, 0);
        }
        let most_depth = limit.depth.unwrap_or(u32::MAX);
        let others = (1..self.threads).map(|thread| {
            let mut other = begin(thread);
            move || other.deepen(most_depth, &mut |_| ControlFlow::Continue(())).nodes
        });
        in_company(|| first.deepen(most_depth, watch), others, &spent)
    }
}

/// What needs no thinking: the end of the game, and a ban without a choice.
fn at_once(record: &Record<Banchess>, choices: &[Action]) -> Option<Score> {
    let position = record.position();
    if let Some(outcome) = record.outcome() {
        return Some(match outcome.winner {
            None => Score::Draw,
            Some(_) => Value::of(outcome, position.turn(), 0).score(),
        });
    }
    match choices {
        [Action::Ban(_)] if position.count_moves() > 1 => Some(Score::Guess(0)),
        [Action::Ban(_)] if position.is_check() => Some(Score::Win(1)),
        [Action::Ban(_)] => Some(Score::Draw),
        _ => None,
    }
}

/// The positions before a ban that a record has been through.
fn path(record: &Record<Banchess>) -> Path {
    let before_bans = record.positions().filter(|position| position.ban.is_none());
    let keys: Vec<u64> = before_bans.map(|position| recurrence_key(&position.board)).collect();
    let at_ban = record.position().ban.is_none();
    Path { played: keys.len() - usize::from(at_ban && !keys.is_empty()), keys }
}

/// What is to be decided.
enum Root<'a> {
    /// Which of these ways to ban.
    Ban(&'a Board),
    /// Which of these moves to make; the best so far first.
    Move(&'a Board, Vec<Move>),
}

impl<'a> Root<'a> {
    fn new(board: &'a Board, choices: &[Action]) -> Root<'a> {
        let moves = choices.iter().filter_map(|&choice| match choice {
            Action::Move(pair, promotion) => Some(chess::raw(board, pair, promotion)),
            Action::Ban(_) => None,
        });
        let moves: Vec<Move> = moves.collect();
        if moves.is_empty() { Root::Ban(board) } else { Root::Move(board, moves) }
    }
}

/// Searching deeper and deeper.
struct Deepening<'a> {
    record: &'a Record<Banchess>,
    root: Root<'a>,
    worker: Worker<'a>,
}

impl Deepening<'_> {
    fn thought(&self, line: Vec<Action>, score: Score, depth: u32) -> Thought<Action> {
        let budget = &self.worker.budget;
        Thought {
            best: line.first().copied(),
            score,
            depth,
            nodes: budget.nodes(),
            time: budget.time(),
            line,
        }
    }

    /// Until the limit, a proof, or a break of `watch`. Depths are moves here and plies outside.
    fn deepen(&mut self, most_plies: u32, watch: Watch<Action>) -> Thought<Action> {
        let mut best = self.thought(self.worker.root_line.clone(), Score::Guess(0), 0);
        let mut value = Value::DRAW;
        let most_depth = most_plies.div_ceil(2).clamp(1, MOST_HEIGHT as u32 - 1);
        let mut depth = 1;
        while depth <= most_depth {
            let Ok(found) = self.iterate(value, depth) else {
                // What the broken iteration found better than the one before is still better.
                let line = self.worker.line(self.record, self.plies(depth));
                best = Thought { best: line.first().copied(), line, ..best };
                break;
            };
            let score = self.score(found);
            let plies = self.plies(depth);
            best = self.thought(self.worker.line(self.record, plies), score, plies);
            if watch(&best).is_break() || (self.is_forced() && self.worker.budget.has_clock()) {
                break;
            }
            depth += 1;
            if let Score::Win(distance) | Score::Loss(distance) = score {
                if self.worker.rigour == Rigour::Careful && found == value {
                    break;
                }
                // Whether there is no nearer end shows only as far down as this one.
                depth = depth.max(distance.div_ceil(2));
            }
            value = found;
        }
        Thought { nodes: self.worker.budget.nodes(), time: self.worker.budget.time(), ..best }
    }

    /// What a value of the root is to the side to act. Nothing is proven by looking away.
    fn score(&self, value: Value) -> Score {
        let sees_all = self.worker.overlooked.is_empty();
        match self.root {
            Root::Ban(_) if sees_all => (-value).score(),
            Root::Ban(_) => Value::guess(-value.raw()).score(),
            Root::Move(..) if sees_all || value > Value::DRAW => value.score(),
            Root::Move(..) => Value::guess(value.raw()).score(),
        }
    }

    /// Plies of the record that so many moves from the root make.
    fn plies(&self, depth: u32) -> u32 {
        depth * 2 + self.worker.first_step - 2
    }

    fn is_forced(&self) -> bool {
        matches!(&self.root, Root::Move(_, moves) if moves.len() == 1)
    }

    /// One iteration, in a window around the last value that widens where it must.
    fn iterate(&mut self, last: Value, depth: u32) -> Result<Value, Halt> {
        // A win or loss once found is looked at again with care, to be sure of its distance.
        self.worker.rigour = if last.is_decided() { Rigour::Careful } else { Rigour::Bold };
        let window = match depth {
            _ if last.is_decided() => Window::around(last, 1),
            0..4 => Window::WHOLE,
            _ => Window::around(last, WIDTH),
        };
        window.widen(|window| self.look(window, depth))
    }

    fn look(&mut self, window: Window, depth: u32) -> Result<Value, Halt> {
        match &mut self.root {
            Root::Ban(board) => self.worker.search(board, window, depth as i32, 0),
            Root::Move(board, moves) => self.worker.choose(board, moves, window, depth as i32),
        }
    }
}
