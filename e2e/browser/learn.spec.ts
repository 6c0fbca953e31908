// Lessons, puzzles and reviews: somebody who has never heard of a game learns it, and wins.

import type { Page } from '@playwright/test';
import { expect, expectAccessible, matchOn, playByHand, point, test, touch, withoutGames } from './page';
import { ask, gesture, offers, solve, type Puzzle } from './solving';
import { banchess, creeper, gomoku, type Pupil, type Seen } from './taught';

interface Step { position?: string; task: string; moves: string[]; replies: string[]; learned: string }
/** Does a lesson to its end by hand. */
async function learn(page: Page, game: string): Promise<void> {
  const { lesson } = await ask<{ lesson: { steps: Step[] } }>(page, `/games/${game}`);
  let [start, played] = ['', [] as string[]];
  for (const [i, step] of lesson.steps.entries()) {
    if (step.position) [start, played] = [step.position, []];
    await expect(page.locator('.task')).toHaveText(step.task);
    await touch(page, await gesture(page, game, start, played, step.moves[0]!));
    await expect(page.locator('.learned')).toHaveText(step.learned);
    played = [...played, step.moves[0]!, ...step.replies];
    if (i < lesson.steps.length - 1) await page.getByRole('button', { name: 'Next' }).click();
  }
}

/** What stands on a board of Bagh Chal, by column and row from 0, as it is read aloud. */
async function seen(page: Page): Promise<Map<string, 'tiger' | 'goat'>> {
  const names = await page.getByRole('gridcell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
  const found = names.flatMap((name) => /^([A-E][1-5]), (tiger|goat)/.exec(name)?.slice(1, 3) ?? []);
  return new Map(Array.from({ length: found.length / 2 }, (_, i) => [found[2 * i]!, found[2 * i + 1] as 'tiger' | 'goat']));
}

const POINTS = [...'12345'].flatMap((row) => [...'ABCDE'].map((column) => column + row));

/** The points so many steps from another along each line: slanted ones run through every second point. */
function along(from: string, steps: number): [over: string, to: string][] {
  const [x, y] = ['ABCDE'.indexOf(from[0]!), '12345'.indexOf(from[1]!)];
  const ways = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const)).filter(([dx, dy]) => (dx || dy) && ((x + y) % 2 === 0 || !dx || !dy));
  const at = (dx: number, dy: number, n: number) => `${'ABCDE'[x + n * dx] ?? '-'}${'12345'[y + n * dy] ?? '-'}`;
  return ways.map(([dx, dy]) => [at(dx, dy, 1), at(dx, dy, steps)] as [string, string]).filter(([, to]) => POINTS.includes(to));
}

type Board = Map<string, 'tiger' | 'goat'>;
type Move = { from: string; to: string; over?: string };

const tigers = (board: Board) => POINTS.filter((at) => board.get(at) === 'tiger');
const captures = (board: Board): Move[] =>
  tigers(board).flatMap((from) => along(from, 2).filter(([over, to]) => board.get(over) === 'goat' && !board.has(to)).map(([over, to]) => ({ from, to, over })));
const steps = (board: Board): Move[] => tigers(board).flatMap((from) => along(from, 1).filter(([, to]) => !board.has(to)).map(([, to]) => ({ from, to })));

function after(board: Board, { from, to, over }: Move): Board {
  const next = new Map(board).set(to, 'tiger');
  next.delete(from);
  if (over) next.delete(over);
  return next;
}

/** How many goats could be taken there, and how many are near. */
function threat(board: Board): number {
  const near = tigers(board).flatMap((at) => along(at, 1).filter(([, to]) => board.get(to) === 'goat')).length;
  return 10 * new Set(captures(board).map(({ over }) => over)).size + near;
}

/**
 * What the lesson teaches about the tigers, and nothing else: take what can be taken, and else step to where the
 * most is threatened. Where the board has been seen before, something else.
 */
function taught(board: Board, before: Map<string, number>): Move {
  const name = (next: Board) => [...next].sort().join();
  const takes = captures(board);
  const choices = (takes.length ? takes : steps(board)).map((move) => ({ move, next: after(board, move) }));
  const merit = ({ next }: { next: Board }) => threat(next) - 15 * (before.get(name(next)) ?? 0);
  const best = choices.sort((a, b) => merit(b) - merit(a))[0]!;
  before.set(name(best.next), (before.get(name(best.next)) ?? 0) + 1);
  return best.move;
}

/** Plays the tigers to the end of a game; whether they won. */
async function hunt(page: Page): Promise<boolean> {
  const status = page.locator('.status');
  const moves = page.locator('ol[aria-label=Moves] [data-ply]');
  const before = new Map<string, number>();
  for (let turn = 0; turn < 120; turn++) {
    await expect(status).toHaveText(/Your turn|won|lost|draw/);
    if (!/Your turn/.test((await status.textContent())!)) break;
    const played = await moves.count();
    const { from, to } = taught(await seen(page), before);
    for (const label of [from, to]) await point(page, label).click();
    await expect.poll(() => moves.count(), { intervals: [20, 50, 100] }).toBeGreaterThan(played);
  }
  return /You won/.test((await status.textContent())!);
}

test('a stranger learns Bagh Chal and beats level 1 by what the lesson taught', { tag: '@phone' }, async ({ page }) => {
  test.setTimeout(300_000);
  await page.goto('/');
  await page.getByRole('link', { name: 'Learn' }).first().click();
  await page.getByRole('link', { name: 'First lesson' }).click();
  await expectAccessible(page);
  await learn(page, 'baghchal');
  const first = page.getByRole('button', { name: 'Play tigers against level 1' });
  await expect(first).toBeVisible();
  // A finger does the lesson; the game is the same in any hand.
  if (test.info().project.use.hasTouch) return;
  await first.click();
  await expect(page).toHaveURL(/\/play\//);
  // Even a newcomer has a good day: whoever loses plays again, as people do.
  let won = await hunt(page);
  for (let game = 1; game < 3 && !won; game++) {
    await page.goto('/new/baghchal');
    await page.getByLabel(/^Level/).fill('1');
    await page.getByRole('button', { name: 'Tigers', exact: true }).click();
    await page.getByRole('button', { name: 'Begin' }).click();
    await expect(page).toHaveURL(/\/play\//);
    won = await hunt(page);
  }
  expect(won).toBe(true);
});

/** Plays a game to its end as somebody who has done its lesson; whether that won. */
async function playAsTaught(page: Page, pupil: Pupil): Promise<boolean> {
  const status = page.locator('.status');
  const shown = page.locator('ol[aria-label=Moves] [data-ply]');
  const before = new Map<string, number>();
  for (let turn = 0; turn < 200; turn++) {
    await expect(status).toHaveText(/Your turn|won|lost|draw/);
    if (!/Your turn/.test((await status.textContent())!)) break;
    const { game, moves } = await matchOn(page);
    const imagine = async (more: string[]): Promise<Seen> => (await page.request.post(`/api/v1/games/${game}/position`, { data: { moves: [...moves, ...more] } })).json();
    await playByHand(page, await pupil(await imagine([]), imagine, before));
    await expect.poll(() => shown.count(), { intervals: [20, 50, 100] }).toBeGreaterThan(moves.length);
  }
  return /You won/.test((await status.textContent())!);
}

for (const [game, pupil] of Object.entries({ banchess, creeper, gomoku })) {
  test(`a stranger learns ${game} and beats level 1 by what the lesson taught`, { tag: '@phone' }, async ({ page }) => {
    test.setTimeout(300_000);
    await page.goto(`/learn/${game}/lesson`);
    await learn(page, game);
    const first = page.getByRole('button', { name: /against level 1/ });
    await expect(first).toBeVisible();
    if (test.info().project.use.hasTouch) return;
    const side = /Play (.+) against/.exec((await first.textContent())!)![1]!;
    await first.click();
    await expect(page).toHaveURL(/\/play\//);
    let won = await playAsTaught(page, pupil);
    for (let more = 1; more < 3 && !won; more++) {
      await page.goto(`/new/${game}`);
      await page.getByLabel(/^Level/).fill('1');
      await page.getByRole('button', { name: new RegExp(`^${side}$`, 'i') }).click();
      await page.getByRole('button', { name: 'Begin' }).click();
      await expect(page).toHaveURL(/\/play\//);
      won = await playAsTaught(page, pupil);
    }
    expect(won).toBe(true);
  });
}

test('a wrong try in a lesson is answered', { tag: '@once' }, async ({ page }) => {
  await withoutGames(page);
  await page.goto('/learn/baghchal/lesson');
  // Legal, but not what was asked for.
  await point(page, 'C3').click();
  await expect(page.locator('.said')).toContainText('place the goat on B1');
  // Not legal: the rules say why.
  await point(page, 'A1').click();
  await expect(page.getByRole('alert')).toContainText('A1');
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.locator('.board .arrow')).toHaveCount(1);
  // The server is away for a moment: the same step can be done when it is there again.
  await page.context().route('**/position', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await point(page, 'B1').click();
  await expect(page.getByRole('alert')).toHaveText('The server cannot be reached.');
  await point(page, 'B1').click();
  await expect(page.locator('.learned')).toBeVisible();
});

test('a lesson in Nepali', { tag: '@once' }, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('chautari.settings', JSON.stringify({ language: 'ne' })));
  await page.goto('/learn/baghchal/lesson');
  await expect(page.locator('.task')).toContainText('बाख्रा');
});

test('the puzzle of the day is solved against the best defence', { tag: '@once' }, async ({ page }) => {
  const today = await ask<Puzzle>(page, '/games/baghchal/puzzles/today');
  await page.goto('/puzzles/baghchal');
  await expect(page.getByRole('heading', { name: 'Puzzle of the day' })).toBeVisible();
  await expectAccessible(page);
  await solve(page, 'baghchal', today);
  await expect(page.getByText('Streak', { exact: true }).locator('..')).toContainText('1');
  await page.getByRole('button', { name: 'Next puzzle' }).click();
  await expect(page.getByText('Solved.')).toHaveCount(0);
});

test('a wrong move can be tried again, and the solution is shown', { tag: '@once' }, async ({ page }) => {
  const { puzzles } = await ask<{ puzzles: Puzzle[] }>(page, '/games/baghchal/puzzles?limit=60');
  const puzzle = puzzles.find(({ moves }) => moves.length >= 5)!;
  await page.goto(`/puzzles/baghchal/${puzzle.number}`);
  await expect(page.getByRole('heading', { name: /^Puzzle/ })).toBeVisible();
  await touch(page, (await offers(page, 'baghchal', puzzle.position)).find((offer) => offer.move !== puzzle.moves[0])!.points);
  await expect(page.getByText('That is not it. Try again.')).toBeVisible();
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.locator('.board .arrow')).toHaveCount(1);
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await expect(page.getByText('That was the solution.')).toBeVisible();
  // Whoever has seen enough goes on; nothing of the last puzzle is played in the next one.
  await page.getByRole('button', { name: 'Next puzzle' }).click();
  await expect(page.getByText('That was the solution.')).toHaveCount(0);
  await page.waitForTimeout(1500);
  await expect(page.locator('.status')).toBeEmpty();
  await expect(page.getByRole('button', { name: 'Hint' })).toBeEnabled();
});

test('a slower win is not taken for a mistake', { tag: '@once' }, async ({ page }) => {
  const { puzzles } = await ask<{ puzzles: Puzzle[] }>(page, '/games/creeper/puzzles?limit=60');
  for (const puzzle of puzzles.filter(({ moves }) => moves.length === 3)) {
    const slower = await slowerWin(page, 'creeper', puzzle);
    if (!slower) continue;
    await page.goto(`/puzzles/creeper/${puzzle.number}`);
    await expect(page.getByText(/to move: win in 2 moves\./)).toBeVisible();
    const rating = await page.getByText('Your rating').locator('..').textContent();
    await touch(page, slower.points);
    await expect(page.getByText(`${slower.human} wins too, but slower.`)).toBeVisible();
    expect(await page.getByText('Your rating').locator('..').textContent()).toBe(rating);
    await solve(page, 'creeper', puzzle);
    return;
  }
  throw new Error('no puzzle with a slower win was found');
});

/** A move that wins as well, only later, as the engine sees for certain. */
async function slowerWin(page: Page, game: string, { position, moves }: Puzzle): Promise<{ points: number[]; human: string } | undefined> {
  const effort = { position, nodes: 20_000, lines: 4 };
  const thoughts = await (await page.request.post(`/api/v1/games/${game}/analysis`, { data: effort })).text();
  const last = JSON.parse(thoughts.trim().split('\n').findLast((line) => line.startsWith('data:'))!.slice(5));
  const other = last.lines.find(({ line, score }: { line: string[]; score: { kind: string } }) => line[0] !== moves[0] && score.kind === 'win');
  return other && (await offers(page, game, position)).find((offer) => offer.move === other.line[0]);
}

test('puzzles about one thing, and a run against the clock that can be stopped at any moment', { tag: '@once' }, async ({ page }) => {
  await page.clock.install();
  await page.goto('/puzzles/baghchal');
  await page.getByLabel('About').selectOption({ label: 'Ring' });
  const shown = async () => ask<Puzzle>(page, `/games/baghchal/puzzles/${/\d+$/.exec(page.url())![0]}`);
  await expect.poll(async () => (await shown()).themes).toContain('ring');
  const timer = page.getByRole('timer');
  /** Tries what is not the solution, until one of them does not win either. */
  const fail = async (misses: number) => {
    const { position, moves } = await shown();
    const others = (await offers(page, 'baghchal', position)).filter((offer) => offer.move !== moves[0]);
    for (const { points } of others) {
      await touch(page, points);
      await expect(timer.getByText(`Wrong: ${misses} of 3`).or(page.getByText('wins too, but slower'))).toBeVisible();
      if (await timer.getByText(`Wrong: ${misses} of 3`).isVisible()) return;
    }
  };
  const before = page.url();
  await page.getByRole('button', { name: 'Three minutes' }).click();
  await expect(timer).toContainText('Solved: 0');
  await expect.poll(() => page.url()).not.toBe(before);
  // While one still looks at what was wrong: the puzzle stays, and nothing goes on behind one's back.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await fail(1);
  await page.getByRole('button', { name: 'Stop' }).click();
  const stopped = page.url();
  await expect(page.getByText('You solved 0 in three minutes.')).toBeVisible();
  await page.clock.runFor(900);
  expect(page.url()).toBe(stopped);
  await expect(page.getByText('That is not it. Try again.')).toBeVisible();
});

test('a game is reviewed, and a mistake played better', { tag: '@once' }, async ({ page }) => {
  // White bans the wrong move of the queen's, and is mated.
  const moves = 'b:e2e4 m:f2f3 b:e7e6 m:e7e5 b:d2d4 m:g2g4 b:d8e7 m:d8h4';
  await page.goto(`/review/banchess?${new URLSearchParams({ moves })}`);
  await expect(page.getByText(/% accurate/).first()).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await expect(page.getByText('What decided the game')).toBeVisible();
  const moment = page.locator('.moments li').last();
  await expect(moment).toContainText('White: from');
  await expect(moment).toContainText('to lost in 1');
  await moment.getByRole('button', { name: 'Play it better' }).click();
  await expect(page.getByText('White, find something better than ✗Qe7.')).toBeVisible();
  await point(page, 'a7').click();
  await point(page, 'a6').click();
  await expect(page.getByText('✗a6 is no better.')).toBeVisible();
  await page.getByRole('button', { name: 'Show the best move' }).click();
  await expect(page.locator('.board .arrow')).toHaveCount(1);
  await point(page, 'd8').click();
  await point(page, 'h4').click();
  await expect(page.getByText('Better: ✗Qh4.')).toBeVisible();
  // What was found is there at once the next time.
  await page.reload();
  await expect(page.getByText(/% accurate/).first()).toBeVisible();
});

test('a coach warns before a blunder, and lets one think again', async ({ page }) => {
  await page.goto('/new/baghchal');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('button', { name: 'Coach' }).click();
  await page.getByRole('button', { name: 'Hint' }).click();
  const coach = page.getByRole('region', { name: 'Coach' });
  await expect(coach.getByText('No goat may stand where a tiger can leap over it.')).toBeVisible();
  // A goat beside a tiger is taken at once.
  await touch(page, [1]);
  await expect(coach.getByText('The goat on B1 can be taken.')).toBeVisible();
  await expectAccessible(page);
  await coach.getByRole('button', { name: 'Think again' }).click();
  await expect(page.getByText('goats in hand 20/20')).toBeVisible();
  // Asked twice, it shows the move; and who insists may.
  await coach.getByRole('button', { name: 'Hint' }).click();
  await coach.getByRole('button', { name: 'Show the move' }).click();
  await expect(coach.getByText(/^The best move is [A-E][1-5]\.$/)).toBeVisible();
  await touch(page, [1]);
  await coach.getByRole('button', { name: 'Play B1 anyway' }).click();
  await expect(page.locator('[data-ply="1"]')).toHaveText('B1');
});

test('by a clock, too, what the coach says stays', async ({ page }) => {
  await page.goto('/new/baghchal');
  await page.getByLabel('Time').selectOption({ label: '10 min + 5 s' });
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('button', { name: 'Coach' }).click();
  const coach = page.getByRole('region', { name: 'Coach' });
  await touch(page, [1]);
  const warning = coach.getByText('The goat on B1 can be taken.');
  await expect(warning).toBeVisible();
  // The clock is looked at every second.
  await page.waitForTimeout(2500);
  await expect(warning).toBeVisible();
  await coach.getByRole('button', { name: 'Play B1 anyway' }).click();
  await expect(page.locator('[data-ply="1"]')).toHaveText('B1');
});
