import type { PageState } from "#app/contracts/recorder.ts";
import { CALL_ASKS_AGAIN_MAX, CALL_ASK_AGAIN_MS } from "#app/domain/limits/calls.ts";

/** A person's request that the bot leave the lobby and request admission again. One at a time: it is kept until the lobby can answer it. */
export type AskAgain = {
  ask(): void;
  /** Whether to request admission again now. A request too soon after the last one, or over the limit, is dropped. */
  isDue(state: PageState, waitingSince: number | null, now: number): boolean;
};

export function askAgainWish(): AskAgain {
  let wished = false;
  let asked = 0;
  return {
    ask() {
      wished = true;
    },
    isDue(state, waitingSince, now) {
      // While a page loads or shows another state, the bot does not wait for admission there; the request is kept.
      if (!wished || (state !== "waiting" && state !== "nobody-answered")) return false;
      wished = false;
      // Hosts turn away a bot that requests admission all the time, and platforms block it for good.
      const isTooSoon = state === "waiting" && (waitingSince === null || now - waitingSince < CALL_ASK_AGAIN_MS);
      if (isTooSoon || asked >= CALL_ASKS_AGAIN_MAX) return false;
      asked += 1;
      return true;
    },
  };
}
