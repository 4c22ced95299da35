/** When the server last answered a signed-in person, or their page's socket gave a sign of life, by the page's clock: it closes with the session. */
let provenAt = Number.NEGATIVE_INFINITY;

/** The server has just answered a signed-in person. */
export function noteProof(): void {
  provenAt = performance.now();
}

/** Whether another answer has proven the session within a time. */
export function isSessionProven(withinMs: number): boolean {
  return performance.now() - provenAt <= withinMs;
}
