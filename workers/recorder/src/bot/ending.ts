import type { BotReason } from "#app/contracts/recorder.ts";

/** How a bot ends. `failed` is a bot that never recorded, or was lost; `left` is one that has left a meeting. */
export type Ending = { state: "left" | "failed"; reason: BotReason };

export type EndingSignal = {
  readonly ending: Ending | null;
  readonly signal: AbortSignal;
  /** The first one counts. */
  end(ending: Ending): void;
};

export function endingSignal(): EndingSignal {
  const controller = new AbortController();
  let ending: Ending | null = null;
  return {
    get ending() {
      return ending;
    },
    signal: controller.signal,
    end(next) {
      if (ending) return;
      ending = next;
      controller.abort();
    },
  };
}
