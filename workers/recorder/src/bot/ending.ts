import type { BotReason } from "#app/contracts/recorder.ts";

/** The end of a bot. `failed`: it never recorded, or was lost; `left`: it has left a meeting. */
export type Ending = { state: "left" | "failed"; reason: BotReason };

export type EndingSignal = {
  readonly ending: Ending | null;
  readonly signal: AbortSignal;
  /** Only the first call counts. */
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
