import { backOffDelayMs } from "#app/domain/back-off.ts";

/** Pieces and events that Acta did not take are sent again soon: a bot that ends meanwhile has to deliver them at its next start. */
const DELIVERY = { firstMs: 250, factor: 2, maxMs: 5_000 };

/** How long to wait after so many failed deliveries in a row. */
export function backOffMs(failures: number, random: number): number {
  return backOffDelayMs(DELIVERY, failures, random);
}

/** Waits, or less when woken. */
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
