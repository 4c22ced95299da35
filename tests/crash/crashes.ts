import { afterAll, beforeAll, expect } from "vitest";
import { type CrashBench, type Remains, startCrashBench, type Trap } from "#tests/crash/crash-bench.ts";
import { markedRecording } from "#tests/support/marked-recording.ts";

/**
 * No data is lost: workerd is killed with SIGKILL in the middle of every step, started again, and left alone. Each meeting
 * then has to end like an undisturbed one: the same transcript and summary, its rows and keys and no others, and no window
 * paid for more than twice.
 */

export const SECONDS = 16 * 60;
/** 16 minutes in windows of five: 5, 5, 5 and 1. */
export const WINDOWS = 4;
/** At most three windows are in flight at once, so that one kill can cost no more than three. */
export const IN_FLIGHT = 3;
export const TEST_MS_MAX = 180_000;
const BYTES = new Uint8Array(markedRecording(SECONDS));

export type Case = [name: string, when: "before" | "after", steps: { call: string; about: string }[], again: number];
export const database = (about: string) => ({ call: "database", about });
export const storage = (about: string) => ({ call: "storage", about });
export const bucket = (call: string, about: string) => ({ call: `bucket.${call}`, about });

/** An Acta of this file, and a meeting on it that nothing disturbed. */
export function crashesOfThisFile() {
  let started: { bench: CrashBench; undisturbed: Remains; payments: ReturnType<typeof paymentsOf> } | undefined;

  beforeAll(async () => {
    const bench = await startCrashBench();
    const undisturbed = await bench.endOf(await upload(bench));
    started = { bench, undisturbed, payments: paymentsOf(bench) };
  }, 120_000);

  afterAll(() => started?.bench.stop());

  return () => {
    if (!started) throw new Error("Acta has not started");
    return started;
  };
}

export async function upload(bench: CrashBench, bytes = BYTES): Promise<string> {
  const { meetId, refusal } = await bench.send(bytes);
  if (refusal !== null) throw new Error(`the recording was refused: ${refusal}`);
  return meetId;
}

/** A meeting from its submit to its end, with the process killed when the trap is struck. */
export async function killedWhen(bench: CrashBench, { struck }: Trap, bytes = BYTES): Promise<Remains> {
  bench.paid.clear();
  bench.language.asked = [];
  const meeting = upload(bench, bytes);
  await struck;
  await bench.killAndStart();
  return bench.endOf(await meeting);
}

/** Payments since the last submit: windows, most payments for one window, and repeated payments in all. */
export function paymentsOf(bench: CrashBench) {
  const times = [...bench.paid.values()];
  return { windows: times.length, most: Math.max(...times), again: times.reduce((sum, count) => sum + count - 1, 0) };
}

/** Each window is paid for at most once more, and the one request for the summary too. */
export function expectPayments(bench: CrashBench, again: number): void {
  const { windows, ...many } = paymentsOf(bench);
  expect(windows).toBe(WINDOWS);
  expect(many.most, "payments for one window").toBeLessThanOrEqual(2);
  expect(many.again, "windows paid for twice").toBeLessThanOrEqual(again);
  expect(bench.language.asked.length, "questions to the language model").toBeLessThanOrEqual(2);
}
