// Glicko-2 for single games, as in crates/arena/src/glicko.rs: the solver's rating without a server.

export interface Rating {
  rating: number;
  deviation: number;
  volatility: number;
}

/** The system constant tau, rating points per internal unit, and the deviation of a newcomer. */
const SYSTEM = 0.5;
const SCALE = 173.7178;
const MOST_DEVIATION = 350;

const inner = ({ rating, deviation }: Rating) => ({ mu: (rating - 1500) / SCALE, phi: deviation / SCALE });
const widened = (phi: number, volatility: number) =>
  Math.min(Math.hypot(phi, volatility), MOST_DEVIATION / SCALE);

/** Returns the rating after one game. `points` is 0 to 1. */
export function after(own: Rating, opponent: Rating, points: number): Rating {
  const { mu, phi } = inner(own);
  const other = inner(opponent);
  const weight = 1 / Math.sqrt(1 + (3 * other.phi ** 2) / Math.PI ** 2);
  const expected = 1 / (1 + Math.exp(-weight * (mu - other.mu)));
  const variance = 1 / Math.max(weight ** 2 * expected * (1 - expected), 1e-12);
  const surprise = weight * (points - expected);
  const volatility = volatilityAfter(phi, own.volatility, variance, variance * surprise);
  const deviation = 1 / Math.sqrt(1 / widened(phi, volatility) ** 2 + 1 / variance);
  return {
    rating: (mu + deviation ** 2 * surprise) * SCALE + 1500,
    deviation: deviation * SCALE,
    volatility,
  };
}

/** Solves for the new volatility by the Illinois variant of false position. */
function volatilityAfter(phi: number, volatility: number, variance: number, delta: number): number {
  const a = Math.log(volatility ** 2);
  const f = (x: number) => {
    const total = phi ** 2 + variance + Math.exp(x);
    return (Math.exp(x) * (delta ** 2 - total)) / (2 * total ** 2) - (x - a) / SYSTEM ** 2;
  };
  let [low, high] = [a, Math.log(delta ** 2 - phi ** 2 - variance)];
  if (Number.isNaN(high)) {
    let step = 1;
    while (step < 1000 && f(a - step * SYSTEM) < 0) step++;
    high = a - step * SYSTEM;
  }
  let [fLow, fHigh] = [f(low), f(high)];
  for (let tries = 0; tries < 100 && Math.abs(high - low) > 1e-6; tries++) {
    const middle = low + ((low - high) * fLow) / (fHigh - fLow);
    const fMiddle = f(middle);
    if (fMiddle * fHigh <= 0) [low, fLow] = [high, fHigh];
    else fLow /= 2;
    [high, fHigh] = [middle, fMiddle];
  }
  return Math.exp(low / 2);
}
