// How boards look and sound; kept by the browser.

import { recall, remember } from './stored';

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

class Settings {
  /** Whether moves are seen happening. */
  animated = $state(recall('animated', true, isFlag));
  /** Whether moves are heard. */
  sound = $state(recall('sound', false, isFlag));
  /** Whether what can be picked has a frame. */
  framed = $state(recall('framed', true, isFlag));

  /** Whether moves are seen happening here and now: a visitor may have asked all pages to stay still. */
  get moving(): boolean {
    return this.animated && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  set(name: 'animated' | 'sound' | 'framed', value: boolean): void {
    this[name] = value;
    remember(name, value);
  }
}

export const settings = new Settings();
