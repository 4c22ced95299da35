import { and, asc, eq, gt, lt } from "drizzle-orm";
import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import {
  SWEEP_PAGES_MAX,
  SWEEP_PAGE_ROWS,
  UPLOAD_ABANDONED_MS,
  UPLOAD_UNANNOUNCED_MS,
} from "#app/domain/limits/uploads.ts";
import { SYSTEM_VIEWER } from "#app/domain/meeting/access.ts";
import { parsePlan } from "#app/domain/plan/plans.ts";
import { ofLedger } from "#app/server/usage/usage-ledger.ts";
import { ABANDONED, ofClaim, REMOVED } from "#app/server/usage/usage-reservation.ts";
import { planSql } from "#app/server/workspace/plan-of.ts";
import { meetingClaims } from "#app/server/db/schema.ts";
import { isUnusedUpload, usageLedger } from "#app/server/db/schema-usage.ts";
import { faultOf } from "#app/server/log.ts";
import { takeBytes, type UploadOwner } from "#app/server/meetings/finish-upload.ts";
import type { Services } from "#app/server/services.ts";
import { meetingPrefix, recordingPrefix } from "#app/server/storage/keys.ts";
import { joinParts } from "#app/server/uploads/parts.ts";
import { forgetUnfinished, isKept, readUnfinished } from "#app/server/uploads/unfinished.ts";

type Needs = Pick<Services, "db" | "store" | "meetings" | "log" | "now">;
type Candidate = { meetId: MeetId; recordingId: RecordingId; owner: UploadOwner; isAbandoned: boolean };
type Swept = { accepted: number; removed: number; failed: number };

/**
 * §4 upload flow. Bytes that arrived and were never announced (the tab was closed at the end of the PUT) are accepted as if they
 * had been, because a person who pressed 'summarize' wants the minutes. Meetings whose bytes never arrived are removed after a
 * day, and so are the remains of a submit that failed halfway. Runs one at a time and by key, so that one that cannot be swept
 * now does not block the others; a second run continues where the first was killed.
 */
export async function sweepUploads(services: Needs): Promise<Swept> {
  const swept = { accepted: 0, removed: 0, failed: 0 };
  let after = "";
  for (let page = 0; page < SWEEP_PAGES_MAX; page++) {
    const candidates = await readCandidates(services, after);
    for (const candidate of candidates) {
      after = candidate.meetId;
      try {
        if (await takeUnclaimed(services, candidate)) swept.accepted += 1;
        else if (candidate.isAbandoned && (await removeAbandoned(services, candidate))) swept.removed += 1;
      } catch (error) {
        swept.failed += 1;
        services.log("sweep.upload.failed", {
          meetId: candidate.meetId,
          error: faultOf(error),
        });
      }
    }
    if (candidates.length < SWEEP_PAGE_ROWS) break;
  }
  return swept;
}

/** Claims whose place is not used yet; also those that a sweep began to remove and did not finish. */
async function readCandidates({ db, now }: Needs, after: string): Promise<Candidate[]> {
  const rows = await db
    .select({
      meetId: meetingClaims.meetId,
      recordingId: meetingClaims.recordingId,
      workspaceId: meetingClaims.workspaceId,
      createdBy: meetingClaims.createdBy,
      plan: planSql(meetingClaims.workspaceId, now()),
      reservedAt: usageLedger.reservedAt,
    })
    .from(usageLedger)
    // SQLite never changes the order of a CROSS JOIN: the few uploads that are not used, then the claim of each.
    .crossJoin(meetingClaims)
    .where(and(gt(usageLedger.meetId, after), isUnused(now() - UPLOAD_UNANNOUNCED_MS), ofClaim))
    .orderBy(asc(usageLedger.meetId))
    .limit(SWEEP_PAGE_ROWS);
  const abandonedBefore = now() - UPLOAD_ABANDONED_MS;
  return rows.map((row) => ({
    meetId: row.meetId as MeetId,
    recordingId: row.recordingId as RecordingId,
    owner: { workspaceId: row.workspaceId, createdBy: row.createdBy, plan: parsePlan(row.plan) },
    isAbandoned: row.reservedAt < abandonedBefore,
  }));
}

/** The meeting is asked first, because holding a reservation renews it, and one without bytes must be able to expire. */
async function takeUnclaimed(services: Needs, { meetId, owner }: Candidate): Promise<boolean> {
  const parts = await readUnfinished(services.db, owner, meetId);
  // An upload with all its parts is a complete file that was never joined.
  if (parts) await joinParts(services, parts);
  if (!(await services.meetings.hasUnclaimedBytes(meetId))) return false;
  const taken = await takeBytes(services, { meetId, owner, details: null, transcript: "as-announced" });
  services.log("upload.unannounced", { meetId, outcome: taken.ok ? "accepted" : taken.reason });
  return taken.ok;
}

async function removeAbandoned(services: Needs, candidate: Candidate): Promise<boolean> {
  const { db, meetings, store, now } = services;
  const { meetId, recordingId, owner } = candidate;
  const parts = await readUnfinished(db, owner, meetId);
  if (parts && isKept(parts, now())) return false;
  const before = now() - UPLOAD_ABANDONED_MS;
  // The ledger may be behind, the meeting never is: a meeting that has its bytes always stays.
  const view = await meetings.view(meetId, SYSTEM_VIEWER);
  if (view && view.head.status !== "TORECORD") return false;
  // After this the upload cannot be resumed (holdUpload); if it was resumed just now, the row no longer matches.
  const marked = await db
    .update(usageLedger)
    .set({ state: "released", reason: ABANDONED, updatedAt: now() })
    .where(and(ofLedger({ workspaceId: owner.workspaceId, meetId, kind: "upload" }), isUnused(before)))
    .returning({ meetId: usageLedger.meetId });
  if (marked.length === 0) return false;

  if (parts) await store.endParts(parts.key, parts.uploadId);
  await meetings.discard(meetId);
  await forgetUnfinished(db, meetId);
  // A meeting that never began knows no recording: the remains of its submit are removed here.
  await store.removeAll(recordingPrefix(recordingId));
  await store.removeAll(meetingPrefix(meetId));
  await db.batch([
    db.delete(meetingClaims).where(eq(meetingClaims.meetId, meetId)),
    db
      .update(usageLedger)
      .set({ reason: REMOVED })
      .where(ofLedger({ workspaceId: owner.workspaceId, meetId, kind: "upload" })),
  ]);
  return true;
}

function isUnused(before: number) {
  return and(isUnusedUpload(usageLedger), lt(usageLedger.reservedAt, before));
}
