import { setTimeout as wait } from "node:timers/promises";

/** The first value that is there. What is waited for depends on other programs, so it is looked for, with a limit. */
export async function eventually<Value>(
  look: () => Value | undefined | null | false | Promise<Value | undefined | null | false>,
  msMax: number,
  what: string,
): Promise<Value> {
  const endAt = Date.now() + msMax;
  for (;;) {
    const value = await look();
    if (value) return value;
    if (Date.now() > endAt) throw new Error(`not within ${msMax} ms: ${what}`);
    await wait(50);
  }
}

/** Rejects by name where something that has no limit of its own takes longer. */
export async function within<Value>(work: Promise<Value>, msMax: number, what: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${msMax} ms: ${what}`)), msMax);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
