//! Fitting evaluation weights to the exact values of a solved game: logistic regression by Newton's method.

use std::fs;
use std::ops::ControlFlow;

use anyhow::Context as _;
use chautari_baghchal::solve::Tables;
use chautari_baghchal::{Baghchal, Position, learn};
use chautari_game::{Game as _, Limit, Position as _, Record, Rng, Side};
use learn::{Counts, EvalWeights, NAMES};

use crate::Fit;
use crate::trainable::engine_options;

const TIGERS: Side = Side::Two;

/// One move in this many is random, so that the games cover all kinds of positions.
const ERRATIC: usize = 6;

/// One position in this many is held out to validate the fit.
const KEPT: usize = 10;

/// The maximum number of iterations, far more than Newton's method needs.
const ROUNDS: usize = 30;

/// The ridge penalty, which keeps weights without data near zero.
const RIDGE: f64 = 1.0;

/// A position: its features, the hand-crafted evaluation and the exact result, all for the tigers.
struct Sample {
    counts: Counts,
    by_hand: i32,
    truth: f64,
}

type Weights = [f64; NAMES.len()];

pub(crate) fn run(game: Baghchal, options: &Fit) -> anyhow::Result<()> {
    let tables = Tables::open(game, &options.tables)?;
    let samples = samples(game, &tables, options)?;
    let mut worths = Vec::new();
    for (phase, name) in samples.iter().zip(["placement phase", "sliding phase"]) {
        let (kept, taught): (Vec<_>, Vec<_>) =
            phase.iter().enumerate().partition(|(number, _)| number % KEPT == 0);
        let [kept, taught] =
            [kept, taught].map(|part| part.into_iter().map(|(_, sample)| sample).collect::<Vec<_>>());
        let weights = fit(&taught, |sample| sample.counts.map(f64::from));
        // The hand-crafted evaluation has no probability scale, so the best one is fitted.
        let scale = fit(&taught, |sample| [f64::from(sample.by_hand) / 100.0]);
        let by_hand = loss(&kept, |sample| scale[0] * f64::from(sample.by_hand) / 100.0);
        let fitted = loss(&kept, |sample| dot(&weights, &sample.counts.map(f64::from)));
        println!("{name}: {} positions, loss by hand {by_hand:.4}, fitted {fitted:.4}", phase.len());
        worths.push((weights, phase));
    }
    // Keep the scale of the evaluation, because contempt and search margins are given in hundredths.
    let all = || worths.iter().flat_map(|(weights, phase)| phase.iter().map(move |sample| (weights, sample)));
    let spread_by_hand = spread(all().map(|(_, sample)| f64::from(sample.by_hand)));
    let spread_fitted = spread(all().map(|(weights, sample)| dot(weights, &sample.counts.map(f64::from))));
    let scale = spread_by_hand / spread_fitted * f64::from(learn::FINENESS);
    let whole = |weights: &Weights| weights.map(|weight| (weight * scale).round() as i32);
    let [placing, sliding] = [0, 1].map(|phase: usize| whole(&worths[phase].0));
    let profile = game.info().id;
    let text = format!(
        "# Weights for the tigers in 1/{} of a hundredth of a goat, in the placement phase and after it.\n\
         # Made by: learn {profile} fit --positions {} --nodes {} --seed {}\n{}",
        learn::FINENESS,
        options.positions,
        options.nodes,
        options.seed,
        EvalWeights::new(placing, sliding),
    );
    fs::write(&options.out, &text)?;
    print!("{text}");
    Ok(())
}

/// Returns positions of both phases from self-play games. As in a search, they are two random plies off the
/// game.
fn samples(game: Baghchal, tables: &Tables, options: &Fit) -> anyhow::Result<[Vec<Sample>; 2]> {
    let mut phases = [Vec::new(), Vec::new()];
    let limit = Limit { nodes: Some(options.nodes), ..Limit::default() };
    for number in 0.. {
        if phases.iter().map(Vec::len).sum::<usize>() >= options.positions {
            break;
        }
        let mut rng = Rng::stream(options.seed, number);
        let mut engine = learn::engine(game, &engine_options(rng.next_u64()), None);
        let mut record = Record::new(game);
        while record.outcome().is_none() {
            if let Some(seen) = ahead(record.position(), &mut rng).filter(learn::is_quiet) {
                let value = tables.value(&seen)?.context("the whole game must be solved")?;
                let truth = value.winner.map_or(0.5, |winner| f64::from(u8::from(winner == TIGERS)));
                let (counts, by_hand) = (learn::counts(&seen), learn::handcrafted(&seen));
                phases[usize::from(seen.in_hand() == 0)].push(Sample { counts, by_hand, truth });
            }
            let chosen = match rng.below(ERRATIC) {
                0 => rng.pick(&record.position().moves()),
                _ => engine.think(&record, &limit, &mut |_| ControlFlow::Continue(())).best,
            };
            record
                .play(chosen.context("the game goes on")?)
                .map_err(|_| anyhow::anyhow!("a move is legal"))?;
        }
    }
    Ok(phases)
}

fn ahead(position: &Position, rng: &mut Rng) -> Option<Position> {
    let next = position.after(rng.pick(&position.moves())?);
    Some(next.after(rng.pick(&next.moves())?))
}

fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Returns the weights with the maximum likelihood.
fn fit<const N: usize>(samples: &[&Sample], features: impl Fn(&Sample) -> [f64; N]) -> [f64; N] {
    let mut weights = [0.0; N];
    for _ in 0..ROUNDS {
        let mut slope = weights.map(|weight| RIDGE * weight);
        let mut curve = [[0.0; N]; N];
        (0..N).for_each(|i| curve[i][i] = RIDGE);
        for sample in samples {
            let x = features(sample);
            let expected = sigmoid(dot(&weights, &x));
            for i in 0..N {
                slope[i] += (expected - sample.truth) * x[i];
                for j in 0..N {
                    curve[i][j] += expected * (1.0 - expected) * x[i] * x[j];
                }
            }
        }
        let step = solve(curve, slope);
        (0..N).for_each(|i| weights[i] -= step[i]);
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    weights
}

/// Solves a symmetric positive definite system by elimination.
fn solve<const N: usize>(mut a: [[f64; N]; N], mut b: [f64; N]) -> [f64; N] {
    for i in 0..N {
        for row in i + 1..N {
            let pivot = a[i];
            let factor = a[row][i] / pivot[i];
            a[row].iter_mut().zip(pivot).for_each(|(value, pivot)| *value -= factor * pivot);
            b[row] -= factor * b[i];
        }
    }
    for i in (0..N).rev() {
        let rest: f64 = (i + 1..N).map(|j| a[i][j] * b[j]).sum();
        b[i] = (b[i] - rest) / a[i][i];
    }
    b
}

/// Returns the mean squared error of the predictions.
fn loss(samples: &[&Sample], predict: impl Fn(&Sample) -> f64) -> f64 {
    let sum: f64 = samples.iter().map(|sample| (sigmoid(predict(sample)) - sample.truth).powi(2)).sum();
    sum / samples.len().max(1) as f64
}

/// Returns the standard deviation.
fn spread(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let count = values.clone().count().max(1) as f64;
    let mean = values.clone().sum::<f64>() / count;
    (values.map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fit_finds_the_weights_that_made_the_truth() {
        let mut rng = Rng::new(1);
        let samples: Vec<_> = (0..20_000)
            .map(|_| {
                let mut counts = Counts::default();
                counts[0] = 1;
                counts[5] = rng.below(5) as i32;
                counts[6] = rng.below(20) as i32;
                let x = 1.0 - 0.8 * f64::from(counts[5]) + 0.1 * f64::from(counts[6]);
                let truth =
                    f64::from(u8::from((rng.below(1 << 20) as f64) < sigmoid(x) * f64::from(1 << 20)));
                Sample { counts, by_hand: 0, truth }
            })
            .collect();
        let weights = fit(&samples.iter().collect::<Vec<_>>(), |sample| sample.counts.map(f64::from));
        for (number, expected) in [(0, 1.0), (5, -0.8), (6, 0.1), (7, 0.0)] {
            assert!((weights[number] - expected).abs() < 0.15, "{weights:?}");
        }
    }
}
