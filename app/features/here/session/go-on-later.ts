import type { HereServer } from "#app/features/here/session/here-server.ts";
import { HERE_SEGMENTS_RESERVED } from "#app/domain/limits/here.ts";
import { measureWaiting, type RecordingSpool } from "#app/features/here/spool/recording-spool.ts";

/**
 * Readies a recording that was broken off to go on: after the end of its sound, and above all numbers of segments that it may have used.
 * While the disk was full it noted neither, so that the server is asked too; where that cannot be reached, the numbers that were reserved
 * on the disk before still hold. False where the disk takes nothing, so that a crash would lose the recording.
 */
export async function readyToGoOn(spool: RecordingSpool, server: Pick<HereServer, "reached">): Promise<boolean> {
  const reached = await server.reached();
  const { endMs } = measureWaiting(spool.waiting());
  const from = Math.max(nextSegment(spool), reached?.segments ?? 0, spool.noted().segmentNumbers?.to ?? 0);
  await spool.note({
    recordedMs: Math.max(endMs, spool.about().recordedMs, reached?.endMs ?? 0),
    isStopped: false,
    segmentNumbers: { from, to: from + HERE_SEGMENTS_RESERVED },
  });
  return spool.noted().segmentNumbers?.from === from;
}

/** The number of the next segment of every track. */
export function nextSegment(spool: Pick<RecordingSpool, "about" | "waiting">): number {
  const { segments, segmentNumbers } = spool.about();
  const used = [...segments, ...spool.waiting()].map(({ segment }) => segment + 1);
  return used.reduce((next, each) => Math.max(next, each), segmentNumbers?.from ?? 0);
}

/** Whether the next number is reserved on the disk: a life after a crash begins above it. */
export function isNextReserved(spool: Pick<RecordingSpool, "about" | "noted" | "waiting">): boolean {
  return nextSegment(spool) < (spool.noted().segmentNumbers?.to ?? 0);
}
