// Lessons, puzzles and reviews: a beginner learns a game and wins.

import type { Page } from '@playwright/test';
import { expect, expectAccessible, matchOn, playByHand, point, test, touch, withoutGames } from './page';
import { ask, gesture, offers, solve, type Puzzle } from './solving';
import { banchess, creeper, gomoku, type Strategy, type Seen } from './lesson_strategies';

interface Step { position?: string; task: string; moves: string[]; replies: string[]; learned: string }
/** Completes a lesson by hand. */
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

/** Returns the pieces on a board of Bagh Chal, by column and row from 0, from its accessible names. */
async function seen(page: Page): Promise<Map<string, 'tiger' | 'goat'>> {
  const names = await page.getByRole('gridcell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
  const found = names.flatMap((name) => /^([A-E][1-5]), (tiger|goat)/.exec(name)?.slice(1, 3) ?? []);
  return new Map(Array.from({ length: found.length / 2 }, (_, i) => [found[2 * i]!, found[2 * i + 1] as 'tiger' | 'goat']));
}

const POINTS = [...'12345'].flatMap((row) => [...'ABCDE'].map((column) => column + row));

/** Returns the points at a distance along each line. Diagonals pass through every second point. */
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

/** Returns how many goats could be captured, and how many are near. */
function threat(board: Board): number {
  const near = tigers(board).flatMap((at) => along(at, 1).filter(([, to]) => board.get(to) === 'goat')).length;
  return 10 * new Set(captures(board).map(({ over }) => over)).size + near;
}

/**
 * Plays the tigers as the lesson teaches: capture if possible, otherwise threaten as much as possible. Avoids
 * repeating positions.
 */
function lessonMove(board: Board, before: Map<string, number>): Move {
  const name = (next: Board) => [...next].sort().join();
  const takes = captures(board);
  const choices = (takes.length ? takes : steps(board)).map((move) => ({ move, next: after(board, move) }));
  const merit = ({ next }: { next: Board }) => threat(next) - 15 * (before.get(name(next)) ?? 0);
  const best = choices.sort((a, b) => merit(b) - merit(a))[0]!;
  before.set(name(best.next), (before.get(name(best.next)) ?? 0) + 1);
  return best.move;
}

/** Plays the tigers to the end of a game. Returns whether they won. */
async function playTigers(page: Page): Promise<boolean> {
  const status = page.locator('.status');
  const moves = page.locator('ol[aria-label=Moves] [data-ply]');
  const before = new Map<string, number>();
  for (let turn = 0; turn < 120; turn++) {
    await expect(status).toHaveText(/Your turn|won|lost|draw/);
    if (!/Your turn/.test((await status.textContent())!)) break;
    const played = await moves.count();
    const { from, to } = lessonMove(await seen(page), before);
    for (const label of [from, to]) await point(page, label).click();
    await expect.poll(() => moves.count(), { intervals: [20, 50, 100] }).toBeGreaterThan(played);
  }
  return /You won/.test((await status.textContent())!);
}

test('beginner learns Bagh Chal and beats level 1 with the strategy of the lesson', { tag: '@phone' }, async ({ page }) => {
  test.setTimeout(300_000);
  await page.goto('/');
  await page.getByRole('link', { name: 'Learn' }).first().click();
  await page.getByRole('link', { name: 'First lesson' }).click();
  await expectAccessible(page);
  await learn(page, 'baghchal');
  const first = page.getByRole('button', { name: 'Play tigers against level 1' });
  await expect(first).toBeVisible();
  // The lesson is done by touch; the game is the same with any input.
  if (test.info().project.use.hasTouch) return;
  await first.click();
  await expect(page).toHaveURL(/\/play\//);
  // Even a beginner level sometimes wins: play again after a loss.
  let won = await playTigers(page);
  for (let game = 1; game < 3 && !won; game++) {
    await page.goto('/new/baghchal');
    await page.getByLabel(/^Level/).fill('1');
    await page.getByRole('button', { name: 'Tigers', exact: true }).click();
    await page.getByRole('button', { name: 'Begin' }).click();
    await expect(page).toHaveURL(/\/play\//);
    won = await playTigers(page);
  }
  expect(won).toBe(true);
});

/** Plays a game to its end by the strategy of its lesson. Returns whether that won. */
async function playAsTaught(page: Page, pupil: Strategy): Promise<boolean> {
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
  test(`beginner learns ${game} and beats level 1 with the strategy of the lesson`, { tag: '@phone' }, async ({ page }) => {
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

test('wrong move in a lesson gets a response', { tag: '@once' }, async ({ page }) => {
  await withoutGames(page);
  await page.goto('/learn/baghchal/lesson');
  // Legal, but not the move of the lesson.
  await point(page, 'C3').click();
  await expect(page.locator('.said')).toContainText('place the goat on B1');
  // Illegal: the message is that of the rules.
  await point(page, 'A1').click();
  await expect(page.getByRole('alert')).toContainText('A1');
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.locator('.board .arrow')).toHaveCount(1);
  // The server is down for a moment; the same step works once it is back.
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
  // Skipping leads on; no move of the last puzzle is played in the next one.
  await page.getByRole('button', { name: 'Next puzzle' }).click();
  await expect(page.getByText('That was the solution.')).toHaveCount(0);
  await page.waitForTimeout(1500);
  await expect(page.locator('.status')).toBeEmpty();
  await expect(page.getByRole('button', { name: 'Hint' })).toBeEnabled();
});

test('slower win is not a mistake', { tag: '@once' }, async ({ page }) => {
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

/** Returns a move that also wins, only later, as proven by the engine. */
async function slowerWin(page: Page, game: string, { position, moves }: Puzzle): Promise<{ points: number[]; human: string } | undefined> {
  const effort = { position, nodes: 20_000, lines: 4 };
  const thoughts = await (await page.request.post(`/api/v1/games/${game}/analysis`, { data: effort })).text();
  const last = JSON.parse(thoughts.trim().split('\n').findLast((line) => line.startsWith('data:'))!.slice(5));
  const other = last.lines.find(({ line, score }: { line: string[]; score: { kind: string } }) => line[0] !== moves[0] && score.kind === 'win');
  return other && (await offers(page, game, position)).find((offer) => offer.move === other.line[0]);
}

test('puzzles by theme, and a timed run that can be stopped at any moment', { tag: '@once' }, async ({ page }) => {
  await page.clock.install();
  await page.goto('/puzzles/baghchal');
  await page.getByLabel('Theme').selectOption({ label: 'Ring' });
  const shown = async () => ask<Puzzle>(page, `/games/baghchal/puzzles/${/\d+$/.exec(page.url())![0]}`);
  await expect.poll(async () => (await shown()).themes).toContain('ring');
  const timer = page.getByRole('timer');
  /** Tries moves other than the solution until one does not win. */
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
  await page.getByRole('button', { name: 'Three-minute challenge' }).click();
  await expect(timer).toContainText('Solved: 0');
  await expect.poll(() => page.url()).not.toBe(before);
  // Stopped while a mistake is shown: the puzzle stays, and nothing continues in the background.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await fail(1);
  await page.getByRole('button', { name: 'Stop' }).click();
  const stopped = page.url();
  await expect(page.getByText('You solved 0 in three minutes.')).toBeVisible();
  await page.clock.runFor(900);
  expect(page.url()).toBe(stopped);
  await expect(page.getByText('That is not it. Try again.')).toBeVisible();
});

test('game is reviewed, and a mistake corrected', { tag: '@once' }, async ({ page }) => {
  // White bans the wrong move of the queen, and is mated.
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
  // The review is available at once the next time.
  await page.reload();
  await expect(page.getByText(/% accurate/).first()).toBeVisible();
});

test('coach warns before a blunder and allows another move', async ({ page }) => {
  await page.goto('/new/baghchal');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('button', { name: 'Coach' }).click();
  await page.getByRole('button', { name: 'Hint' }).click();
  const coach = page.getByRole('region', { name: 'Coach' });
  await expect(coach.getByText('No goat may stand where a tiger can leap over it.')).toBeVisible();
  // A goat beside a tiger is captured at once.
  await touch(page, [1]);
  await expect(coach.getByText('The goat on B1 can be taken.')).toBeVisible();
  await expectAccessible(page);
  await coach.getByRole('button', { name: 'Think again' }).click();
  await expect(page.getByText('goats in hand 20/20')).toBeVisible();
  // On a second request it shows the move. A player who insists may play it.
  await coach.getByRole('button', { name: 'Hint' }).click();
  await coach.getByRole('button', { name: 'Show the move' }).click();
  await expect(coach.getByText(/^The best move is [A-E][1-5]\.$/)).toBeVisible();
  await touch(page, [1]);
  await coach.getByRole('button', { name: 'Play B1 anyway' }).click();
  await expect(page.locator('[data-ply="1"]')).toHaveText('B1');
});

test('warning of the coach stays while a clock runs', async ({ page }) => {
  await page.goto('/new/baghchal');
  await page.getByLabel('Time').selectOption({ label: '10 min + 5 s' });
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('button', { name: 'Coach' }).click();
  const coach = page.getByRole('region', { name: 'Coach' });
  await touch(page, [1]);
  const warning = coach.getByText('The goat on B1 can be taken.');
  await expect(warning).toBeVisible();
  // The clock is updated every second.
  await page.waitForTimeout(2500);
  await expect(warning).toBeVisible();
  await coach.getByRole('button', { name: 'Play B1 anyway' }).click();
  await expect(page.locator('[data-ply="1"]')).toHaveText('B1');
});
