// Answers of an engine in the browser, for a page that is a folder of files. Questions of different length have workers of
// their own, as they have pools of threads in the program: a long analysis keeps no move waiting.

import type { Problem } from '../types';
import type { Source } from './index';
import type { FromEngine, ToEngine } from './messages';
import { Refusal } from './refusal';

/** Where the compiled engine lies, beside the page. */
const ENGINE = 'engine.wasm';

const MOVES = ['/api/move', '/api/hint', '/api/tree'];
const SEARCHES = ['/api/analyse', '/api/graph', '/api/lab', '/api/perft', '/api/balance', '/bench'];
/** The text of a rules file must be known to all workers. */
const TEXT = '/api/rules/check';

let compiled: Promise<WebAssembly.Module> | undefined;

/** The engine's module, fetched and compiled once. */
function compiledModule(): Promise<WebAssembly.Module> {
  const load = async () => {
    const response = await fetch(new URL(ENGINE, document.baseURI));
    if (!response.ok) throw new Refusal(`The engine is missing beside the page: ${ENGINE} (status ${response.status}).`, 0);
    // Where the files are not served with the type of WebAssembly, it is compiled when it is there as a whole.
    const typed = response.headers.get('content-type')?.startsWith('application/wasm') ?? false;
    return typed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
  };
  compiled ??= load().catch((error: unknown) => {
    compiled = undefined;
    throw error instanceof Refusal ? error : new Refusal(`The engine could not be loaded: ${String(error)}`, 0);
  });
  return compiled;
}

interface Job {
  question: number;
  path: string;
  body: string;
  heard: (name: string, data: unknown) => void;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
}

/** A worker and the questions that wait for it. It is started when the first one comes. */
class Lane {
  private worker: Worker | undefined;
  private ready = false;
  private running: Job | undefined;
  private waiting: Job[] = [];

  add(job: Job, first: boolean): void {
    if (first) this.waiting.unshift(job);
    else this.waiting.push(job);
    this.next();
  }

  /** Gives a question up. One that is being worked on takes its worker along: nothing else reaches it in the middle. */
  drop(job: Job): void {
    this.waiting = this.waiting.filter((one) => one !== job);
    if (this.running === job) this.end();
    job.reject(new DOMException('given up', 'AbortError'));
    this.next();
  }

  private end(): void {
    this.worker?.terminate();
    [this.worker, this.ready, this.running] = [undefined, false, undefined];
  }

  private next(): void {
    if (this.running || this.waiting.length === 0) return;
    if (!this.worker) this.start();
    if (!this.ready) return;
    this.running = this.waiting.shift();
    if (this.running) {
      const { question, path, body } = this.running;
      this.worker?.postMessage({ question, path, body } satisfies ToEngine);
    }
  }

  private start(): void {
    const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
    this.worker = worker;
    worker.onmessage = (event: MessageEvent<FromEngine>) => {
      if (this.worker === worker) this.hear(event.data);
    };
    worker.onerror = () => this.fail(new Refusal('The engine could not be started in this browser.', 0));
    compiledModule().then((module) => worker.postMessage({ module } satisfies ToEngine), (error: unknown) => {
      if (this.worker === worker) this.fail(error);
    });
  }

  /** Nothing of what waits will be answered. */
  private fail(error: unknown): void {
    const lost = [...(this.running ? [this.running] : []), ...this.waiting];
    this.waiting = [];
    this.end();
    lost.forEach((job) => job.reject(error));
  }

  private hear(message: FromEngine): void {
    if ('ready' in message) {
      this.ready = true;
      this.next();
      return;
    }
    const job = this.running;
    if (!job || job.question !== message.question) return;
    const data: unknown = JSON.parse(message.json);
    if ('event' in message) {
      job.heard(message.event, data);
      return;
    }
    this.running = undefined;
    if (message.status === 200) job.resolve(data);
    else job.reject(new Refusal((data as Problem).error, message.status));
    if (message.status === 0) this.end();
    this.next();
  }
}

export class WorkerSource implements Source {
  private readonly quick = new Lane();
  private readonly moves = new Lane();
  private readonly searches = new Lane();
  private questions = 0;

  ask = (path: string, question: unknown, signal?: AbortSignal): Promise<unknown> => this.listen(path, question, () => undefined, signal);

  listen = (path: string, question: unknown, heard: (name: string, data: unknown) => void, signal?: AbortSignal): Promise<unknown> => {
    if (path === TEXT) {
      // The answer is that of the quick one; the others only learn the text, before what waits for them.
      for (const lane of [this.moves, this.searches]) this.send(lane, path, question, () => undefined, undefined, true).catch(() => undefined);
    }
    const lane = SEARCHES.includes(path) ? this.searches : MOVES.includes(path) ? this.moves : this.quick;
    return this.send(lane, path, question, heard, signal, false);
  };

  private send(
    lane: Lane, path: string, question: unknown, heard: (name: string, data: unknown) => void, signal: AbortSignal | undefined, first: boolean,
  ): Promise<unknown> {
    this.questions += 1;
    const body = question === undefined ? '' : JSON.stringify(question);
    return new Promise((resolve, reject) => {
      const job: Job = { question: this.questions, path, body, heard, resolve, reject };
      if (signal?.aborted) return reject(new DOMException('given up', 'AbortError'));
      signal?.addEventListener('abort', () => lane.drop(job));
      lane.add(job, first);
    });
  }
}
