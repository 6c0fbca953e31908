//! Laws about the dense encoding: actions and planes.

use std::collections::{HashMap, HashSet};

use super::laws::{Law, equal, require};
use crate::{AnyGame, AnyRecord, Dense, Game, Position, Record, Seen};

/// The symmetries are permutations, and every action number belongs to some move.
pub(super) fn numbers<G: Game>(game: G) -> Law {
    let dense = AnyGame::dense(&game);
    for (s, symmetry) in dense.symmetries.iter().enumerate() {
        for (what, images) in [("actions", &symmetry.actions), ("planes", &symmetry.planes)] {
            let distinct: HashSet<_> = images.iter().copied().collect();
            equal(&format!("symmetry {s} permutes {what}"), distinct.len(), images.len())?;
            require(images.iter().all(|&i| (i as usize) < images.len()), || {
                format!("symmetry {s} leaves {what}")
            })?;
            require(s != 0 || images.iter().zip(0..).all(|(&image, i)| image == i), || {
                format!("the identity moves {what}")
            })?;
        }
    }
    // A number can mean different moves in different positions, such as a ban and a move.
    let start = game.start();
    let ids: HashSet<_> = G::Position::every_move().filter_map(|m| start.action_id(m)).collect();
    let all: HashSet<_> = (0..G::Position::ACTION_COUNT).collect();
    equal("every number below the count is that of a move", ids, all)
}

/// Legal moves have distinct action numbers that map back to them, and planes contain numbers from 0 to 1.
pub(super) fn everywhere<G: Game>(record: &Record<G>) -> Law {
    let position = record.position();
    let mut legal = HashSet::new();
    for m in position.moves() {
        let id = position.action_id(m).ok_or_else(|| format!("{m:?} has no number"))?;
        require(id < G::Position::ACTION_COUNT, || format!("{m:?} has the number {id}"))?;
        require(legal.insert(id), || format!("{m:?} shares the number {id}"))?;
        equal("the move of a number", position.action_move(id), Some(m))?;
    }
    let erased: HashSet<_> = AnyRecord::actions(record).into_iter().collect();
    equal("numbers of the record", erased, if record.outcome().is_some() { HashSet::new() } else { legal })?;
    require(planes(position).iter().all(|n| (0.0..=1.0).contains(n)), || {
        format!("a plane is not from 0 to 1 at {position:?}")
    })
}

/// The checks that are too expensive for every position; they run at the end of a walk.
pub(super) fn in_depth<G: Game>(record: &Record<G>) -> Law {
    others_are_refused(record.position())?;
    symmetric(record.position())?;
    planes_decide(record)?;
    texts(record)?;
    batch_follows(record)
}

/// Numbers of no legal move are rejected.
fn others_are_refused<P: Dense>(position: &P) -> Law {
    let legal: HashSet<_> = ids(position).into_iter().collect();
    for id in (0..P::ACTION_COUNT).filter(|id| !legal.contains(id)) {
        let passes = position.action_move(id).is_some_and(|m| position.check(m).is_ok());
        require(!passes, || format!("number {id} is legal, and no legal move has it"))?;
    }
    require(position.action_move(P::ACTION_COUNT).is_none(), || "a number too many".to_owned())
}

fn planes<P: Dense>(position: &P) -> Vec<f32> {
    // Entries that are not written remain NaN and are detected.
    let mut planes = vec![f32::NAN; P::PLANES.len()];
    position.planes(&mut planes);
    planes
}

fn moved<T: Copy + Default>(from: &[T], to: &[u32]) -> Vec<T> {
    let mut image = vec![T::default(); from.len()];
    from.iter().zip(to).for_each(|(&value, &place)| image[place as usize] = value);
    image
}

fn ids<P: Dense>(position: &P) -> Vec<usize> {
    position.moves().into_iter().filter_map(|m| position.action_id(m)).collect()
}

/// Planes, action numbers and symmetries commute.
fn symmetric<P: Dense>(position: &P) -> Law {
    let dense = crate::DenseInfo::of::<P>();
    for (s, symmetry) in dense.symmetries.iter().enumerate() {
        let image = position.image(s);
        equal("planes of the image", planes(&image), moved(&planes(position), &symmetry.planes))?;
        for m in position.moves() {
            let id = position.action_id(m).map(|id| symmetry.actions[id] as usize);
            equal("number of the image", image.action_id(P::move_image(m, s)), id)?;
        }
    }
    Ok(())
}

/// Positions with equal planes have equal legal actions.
fn planes_decide<G: Game>(record: &Record<G>) -> Law {
    let mut known: HashMap<Vec<u32>, Vec<usize>> = HashMap::new();
    let mut look = |position: &G::Position| {
        let bits = planes(position).into_iter().map(f32::to_bits).collect();
        let offered = ids(position);
        equal(
            "what equal planes offer",
            known.entry(bits).or_insert_with(|| offered.clone()),
            &mut offered.clone(),
        )
    };
    record.positions().try_for_each(&mut look)?;
    record.position().moves().into_iter().try_for_each(|m| look(&record.position().after(m)))
}

fn texts<G: Game>(record: &Record<G>) -> Law {
    let erased: &dyn AnyRecord = record;
    let offers = erased.offers();
    for (offer, id) in offers.iter().zip(erased.actions()) {
        equal("number of a text", erased.action_id(&offer.text), Ok(id))?;
        equal("text of a number", erased.action_text(id).as_ref(), Ok(&offer.text))?;
    }
    let beyond = G::Position::ACTION_COUNT;
    require(erased.action_text(beyond).is_err(), || format!("there is an action {beyond}"))
}

/// A batch that plays the same actions reports the same state.
fn batch_follows<G: Game>(record: &Record<G>) -> Law {
    let (actions, planes_len) = (G::Position::ACTION_COUNT, G::Position::PLANES.len());
    let (mut mask, mut seen_planes) = (vec![0; 2 * actions], vec![0.0; 2 * planes_len]);
    let (mut rewards, mut done, mut truncated, mut turn) = ([0.0; 4], [0; 2], [0; 2], [0; 2]);
    let mut batch = AnyGame::batch(&record.game(), 2, 0);
    let mut seen = Seen {
        mask: &mut mask,
        planes: Some(&mut seen_planes),
        rewards: &mut rewards,
        done: &mut done,
        truncated: &mut truncated,
        turn: &mut turn,
    };
    batch.reset(&mut seen);
    for (position, m) in record.plies() {
        equal("turn", seen.turn[1], position.turn().index() as u8)?;
        let offered: HashSet<_> = ids(position).into_iter().collect();
        let masked: HashSet<_> = (0..actions).filter(|id| seen.mask[actions + id] == 1).collect();
        equal("mask", masked, offered)?;
        let planes_seen = seen.planes.as_ref().map(|planes| planes[planes_len..].to_vec());
        equal("planes", planes_seen, Some(planes(position)))?;
        let id = position.action_id(m).map_or(-1, |id| id as i64);
        equal("one game too far", batch.refused(&[id, actions as i64]), Some(1))?;
        equal("legal in both games", batch.refused(&[id, id]), None)?;
        equal("not done", seen.done[1], 0)?;
        batch.step(&[id, id], usize::MAX, &mut seen);
    }
    let winner = record.outcome().and_then(|outcome| outcome.winner).map(crate::Side::index);
    let reward = |side| {
        if winner.is_none() {
            0.0
        } else if winner == Some(side) {
            1.0
        } else {
            -1.0
        }
    };
    equal("rewards", seen.rewards[2..].to_vec(), vec![reward(0), reward(1)])?;
    equal("done", seen.done[1] == 1, record.outcome().is_some())?;
    let stands = if record.outcome().is_some() { Record::new(record.game()) } else { record.clone() };
    equal("where it stands", batch.record(1).position(), AnyRecord::position(&stands))?;
    let mut picked = [-1; 2];
    batch.sample(&mut picked);
    equal("what is picked is legal", batch.refused(&picked), None)
}
