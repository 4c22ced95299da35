import { UPLOAD_PARTS_IN_FLIGHT, UPLOAD_PART_AIM_MS } from "#app/domain/limits/uploads.ts";

/**
 * Limits the number of parts that are sent at once. A lost connection loses all of them, and more parts than the connection
 * can carry are no faster. So the limit is as many as land within UPLOAD_PART_AIM_MS each, at most UPLOAD_PARTS_IN_FLIGHT.
 * It is lower after a break, and one after the second break without a landed part: otherwise a slow connection that breaks
 * often would never complete a part.
 */
export interface PartsInFlight {
  /** Resolves, in the order of the calls, when one more part may be sent, to a function that ends its turn. Rejects on abort. */
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
