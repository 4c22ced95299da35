import { callApi } from "#app/contracts/call-api.ts";
import { orderLocalModel, readLocalModel } from "#app/contracts/endpoints/local-model.ts";
import type { LocalModelAnswer } from "#app/contracts/local-model-answer.ts";
import type { LocalModelOrder } from "#app/contracts/local-model-order.ts";

/** Pause between two looks at a model that is being fetched. */
const LOOK_EVERY_MS = 2000;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Only an Acta that runs on the reader's own machine has a model there; others are not asked. */
export function mayHaveLocalModel(hostname: string): boolean {
  return LOOPBACK.has(hostname);
}

/**
 * Tells `onState` the state of this machine's model, and again for as long as it is being prepared; null when it cannot be known.
 * `order`: a person's, which is sent first. Ends with `signal`.
 */
export async function watchLocalModel(
  order: LocalModelOrder | null,
  onState: (state: LocalModelAnswer | null) => void,
  signal: AbortSignal,
): Promise<void> {
  let isUnderway = false;
  let end = order ? await callApi(orderLocalModel, { body: order, signal }) : await callApi(readLocalModel, { signal });
  while (!signal.aborted) {
    if (end.ok) {
      onState(end.value);
      isUnderway = end.value.state === "preparing";
    } else if (!isUnderway) {
      onState(null);
    }
    // A look that fails in the middle of a download is repeated, and the page keeps what it shows.
    if (!isUnderway) return;
    await pause(LOOK_EVERY_MS, signal);
    if (!signal.aborted) end = await callApi(readLocalModel, { signal });
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
