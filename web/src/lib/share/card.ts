// The card of a finished game: its board, players, result and decisive moment, as a PNG and as an animation.

import { rules } from '../api/rules';
import { encodeGif, type Frame } from './gif';

/** The texts of a card. */
export interface Card {
  game: string;
  /** The result and its reason, such as “Goats won” and “No tiger can move”. */
  result: string;
  reason: string;
  /** The move that decided the game. */
  moment: string;
  players: { name: string; side: string; won: boolean }[];
  /** The address of the page, without the scheme. */
  place: string;
}

/** The game on the board. */
export interface Line {
  game: string;
  start?: string | undefined;
  moves: readonly string[];
  turned: boolean;
}

/** The size of a card in its own units. */
const WIDTH = 1080;
const HEIGHT = 1350;
/** The width of the animation; the height is in proportion. */
const ANIMATED = 480;
/** An animation shows at most this many of the last moves, so that it stays small enough for a chat. */
const MOST_MOVES = 60;
const STEP_MS = 500;
const REST_MS = 3500;

const BOARD = { left: 120, top: 190, width: 840, height: 800 };
const INK = '#2f261c';
const MUTED = '#6b5b46';
const PAPER = '#f5eddd';
const SHEET = '#fbf6ea';
const ACCENTS: [prefix: string, colour: string][] = [
  ['baghchal', '#934d08'],
  ['banchess', '#962436'],
  ['creeper', '#1b5f64'],
  ['gomoku', '#44546e'],
];
const accentOf = (game: string) => ACCENTS.find(([prefix]) => game.startsWith(prefix))?.[1] ?? '#46652f';

const serif = (size: number) => `600 ${size}px Eczar, Georgia, serif`;
const sans = (size: number, weight = 400) => `${weight} ${size}px Mukta, system-ui, sans-serif`;

/** Returns a position as a picture. */
async function boardOf({ game, start, turned }: Line, moves: readonly string[]): Promise<HTMLImageElement> {
  const drawn = await rules.svg(game, { position: start, moves: [...moves] }, turned);
  const [, width = '100', height = '100'] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(drawn) ?? [];
  // Without a size some browsers draw nothing.
  const sized = drawn.replace('<svg ', `<svg width="${width}" height="${height}" `);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sized)}`;
  await image.decode();
  return image;
}

/** Writes a text on one line, as large as fits. */
function write(on: CanvasRenderingContext2D, text: string, x: number, y: number, most: number): void {
  const { width } = on.measureText(text);
  on.save();
  on.translate(x, y);
  if (width > most) on.scale(most / width, most / width);
  on.fillText(text, 0, 0);
  on.restore();
}

/** Draws the marigold of the winner. */
function marigold(on: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  for (const [colour, distance, rx, ry, turn] of [
    ['#e0791c', 26, 13, 19, 0],
    ['#f3b22e', 14, 9, 13, Math.PI / 8],
  ] as const) {
    on.fillStyle = colour;
    for (let petal = 0; petal < 8; petal++) {
      on.save();
      on.translate(x, y);
      on.scale(size / 100, size / 100);
      on.rotate(turn + (petal * Math.PI) / 4);
      on.beginPath();
      on.ellipse(0, -distance, rx, ry, 0, 0, 2 * Math.PI);
      on.fill();
      on.restore();
    }
  }
  on.fillStyle = '#b9501a';
  on.beginPath();
  on.arc(x, y, (9 * size) / 100, 0, 2 * Math.PI);
  on.fill();
}

/** Draws a card, but for its board. */
function drawFrame(on: CanvasRenderingContext2D, card: Card, accent: string): void {
  on.fillStyle = PAPER;
  on.fillRect(0, 0, WIDTH, HEIGHT);
  on.fillStyle = accent;
  on.fillRect(0, 0, WIDTH, 140);
  on.fillStyle = '#fff8ea';
  on.textBaseline = 'middle';
  on.textAlign = 'left';
  on.font = serif(62);
  write(on, card.game, 60, 76, 620);
  on.textAlign = 'right';
  on.font = serif(40);
  write(on, 'चौतारी', WIDTH - 60, 76, 300);
  on.textAlign = 'center';
  on.fillStyle = INK;
  on.font = serif(64);
  write(on, card.result, WIDTH / 2, 1052, 960);
  on.fillStyle = MUTED;
  on.font = sans(34);
  write(on, [card.reason, card.moment].filter(Boolean).join(' · '), WIDTH / 2, 1112, 960);
  card.players.forEach((player, i) => drawPlayer(on, player, 60 + i * 495, accent));
  on.fillStyle = MUTED;
  on.font = sans(30);
  on.textAlign = 'center';
  write(on, card.place, WIDTH / 2, 1312, 960);
}

function drawPlayer(
  on: CanvasRenderingContext2D,
  { name, side, won }: Card['players'][number],
  left: number,
  accent: string,
): void {
  on.fillStyle = SHEET;
  on.strokeStyle = won ? accent : '#dccdb1';
  on.lineWidth = won ? 5 : 2;
  on.beginPath();
  on.roundRect(left, 1156, 465, 116, 22);
  on.fill();
  on.stroke();
  on.textAlign = 'left';
  on.fillStyle = MUTED;
  on.font = sans(28);
  write(on, side, left + 28, 1192, 320);
  on.fillStyle = INK;
  on.font = sans(40, 600);
  write(on, name, left + 28, 1238, won ? 320 : 410);
  if (won) marigold(on, left + 405, 1214, 84);
}

/** Draws a board as large as its place allows. */
function drawBoard(on: CanvasRenderingContext2D, board: HTMLImageElement): void {
  const scale = Math.min(BOARD.width / board.width, BOARD.height / board.height);
  const [width, height] = [scale * board.width, scale * board.height];
  on.drawImage(
    board,
    BOARD.left + (BOARD.width - width) / 2,
    BOARD.top + (BOARD.height - height) / 2,
    width,
    height,
  );
}

/** Loads the page's own fonts, which a canvas does not wait for. */
async function loadFonts({ game, result, reason, moment, players }: Card): Promise<void> {
  await import('../../fonts/fonts.css');
  const text = `चौतारी ${game}${result}${reason}${moment}${players.map(({ name, side }) => name + side).join('')}`;
  const wanted = [serif(62), sans(34), sans(40, 600)];
  await Promise.all(wanted.map((font) => document.fonts.load(font, text))).catch(() => {});
}

function canvasOf(width: number): { canvas: HTMLCanvasElement; on: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, Math.round((width * HEIGHT) / WIDTH)];
  const on = canvas.getContext('2d', { willReadFrequently: true })!;
  on.scale(width / WIDTH, width / WIDTH);
  return { canvas, on };
}

/** Returns the card with the last position, as a PNG. */
export async function cardPng(card: Card, line: Line): Promise<File> {
  const [board] = await Promise.all([boardOf(line, line.moves), loadFonts(card)]);
  const { canvas, on } = canvasOf(WIDTH);
  drawFrame(on, card, accentOf(line.game));
  drawBoard(on, board);
  const blob = await new Promise<Blob>((made, failed) =>
    canvas.toBlob((blob) => (blob ? made(blob) : failed(new Error('The picture is empty.'))), 'image/png'),
  );
  return new File([blob], 'chautari.png', { type: 'image/png' });
}

/** Returns the card with the last moves of the game, as an animated GIF. */
export async function cardGif(card: Card, line: Line): Promise<File> {
  await loadFonts(card);
  const { canvas, on } = canvasOf(ANIMATED);
  drawFrame(on, card, accentOf(line.game));
  const frames: Frame[] = [];
  const { length } = line.moves;
  for (let shown = Math.max(0, length - MOST_MOVES); shown <= length; shown++) {
    on.fillStyle = PAPER;
    on.fillRect(0, 141, WIDTH, BOARD.top + BOARD.height - 141 + 8);
    drawBoard(on, await boardOf(line, line.moves.slice(0, shown)));
    const { data } = on.getImageData(0, 0, canvas.width, canvas.height);
    frames.push({ pixels: data, delay_ms: shown === length ? REST_MS : STEP_MS });
  }
  const bytes = encodeGif(canvas.width, canvas.height, frames);
  return new File([bytes], 'chautari.gif', { type: 'image/gif' });
}
