//! The engine: endgame tables where they cover a position, alpha-beta search elsewhere.

use std::ops::ControlFlow;
use std::path::Path as FilePath;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use chautari_game::{
    Engine, EngineOptions, Level, Limit, OnThought, Position as _, Record, Score, Thought, Variation,
};
use chautari_search::{
    Budget, Halt, Handicap, HandicapState, Instant, NodeCost, Threads, TimeManager, TranspositionTable,
    Value, Window, exact_score, gather_lines, other_exact_lines, search_in_parallel,
};
use chautari_solve::TableError;
use cozy_chess::{Board, Move};

use crate::action::{Action, ActionType, Pair};
use crate::endings::{Tables, tables};
use crate::eval::Weights;
use crate::levels::LEVELS;
use crate::network::{NETWORK, Net, NetworkEvaluator};
use crate::order::{CODES, MAX_HEIGHT};
use crate::search::{Mode, Path, Worker, action, recurrence_key};
use crate::{Banchess, chess};

/// Half the width of the aspiration window, in hundredths.
const ASPIRATION: i32 = 40;

/// The length of the principal variation read from the tables.
const LINE: usize = 12;

/// An engine that searches the tree of moves without its bans.
pub(crate) struct BanchessEngine {
    weights: Weights,
    /// The network that corrects the evaluation; used at full strength only.
    network: Option<&'static Net>,
    table: TranspositionTable,
    threads: usize,
    handicap: Handicap,
    seed: u64,
    /// The folder of the endgame tables; used at full strength only.
    endings: Option<Arc<FilePath>>,
}

impl BanchessEngine {
    pub(crate) fn new(options: &EngineOptions) -> BanchessEngine {
        BanchessEngine::with_network(options, (options.level == Level::FULL).then(|| &*NETWORK))
    }

    /// Creates an engine with these weights and without a network.
    pub(crate) fn with(options: &EngineOptions, weights: &Weights) -> BanchessEngine {
        let handicap = LEVELS.handicap(options.level);
        // A ban and its move are two plies but hardly more positions than one.
        let most_nodes = Handicap { depth: handicap.depth / 2, ..handicap }.most_nodes();
        BanchessEngine {
            weights: *weights,
            network: None,
            table: TranspositionTable::for_search(options.hash, most_nodes),
            threads: options.threads.max(1),
            handicap,
            seed: options.seed,
            endings: options.tables.clone().filter(|_| options.level == Level::FULL),
        }
    }

    /// Creates an engine with a network, or with the hand-crafted evaluation.
    pub(crate) fn with_network(options: &EngineOptions, network: Option<&'static Net>) -> BanchessEngine {
        BanchessEngine { network, ..BanchessEngine::with(options, &Weights::OURS) }
    }
}

impl Engine<Banchess> for BanchessEngine {
    fn think(
        &mut self,
        record: &Record<Banchess>,
        limit: &Limit,
        on_thought: OnThought<Action>,
    ) -> Thought<Action> {
        let endings = self.endings.as_deref().and_then(|folder| tables::find(folder).ok());
        match endings.as_ref().map_or(Ok(None), |endings| look_up(endings, record, limit.lines)) {
            Ok(Some(thought)) => {
                let _ = on_thought(&thought);
                return thought;
            }
            Ok(None) => {}
            // Damaged tables are ignored here; building or probing them reports the damage.
            Err(_) => self.endings.iter().for_each(|folder| tables::forget(folder)),
        }
        self.table.new_search();
        let position = record.position();
        let mut handicap_state = HandicapState::new(self.handicap, limit, position.key(), self.seed);
        let mut choices = position.moves();
        let enemies = position.board.colors(!position.board.side_to_move());
        handicap_state.overlook(&mut choices, |choice| enemies.has(choice.pair().to));
        let limit = handicap_state.limit();
        let blank = handicap_state.is_hasty().then(|| TranspositionTable::new(0));
        let table = blank.as_ref().unwrap_or(&self.table);
        let spent = AtomicBool::new(false);
        let path = path(record);
        let seen: Vec<Pair> = choices.iter().map(|choice| choice.pair()).collect();
        let pairs = position.moves().into_iter().map(Action::pair);
        let overlooked: Vec<Pair> = pairs.filter(|pair| !seen.contains(pair)).collect();
        let threads = Threads::new(self.threads, CODES, NodeCost::High);
        let deepening = |index| {
            let step = if position.action_type() == ActionType::Ban { 2 } else { 1 };
            let budget = Budget::new(limit, &spent);
            let evaluator = NetworkEvaluator::new(&self.weights, self.network);
            let mut worker = Worker::new(evaluator, table, threads.thread(index), budget, path.clone(), step);
            worker.endings = endings.as_deref();
            worker.root_pv.extend(choices.first());
            worker.overlooked.extend(&overlooked);
            Deepening { record, root: Root::new(&position.board, &choices), worker }
        };
        let mut main = deepening(0);
        if let Some(score) = at_once(record, &choices) {
            let line = choices.into_iter().take(usize::from(record.outcome().is_none())).collect();
            return main.thought(line, score, 0);
        }
        let helpers = (1..self.threads).map(|index| {
            let mut helper = deepening(index);
            // Only the first thread manages time and searches several variations.
            let limit = Limit { aim: None, lines: 1, ..limit.clone() };
            move || helper.deepen(&limit, &mut |_| ControlFlow::Continue(())).nodes
        });
        search_in_parallel(|| main.deepen(limit, on_thought), helpers, &spent)
    }
}

/// The estimate for a win that the fifty-move rule may prevent, in hundredths.
const LONG_WIN: i32 = 500;

/// Plays by the endgame tables. They ignore the fifty-move rule, so wins that may take too long are played
/// but not reported as proven.
fn look_up(
    endings: &Tables,
    record: &Record<Banchess>,
    lines: usize,
) -> Result<Option<Thought<Action>>, TableError> {
    let begun = Instant::now();
    let Some(chosen) = endings.choose(record)? else { return Ok(None) };
    let position = record.position();
    let clock = u32::from(position.board.halfmove_clock());
    let before_fifty = |score: Score| match score {
        Score::Win(plies) if clock + plies.div_ceil(2) > 100 => Score::Guess(LONG_WIN),
        Score::Loss(plies) if clock + plies.div_ceil(2) > 100 => Score::Guess(-LONG_WIN),
        score => score,
    };
    let mut others = other_exact_lines(endings, position, chosen.action, lines);
    for other in &mut others {
        other.score = before_fifty(other.score);
    }
    let mut line = vec![chosen.action];
    if chosen.value.winner.is_some() {
        line.extend(endings.line(&position.after(chosen.action), LINE - 1)?);
    }
    Ok(Some(Thought {
        best: Some(chosen.action),
        score: before_fifty(exact_score(chosen.value, position.turn())),
        depth: chosen.value.plies.map_or(1, |plies| plies + 1),
        nodes: chosen.looked_up,
        time: begun.elapsed(),
        line,
        others,
    }))
}

/// Returns the score if no search is needed: at the end of the game, or for the only possible ban.
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

/// Returns the positions of a record before bans.
fn path(record: &Record<Banchess>) -> Path {
    let before_bans = record.positions().filter(|position| position.ban.is_none());
    let keys: Vec<u64> = before_bans.map(|position| recurrence_key(&position.board)).collect();
    let at_ban = record.position().ban.is_none();
    Path { played: keys.len() - usize::from(at_ban && !keys.is_empty()), keys }
}

/// The decision at the root.
enum Root<'a> {
    /// A ban of one of the opponent's ways.
    Ban(&'a Board),
    /// One of these moves, best so far first.
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

/// Iterative deepening.
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
            others: Vec::new(),
        }
    }

    /// Searches until the limit, a proof, or a break of `on_thought`. Depths count moves here and plies
    /// outside.
    fn deepen(&mut self, limit: &Limit, on_thought: OnThought<Action>) -> Thought<Action> {
        let mut best = self.thought(self.worker.root_pv.clone(), Score::Guess(0), 0);
        let mut value = Value::DRAW;
        let mut others = vec![Value::DRAW; limit.lines.saturating_sub(1)];
        let mut time_manager = TimeManager::new(limit);
        let max_depth = limit.depth.unwrap_or(u32::MAX).div_ceil(2).clamp(1, MAX_HEIGHT as u32 - 1);
        let mut depth = 1;
        while depth <= max_depth {
            let Ok(found) = self.iterate(value, depth) else {
                // A better move found by the incomplete iteration is still better.
                let line = self.worker.pv(self.record, self.plies(depth));
                best.others.retain(|other| other.line.first() != line.first());
                best = Thought { best: line.first().copied(), line, ..best };
                break;
            };
            let score = self.score(found);
            let plies = self.plies(depth);
            let first = self.thought(self.worker.pv(self.record, plies), score, plies);
            let (next, complete) = self.next_best(&first, &mut others, depth);
            let mut known = vec![Variation { score, line: first.line.clone() }];
            known.extend(next);
            let mut known = gather_lines(known, best, limit.lines);
            known.retain(|known| known.line.first() != first.line.first());
            best = Thought { others: known, ..first };
            if !complete {
                break;
            }
            let enough = time_manager.is_enough(best.best, score, self.worker.budget.time());
            if on_thought(&best).is_break() || enough || (self.is_forced() && self.worker.budget.has_clock())
            {
                break;
            }
            depth += 1;
            if let Score::Win(distance) | Score::Loss(distance) = score {
                if self.worker.mode == Mode::FullWidth && found == value {
                    break;
                }
                // Only a search to this depth shows whether there is a nearer end.
                depth = depth.max(distance.div_ceil(2));
            }
            value = found;
        }
        Thought { nodes: self.worker.budget.nodes(), time: self.worker.budget.time(), ..best }
    }

    /// Searches as many further variations as there are previous values; returns them and whether all were
    /// completed.
    fn next_best(
        &mut self,
        first: &Thought<Action>,
        values: &mut [Value],
        depth: u32,
    ) -> (Vec<Variation<Action>>, bool) {
        let mut found: Vec<Variation<Action>> = Vec::new();
        let root_pv = self.worker.root_pv.clone();
        for last in values {
            let known: Vec<Action> = first
                .best
                .into_iter()
                .chain(found.iter().filter_map(|other| other.line.first().copied()))
                .collect();
            let window = if depth < 4 { Window::FULL } else { Window::around(*last, ASPIRATION) };
            let value = match &self.root {
                Root::Move(board, moves) => {
                    let is_known = |&m: &Move| known.contains(&action(board, m));
                    let mut rest: Vec<Move> = moves.iter().copied().filter(|m| !is_known(m)).collect();
                    if rest.is_empty() {
                        break;
                    }
                    window
                        .widen(|window| self.worker.search_root_moves(board, &mut rest, window, depth as i32))
                }
                Root::Ban(board) => {
                    // The reply to the best ban is the next best way to ban.
                    let runner_up = first.line.get(1).map(|next| Action::Ban(next.pair()));
                    let mut bans = runner_up.into_iter().chain(self.record.position().moves());
                    let Some(ban) = bans.find(|ban| !known.contains(ban)) else { break };
                    let Root::Move(_, mut replies) =
                        Root::new(board, &self.record.position().after(ban).moves())
                    else {
                        break;
                    };
                    let value = window.widen(|window| {
                        self.worker.search_root_moves(board, &mut replies, window, depth as i32)
                    });
                    self.worker.root_pv.insert(0, ban);
                    value
                }
            };
            let line = self.worker.pv(self.record, self.plies(depth));
            self.worker.root_pv.clone_from(&root_pv);
            let Ok(value) = value else { return (found, false) };
            *last = value;
            found.push(Variation { score: self.score(*last), line });
        }
        (found, true)
    }

    /// Converts a root value to a score for the side to act. With overlooked moves nothing is proven.
    fn score(&self, value: Value) -> Score {
        let sees_all = self.worker.overlooked.is_empty();
        match self.root {
            Root::Ban(_) if sees_all => (-value).score(),
            Root::Ban(_) => Value::guess(-value.raw()).score(),
            Root::Move(..) if sees_all || value > Value::DRAW => value.score(),
            Root::Move(..) => Value::guess(value.raw()).score(),
        }
    }

    /// Converts a depth in moves to plies of the record.
    fn plies(&self, depth: u32) -> u32 {
        depth * 2 + self.worker.first_step - 2
    }

    fn is_forced(&self) -> bool {
        matches!(&self.root, Root::Move(_, moves) if moves.len() == 1)
    }

    /// Runs one iteration with an aspiration window around the last value.
    fn iterate(&mut self, last: Value, depth: u32) -> Result<Value, Halt> {
        // Results of a selective search are confirmed at full width, to get their distances right.
        self.worker.mode = if last.is_decided() { Mode::FullWidth } else { Mode::Selective };
        let window = match depth {
            _ if last.is_decided() => Window::around(last, 1),
            0..4 => Window::FULL,
            _ => Window::around(last, ASPIRATION),
        };
        window.widen(|window| self.search(window, depth))
    }

    fn search(&mut self, window: Window, depth: u32) -> Result<Value, Halt> {
        match &mut self.root {
            Root::Ban(board) => self.worker.search(board, window, depth as i32, 0),
            Root::Move(board, moves) => self.worker.search_root_moves(board, moves, window, depth as i32),
        }
    }
}
