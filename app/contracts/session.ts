/** The code with which a meeting closes the live sockets of a session that has ended. */
export const SESSION_ENDED_CODE = 4401;
/** Dispatched on the window where a page learns that its session may have ended; whoever keeps the session asks at once. */
export const SESSION_DOUBTED_EVENT = "acta-session-doubted";

/** Dispatched on the window when a call of the API was refused because the session has ended (call-api.ts). */
export const SESSION_ENDED_EVENT = "acta-session-ended";

/** Whether an answer says that nobody is signed in. Whatever else arrives (a hotel's login page, say) says nothing. */
export function saysSignedOut(body: unknown): boolean {
  return typeof body === "object" && body !== null && !Array.isArray(body) && Object.keys(body).length === 0;
}

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

/** Dispatched on the window when a session that had ended is there again: the person has signed in, here or in another tab. */
export const SESSION_BACK_EVENT = "acta-session-back";

let isOver = false;

/** Keeps the server's last word on the session. A page may stay without one, so that an open form is not lost. */
export function noteSession(isOverNow: boolean): void {
  const isBack = isOver && !isOverNow;
  isOver = isOverNow;
  if (isBack) window.dispatchEvent(new Event(SESSION_BACK_EVENT));
}

/** Whether the session has ended. Meanwhile the page opens no socket and reads nothing by the clock but the session itself. */
export function isSessionOver(): boolean {
  return isOver;
}
