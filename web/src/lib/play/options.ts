// A game's name with the options of a form. What each option is, the server declares.

import type { OptionAbout } from '../types';

/** The name of a game with the options that were filled in; empty ones are left out. */
export function nameWith(game: string, options: readonly OptionAbout[], filled: readonly string[]): string {
  const parts = options.flatMap((option, number) => {
    const value = (filled[number] ?? '').trim();
    if (value === '') return [];
    return [option.kind.field === 'flag' ? option.name : option.prefix + value];
  });
  return parts.length > 0 ? `${game}:${parts.join(',')}` : game;
}
