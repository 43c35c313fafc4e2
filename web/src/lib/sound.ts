// Sounds of a game, made by the browser itself: short tones, no files.

import { settings } from './settings.svelte';

export type Sound = 'move' | 'capture' | 'check' | 'end' | 'refused';

/** A tone: pitch in hertz, when it begins and how long it lasts in seconds, how loud, and its wave. */
interface Tone {
  pitch: number;
  at: number;
  lasts: number;
  loud: number;
  wave: OscillatorType;
}

const wood = (pitch: number, at = 0): Tone => ({ pitch, at, lasts: 0.07, loud: 0.35, wave: 'triangle' });
const bell = (pitch: number, at: number): Tone => ({ pitch, at, lasts: 0.35, loud: 0.18, wave: 'sine' });

const TONES: Record<Sound, readonly Tone[]> = {
  move: [wood(320)],
  capture: [wood(240), wood(150, 0.05)],
  check: [wood(320), bell(880, 0.04)],
  end: [bell(523, 0), bell(659, 0.14), bell(784, 0.28)],
  refused: [{ pitch: 110, at: 0, lasts: 0.16, loud: 0.25, wave: 'square' }],
};

let context: AudioContext | undefined;

/** Plays a sound if sounds are wanted. */
export function sound(name: Sound): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // A browser lets a page be heard after the visitor has done something there.
  void context.resume();
  const now = context.currentTime;
  for (const { pitch, at, lasts, loud, wave } of TONES[name]) {
    const [tone, gain] = [context.createOscillator(), context.createGain()];
    tone.type = wave;
    tone.frequency.setValueAtTime(pitch, now + at);
    tone.frequency.exponentialRampToValueAtTime(pitch * 0.8, now + at + lasts);
    gain.gain.setValueAtTime(loud, now + at);
    gain.gain.exponentialRampToValueAtTime(0.001, now + at + lasts);
    tone.connect(gain).connect(context.destination);
    tone.start(now + at);
    tone.stop(now + at + lasts);
  }
}
