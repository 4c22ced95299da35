import type { ClipRange } from "#app/media/clips/clip-track.ts";
import { packClip, unpackClip } from "#app/media/clips/pack-clip.ts";
import { type ClipHints, type ClipPlan, planClip } from "#app/media/clips/plan-clip.ts";
import type { RecordingStore, StoredObject } from "#app/server/ports/recording-store.ts";
import { clipPlanKey, kindOfKey, recordingIdOfKey } from "#app/server/storage/keys.ts";

/**
 * The plan of a clip of a stored recording. It is made once and kept beside the recording (some 100 kB a minute with picture), because a
 * player sends several requests for each clip, and a plan may cost a pass through the recording. Null where the recording cannot be cut
 * there. Throws SourceChangedError where the recording is gone or another.
 */
export async function keptPlan(
  store: Pick<RecordingStore, "open" | "getBytes" | "put">,
  { key, version }: { key: string; version: StoredObject },
  { range, ...hints }: Omit<ClipHints, "kind"> & { range: ClipRange },
): Promise<ClipPlan | null> {
  const recordingId = recordingIdOfKey(key);
  const language = hints.language ?? "any";
  const planKey = recordingId && clipPlanKey(recordingId, { etag: version.etag, ...range, language });
  const kept = planKey === null ? null : await store.getBytes(planKey);
  const unpacked = kept && unpackClip(kept);
  if (unpacked) return unpacked;
  const planned = await planClip(store.open(key, version), range, { ...hints, kind: kindOfKey(key) });
  if (!planned.ok) return null;
  if (planKey !== null) await store.put(planKey, packClip(planned.value), "application/octet-stream");
  return planned.value;
}
