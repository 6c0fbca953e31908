//! The [`Evaluator`] trait: static evaluation and move ordering.

use std::ops::ControlFlow;

use chautari_game::Dense;

use crate::{Budget, NodeCost};

/// Whether a position is decided by the next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency<M> {
    /// No immediate win or loss is visible.
    None,
    /// This move wins at once.
    Win(M),
    /// The opponent wins with the next move unless it is prevented now.
    Threat,
}

/// A move with its ordering score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove<M> {
    /// The move.
    pub m: M,
    /// See [`Evaluator::order_score`].
    pub score: i32,
    /// See [`Evaluator::is_noisy`].
    pub noisy: bool,
}

/// Full-width or selective search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// All moves (full-width search), so a position in which every move loses is proven lost.
    FullWidth,
    /// Under [`Urgency::Threat`] all moves that may stop the threat, otherwise only the most promising ones.
    /// A position in which all of these lose is not proven lost.
    Selective,
}

/// The static knowledge of a game. Only [`evaluate`](Self::evaluate) is required; the other methods make the
/// search faster or stronger. [`conformance::check`](crate::conformance::check) checks that they are
/// consistent.
pub trait Evaluator<P: Dense>: Clone + Send + Sync + 'static {
    /// Incrementally updated data that would be too expensive to compute at every node: pattern tables or a
    /// network's accumulator. It is copied for every move. `()` if the position is enough.
    type State: Clone + Default + Send;

    /// One more than the largest [`code`](Self::code).
    const CODES: usize = P::ACTION_COUNT;

    /// The relative cost of a node, which decides how much data threads share.
    const NODE_COST: NodeCost = NodeCost::High;

    /// Whether [`each_scored_move`](Self::each_scored_move) may omit moves.
    const SELECTION: Selection = Selection::FullWidth;

    /// The margin of futility pruning and reverse futility pruning per ply of depth, in hundredths: a bound
    /// on how much a quiet move changes the evaluation in nearly all cases. `None` if the evaluation is too
    /// rough for pruning.
    const FUTILITY_MARGIN: Option<i32> = None;

    /// Computes the state of a position from scratch.
    fn start(&self, position: &P) -> Self::State {
        let _ = position;
        Self::State::default()
    }

    /// Updates the state of the position before a move to that of the position after it.
    fn step(&self, state: &mut Self::State, before: &P, m: P::Move, after: &P) {
        let _ = (state, before, m, after);
    }

    /// Returns the code of a legal move, distinct from those of the other legal moves of the position. It
    /// identifies the move in the transposition table and the history, so it should mean much the same in
    /// every position.
    fn code(position: &P, m: P::Move) -> u16 {
        position.action_id(m).map_or(0, |id| id as u16)
    }

    /// Returns the legal move with this code, if there is one. Worth overriding if that is faster than
    /// listing all moves, because the hash move alone often causes a cutoff.
    fn decode(&self, _: &P, _: &Self::State, _code: u16) -> Option<P::Move> {
        None
    }

    /// Returns the static evaluation of an unfinished position for the side to move, in hundredths.
    fn evaluate(&self, position: &P, state: &Self::State) -> i32;

    /// Returns a score for move ordering; moves with higher scores are searched first.
    fn order_score(&self, position: &P, m: P::Move) -> i32 {
        let _ = (position, m);
        0
    }

    /// Whether a move changes so much that the position cannot be evaluated before it, like a capture in
    /// chess. Quiescence search plays these out.
    fn is_noisy(&self, position: &P, state: &Self::State, m: P::Move) -> bool {
        let _ = (position, state, m);
        false
    }

    /// Visits the noisy moves. Worth overriding if they can be generated without the others.
    fn each_noisy<B>(
        &self,
        position: &P,
        state: &Self::State,
        mut visit: impl FnMut(P::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        position.each_move(|m| {
            if self.is_noisy(position, state, m) { visit(m) } else { ControlFlow::Continue(()) }
        })
    }

    /// Visits the moves to be searched with their ordering scores. Worth overriding if the scores share work.
    fn each_scored_move<B>(
        &self,
        position: &P,
        state: &Self::State,
        mut visit: impl FnMut(ScoredMove<P::Move>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        position.each_move(|m| {
            let (score, noisy) = (self.order_score(position, m), self.is_noisy(position, state, m));
            visit(ScoredMove { m, score, noisy })
        })
    }

    /// Looks for a proof that the side to move wins within `max_plies`, by a specialised method such as a
    /// threat-space search. Returns the first move and the number of plies. Called once, at the root, before
    /// the search.
    fn prove(&self, _: &P, _max_plies: u32, _: &mut Budget) -> Option<(P::Move, u32)> {
        None
    }

    /// Detects immediate wins and threats. A win is not searched further; a threat extends the search by a
    /// ply, so that it is answered before the position is evaluated.
    fn urgency(&self, _: &P, _: &Self::State) -> Urgency<P::Move> {
        Urgency::None
    }
}
