import { expect, test } from 'vitest';
import { after } from './glicko';

const rated = (rating: number, deviation: number) => ({ rating, deviation, volatility: 0.06 });

test('one game is rated as on the server', () => {
  const won = after(rated(1500, 200), rated(1400, 30), 1);
  // The numbers of crates/arena/src/glicko.rs.
  expect(won.rating).toBeCloseTo(1563.564, 2);
  expect(won.deviation).toBeCloseTo(175.403, 2);
  expect(won.volatility).toBeCloseTo(0.06, 4);
});

test('extremes stay finite', () => {
  let strong = rated(1000, 350);
  for (let game = 0; game < 500; game++) {
    strong = after(strong, rated(4000, 350), 1);
    expect(Number.isFinite(strong.rating) && strong.deviation > 0 && strong.volatility > 0).toBe(true);
  }
  expect(after(strong, rated(0, 350), 0).rating).toBeLessThan(strong.rating);
});
