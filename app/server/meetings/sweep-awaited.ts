import { and, asc, eq, exists, gt, isNotNull, lt, lte, or } from "drizzle-orm";
import type { MeetId } from "#app/domain/ids.ts";
import {
  SWEEP_PAGES_MAX,
  SWEEP_PAGE_ROWS,
  UPLOAD_UNANNOUNCED_MS,
  UPLOAD_UNFINISHED_MS_MAX,
} from "#app/domain/limits/uploads.ts";
import { SYSTEM_VIEWER } from "#app/domain/meeting/access.ts";
import { parsePlan } from "#app/domain/plan/plans.ts";
import { planSql } from "#app/server/workspace/plan-of.ts";
import { meetings } from "#app/server/db/schema.ts";
import { unfinishedUploads, usageLedger } from "#app/server/db/schema-usage.ts";
import { faultOf } from "#app/server/log.ts";
import { takeBytes } from "#app/server/meetings/finish-upload.ts";
import type { Services } from "#app/server/services.ts";
import { joinParts } from "#app/server/uploads/parts.ts";
import { endUnfinished, isKept, type Unfinished } from "#app/server/uploads/unfinished.ts";

type Needs = Pick<Services, "db" | "store" | "meetings" | "log" | "now">;

/**
 * Uploads whose sound was sent before the video already count, so the sweep of unused uploads (sweep-uploads.ts) skips them.
 * This sweep accepts a video that has all its parts and was never announced, and ends the parts of one that is too old; the
 * meeting itself decides its state then.
 */
export async function sweepAwaited(services: Needs): Promise<number> {
  let taken = 0;
  let after = "";
  for (let page = 0; page < SWEEP_PAGES_MAX; page++) {
    const rows = await readAwaited(services, after);
    for (const { upload, plan, goneAt } of rows) {
      after = upload.meetId;
      try {
        if (await settle(services, upload, { plan, isGone: goneAt !== null })) taken += 1;
      } catch (error) {
        services.log("sweep.upload.failed", { meetId: upload.meetId, error: faultOf(error) });
      }
    }
    if (rows.length < SWEEP_PAGE_ROWS) break;
  }
  return taken;
}

async function readAwaited({ db, now }: Needs, after: string) {
  const counted = db
    .select({ meetId: usageLedger.meetId })
    .from(usageLedger)
    .where(
      and(
        eq(usageLedger.workspaceId, unfinishedUploads.workspaceId),
        eq(usageLedger.meetId, unfinishedUploads.meetId),
        eq(usageLedger.state, "counted"),
      ),
    );
  const isQuiet = and(lt(unfinishedUploads.touchedAt, now() - UPLOAD_UNANNOUNCED_MS), exists(counted));
  return db
    .select({
      upload: unfinishedUploads,
      plan: planSql(unfinishedUploads.workspaceId, now()),
      goneAt: meetings.deletedAt,
    })
    .from(unfinishedUploads)
    .leftJoin(meetings, eq(meetings.id, unfinishedUploads.meetId))
    .where(
      and(
        gt(unfinishedUploads.meetId, after),
        or(isQuiet, lte(unfinishedUploads.createdAt, now() - UPLOAD_UNFINISHED_MS_MAX), isNotNull(meetings.deletedAt)),
      ),
    )
    .orderBy(asc(unfinishedUploads.meetId))
    .limit(SWEEP_PAGE_ROWS);
}

async function settle(
  services: Needs,
  upload: Unfinished,
  { plan, isGone }: { plan: string; isGone: boolean },
): Promise<boolean> {
  const { meetings, log, now } = services;
  const meetId = upload.meetId as MeetId;
  if (isGone) {
    // Deleted by a request that did not come to its end: the row still names the file.
    await endUnfinished(services, upload);
    return false;
  }
  if (!isKept(upload, now())) {
    // An upload without transcribed sound is removed with its meeting (sweep-uploads.ts).
    if ((await meetings.view(meetId, SYSTEM_VIEWER))?.head.status === "TORECORD") return false;
    await endUnfinished(services, upload);
    log("upload.given-up", { meetId, reason: "too-old", awaits: false });
    return false;
  }
  if (!(await joinParts(services, upload)).ok) return false;
  const owner = { workspaceId: upload.workspaceId, createdBy: upload.createdBy, plan: parsePlan(plan) };
  const taken = await takeBytes(services, { meetId, owner, details: null, transcript: "as-announced" });
  log("upload.unannounced", { meetId, outcome: taken.ok ? "accepted" : taken.reason });
  return taken.ok;
}
