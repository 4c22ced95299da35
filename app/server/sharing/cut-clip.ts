import * as z from "zod";
import type { ClipSpan } from "#app/domain/clips/clip.ts";
import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import { SourceChangedError } from "#app/media/byte-source.ts";
import type { PackedClip } from "#app/media/clips/packed-clip.ts";
import type { Passage, RecordingPlace } from "#app/server/ports/meeting-process.ts";
import type { Services } from "#app/server/services.ts";
import { keptPlan } from "#app/server/sharing/kept-plan.ts";
import { recordingIdOfKey } from "#app/server/storage/keys.ts";

/** Facts of the file of a clip that are kept, so that its page and previews know it without reading the recording. */
export const clipMedia = z.object({
  type: z.enum(["video/mp4", "audio/mp4", "audio/wav", "audio/ogg"]),
  width: z.number().optional(),
  height: z.number().optional(),
});
export type ClipMedia = z.infer<typeof clipMedia>;

/** The recording of a passage: that which the clip was cut from, another one, or none that anybody with a link may get something of. */
export type Found =
  | { is: "there"; place: RecordingPlace; recordingId: RecordingId | null }
  | { is: "gone" | "withheld" | "other" };

/** `recordingId`: what the clip was cut from. One without sound keeps it, too: at its time may be another talk now. */
export function findRecording({ place }: Pick<Passage, "place">, clip: { recordingId: string | null }): Found {
  if (!place) return { is: "gone" };
  const recordingId = recordingIdOfKey(place.key);
  if (recordingId !== clip.recordingId) return { is: "other" };
  return isForReaders(place) ? { is: "there", place, recordingId } : { is: "withheld" };
}

/** Whether anybody with a link may get something of the recording. That of a meeting that was split holds the other part, too (decision 224). */
export function isForReaders({ onlyFor }: RecordingPlace): boolean {
  return onlyFor === null;
}

/** `isKept`: whether its plan is kept for the next request. */
type Asked = ClipSpan & { meetId: MeetId; clipId: string; isKept: () => Promise<boolean> };

/** The file of a clip; null where the recording cannot be cut there, or its bytes went meanwhile. */
export async function cutClip(
  { store }: Pick<Services, "store">,
  { fromMs, toMs, ...clip }: Asked,
  { place, startMs, language }: Pick<Passage, "startMs" | "language"> & { place: RecordingPlace },
): Promise<PackedClip | null> {
  const range = { fromMs: fromMs - startMs, toMs: toMs - startMs };
  try {
    return await keptPlan(store, place, { ...clip, range, language });
  } catch (error) {
    if (error instanceof SourceChangedError) return null;
    throw error;
  }
}
