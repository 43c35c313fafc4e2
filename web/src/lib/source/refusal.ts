/** What was said where there is no answer, and the status that HTTP has for it; 0 where nobody answered. */
export class Refusal extends Error {
  constructor(message: string, readonly status: number) {
    super(message);
  }
}
