// Why the server said no and how a game ended, in the language of the page.

import { written } from '../board/hand';
import { Away, position, Refused } from './api';
import { Unfit } from './refused';
import { endings, reasons } from './nepali-reasons';
import { settings } from './settings.svelte';
import type { Complaint, Ended, Offer, Reason, Scene } from './types';
import { gameWords, number, stop, title, word } from './words.svelte';

/** A complaint as a sentence; the board gives the points their names. */
export function explain(complaint: Complaint, scene?: Scene): string {
  if (settings.language === 'en') return inEnglish(complaint);
  const told: (Reason | Complaint)[] = complaint.reasons?.length ? complaint.reasons : [complaint];
  const sentences = told.map((reason) => inNepali(reason, complaint.at, scene));
  return sentences.every((sentence) => sentence !== undefined) ? sentences.join(' ') : complaint.text;
}

/** For people: what is wrong, not after how many bytes. */
function inEnglish({ code, at, text, expected, reasons }: Complaint): string {
  const plain = expected?.replace(/`([^`]*)`/g, '“$1”');
  if (code !== 'syntax' || !plain) return at !== undefined && reasons?.length ? reasons.map((reason) => reason.text).join(' ') : text;
  const found = /, found `([^]*)`\.$/.exec(text)?.[1];
  return found ? `“${found}” cannot be read here. Expected: ${plain}.` : `Something is missing at the end: ${plain}.`;
}

function inNepali({ code, points = [] }: Reason | Complaint, at: number | undefined, scene: Scene | undefined): string | undefined {
  const labels = points.map((point) => scene?.board.points[point]?.label);
  const filled = (gameWords()?.refusals[code] ?? reasons[code])?.replace(/\{(\d|\*|at)\}/g, (whole, which) => {
    if (which === 'at') return at === undefined ? whole : number(at + 1);
    return (which === '*' ? labels.join(', ') : labels[which]) || whole;
  });
  // Better in English than with a hole in it.
  return filled?.includes('{') ? undefined : filled;
}

/** Whatever went wrong, as a sentence. */
export function told(error: unknown, scene?: Scene): string {
  const complaint = error instanceof Refused || error instanceof Away ? error.complaint : undefined;
  if (error instanceof Unfit) return word('This page is out of date. Please reload it.');
  if (!complaint) return word('The server cannot be reached.');
  // Softserve has sentences and no codes.
  return complaint.code === 'unknown' ? word(complaint.text) : explain(complaint, scene);
}

/** How a game ended, and why; of the game on the page, or of another one. */
export function verdict(outcome: Ended, game?: string): string {
  const how = outcome.winner ? word('{0} won', title(outcome.winner, game)) : word('A draw');
  return `${how}: ${ending(outcome, game)}`;
}

/** What ended a game, with its full stop. */
export function ending(outcome: Ended, game?: string): string {
  const why = settings.language === 'ne' ? (gameWords(game)?.endings[outcome.reason] ?? endings[outcome.reason]) : undefined;
  return why ? `${why}।` : `${outcome.text}.`;
}

/** Why a gesture that nobody offered cannot be played, asked of the server. */
export async function whyNot(game: string, at: string, scene: Scene, offers: Offer[], points: number[]): Promise<{ text: string; points: number[] }> {
  const text = written(scene, offers, points);
  const must = scene.marks.find((mark) => mark.kind === 'must');
  // A gesture that was hardly begun: say what is wanted.
  if (!text) return { text: `${word(scene.prompt)}${stop()}`, points: must?.points ?? points };
  try {
    await position(game, { position: at, typed: text });
  } catch (error) {
    if (error instanceof Refused && error.complaint.reasons?.length) {
      return { text: explain(error.complaint, scene), points: error.complaint.points?.length ? error.complaint.points : points };
    }
  }
  return { text: word('That cannot be played.'), points };
}
