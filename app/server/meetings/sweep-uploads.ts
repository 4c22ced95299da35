import { and, asc, eq, gt, inArray, lt, ne, or } from "drizzle-orm";
import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import { SWEEP_PAGE_ROWS, SWEEP_PAGES_MAX, UPLOAD_ABANDONED_MS } from "#app/domain/limits.ts";
import { ABANDONED, UNUSED } from "#app/server/account/usage-reservation.ts";
import { meetingClaims, recordings, usageLedger } from "#app/server/db/schema.ts";
import type { Services } from "#app/server/services.ts";
import { meetingPrefix, recordingPrefix } from "#app/server/storage/keys.ts";
import { faultOf } from "#app/server/log.ts";

type Needs = Pick<Services, "db" | "store" | "meetings" | "log" | "now">;
type Candidate = { meetId: MeetId; recordingId: RecordingId };

/**
 * §4 upload flow: meetings whose bytes never came are removed after a day, and so is what a submit that failed halfway
 * left behind. One at a time and by key, so that one that cannot be removed now stands in nobody's way; a second run
 * goes on where the first was killed.
 */
export async function sweepUploads(services: Needs): Promise<{ removed: number; failed: number }> {
  const before = services.now() - UPLOAD_ABANDONED_MS;
  let removed = 0;
  let failed = 0;
  let after = "";
  for (let page = 0; page < SWEEP_PAGES_MAX; page++) {
    const candidates = await readCandidates(services, before, after);
    for (const candidate of candidates) {
      after = candidate.meetId;
      try {
        if (await removeAbandoned(services, candidate, before)) removed += 1;
      } catch (error) {
        failed += 1;
        services.log("sweep.upload.failed", {
          meetId: candidate.meetId,
          error: faultOf(error),
        });
      }
    }
    if (candidates.length < SWEEP_PAGE_ROWS) break;
  }
  return { removed, failed };
}

/** Claims whose place has not been used for a day; also those that a sweep began to remove and did not finish. */
async function readCandidates({ db }: Needs, before: number, after: string): Promise<Candidate[]> {
  const rows = await db
    .select({ meetId: meetingClaims.meetId, recordingId: meetingClaims.recordingId })
    .from(meetingClaims)
    .innerJoin(usageLedger, and(eq(usageLedger.meetId, meetingClaims.meetId), eq(usageLedger.kind, "upload")))
    .where(and(gt(meetingClaims.meetId, after), isUnused(before)))
    .orderBy(asc(meetingClaims.meetId))
    .limit(SWEEP_PAGE_ROWS);
  return rows.map((row) => ({ meetId: row.meetId as MeetId, recordingId: row.recordingId as RecordingId }));
}

async function removeAbandoned(services: Needs, candidate: Candidate, before: number): Promise<boolean> {
  const { db, meetings, store, now } = services;
  const { meetId, recordingId } = candidate;
  // The ledger may be behind, the meeting never is: one that has its bytes stays, whatever a row says.
  const view = await meetings.view(meetId, { kind: "owner" });
  if (view && view.head.status !== "TORECORD") return false;
  // From here on nobody can go on with the upload (holdUpload); if somebody just did, the row no longer matches.
  const marked = await db
    .update(usageLedger)
    .set({ state: "released", reason: ABANDONED, updatedAt: now() })
    .where(and(eq(usageLedger.meetId, meetId), eq(usageLedger.kind, "upload"), isUnused(before)))
    .returning({ meetId: usageLedger.meetId });
  if (marked.length === 0) return false;

  await meetings.discard(meetId);
  // A meeting that never began knows of no recording: what its submit left is removed here.
  await store.removeAll(recordingPrefix(recordingId));
  await store.removeAll(meetingPrefix(meetId));
  await db.batch([
    db
      .update(recordings)
      .set({ references: 0, deletedAt: now() })
      .where(and(eq(recordings.id, recordingId), ne(recordings.references, 0))),
    db.delete(meetingClaims).where(eq(meetingClaims.meetId, meetId)),
  ]);
  return true;
}

function isUnused(before: number) {
  return and(
    lt(usageLedger.reservedAt, before),
    or(eq(usageLedger.state, "reserved"), and(eq(usageLedger.state, "released"), inArray(usageLedger.reason, UNUSED))),
  );
}
