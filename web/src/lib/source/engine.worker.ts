// The engine in a worker of the browser: it gets questions as messages, and answers one after another.

import type { FromEngine, ToEngine } from './messages';

/** What the module gives. */
interface Engine {
  memory: WebAssembly.Memory;
  reserve: (length: number) => number;
  ask: () => number;
  answer: () => number;
  answer_length: () => number;
}

const post = (message: FromEngine) => (self as unknown as { postMessage: (message: FromEngine) => void }).postMessage(message);
const [reader, writer] = [new TextDecoder(), new TextEncoder()];

let engine: Engine | undefined;
/** The question that is being worked on. */
let current = 0;
/** What the module said before it ended. */
let panic = '';

const text = (begin: number, length: number) => reader.decode(new Uint8Array(engine?.memory.buffer ?? new ArrayBuffer(0), begin >>> 0, length >>> 0));

/** What the module may call. */
const provided = {
  plybook: {
    now: () => performance.now(),
    tell: (name: number, nameLength: number, data: number, dataLength: number) => {
      const event = text(name, nameLength);
      if (event === 'panic') panic = text(data, dataLength);
      else post({ question: current, event, json: text(data, dataLength) });
    },
  },
};

function answer({ question, path, body }: Extract<ToEngine, { path: string }>): void {
  if (!engine) return;
  current = question;
  try {
    const bytes = writer.encode(`${path}\n${body}`);
    const begin = engine.reserve(bytes.length) >>> 0;
    new Uint8Array(engine.memory.buffer, begin, bytes.length).set(bytes);
    const status = engine.ask();
    post({ question, status, json: text(engine.answer(), engine.answer_length()) });
  } catch (error) {
    // A module that panicked cannot go on; whoever asked starts another one.
    post({ question, status: 0, json: JSON.stringify({ error: panic || String(error) }) });
  }
}

self.onmessage = (event: MessageEvent<ToEngine>) => {
  const message = event.data;
  if ('path' in message) answer(message);
  else void WebAssembly.instantiate(message.module, provided).then((instance) => {
    engine = instance.exports as unknown as Engine;
    post({ ready: true });
  });
};
