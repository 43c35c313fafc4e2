// What the page and the engine in a worker say to each other.

/** To the engine: its compiled module, then questions. */
export type ToEngine = { module: WebAssembly.Module } | { question: number; path: string; body: string };

/** From the engine: that it is there; an event of an answer; an answer with its status, 0 if the engine ended over it. */
export type FromEngine =
  | { ready: true }
  | { question: number; event: string; json: string }
  | { question: number; status: number; json: string };
