import { setTimeout as wait } from "node:timers/promises";

/** How long other programs may take on a machine that is busy with something else. None of it is a figure of the product's. */
export const WAIT_MS_MAX = 90_000;

/** The first value that is there. What is waited for depends on other programs, so it is looked for, with a limit. */
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

/** Rejects by name where something that has no limit of its own takes longer. */
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
