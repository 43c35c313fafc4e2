// The lab's rows as a drawing of bars, the same on the page and in the file.

import type { LabRow, Saving } from '../types';

export type Measure = 'nodes' | 'evaluations' | 'seconds' | 'depth';

export const MEASURES: { measure: Measure; title: string; logarithmic: boolean }[] = [
  { measure: 'nodes', title: 'Positions', logarithmic: true },
  { measure: 'evaluations', title: 'Evaluations', logarithmic: true },
  { measure: 'seconds', title: 'Seconds', logarithmic: true },
  { measure: 'depth', title: 'Depth reached', logarithmic: false },
];

/** Plies deeper that fill a bar. */
const DEEP = 6;

export interface Bar {
  label: string;
  part: LabRow['part'];
  value: number;
  text: string;
  /** Its length, from 0 to 1. */
  length: number;
}

/** The name of a row as people read it: `engine - pvs` is the engine without one of its techniques. */
export function label({ part, name }: { part: LabRow['part']; name: string }): string {
  if (part === 'ladder') return name;
  if (part === 'with') return `only ${name}`;
  if (name === 'engine') return 'the whole engine';
  return name.replace(/^engine - /, 'engine without ').replace(/^engine \+ /, 'engine with ');
}

/** A saving as a bar: its share of the whole, in words, and whether the technique costs more than it saves. */
export function gain({ saved, deeper }: Saving): { share: number; text: string; worse: boolean } {
  if (deeper !== undefined) {
    const plies = Math.abs(deeper) === 1 ? 'ply' : 'plies';
    const text = deeper === 0 ? 'no deeper' : `${Math.abs(deeper)} ${plies} ${deeper > 0 ? 'deeper' : 'less deep'}`;
    return { share: Math.min(1, Math.abs(deeper) / DEEP), text, worse: deeper < 0 };
  }
  if (saved === undefined) return { share: 0, text: 'cut short', worse: false };
  const percent = Math.round(Math.abs(saved) * 1000) / 10;
  if (percent === 0) return { share: 0, text: 'nothing', worse: false };
  const text = saved > 0 ? `saves ${percent.toFixed(1)} %` : `costs ${percent.toLocaleString('en')} %`;
  return { share: Math.min(1, Math.abs(saved)), text, worse: saved < 0 };
}

function numberText(value: number, measure: Measure): string {
  if (measure === 'seconds') return value < 0.01 ? value.toFixed(4) : value.toFixed(2);
  return value.toLocaleString('en');
}

/** Bars for a measure. Counts that differ by orders of magnitude stand on a logarithmic scale. */
export function bars(rows: readonly LabRow[], measure: Measure): Bar[] {
  const logarithmic = MEASURES.find((one) => one.measure === measure)?.logarithmic ?? false;
  const values = rows.map((row) => row[measure]);
  const least = Math.min(...values.filter((value) => value > 0), Infinity);
  const most = Math.max(...values, 0);
  const length = (value: number): number => {
    if (value <= 0 || most <= 0) return 0;
    if (!logarithmic || least === most) return value / most;
    // The shortest bar of a logarithmic scale still has to be seen.
    return 0.08 + (0.92 * Math.log(value / least)) / Math.log(most / least);
  };
  return rows.map((row) => ({
    label: label(row), part: row.part, value: row[measure], text: numberText(row[measure], measure), length: length(row[measure]),
  }));
}

/** All rows with a head, for a spreadsheet. */
export function csv(rows: readonly LabRow[]): string {
  const head = ['part', 'technique', 'depth', 'nodes', 'evaluations', 'cutoffs', 'table_hits', 'branching', 'seconds', 'value', 'move'];
  const quote = (cell: string | number) => (/[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell));
  const lines = rows.map((row) => [
    row.part, row.name, row.depth, row.nodes, row.evaluations, row.cutoffs, row.hits, row.branching ?? '', row.seconds, row.text, row.move ?? '',
  ]);
  return [head, ...lines].map((line) => line.map(quote).join(',')).join('\n') + '\n';
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const COLOURS = { ladder: '#2f6f9f', with: '#2f7d4f', without: '#c8653b', tables: '#7d5fa5' };

/** The drawing as a file that stands alone. */
export function svg(rows: readonly LabRow[], measure: Measure, title: string): string {
  const [rowHeight, top, left, width] = [22, 40, 190, 640];
  const drawn = bars(rows, measure).map((bar, number) => {
    const y = top + number * rowHeight;
    const long = Math.max(1, bar.length * (width - left - 110));
    return `<text x="${left - 8}" y="${y + 14}" text-anchor="end">${escape(bar.label)}</text>`
      + `<rect x="${left}" y="${y + 3}" width="${long.toFixed(1)}" height="15" fill="${COLOURS[bar.part]}"/>`
      + `<text x="${left + long + 6}" y="${y + 14}">${escape(bar.text)}</text>`;
  });
  const height = top + rows.length * rowHeight + 10;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`
    + `<rect width="${width}" height="${height}" fill="white"/><text x="10" y="22" font-size="15">${escape(title)}</text>${drawn.join('')}</svg>`;
}
