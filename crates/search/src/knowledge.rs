//! What a game tells its search.

use std::ops::ControlFlow;

use chautari_game::Position;

use crate::{Budget, Nodes};

/// Whether something cannot wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency<M> {
    /// Nothing that can be seen at a glance.
    None,
    /// This move ends the game and wins it.
    Win(M),
    /// The other side wins by its next move, unless something is done about it now.
    Threat,
}

/// A move before anything is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospect<M> {
    /// The move.
    pub m: M,
    /// As [`Knowledge::promise`] says.
    pub promise: i32,
    /// As [`Knowledge::is_noisy`] says.
    pub noisy: bool,
}

/// Which of its moves a game has searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// All of them, so that what is lost after each of them is lost.
    All,
    /// Under [`Urgency::Threat`] all but those that let the threat be carried out, otherwise those that
    /// look best: what is lost after each of these only looks lost.
    Best,
}

/// What somebody who knows the game sees at a glance.
pub trait Knowledge<P: Position>: Clone + Send + Sync + 'static {
    /// What is seen of a position and would take long to find anew at every node: kept up from move to
    /// move, and copied for every move. `()` where a glance at the position is enough.
    type Sight: Clone + Send;

    /// One more than the largest [`code`](Self::code).
    const CODES: usize;

    /// What a node of this game costs.
    const NODES: Nodes = Nodes::Dear;

    /// What [`each_prospect`](Self::each_prospect) may leave out.
    const CHOICE: Choice = Choice::All;

    /// How much a quiet ply changes a guess at most, nearly always, in hundredths: near the leaves nothing
    /// is searched that would have to change it more. `None` where guesses are too rough for that.
    const QUIET_CHANGE: Option<i32> = None;

    /// What is seen of a position that nothing is known of.
    fn look(&self, position: &P) -> Self::Sight;

    /// Makes the sight of the position before a move that of the position after it.
    fn follow(&self, sight: &mut Self::Sight, before: &P, m: P::Move, after: &P);

    /// A number for a move, the same wherever it is played; no two legal moves of one position share
    /// one.
    fn code(m: P::Move) -> u16;

    /// The move with this number, if it can be played here. Worth writing where it spares listing all
    /// moves: the best of an earlier search mostly does.
    fn recall(&self, _: &P, _: &Self::Sight, _code: u16) -> Option<P::Move> {
        None
    }

    /// How good a position that goes on looks to the side to move, in hundredths.
    fn evaluate(&self, position: &P, sight: &Self::Sight) -> i32;

    /// How promising a move looks before anything is searched; the most promising is tried first.
    fn promise(&self, position: &P, m: P::Move) -> i32;

    /// Whether a move changes so much that the position before it cannot be judged without it.
    fn is_noisy(&self, position: &P, sight: &Self::Sight, m: P::Move) -> bool;

    /// Visits the noisy moves. Worth writing by hand where they can be found without the others.
    fn each_noisy<B>(
        &self,
        position: &P,
        sight: &Self::Sight,
        mut visit: impl FnMut(P::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        position.each_move(|m| {
            if self.is_noisy(position, sight, m) { visit(m) } else { ControlFlow::Continue(()) }
        })
    }

    /// Visits the moves to be searched, each with its prospect. Worth writing by hand where prospects of
    /// one position have something in common that takes time to find.
    fn each_prospect<B>(
        &self,
        position: &P,
        sight: &Self::Sight,
        mut visit: impl FnMut(Prospect<P::Move>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        position.each_move(|m| {
            let (promise, noisy) = (self.promise(position, m), self.is_noisy(position, sight, m));
            visit(Prospect { m, promise, noisy })
        })
    }

    /// Looks for a proof that the side to move wins within some plies by means that no general search
    /// has: its first move, and in how many plies. Asked once, before anything else.
    fn prove(&self, _: &P, _most_plies: u32, _: &mut Budget) -> Option<(P::Move, u32)> {
        None
    }

    /// Whether something cannot wait. A win seen here need not be searched, and a threat is always
    /// answered before the position is judged.
    fn urgency(&self, _: &P, _: &Self::Sight) -> Urgency<P::Move> {
        Urgency::None
    }
}
