import { useSyncExternalStore } from "react";

const SECOND_MS = 1000;

/** The clock, a second at a time; null on the server and in the first moment, where its clock would be another's. */
export function useNow(isRunning: boolean): number | null {
  return useSyncExternalStore(isRunning ? everySecond : never, thisSecond, nothing);
}

const thisSecond = () => Math.floor(Date.now() / SECOND_MS) * SECOND_MS;
const nothing = () => null;
const never = () => () => {};

function everySecond(told: () => void): () => void {
  const timer = setInterval(told, SECOND_MS);
  return () => clearInterval(timer);
}
