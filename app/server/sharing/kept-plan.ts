import { and, eq, lte, sql } from "drizzle-orm";
import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import { SourceChangedError } from "#app/media/byte-source.ts";
import type { ClipRange } from "#app/media/clips/clip-track.ts";
import { openPackedClip, packClip, type PackedClip } from "#app/media/clips/packed-clip.ts";
import { type ClipHints, planClip } from "#app/media/clips/plan-clip.ts";
import { eachByItself } from "#app/server/each-by-itself.ts";
import type { RecordingStore, StoredObject } from "#app/server/ports/recording-store.ts";
import { clips, deletedClips } from "#app/server/db/schema-clips.ts";
import type { Services } from "#app/server/services.ts";
import {
  type ClipPlanKey,
  clipPlanKey,
  clipPlansPrefix,
  kindOfKey,
  recordingIdOfKey,
} from "#app/server/storage/keys.ts";

/** `isKept`: whether the clip stands, so that its plan is kept. Asked before the plan is written, and again after. */
type Asked = Omit<ClipHints, "kind"> &
  Pick<ClipPlanKey, "meetId" | "clipId"> & {
    range: ClipRange;
    isKept: () => Promise<boolean>;
  };

/**
 * The plan of a clip of a stored recording. It is made once and kept beside the recording (some 100 kB a minute with picture), because a
 * player sends several requests for each clip, and a plan may cost a pass through the recording. Of a kept one the front is read here, and
 * the rest as far as a request needs it. Null where the recording cannot be cut there. Throws SourceChangedError where the recording is gone
 * or another.
 */
export async function keptPlan(
  store: Pick<RecordingStore, "open" | "getBytes" | "put" | "removeAll">,
  { key, version }: { key: string; version: StoredObject },
  { range, meetId, clipId, isKept, ...hints }: Asked,
): Promise<PackedClip | null> {
  const recordingId = recordingIdOfKey(key);
  const planKey = recordingId && clipPlanKey(recordingId, { meetId, clipId, etag: version.etag, ...range, ...hints });
  if (planKey !== null) {
    const kept = await openPackedClip(async (start, end) => {
      const bytes = await store.getBytes(planKey, { start, end });
      if (bytes === null && start > 0) throw new SourceChangedError("missing");
      return bytes ?? new Uint8Array(0);
    });
    if (kept) return kept;
  }
  const planned = await planClip(store.open(key, version), range, { ...hints, kind: kindOfKey(key) });
  if (!planned.ok) return null;
  const packed = packClip(planned.value);
  if (planKey !== null && (await isKept())) await keepPlan(store, { planKey, packed, isKept });
  return openPackedClip((start, end) => Promise.resolve(packed.subarray(start, end)));
}

/** The sweep forgets a clip once it has removed its plans: one that it could not see yet goes here, whatever came of its writing. */
async function keepPlan(
  store: Pick<RecordingStore, "put" | "removeAll">,
  { planKey, packed, isKept }: { planKey: string; packed: Uint8Array; isKept: () => Promise<boolean> },
): Promise<void> {
  let stands = false;
  try {
    await store.put(planKey, packed, "application/octet-stream");
    stands = await isKept();
  } finally {
    if (!stands) await store.removeAll(planKey);
  }
}

/** For a clip that is no longer shown. */
export async function removePlans(
  { store }: Pick<Services, "store">,
  { meetId, clipId, recordingId }: { meetId: string; clipId: string; recordingId: string | null },
): Promise<void> {
  if (recordingId === null) return;
  await store.removeAll(clipPlansPrefix(recordingId as RecordingId, { meetId: meetId as MeetId, clipId }));
}

/** Clips of one sweep and kind: each is listed in the store. The others are left to the next one. */
const SWEPT_MAX = 200;

/**
 * Removes the plans of clips that were taken back, once that cannot be undone any more, of those that have ended, and of those whose row is gone. One
 * that stands again by then keeps its row as it is; its file is planned again. Answers how many.
 */
export async function sweepPlans(services: Pick<Services, "db" | "store" | "now">): Promise<number> {
  const { db, now } = services;
  const { clipId, meetId, recordingId, planEndsAt } = clips;
  const ended = lte(planEndsAt, now());
  const [found, deleted] = await db.batch([
    db.select({ clipId, meetId, recordingId }).from(clips).where(ended).orderBy(sql`random()`).limit(SWEPT_MAX),
    db.select().from(deletedClips).orderBy(sql`random()`).limit(SWEPT_MAX),
  ]);
  const isDone = [
    ...found.map((clip) => {
      const isIt = and(eq(clipId, clip.clipId), ended);
      return { clip, note: () => db.update(clips).set({ planEndsAt: null }).where(isIt) };
    }),
    ...deleted.map((clip) => {
      const isIt = eq(deletedClips.clipId, clip.clipId);
      return { clip, note: () => db.delete(deletedClips).where(isIt) };
    }),
  ];
  await eachByItself(isDone, async ({ clip, note }) => {
    await removePlans(services, clip);
    await note();
  });
  return found.length + deleted.length;
}
