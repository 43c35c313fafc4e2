// The options of a game as fields of a form, made from how the server writes them: `RxC`, `k=N`, `a|b|c`,
// `suicide=no|yes`, `empty-capture`.

import type { OptionAbout } from '../types';

/** A field; `title` is what it is called, without the signs of the command line. */
export type Field =
  | { kind: 'choice'; prefix: string; title: string; values: string[]; about: OptionAbout }
  | { kind: 'switch'; word: string; title: string; about: OptionAbout }
  | { kind: 'text'; prefix: string; title: string; about: OptionAbout };

/** `empty-capture` as people read it: `Empty capture`. */
function titleOf(word: string): string {
  const spaced = word.replaceAll('-', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** What options without a name of their own are called. */
const FORMS: Record<string, string> = { RxC: 'Rows x columns', WxH: 'Columns x rows', 'H,S': 'Houses, seeds in each', 'N,N,...': 'Piles', '8x8|6x6|4x4': 'Size' };

export function field(about: OptionAbout): Field {
  const named = /^([a-z0-9-]+=)(.+)$/.exec(about.form);
  const prefix = named?.[1] ?? '';
  const values = (named?.[2] ?? about.form).split('|');
  const plain = values.every((value) => /^[a-z0-9-]+$/.test(value) || /^\d+x\d+$/.test(value));
  const title = titleOf(prefix === '' ? (FORMS[about.form] ?? (values.length > 1 ? 'Variant' : about.form)) : prefix.slice(0, -1));
  // The default stands in the list once, as the choice that says nothing.
  if (plain && values.length > 1) return { kind: 'choice', prefix, title, values: values.filter((value) => value !== about.default), about };
  if (plain && prefix === '') return { kind: 'switch', word: about.form, title, about };
  return { kind: 'text', prefix, title, about };
}

/** The name of a game with the options that were filled in; empty ones are left out. */
export function nameWith(game: string, fields: readonly Field[], filled: readonly string[]): string {
  const parts = fields.flatMap((entry, number) => {
    const value = (filled[number] ?? '').trim();
    if (value === '') return [];
    return [entry.kind === 'switch' ? entry.word : entry.prefix + value];
  });
  return parts.length > 0 ? `${game}:${parts.join(',')}` : game;
}
