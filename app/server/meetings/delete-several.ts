import { and, inArray, isNull } from "drizzle-orm";
import { ownershipOf, type PersonActor } from "#app/domain/account/actor.ts";
import { type MeetId, parseMeetId } from "#app/domain/ids.ts";
import { may } from "#app/domain/meeting/access.ts";
import { auditEntry } from "#app/server/audit.ts";
import { meetings, shareLinks } from "#app/server/db/schema.ts";
import { clips } from "#app/server/db/schema-clips.ts";
import { unfinishedUploads } from "#app/server/db/schema-usage.ts";
import { faultOf } from "#app/server/log.ts";
import { accessToEach } from "#app/server/workspace/access-to.ts";
import { eraseMeeting } from "#app/server/meetings/delete-meeting.ts";
import type { Services } from "#app/server/services.ts";

type Needs = Pick<Services, "db" | "followUps" | "log" | "meetings" | "store" | "now">;
type Outcome = "gone" | "not-found" | "failed";

/** D1 takes a hundred values in one statement; the question for access has some of its own. */
const IDS_A_STATEMENT = 50;
/** Objects that are told at the same time. */
const TOLD_AT_ONCE = 20;

/**
 * Deletes several meetings of this person for good, up to SELECTION_MEETINGS_MAX: their links first, then each object is told, which removes
 * all that it holds and its row, or finishes by its alarm. One request to each object and a few statements for all, so that 500 stay far below
 * the requests that a Worker may make. Rights are checked for each meeting; one that fails does not hold up the others. Idempotent, as the
 * deletion of one is.
 */
export async function deleteSeveral(
  services: Needs,
  actor: PersonActor,
  meetIds: readonly string[],
): Promise<{ meetId: string; outcome: Outcome }[]> {
  const outcomes = new Map<string, Outcome>();
  const asked = [...new Set(meetIds)].flatMap((text) => parseMeetId(text) ?? []);
  for (const some of lotsOf(asked)) {
    const viewers = await accessToEach(services, actor, some);
    const allowed = some.filter((meetId) => {
      const viewer = viewers.get(meetId);
      return viewer !== undefined && may(viewer, "delete");
    });
    for (const [meetId, outcome] of await deleteLot(services, actor, allowed)) outcomes.set(meetId, outcome);
  }
  return meetIds.map((meetId) => ({ meetId, outcome: outcomes.get(meetId) ?? "not-found" }));
}

async function deleteLot(services: Needs, actor: PersonActor, meetIds: MeetId[]): Promise<Map<MeetId, Outcome>> {
  const outcomes = new Map<MeetId, Outcome>();
  if (meetIds.length === 0) return outcomes;
  const { db, now } = services;
  const ownership = ownershipOf(actor);
  try {
    await services.followUps.of(actor.workspaceId).withdrawFollowUps(meetIds);
  } catch (error) {
    services.log("meeting.delete.failed", { meetings: meetIds.length, error: faultOf(error) });
    return new Map(meetIds.map((meetId) => [meetId, "failed"]));
  }
  // Parts of a file in the store are ended before their meeting goes.
  const uploads = await db
    .select({ meetId: unfinishedUploads.meetId })
    .from(unfinishedUploads)
    .where(inArray(unfinishedUploads.meetId, meetIds));
  const whole = new Set<string>(uploads.map(({ meetId }) => meetId));
  const told = meetIds.filter((meetId) => !whole.has(meetId));
  await db.batch([
    db.delete(shareLinks).where(inArray(shareLinks.meetId, meetIds)),
    db.delete(clips).where(inArray(clips.meetId, meetIds)),
    ...told.map((meetId) =>
      auditEntry(db, { at: now(), userId: ownership.createdBy, action: "meeting.deleted", meetId }),
    ),
  ]);
  const attempt = async (meetId: MeetId, act: () => Promise<unknown>) => {
    try {
      await act();
      outcomes.set(meetId, "gone");
    } catch (error) {
      services.log("meeting.delete.failed", { meetId, error: faultOf(error) });
      outcomes.set(meetId, "failed");
    }
  };
  await inLanes(told, (meetId) => attempt(meetId, () => services.meetings.discard(meetId)));
  // Uploads, and rows whose object does not exist or has not come so far.
  const left = await db
    .select({ id: meetings.id })
    .from(meetings)
    .where(and(inArray(meetings.id, meetIds), isNull(meetings.deletedAt)));
  for (const { id } of left) {
    const meetId = id as MeetId;
    if (outcomes.get(meetId) !== "failed") await attempt(meetId, () => eraseMeeting(services, ownership, meetId));
  }
  return outcomes;
}

function lotsOf(ids: readonly MeetId[]): MeetId[][] {
  const lots: MeetId[][] = [];
  for (let from = 0; from < ids.length; from += IDS_A_STATEMENT) lots.push(ids.slice(from, from + IDS_A_STATEMENT));
  return lots;
}

async function inLanes(ids: readonly MeetId[], act: (meetId: MeetId) => Promise<void>): Promise<void> {
  const left = ids.toReversed();
  const lane = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) await act(id);
  };
  await Promise.all(Array.from({ length: TOLD_AT_ONCE }, lane));
}
