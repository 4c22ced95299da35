import { backOffDelayMs } from "#app/domain/back-off.ts";

/** Pieces and events that Acta did not accept are sent again soon: a bot that ends before has to deliver them at its next start. */
const DELIVERY = { firstMs: 250, factor: 2, maxMs: 5_000 };

/** Delay after this many failed deliveries in a row, in ms. */
export function backOffMs(failures: number, random: number): number {
  return backOffDelayMs(DELIVERY, failures, random);
}

/** Waits `ms`, or less when the signal aborts. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done);
  });
}
