// Error messages and results of games, in the language of the page.

import { gestureText } from '../../board/gesture';
import { Away, Refused, Unfit } from '../api/errors';
import { position } from '../api/rules';
import type { Complaint, MatchOutcome, Offer, Reason, Scene } from '../api/types';
import { settings } from '../shell/settings.svelte';
import { fullStop, gameVocabulary, locale, number, t, title, translate } from './i18n.svelte';

/** Returns the text of an error of the server or the rules. The scene provides the names of points. */
export function complaintText(complaint: Complaint, scene?: Scene): string {
  if (settings.language === 'en') return inEnglish(complaint);
  const told: (Reason | Complaint)[] = complaint.reasons?.length ? complaint.reasons : [complaint];
  const sentences = told.map((reason) => inNepali(reason, complaint.at, scene));
  return sentences.every((sentence) => sentence !== undefined) ? sentences.join(' ') : complaint.text;
}

/** Rephrases parse errors for people, without byte offsets. */
function inEnglish({ code, at, text, expected, reasons }: Complaint): string {
  const plain = expected?.replace(/`([^`]*)`/g, '“$1”');
  if (code !== 'syntax' || !plain)
    return at !== undefined && reasons?.length ? reasons.map((reason) => reason.text).join(' ') : text;
  const found = /, found `([^]*)`\.$/.exec(text)?.[1];
  return found
    ? `“${found}” cannot be read here. Expected: ${plain}.`
    : `Something is missing at the end: ${plain}.`;
}

function inNepali(
  { code, points = [] }: Reason | Complaint,
  at: number | undefined,
  scene: Scene | undefined,
): string | undefined {
  const labels = points.map((point) => scene?.board.points[point]?.label);
  const filled = (gameVocabulary()?.refusals[code] ?? locale()?.reasons[code])?.replace(
    /\{(\d|\*|at)\}/g,
    (whole, which) => {
      if (which === 'at') return at === undefined ? whole : number(at + 1);
      return (which === '*' ? labels.join(', ') : labels[which]) || whole;
    },
  );
  // Falls back to English if a placeholder could not be filled.
  return filled?.includes('{') ? undefined : filled;
}

/** Returns the text of any error. */
export function errorText(error: unknown, scene?: Scene): string {
  const complaint = error instanceof Refused || error instanceof Away ? error.complaint : undefined;
  if (error instanceof Unfit) return t('This page is out of date. Please reload it.');
  if (!complaint) {
    if (error instanceof Away) return t('The server cannot be reached.');
    // Neither the server nor the network: a fault of this program, for its makers to see.
    console.error(error);
    return t('Something went wrong on this page. Please reload it.');
  }
  // Softserve errors have no codes, only texts.
  return complaint.code === 'unknown' ? translate(complaint.text) : complaintText(complaint, scene);
}

/** Returns who won and why; of the game of the page by default. */
export function resultText(outcome: MatchOutcome, game?: string): string {
  const how = outcome.winner ? t('{0} won', title(outcome.winner, game)) : t('A draw');
  return `${how}: ${endingText(outcome, game)}`;
}

/** Returns why a game ended, with a full stop. */
export function endingText(outcome: MatchOutcome, game?: string): string {
  const why =
    settings.language === 'ne'
      ? (gameVocabulary(game)?.endings[outcome.reason] ?? locale()?.endings[outcome.reason])
      : undefined;
  return why ? `${why}।` : `${outcome.text}.`;
}

/** Asks the rules why a gesture is illegal. */
export async function whyIllegal(
  game: string,
  at: string,
  scene: Scene,
  offers: Offer[],
  points: number[],
): Promise<{ text: string; points: number[] }> {
  const text = gestureText(scene, offers, points);
  const must = scene.marks.find((mark) => mark.kind === 'must');
  // An unfinished gesture: says what to do.
  if (!text) return { text: `${translate(scene.prompt)}${fullStop()}`, points: must?.points ?? points };
  try {
    await position(game, { position: at, typed: text });
  } catch (error) {
    if (error instanceof Refused && error.complaint.reasons?.length) {
      return {
        text: complaintText(error.complaint, scene),
        points: error.complaint.points?.length ? error.complaint.points : points,
      };
    }
  }
  return { text: t('That cannot be played.'), points };
}
