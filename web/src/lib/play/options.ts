// The options of a game as fields of a form, made from how the server writes them: `RxC`, `k=N`, `a|b|c`,
// `suicide=no|yes`, `empty-capture`.

import type { OptionAbout } from '../types';

export type Field =
  | { kind: 'choice'; prefix: string; values: string[]; about: OptionAbout }
  | { kind: 'switch'; word: string; about: OptionAbout }
  | { kind: 'text'; prefix: string; about: OptionAbout };

export function field(about: OptionAbout): Field {
  const named = /^([a-z0-9-]+=)(.+)$/.exec(about.form);
  const prefix = named?.[1] ?? '';
  const values = (named?.[2] ?? about.form).split('|');
  const plain = values.every((value) => /^[a-z0-9-]+$/.test(value) || /^\d+x\d+$/.test(value));
  if (plain && values.length > 1) return { kind: 'choice', prefix, values, about };
  if (plain && prefix === '') return { kind: 'switch', word: about.form, about };
  return { kind: 'text', prefix, about };
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
