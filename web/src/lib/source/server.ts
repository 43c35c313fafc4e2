// Answers of the program that serves the page.

import type { Problem } from '../types';
import type { Source } from './index';
import { Refusal } from './refusal';

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

async function send(path: string, question: unknown, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    const asking = question === undefined ? {} : {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(question),
    };
    response = await fetch(path, { ...asking, signal: signal ?? null });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new Refusal('The program does not answer. Is `plybook` still running?', 0);
  }
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => null);
  const said = answer !== null && typeof answer === 'object' && 'error' in answer ? (answer as Problem).error : '';
  throw new Refusal(said || `The program answered with status ${response.status}.`, response.status);
}

export class ServerSource implements Source {
  async ask(path: string, question: unknown, signal?: AbortSignal): Promise<unknown> {
    return (await send(path, question, signal)).json();
  }

  /** Reads server-sent events; ends with the event `done`, fails with the event `error`. */
  async listen(path: string, question: unknown, heard: (name: string, data: unknown) => void, signal?: AbortSignal): Promise<unknown> {
    const response = await send(path, question, signal);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (reader) {
      const { value, done } = await reader.read();
      if (done) break;
      text += value;
      let end: number;
      while ((end = text.indexOf('\n\n')) >= 0) {
        const lines = text.slice(0, end).split('\n');
        text = text.slice(end + 2);
        const field = (name: string) => lines.filter((line) => line.startsWith(`${name}:`))
          .map((line) => line.slice(name.length + 1).trimStart()).join('\n');
        const event = field('event');
        if (!event) continue;
        const data: unknown = JSON.parse(field('data'));
        if (event === 'done') return data;
        if (event === 'error') throw new Refusal((data as Problem).error, 500);
        heard(event, data);
      }
    }
    throw new Refusal('The answer broke off. Is `plybook` still running?', 0);
  }
}
