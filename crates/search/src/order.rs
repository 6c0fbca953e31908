//! Which move to try first: what cut before will cut again.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use chautari_game::Position;

use crate::{Knowledge, Lessons, Prospect};

/// No line of search is longer.
pub(crate) const MOST_PLY: usize = 128;

/// A move with its number.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<M> {
    pub(crate) m: M,
    pub(crate) code: u16,
    pub(crate) noisy: bool,
    promise: i32,
}

/// The moves of a node, to be tried one by one.
pub(crate) struct Choices<M> {
    moves: Vec<Candidate<M>>,
    /// For each move how soon to try it, and below that its place: the largest number names the next one,
    /// and is found without a branch a move.
    turns: Vec<i32>,
    /// The number of the one move that is here while the others have not been listed.
    alone: Option<u16>,
}

/// A move as it is handed out.
pub(crate) struct Pick<M> {
    pub(crate) candidate: Candidate<M>,
    /// Where it is in [`Choices`].
    pub(crate) place: usize,
    /// When it was to be tried, if it was put off.
    pub(crate) index: Option<usize>,
}

/// The bits of a turn that are the place.
const PLACE_BITS: u32 = 10;

/// No more moves can be told apart.
const MOST_MOVES: usize = 1 << PLACE_BITS;

/// The turn of a move that has been tried.
const TRIED: i32 = i32::MIN;

/// Ranks in which moves are tried; what promise and history say stays within `PLAIN` on either side.
mod rank {
    pub(super) const HASH: i32 = 1 << 20;
    pub(super) const NOISY: i32 = 1 << 19;
    pub(super) const KILLERS: [i32; 2] = [1 << 18, 1 << 17];
    pub(super) const PLAIN: i32 = (1 << 16) - 1;
    /// What was put off, less when it was to be tried.
    pub(super) const LATE: i32 = -(1 << 20);
}

/// The place in a turn, and the turn's share of a place: the first of equals is the largest.
fn at_place(place: usize) -> i32 {
    (MOST_MOVES - 1 - place % MOST_MOVES) as i32
}

impl<M: Copy> Choices<M> {
    pub(crate) const fn new() -> Choices<M> {
        Choices { moves: Vec::new(), turns: Vec::new(), alone: None }
    }

    /// One move; the others are listed if it does not do.
    pub(crate) fn begin_with(&mut self, m: M, code: u16, noisy: bool) {
        self.forget();
        self.moves.push(Candidate { m, code, noisy, promise: 0 });
        self.line_up(|_| 0);
        self.alone = Some(code);
    }

    /// Moves nothing is known about.
    pub(crate) fn list_plain(&mut self, moves: impl Iterator<Item = (M, u16)>) {
        self.forget();
        self.moves.extend(moves.map(|(m, code)| Candidate { m, code, noisy: false, promise: 0 }));
        self.line_up(|_| 0);
    }

    /// Nothing is listed, nor has anything been tried.
    pub(crate) fn forget(&mut self) {
        self.moves.clear();
        self.alone = None;
    }

    fn line_up(&mut self, rank: impl Fn(&Candidate<M>) -> i32) {
        assert!(self.moves.len() <= MOST_MOVES, "no game has more moves");
        let tried = self.alone.take();
        let turn = |(place, candidate): (usize, &Candidate<M>)| {
            let turn = rank(candidate) << PLACE_BITS | at_place(place);
            if tried == Some(candidate.code) { TRIED } else { turn }
        };
        self.turns.clear();
        self.turns.extend(self.moves.iter().enumerate().map(turn));
    }

    /// Whether the other moves have yet to be listed.
    pub(crate) fn has_one_alone(&self) -> bool {
        self.alone.is_some()
    }

    /// The turn and the place of the best of those not tried yet.
    #[inline]
    fn best(&self) -> Option<(i32, usize)> {
        let turn = self.turns.iter().copied().fold(TRIED, i32::max);
        (turn != TRIED).then(|| (turn, at_place(turn as usize) as usize))
    }

    /// Hands out the best of those not tried yet.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<Pick<M>> {
        self.best().map(|(_, place)| self.hand_out(place))
    }

    /// Hands out the move of this number, if it has not been tried yet.
    pub(crate) fn take(&mut self, code: u16) -> Option<Pick<M>> {
        self.place_of(code).map(|place| self.hand_out(place))
    }

    /// Whether the move of this number has yet to be tried.
    pub(crate) fn is_waiting(&self, code: u16) -> bool {
        self.place_of(code).is_some()
    }

    fn place_of(&self, code: u16) -> Option<usize> {
        let mut moves = self.moves.iter().zip(&self.turns);
        moves.position(|(candidate, &turn)| candidate.code == code && turn != TRIED)
    }

    #[inline]
    fn hand_out(&mut self, place: usize) -> Pick<M> {
        let turn = std::mem::replace(&mut self.turns[place], TRIED);
        let late = rank::LATE - (turn >> PLACE_BITS);
        Pick { candidate: self.moves[place], place, index: usize::try_from(late).ok() }
    }

    /// What [`next`](Self::next) would hand out.
    #[inline]
    pub(crate) fn peek(&self) -> Option<M> {
        self.best().map(|(_, place)| self.moves[place].m)
    }

    /// Has a move that was handed out come up again after all the others.
    pub(crate) fn put_off(&mut self, place: usize, index: usize) {
        self.turns[place] = (rank::LATE - (index % MOST_MOVES) as i32) << PLACE_BITS | at_place(place);
    }

    /// Keeps only some of the moves.
    pub(crate) fn retain(&mut self, keep: impl Fn(&M) -> bool) {
        for (candidate, turn) in self.moves.iter().zip(&mut self.turns) {
            if !keep(&candidate.m) {
                *turn = TRIED;
            }
        }
    }

    /// Whether none is left to try.
    pub(crate) fn is_empty(&self) -> bool {
        self.turns.iter().all(|&turn| turn == TRIED)
    }

    /// The quiet ones that have been tried.
    fn tried_quiet(&self) -> impl Iterator<Item = u16> {
        let quiet = |(candidate, turn): (&Candidate<M>, &i32)| {
            (*turn == TRIED && !candidate.noisy).then_some(candidate.code)
        };
        self.moves.iter().zip(&self.turns).filter_map(quiet)
    }
}

/// What one thread has learnt about moves.
pub(crate) struct Order<'a> {
    killers: [[u16; 2]; MOST_PLY],
    lessons: Lessons<'a>,
}

const NO_CODE: u16 = u16::MAX;

impl<'a> Order<'a> {
    pub(crate) fn new(lessons: Lessons<'a>) -> Order<'a> {
        Order { killers: [[NO_CODE; 2]; MOST_PLY], lessons }
    }

    /// What cut last at this ply.
    pub(crate) fn killer(&self, ply: usize) -> u16 {
        self.killers[ply.min(MOST_PLY - 1)][0]
    }

    /// Lists the moves of a node. What was there alone has been tried.
    pub(crate) fn list<P: Position, K: Knowledge<P>>(
        &self,
        knowledge: &K,
        position: &P,
        sight: &K::Sight,
        ply: usize,
        hash_move: u16,
        into: &mut Choices<P::Move>,
    ) {
        into.moves.clear();
        let _ = knowledge.each_prospect(position, sight, |Prospect { m, promise, noisy }| {
            into.moves.push(Candidate { m, code: K::code(m), noisy, promise });
            ControlFlow::<()>::Continue(())
        });
        let credits = self.lessons.credits(position.turn().index());
        let killers = self.killers[ply.min(MOST_PLY - 1)];
        into.line_up(|&Candidate { code, noisy, promise, .. }| {
            let front = if code == hash_move {
                rank::HASH
            } else if noisy {
                rank::NOISY
            } else if code == killers[0] {
                rank::KILLERS[0]
            } else if code == killers[1] {
                rank::KILLERS[1]
            } else {
                0
            };
            front + (promise + credits.of(code.into())).clamp(-rank::PLAIN, rank::PLAIN)
        });
    }

    /// A quiet move cut at this node, the last of these that was tried.
    pub(crate) fn reward<M: Copy>(
        &mut self,
        side: usize,
        ply: usize,
        depth: i32,
        cut: u16,
        choices: &Choices<M>,
    ) {
        let killers = &mut self.killers[ply.min(MOST_PLY - 1)];
        if killers[0] != cut {
            *killers = [cut, killers[0]];
        }
        for code in choices.tried_quiet() {
            self.lessons.learn(side, code.into(), depth, code == cut);
        }
    }
}

/// Lists the noisy moves alone.
pub(crate) fn list_noisy<P: Position, K: Knowledge<P>>(
    knowledge: &K,
    position: &P,
    sight: &K::Sight,
    into: &mut Choices<P::Move>,
) {
    into.forget();
    let _ = knowledge.each_noisy(position, sight, |m| {
        let promise = knowledge.promise(position, m);
        into.moves.push(Candidate { m, code: K::code(m), noisy: true, promise });
        ControlFlow::<()>::Continue(())
    });
    into.line_up(|candidate| candidate.promise.clamp(-rank::PLAIN, rank::PLAIN));
}

/// How much less deep a late quiet move is searched.
#[inline]
pub fn reduction(depth: i32, index: usize, wide: bool) -> i32 {
    // Depths and moves beyond the table are rare, and reduced like the last in it.
    static REDUCTIONS: LazyLock<Box<[[i8; 128]; 64]>> = LazyLock::new(|| {
        let mut reductions = Box::new([[0; 128]; 64]);
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (index, reduction) in row.iter_mut().enumerate().skip(1) {
                *reduction = ((depth as f32).ln() * (index as f32).ln() / 2.2 + 0.4) as i8;
            }
        }
        reductions
    });
    let late = REDUCTIONS[depth.clamp(0, 63) as usize][index.min(127)];
    (i32::from(late) - i32::from(wide)).clamp(0, depth - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(choices: &mut Choices<char>) -> Vec<u16> {
        std::iter::from_fn(|| choices.next()).map(|pick| pick.candidate.code).collect()
    }

    fn listed(ranks: &[i32]) -> Choices<char> {
        let mut choices = Choices::new();
        choices.list_plain((0..ranks.len() as u16).map(|code| ('m', code)));
        choices.line_up(|candidate| ranks[usize::from(candidate.code)]);
        choices
    }

    #[test]
    fn the_best_comes_first_and_of_equals_the_first() {
        let ranks = [0, -rank::PLAIN, rank::HASH + rank::PLAIN, 7, 7, rank::KILLERS[1]];
        let mut choices = listed(&ranks);
        assert_eq!(choices.peek(), Some('m'));
        assert_eq!(codes(&mut choices), [2, 5, 3, 4, 0, 1]);
        assert!(choices.is_empty());
    }

    #[test]
    fn what_is_put_off_comes_last_and_says_so() {
        let mut choices = listed(&[3, 2, -rank::PLAIN]);
        for index in 1..=2 {
            let pick = choices.next().unwrap();
            assert_eq!(pick.index, None);
            choices.put_off(pick.place, index);
        }
        let picks: Vec<_> = std::iter::from_fn(|| choices.next()).collect();
        let told: Vec<_> = picks.iter().map(|pick| (pick.candidate.code, pick.index)).collect();
        assert_eq!(told, [(2, None), (0, Some(1)), (1, Some(2))]);
    }

    #[test]
    fn a_move_is_taken_out_of_turn_once() {
        let mut choices = listed(&[3, 2, 1]);
        choices.put_off(0, 4);
        assert!(choices.is_waiting(0) && choices.is_waiting(2) && !choices.is_waiting(3));
        let taken = [2, 2, 0].map(|code| choices.take(code).map(|pick| pick.index));
        assert_eq!(taken, [Some(None), None, Some(Some(4))]);
        assert_eq!(codes(&mut choices), [1]);
    }

    #[test]
    fn what_was_tried_alone_is_not_tried_again() {
        let mut choices = Choices::new();
        choices.begin_with('a', 1, false);
        assert_eq!(codes(&mut choices), [1]);
        choices.moves = [0, 1, 2].map(|code| Candidate { m: 'm', code, noisy: false, promise: 0 }).into();
        choices.line_up(|_| 0);
        assert_eq!(codes(&mut choices), [0, 2]);
        // Nor does it stand in the way of the next node.
        choices.begin_with('a', 1, false);
        choices.begin_with('b', 1, false);
        assert_eq!(codes(&mut choices), [1]);
    }
}
