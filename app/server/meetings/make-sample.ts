import { and, eq, exists, isNotNull, sql } from "drizzle-orm";
import { birthNote } from "#app/contracts/meeting/birth-note.ts";
import { type Ownership, ownershipOf } from "#app/domain/account/actor.ts";
import { type MeetId, newMeetId, newRecordingId, type RecordingId } from "#app/domain/ids.ts";
import { invariant } from "#app/domain/invariant.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { SAMPLE_SOURCE } from "#app/domain/meeting/sample.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import type { Caller } from "#app/server/auth/session.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetingClaims, meetings } from "#app/server/db/schema.ts";
import { recordings } from "#app/server/db/schema-usage.ts";
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
  language: MeetingLanguage,
): Promise<{ meetId: MeetId }> {
  const ownership = ownershipOf(actor);
  const claim = await claimSample(db, ownership, now());
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
    sound: sound && (await putSound({ db, store }, { ...ownership, recordingId, createdAt, sound })),
    createdAt,
  });
  log("sample.made", { meetId, language, hasSound: sound !== null });
  return { meetId };
}

type Claim = { meetId: MeetId; recordingId: RecordingId; createdAt: number; isThere: boolean };

/** Claims the person's sample for a meeting, or finds the claimed one. A sample that was deleted gives its claim free. */
async function claimSample(db: Database, ownership: Ownership, now: number): Promise<Claim> {
  const own = and(
    eq(meetingClaims.workspaceId, ownership.workspaceId),
    eq(meetingClaims.createdBy, ownership.createdBy),
    eq(meetingClaims.key, CLAIM_KEY),
  );
  const gone = db
    .select({ id: meetings.id })
    .from(meetings)
    .where(and(eq(meetings.id, meetingClaims.meetId), isNotNull(meetings.deletedAt)));
  const claimed = { key: CLAIM_KEY, meetId: newMeetId(), recordingId: newRecordingId(), createdAt: now };
  const [, , [row]] = await db.batch([
    db
      .update(meetingClaims)
      .set({ key: sql`'gone:' || ${meetingClaims.meetId}` })
      .where(and(own, exists(gone))),
    db
      .insert(meetingClaims)
      .values({ ...ownership, ...claimed })
      .onConflictDoNothing(),
    db
      .select({
        meetId: meetingClaims.meetId,
        recordingId: meetingClaims.recordingId,
        claimedAt: meetingClaims.createdAt,
        listedId: meetings.id,
      })
      .from(meetingClaims)
      .leftJoin(meetings, eq(meetings.id, meetingClaims.meetId))
      .where(own),
  ]);
  invariant(row, "a claim was just written, or stood there");
  return {
    meetId: row.meetId as MeetId,
    recordingId: row.recordingId as RecordingId,
    createdAt: row.claimedAt,
    isThere: row.listedId !== null,
  };
}

/** The sound as the meeting's own recording, so that playing and deleting it need no rule of their own. */
async function putSound(
  { db, store }: Pick<Needs, "db" | "store">,
  input: Ownership & { recordingId: RecordingId; createdAt: number; sound: Uint8Array },
): Promise<NonNullable<SampleBirth["sound"]>> {
  const { recordingId: id, workspaceId, createdBy, createdAt, sound } = input;
  await db
    .insert(recordings)
    .values({ id, workspaceId, createdBy, source: SAMPLE_SOURCE, references: 1, createdAt })
    .onConflictDoNothing();
  const key = newOriginalKey(id, "m4a");
  const { size, etag } = await store.put(key, sound, "audio/mp4");
  return { key, version: { sizeBytes: size, etag } };
}
