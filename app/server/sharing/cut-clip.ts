import * as z from "zod";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { type ClipSpan, recordingOf } from "#app/domain/clips/clip.ts";
import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import { isUnderway } from "#app/domain/meeting/status.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { SourceChangedError } from "#app/media/byte-source.ts";
import type { ClipPlan } from "#app/media/clips/plan-clip.ts";
import type { RecordingPlace } from "#app/server/ports/meeting-process.ts";
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

type Head = Pick<MeetingHead, "parts" | "durationMs" | "status" | "video" | "language">;
type Needs = Pick<Services, "meetings" | "store">;

/** A passage in the recording that holds it; null where the meeting has no recording any more. */
export type Cut = { place: RecordingPlace; recordingId: RecordingId | null; plan: ClipPlan };

/**
 * The file of a passage of a meeting; `media` is null where there is no recording to cut, or none that can be cut. "not-ready": the recording
 * is still being made or sent. "clip-range": no recording holds the whole passage.
 */
export async function cutOf(
  services: Needs,
  { meetId, head, span }: { meetId: MeetId; head: Head; span: ClipSpan },
): Promise<Outcome<{ recordingId: RecordingId | null; media: ClipMedia | null }, "clip-range" | "not-ready">> {
  const found = recordingOf(span, head);
  if (!found) return refused("clip-range");
  const place = await services.meetings.recording(meetId, found.part);
  const isAwaited = isUnderway(head.status) || head.video === "awaited";
  if (!place) return isAwaited ? refused("not-ready") : ok({ recordingId: null, media: null });
  const recordingId = recordingIdOfKey(place.key);
  if (!isForReaders(place)) return ok({ recordingId, media: null });
  const plan = await planOf(services, place, { head, span, startMs: found.startMs });
  if (!plan) return ok({ recordingId, media: null });
  const { type, width, height } = plan;
  return ok({ recordingId, media: { type, ...(width && height ? { width, height } : {}) } });
}

/** The same for a clip that is there. Null where its recording was deleted, or has left the meeting. */
export async function cutAgain(
  services: Needs,
  clip: ClipSpan & { meetId: MeetId; recordingId: string | null },
  head: Head,
): Promise<Cut | null> {
  const found = recordingOf(clip, head);
  const place = found && (await services.meetings.recording(clip.meetId, found.part));
  if (!found || !place || !isForReaders(place) || recordingIdOfKey(place.key) !== clip.recordingId) return null;
  const plan = await planOf(services, place, { head, span: clip, startMs: found.startMs });
  return plan && { place, recordingId: recordingIdOfKey(place.key), plan };
}

/** Whether anybody with a link may get something of the recording. That of a meeting that was split holds the other part, too (decision 224). */
export function isForReaders({ onlyFor }: RecordingPlace): boolean {
  return onlyFor === null;
}

/** Null also where the bytes went meanwhile. */
async function planOf(
  { store }: Needs,
  place: RecordingPlace,
  { head, span, startMs }: { head: Head; span: ClipSpan; startMs: number },
): Promise<ClipPlan | null> {
  const range = { fromMs: span.fromMs - startMs, toMs: span.toMs - startMs };
  try {
    return await keptPlan(store, place, { range, language: head.language });
  } catch (error) {
    if (error instanceof SourceChangedError) return null;
    throw error;
  }
}
