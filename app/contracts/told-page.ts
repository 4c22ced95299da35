import { isAnswering, noteAnswer } from "#app/contracts/answering.ts";
import { isSessionOver } from "#app/contracts/session.ts";

/**
 * Knows whether the socket of the page tells it of changes (follow-changes.ts). What is read by the clock waits for a change meanwhile, so that an open
 * page on which nothing happens asks the server for nothing.
 */

const CHANGED_EVENT = "acta-page-changed";
/** While the page is told, it still reads by the clock, so many times less often: a message may be lost, and a plan ends by its time. */
export const TOLD_FACTOR = 120;

/** `since`: when the page was told for the first time, by its clock. After a break it hears whether it has missed a change. */
let told = { isNow: false, since: Number.POSITIVE_INFINITY };

export function noteTold(isNow: boolean): void {
  if (isNow) noteAnswer(true);
  told = { isNow, since: isNow ? Math.min(told.since, performance.now()) : told.since };
}

const mayReadByClock = () => !isSessionOver() && isAnswering();

export function noteChanged(): void {
  window.dispatchEvent(new Event(CHANGED_EVENT));
}

/**
 * Calls `read` every `everyMs`, and when the page is told of a change (`isChange`); then every `toldMs` by the clock. Nothing is read while the
 * session is over, or the server does not answer. Returns a function that ends it.
 */
export function readInTime(
  read: (isChange: boolean) => void,
  everyMs: number,
  toldMs = everyMs * TOLD_FACTOR,
): () => void {
  let readAt = Number.NEGATIVE_INFINITY;
  const readNow = (isChange: boolean) => {
    readAt = performance.now();
    read(isChange);
  };
  const onChange = () => readNow(true);
  const timer = setInterval(() => {
    // Changes of the time before it was told would be missed.
    const isKnown = told.isNow && readAt > told.since && performance.now() - readAt < toldMs;
    if (!isKnown && mayReadByClock()) readNow(false);
  }, everyMs);
  window.addEventListener(CHANGED_EVENT, onChange);
  return () => {
    clearInterval(timer);
    window.removeEventListener(CHANGED_EVENT, onChange);
  };
}

/**
 * Calls `read` every `everyMs`, and when the page is looked at again, while the page is not told of changes: what its lists bring, too, is not read
 * beside them. Returns a function that ends it.
 */
export function readUntold(read: () => void, everyMs: number): () => void {
  const readNow = () => {
    if (!told.isNow && mayReadByClock()) read();
  };
  const timer = setInterval(readNow, everyMs);
  document.addEventListener("visibilitychange", readNow);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", readNow);
  };
}
