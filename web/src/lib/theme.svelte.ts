// Light or dark: as the system has it, unless somebody chose.

import { recall, remember } from './stored';

export type Theme = 'system' | 'light' | 'dark';

const isTheme = (value: unknown): value is Theme => value === 'system' || value === 'light' || value === 'dark';

class ThemeChoice {
  chosen = $state<Theme>(recall<Theme>('theme', 'system', isTheme));

  constructor() {
    this.apply();
  }

  /** The next of system, light and dark. */
  turn(): void {
    this.chosen = this.chosen === 'system' ? 'light' : this.chosen === 'light' ? 'dark' : 'system';
    remember('theme', this.chosen);
    this.apply();
  }

  private apply(): void {
    if (this.chosen === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = this.chosen;
  }
}

export const theme = new ThemeChoice();
