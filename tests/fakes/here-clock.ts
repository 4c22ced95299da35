import type { Clock } from "#app/features/here/spool/send-pieces.ts";

/** A clock that stands still until a test moves it. */
export type FakeClock = Clock & {
  /** Moves on, and runs what is due on the way. Between two tasks everything that was begun comes to its end. */
  pass(ms: number): Promise<void>;
  /** The time jumps, and nothing runs, as while a machine sleeps. */
  sleep(ms: number): void;
};

export function fakeClock(now = 1_800_000_000_000): FakeClock {
  let at = now;
  let tasks: { dueAt: number; task: () => void }[] = [];
  return {
    now: () => at,
    random: () => 1,
    after(ms, task) {
      const entry = { dueAt: at + ms, task };
      tasks.push(entry);
      return () => {
        tasks = tasks.filter((each) => each !== entry);
      };
    },
    async pass(ms) {
      const until = at + ms;
      await settled();
      for (;;) {
        const [next] = tasks.filter(({ dueAt }) => dueAt <= until).toSorted((one, other) => one.dueAt - other.dueAt);
        if (!next) break;
        tasks = tasks.filter((each) => each !== next);
        at = Math.max(at, next.dueAt);
        next.task();
        await settled();
      }
      at = until;
    },
    sleep(ms) {
      at += ms;
    },
  };
}

/** Digests that other threads are making, which a busy machine may end in any order. Counted here, and made as before. */
const digests = new Set<Promise<ArrayBuffer>>();
const { subtle } = crypto;
const digest = subtle.digest.bind(subtle);
Object.defineProperty(subtle, "digest", {
  // A test that resets the modules of the shared process makes this file run twice.
  configurable: true,
  value: (...given: Parameters<SubtleCrypto["digest"]>) => {
    const made = digest(...given);
    digests.add(made);
    const forget = () => void digests.delete(made);
    made.then(forget, forget);
    return made;
  },
});

/** Lets everything run that waits for nothing but promises and digests. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) {
    await Promise.allSettled(digests);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
