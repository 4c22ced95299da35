import { afterAll, beforeAll, expect } from "vitest";
import { type CrashBench, comparableRecording, startCrashBench } from "#tests/crash/crash-bench.ts";
import { type KillCase, killTogether, type Subject } from "#tests/crash/kill-together.ts";
import type { Talk } from "#tests/support/voice-frames.ts";
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

/** `again`: most windows that are paid for twice. */
export type Case = [...KillCase, again: number];
export const database = (about: string) => ({ call: "database", about });
export const storage = (about: string) => ({ call: "storage", about });
export const bucket = (call: string, about: string) => ({ call: `bucket.${call}`, about });

/** A meeting of a subject at its end. */
export type End = { meeting: ReturnType<typeof comparableRecording>; payments: ReturnType<typeof paymentsOf> };

/** An Acta of this file, and a meeting on it that nothing disturbed. */
export function crashesOfThisFile(talk: readonly Talk[] | null = null) {
  let started: { bench: CrashBench; undisturbed: End } | undefined;

  beforeAll(async () => {
    const bench = await startCrashBench(talk);
    started = { bench, undisturbed: await endOf(bench, await upload(bench, await bench.subject())) };
  }, 240_000);

  afterAll(() => started?.bench.stop());

  return () => {
    if (!started) throw new Error("Acta has not started");
    return started;
  };
}

const UNNAMED = "subject-000";
/** Made once: only the label is another for each subject. */
const recording = Buffer.from(markedRecording(SECONDS, UNNAMED)).toString("latin1");

/** A recording that the subject has sent. */
type Sent = { subject: Subject; meetId: string; bytes: Uint8Array<ArrayBuffer> };

/** Sends a recording; without bytes, one whose windows name their subject. */
export async function upload(bench: CrashBench, subject: Subject, given?: Uint8Array<ArrayBuffer>): Promise<Sent> {
  const bytes = given ?? new Uint8Array(Buffer.from(recording.replaceAll(UNNAMED, subject.name), "latin1"));
  const { meetId, refusal } = await bench.send(subject, bytes);
  if (refusal !== null) throw new Error(`the recording was refused: ${refusal}`);
  return { subject, meetId, bytes };
}

export async function endOf(bench: CrashBench, { subject, meetId, bytes }: Sent): Promise<End> {
  const remains = await bench.endOf(subject, meetId);
  return { meeting: comparableRecording(remains, bytes), payments: paymentsOf(bench.paidBy(subject)) };
}

/** The end of each case's meeting, after one kill for all cases of a group. */
export function killedTogether(
  crashes: () => { bench: CrashBench },
  cases: readonly (Case | KillCase)[],
  bytesOfCase?: () => Promise<Uint8Array<ArrayBuffer>>,
) {
  return killTogether(cases, {
    async begin([_name, when, steps]) {
      const { bench } = crashes();
      const subject = await bench.subject();
      const { struck } = await bench.stopsAt(subject, { steps, when });
      const sent = upload(bench, subject, await bytesOfCase?.());
      sent.catch(() => {});
      await struck;
      return { sent };
    },
    kill: () => crashes().bench.killAndStart(),
    end: async ({ sent }) => endOf(crashes().bench, await sent),
    // Its windows keep the places for windows in flight, which all meetings of a process share.
    stopsOthers: ([_name, _when, _steps, again = 0]) => again > 0,
    asked: () => crashes().bench.language.asked.length,
  });
}

/** Payments of one recording: windows, most payments for one window, and repeated payments in all. */
function paymentsOf(times: number[]) {
  return { windows: times.length, most: Math.max(...times), again: times.reduce((sum, count) => sum + count - 1, 0) };
}

/** Each window is paid for at most once more. */
export function expectPayments({ windows, ...many }: End["payments"], again: number): void {
  expect(windows).toBe(WINDOWS);
  expect(many.most, "payments for one window").toBeLessThanOrEqual(2);
  expect(many.again, "windows paid for twice").toBeLessThanOrEqual(again);
}
