import { and, count, eq, gt, gte, inArray, isNull, lt } from "drizzle-orm";
import { birthNote } from "#app/contracts/meeting/birth-note.ts";
import type { ImportPayload } from "#app/contracts/recording/upload.ts";
import { type Ownership, ownershipOf, type PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { IMPORTS_A_DAY_MAX } from "#app/domain/limits/imports.ts";
import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import type { GivenTranscriptRefusal } from "#app/domain/meeting/status.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { transcriptDigest } from "#app/domain/transcript/transcript-digest.ts";
import { readWords } from "#app/media/transcripts/read-words.ts";
import type { PersonCaller } from "#app/server/identity/session.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetingClaims, meetings } from "#app/server/db/schema.ts";
import { claimMeeting } from "#app/server/meetings/claim-meeting.ts";
import { detailsOf } from "#app/server/meetings/details-of.ts";
import type { Services } from "#app/server/services.ts";
import { birthNoteKey } from "#app/server/storage/keys.ts";
import { fileMeeting } from "#app/server/folders/file-meeting.ts";
import { applyVisibilityDefault } from "#app/server/meetings/set-visibility.ts";

type Needs = Pick<Services, "db" | "store" | "meetings" | "log" | "now">;
type ImportRefusal = "template-not-found" | "too-many-imports" | GivenTranscriptRefusal;

const PREFIX = "import:";
/** The first text after all that begin with the prefix. */
const PREFIX_END = "import;";

/**
 * Makes a meeting of a transcript alone (decision 148). The claim is made of its words, so that the same transcript sent again finds its
 * meeting, also where the first try broke off halfway. The order is that of an upload: claim, birth note, meeting.
 */
export async function importMeeting(
  services: Needs,
  caller: PersonCaller,
  payload: ImportPayload,
): Promise<Outcome<{ meetId: MeetId; isNew: boolean }, ImportRefusal>> {
  const { db, store, meetings: objects, log, now } = services;
  const { actor } = caller;
  if (payload.file.byteLength > TRANSCRIPT_BYTES_MAX) return refused("transcript-too-large");
  if (payload.file.byteLength === 0) return refused("transcript-empty");
  const read = await readWords(payload.file, rest, { untimed: true });
  if (!read.ok) return read;
  const ownership = ownershipOf(actor);
  if (await hasTooMany(db, ownership, now())) return refused("too-many-imports");
  const key = `${PREFIX}${await transcriptDigest(read.value.segments)}`;
  const { meetId, recordingId, createdAt, isThere } = await claimMeeting(db, { ownership, key, now: now() });
  if (isThere) return ok({ meetId, isNew: false });
  const details = await detailsOf(services, caller, payload, meetId);
  if (!details.ok) return details;
  const note = birthNote({ meetId, ...ownership, recordingId, source: "upload", createdAt });
  await store.put(birthNoteKey(meetId), JSON.stringify(note), "application/json");
  await objects.begin(meetId, {
    source: "import",
    meetId,
    ...ownership,
    recordingId,
    details: details.value,
    transcript: read.value.text,
    endMs: read.value.endMs,
    createdAt,
  });
  await applyVisibilityDefault(services, actor, meetId);
  await fileMeeting(services, actor, meetId, { title: details.value.title, people: [] });
  log("meeting.imported", { meetId, bytes: payload.file.byteLength, segments: read.value.segments.length });
  return ok({ meetId, isNew: true });
}

/** Those of the digests that are meetings of this person now. */
export async function findImports(
  { db }: Pick<Services, "db">,
  actor: PersonActor,
  digests: readonly string[],
): Promise<Outcome<{ known: { digest: string; meetId: string; title: string }[] }, never>> {
  if (digests.length === 0) return ok({ known: [] });
  const keys = digests.map((digest) => `${PREFIX}${digest}`);
  const rows = await db
    .select({ key: meetingClaims.key, meetId: meetings.id, title: meetings.title })
    .from(meetingClaims)
    .innerJoin(meetings, eq(meetings.id, meetingClaims.meetId))
    .where(and(isOf(ownershipOf(actor)), inArray(meetingClaims.key, keys), isNull(meetings.deletedAt)));
  return ok({ known: rows.map(({ key, ...meeting }) => ({ digest: key.slice(PREFIX.length), ...meeting })) });
}

async function hasTooMany(db: Database, ownership: Ownership, now: number): Promise<boolean> {
  const [row] = await db
    .select({ imports: count() })
    .from(meetingClaims)
    .where(
      and(
        isOf(ownership),
        gte(meetingClaims.key, PREFIX),
        lt(meetingClaims.key, PREFIX_END),
        gt(meetingClaims.createdAt, now - DAY_MS),
      ),
    );
  return (row?.imports ?? 0) >= IMPORTS_A_DAY_MAX;
}

function isOf({ workspaceId, createdBy }: Ownership) {
  return and(eq(meetingClaims.workspaceId, workspaceId), eq(meetingClaims.createdBy, createdBy));
}

/** Others are answered between two turns of a long text. */
function rest(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
