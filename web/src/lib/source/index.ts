// Where the answers come from: the program that serves the page, or, where the page is a folder of files without a program,
// an engine in the browser itself.

import { ServerSource } from './server';
import { WorkerSource } from './worker';

/** Gives answers to questions. */
export interface Source {
  /** A question with one answer. */
  ask: (path: string, question: unknown, signal?: AbortSignal) => Promise<unknown>;
  /** A question whose answer comes in events; gives the last one, `done`. */
  listen: (path: string, question: unknown, heard: (name: string, data: unknown) => void, signal?: AbortSignal) => Promise<unknown>;
}

/** Whether there is no program behind the page. */
export const ALONE: boolean = import.meta.env.MODE === 'site';

export const source: Source = ALONE ? new WorkerSource() : new ServerSource();
