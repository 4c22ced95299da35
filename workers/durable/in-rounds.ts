export interface Rounds {
  /** Resolves when nothing that was there at the call is left to do. */
  run(): Promise<void>;
  isRunning(): boolean;
}

/**
 * Runs `round` one at a time, so that its events arrive in order. A call during a round starts another one after it, and all callers
 * wait for the last.
 */
export function inRounds(round: () => Promise<void>): Rounds {
  let running: Promise<void> | null = null;
  let again = false;
  async function rounds(): Promise<void> {
    do {
      again = false;
      await round();
    } while (again);
  }
  return {
    run() {
      again = true;
      running ??= rounds().finally(() => {
        running = null;
      });
      return running;
    },
    isRunning: () => running !== null,
  };
}
