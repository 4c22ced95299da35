/** A step has to come back later and nothing is wrong with it: its attempt does not count. */
export class StepWaits extends Error {
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super("step waits");
    this.name = "StepWaits";
    this.retryAfterMs = retryAfterMs;
  }
}
