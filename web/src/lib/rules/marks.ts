// Where the faults of a text are.

import type { RulesFault } from '../types';

/** A piece of a line: marked or not. */
export interface Part {
  text: string;
  fault: boolean;
}

/** The first word from a column on, at least one letter, and where it begins and ends in the line, from 0. */
export function wordAt(line: string, column: number): [number, number] {
  const begin = Math.min(Math.max(column - 1, 0), line.length);
  const length = /^(\$?[\p{L}\d_'-]+|.)/u.exec(line.slice(begin))?.[0].length ?? 0;
  return [begin, begin + length];
}

/** The lines of a text in parts. A fault behind the end of a line is marked as a blank there. */
export function markedLines(text: string, faults: readonly RulesFault[]): Part[][] {
  return text.split('\n').map((line, number) => {
    const fault = faults.find((one) => one.line === number + 1);
    if (!fault) return [{ text: line, fault: false }];
    const [begin, end] = wordAt(line, fault.column ?? 1);
    const parts = [
      { text: line.slice(0, begin), fault: false }, { text: line.slice(begin, end) || ' ', fault: true }, { text: line.slice(end), fault: false },
    ];
    return parts.filter((part) => part.text !== '');
  });
}

/** Where the word of a fault lies in the whole text; nothing for a fault without a place. */
export function placeOf(text: string, fault: RulesFault): [number, number] | null {
  if (fault.line === undefined) return null;
  const lines = text.split('\n');
  const line = lines[fault.line - 1] ?? '';
  const before = lines.slice(0, fault.line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const [begin, end] = wordAt(line, fault.column ?? 1);
  return [before + begin, before + end];
}

/** The word that would be right, where the remedy names a single one. */
export const cure = (fault: RulesFault): string | null => /^write `([^`]+)`$/.exec(fault.remedy)?.[1] ?? null;

/** The text with the word of a fault replaced. */
export function cured(text: string, fault: RulesFault): string {
  const [place, word] = [placeOf(text, fault), cure(fault)];
  return place && word !== null ? text.slice(0, place[0]) + word + text.slice(place[1]) : text;
}
