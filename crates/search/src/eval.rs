//! What a game tells its search.

use std::ops::ControlFlow;

use chautari_game::Dense;

use crate::{Budget, NodeCost};

/// Whether something cannot wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency<M> {
    /// Nothing that shows without a search.
    None,
    /// This move ends the game and wins it.
    Win(M),
    /// The opponent wins with the next move unless it is stopped now.
    Threat,
}

/// A move with what orders it before anything is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove<M> {
    /// The move.
    pub m: M,
    /// See [`Evaluator::order_score`].
    pub score: i32,
    /// See [`Evaluator::is_noisy`].
    pub noisy: bool,
}

/// Which of its moves a game has searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// All of them (full-width search), so a position in which every move loses is proven lost.
    FullWidth,
    /// Under [`Urgency::Threat`] all moves that may stop the threat, otherwise only those that look best: a
    /// position in which all of these lose is not proven lost.
    Selective,
}

/// What a game knows about its positions without searching them. Only [`evaluate`](Self::evaluate) must be
/// written; the rest makes the search faster or stronger. [`conformance::check`](crate::conformance::check)
/// checks what must hold between the parts.
pub trait Evaluator<P: Dense>: Clone + Send + Sync + 'static {
    /// What is computed incrementally, move by move, because computing it anew at every node would take too
    /// long: pattern tables, or a network's accumulator. It is copied for every move. `()` if the position
    /// is enough.
    type State: Clone + Default + Send;

    /// One more than the largest [`code`](Self::code).
    const CODES: usize = P::ACTION_COUNT;

    /// What a node of this game costs, which decides how much threads share.
    const NODE_COST: NodeCost = NodeCost::High;

    /// What [`each_scored_move`](Self::each_scored_move) may leave out.
    const SELECTION: Selection = Selection::FullWidth;

    /// The margin of futility pruning and reverse futility pruning for each ply of depth, in hundredths: how
    /// much a quiet move changes the evaluation at most, nearly always. `None` where the evaluation is too
    /// rough to prune by it.
    const FUTILITY_MARGIN: Option<i32> = None;

    /// The state of a position, from scratch.
    fn start(&self, position: &P) -> Self::State {
        let _ = position;
        Self::State::default()
    }

    /// Updates the state of the position before a move to that of the position after it.
    fn step(&self, state: &mut Self::State, before: &P, m: P::Move, after: &P) {
        let _ = (state, before, m, after);
    }

    /// A number for a legal move; no two legal moves of one position share one. It stands for the move in the
    /// transposition table and the history, so it should mean much the same in every position.
    fn code(position: &P, m: P::Move) -> u16 {
        position.action_id(m).map_or(0, |id| id as u16)
    }

    /// The legal move with this code, if there is one. Worth writing where it is faster than listing all
    /// moves: the hash move mostly gives a cutoff by itself.
    fn decode(&self, _: &P, _: &Self::State, _code: u16) -> Option<P::Move> {
        None
    }

    /// The static evaluation of a position in which the game goes on, for the side to move, in hundredths.
    fn evaluate(&self, position: &P, state: &Self::State) -> i32;

    /// A score for move ordering: the move with the highest score is searched first.
    fn order_score(&self, position: &P, m: P::Move) -> i32 {
        let _ = (position, m);
        0
    }

    /// Whether a move changes so much that the position before it cannot be evaluated without it, like a
    /// capture in chess. Quiescence search plays these out.
    fn is_noisy(&self, position: &P, state: &Self::State, m: P::Move) -> bool {
        let _ = (position, state, m);
        false
    }

    /// Visits the noisy moves. Worth writing by hand where they can be found without the others.
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

    /// Visits the moves to be searched with their ordering scores. Worth writing by hand where the scores of
    /// one position share work.
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

    /// Looks for a proof that the side to move wins within `max_plies`, by means no general search has, such
    /// as a threat-space search. Returns its first move and the number of plies. ErasedOracle once, at the root,
    /// before the search.
    fn prove(&self, _: &P, _max_plies: u32, _: &mut Budget) -> Option<(P::Move, u32)> {
        None
    }

    /// Whether something cannot wait. A win found here is not searched; a threat extends the search
    /// by a ply, so that it is answered before the position is evaluated.
    fn urgency(&self, _: &P, _: &Self::State) -> Urgency<P::Move> {
        Urgency::None
    }
}
