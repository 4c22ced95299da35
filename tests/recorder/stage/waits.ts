import { setTimeout as wait } from "node:timers/promises";

/** Time limit for other programs on a busy machine, in ms. It is no limit of the product. */
export const WAIT_MS_MAX = 180_000;

/** The first value that `look` finds. The value depends on other programs, so it is polled, with a limit. */
export async function eventually<Value>(
  look: () => Value | undefined | null | false | Promise<Value | undefined | null | false>,
  what: string,
): Promise<Value> {
  const endAt = Date.now() + WAIT_MS_MAX;
  for (;;) {
    const value = await look();
    if (value) return value;
    if (Date.now() > endAt) throw new Error(`not within ${WAIT_MS_MAX} ms: ${what}`);
    await wait(50);
  }
}

/** Rejects with the name of the work if it takes longer: for work that has no limit of its own. */
export async function within<Value>(work: Promise<Value>, what: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${WAIT_MS_MAX} ms: ${what}`)), WAIT_MS_MAX);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
