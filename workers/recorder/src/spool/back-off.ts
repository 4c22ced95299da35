const FIRST_MS = 250;
const LAST_MS = 5_000;

/** How long to wait after so many failures in a row: 250 ms, doubled up to 5 s, each up to a quarter less. */
export function backOffMs(failures: number, random: number): number {
  const full = Math.min(LAST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10));
  return Math.round(full * (1 - random / 4));
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
