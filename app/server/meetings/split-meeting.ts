import type { PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { may } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { auditEntry } from "#app/server/audit.ts";
import type { SplitPlan, SplitRefusal } from "#app/server/ports/split-meetings.ts";
import type { Services } from "#app/server/services.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";

/**
 * One recording becomes two meetings, and one again. Only the person who made the meeting may do so. Links, guests and the team stay with
 * the first part; the second is private (decision 224).
 */
type Needs = Pick<Services, "db" | "splits" | "now">;

export async function planSplit(
  services: Needs,
  actor: PersonActor,
  { meetId, at }: { meetId: MeetId; at: string | null },
): Promise<Outcome<SplitPlan, SplitRefusal>> {
  if (!(await isOwn(services, actor, meetId))) return refused("not-found");
  const atMs = Number(at ?? Number.NaN);
  return Number.isFinite(atMs) ? services.splits.planSplit(meetId, atMs) : refused("split-too-near");
}

export async function splitMeeting(
  services: Needs,
  actor: PersonActor,
  { meetId, atMs, title }: { meetId: MeetId; atMs: number; title: string },
): Promise<Outcome<{ meetId: MeetId }, SplitRefusal>> {
  if (!(await isOwn(services, actor, meetId))) return refused("not-found");
  const split = await services.splits.split(meetId, { atMs, title, by: actor.userId });
  if (split.ok) await note(services, actor, "meeting.split", meetId);
  return split;
}

/** Puts the second part back into the first, which is answered. */
export async function unsplitMeeting(
  services: Needs,
  actor: PersonActor,
  second: MeetId,
): Promise<Outcome<{ meetId: MeetId }, SplitRefusal>> {
  if (!(await isOwn(services, actor, second))) return refused("not-found");
  const first = await services.splits.firstPart(second);
  if (!first || !(await isOwn(services, actor, first))) return refused("not-found");
  const joined = await services.splits.joinAgain(first, { second, by: actor.userId });
  if (!joined.ok) return joined;
  await note(services, actor, "meeting.joined-again", first);
  return ok({ meetId: first });
}

async function note(
  { db, now }: Needs,
  { userId }: PersonActor,
  action: "meeting.split" | "meeting.joined-again",
  meetId: MeetId,
): Promise<void> {
  await auditEntry(db, { at: now(), userId, action, meetId });
}

/** Not an administrator who has it in place of its creator: the second part would be nobody's. */
async function isOwn(services: Needs, actor: PersonActor, meetId: MeetId): Promise<boolean> {
  const viewer = await accessTo(services, actor, meetId);
  return viewer !== null && viewer.kind === "owner" && !viewer.isAdministrator && may(viewer, "delete");
}
