import { UPLOAD_PARTS_IN_FLIGHT, UPLOAD_PART_AIM_MS } from "#app/domain/limits/uploads.ts";

/**
 * How many parts are under way at once. A break costs all of them, half-sent, and more of them than fill the line bring
 * nothing: as many as each land within UPLOAD_PART_AIM_MS, at most UPLOAD_PARTS_IN_FLIGHT; fewer after a break, and one after
 * the second before any has landed: a slow line that breaks often would else never get a part through.
 */
export interface PartsInFlight {
  /** Resolves when one more may go, in the order of asking; what it resolves to ends its turn. Rejects when `signal` is aborted. */
  enter(signal: AbortSignal): Promise<() => void>;
  landed(tookMs: number): void;
  broke(): void;
}

const AT_FIRST = 2;

export function createPartsInFlight(): PartsInFlight {
  const waiting: (() => void)[] = [];
  let most = AT_FIRST;
  let underWay = 0;
  let breaks = 0;
  const admit = () => {
    while (underWay < most) {
      const next = waiting.shift();
      if (next === undefined) return;
      underWay += 1;
      next();
    }
  };
  const leave = () => {
    underWay -= 1;
    admit();
  };
  return {
    async enter(signal) {
      signal.throwIfAborted();
      await new Promise<void>((resolve, reject) => {
        const go = () => {
          signal.removeEventListener("abort", stop);
          resolve();
        };
        const stop = () => {
          waiting.splice(waiting.indexOf(go), 1);
          reject(signal.reason);
        };
        signal.addEventListener("abort", stop, { once: true });
        waiting.push(go);
        admit();
      });
      return leave;
    },
    landed(tookMs) {
      breaks = 0;
      if ((tookMs * (most + 1)) / most <= UPLOAD_PART_AIM_MS) most = Math.min(UPLOAD_PARTS_IN_FLIGHT, most + 1);
      else if (tookMs > UPLOAD_PART_AIM_MS) most = Math.max(1, most - 1);
      admit();
    },
    broke() {
      breaks += 1;
      most = Math.min(most, breaks === 1 ? AT_FIRST : 1);
    },
  };
}
