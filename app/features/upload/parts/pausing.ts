import type { Around } from "#app/features/upload/parts/send-parts.ts";

export type Pausing = { around: Around; pause: () => void; goOn: () => void };

/** The browser around an upload: its clock, its network, and the person's own pause. */
export function createPausing(): Pausing {
  let pause = new AbortController();
  let goOn: (() => void) | null = null;
  let unpaused = Promise.resolve();
  return {
    pause() {
      if (goOn) return;
      unpaused = new Promise((resolve) => {
        goOn = resolve;
      });
      pause.abort();
    },
    goOn() {
      pause = new AbortController();
      goOn?.();
      goOn = null;
    },
    around: {
      rest,
      random: Math.random,
      unpaused: () => unpaused,
      pausing: () => pause.signal,
    },
  };
}

/** Until `ms` have passed, the machine is back on the network, or nobody waits any more. */
function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener("online", end);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
