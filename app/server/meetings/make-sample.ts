import { birthNote } from "#app/contracts/meeting/birth-note.ts";
import { ownershipOf } from "#app/domain/account/actor.ts";
import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import type { TextLanguage } from "#app/domain/languages.ts";
import { SAMPLE_SOURCE } from "#app/domain/meeting/sample.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import type { Caller } from "#app/server/identity/session.ts";
import { claimMeeting } from "#app/server/meetings/claim-meeting.ts";
import type { SampleBirth } from "#app/server/ports/meeting-process.ts";
import type { Services } from "#app/server/services.ts";
import { birthNoteKey, newOriginalKey } from "#app/server/storage/keys.ts";

type Needs = Pick<Services, "db" | "store" | "meetings" | "samples" | "log" | "now">;

/** A person has one sample meeting at a time. */
const CLAIM_KEY = "sample";

/**
 * Makes the person's sample meeting, or finds the one that is there. After its deletion it is made again: this is how settings
 * restore it. Takes nothing from the plan. The order is that of an upload: claim, birth note, bytes, meeting; what breaks off
 * halfway is finished by the next call.
 */
export async function makeSample(
  { db, store, meetings: objects, samples, log, now }: Needs,
  { actor, user }: { actor: Caller["actor"]; user: Pick<Caller["user"], "timeZone"> },
  language: TextLanguage,
): Promise<{ meetId: MeetId }> {
  const ownership = ownershipOf(actor);
  const claim = await claimMeeting(db, { ownership, key: CLAIM_KEY, now: now() });
  const { meetId, recordingId, createdAt } = claim;
  if (claim.isThere) return { meetId };
  const { title, content, sound } = await samples.load(language, createdAt);
  const note = birthNote({ meetId, ...ownership, recordingId, source: SAMPLE_SOURCE, createdAt });
  await store.put(birthNoteKey(meetId), JSON.stringify(note), "application/json");
  await objects.begin(meetId, {
    meetId,
    ...ownership,
    recordingId,
    source: SAMPLE_SOURCE,
    details: { title, startsAt: createdAt, timeZone: user.timeZone, language, template: BASIC_SYSTEM },
    content,
    sound: sound && (await putSound(store, recordingId, sound)),
    createdAt,
  });
  log("sample.made", { meetId, language, hasSound: sound !== null });
  return { meetId };
}

/** The sound as the meeting's own recording, so that playing and deleting it need no rule of their own. */
async function putSound(
  store: Needs["store"],
  recordingId: RecordingId,
  sound: Uint8Array,
): Promise<NonNullable<SampleBirth["sound"]>> {
  const key = newOriginalKey(recordingId, "m4a");
  const { size, etag } = await store.put(key, sound, "audio/mp4");
  return { key, version: { sizeBytes: size, etag } };
}
