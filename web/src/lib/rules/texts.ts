// The texts of rules files that games were made from on this page. A game's name is made from its text, so that whoever has
// the text can always have the game again.

import { recall, remember } from '../stored';

/** Texts that are remembered; the one that was used longest ago goes first. */
const MOST = 40;
/** Letters of all of them together. */
const MOST_LETTERS = 1_000_000;

interface Kept {
  game: string;
  text: string;
}

const isKept = (value: unknown): value is Kept[] => Array.isArray(value)
  && value.every((one: unknown) => typeof one === 'object' && one !== null && 'game' in one && typeof one.game === 'string' && 'text' in one && typeof one.text === 'string');

/** A game's name without the checksum of its text, where it was made from one. */
export const plainName = (game: string): string => game.replace(/-[0-9a-f]{20}(?=$|:)/, '');

const STORE = 'rules-texts';
let kept: Kept[] | undefined;

/** The text of a game, if the browser has it. */
export function textOf(game: string): string | undefined {
  kept ??= recall<Kept[]>(STORE, [], isKept);
  return kept.find((one) => one.game === game)?.text;
}

/** Remembers the text of a game. */
export function keepText(game: string, text: string): void {
  if (textOf(game) === text && kept?.[0]?.game === game) return;
  let letters = 0;
  kept = [{ game, text }, ...(kept ?? []).filter((one) => one.game !== game)].slice(0, MOST).filter((one) => (letters += one.text.length) <= MOST_LETTERS);
  remember(STORE, kept);
}
