import { and, asc, desc, eq, gt, inArray, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { Mergeable, MergeChoices } from "#app/contracts/merges.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { type MeetId, parseMeetId } from "#app/domain/ids.ts";
import { MERGE_CHOICES_EACH_WAY } from "#app/domain/limits/lists.ts";
import { may } from "#app/domain/meeting/access.ts";
import { titleKeyOf } from "#app/domain/meeting/list.ts";
import { SAMPLE_SOURCE } from "#app/domain/meeting/sample.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { auditEntry } from "#app/server/audit.ts";
import { meetings } from "#app/server/db/schema.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import { ownedBy } from "#app/server/workspace/own-meetings.ts";
import { readLists } from "#app/server/workspace/read-lists.ts";
import type { MergeRefusal } from "#app/server/ports/merged-meetings.ts";
import type { Services } from "#app/server/services.ts";

type Needs = Pick<Services, "db" | "lists" | "merges" | "now">;

/**
 * Makes the later meeting a part of the earlier one. Only who may delete both may do so: the people who see the earlier one see the whole
 * from then on. Links and guests of the later one keep what they were given, and see it alone (decision 201).
 */
export async function mergeMeetings(
  services: Needs,
  actor: PersonActor,
  asked: { meetId: MeetId; later: string; gapMs: number },
): Promise<Outcome<null, MergeRefusal>> {
  const { meetId, gapMs } = asked;
  const later = parseMeetId(asked.later);
  if (!later || !(await isOwn(services, actor, meetId)) || !(await isOwn(services, actor, later))) {
    return refused("not-found");
  }
  const merged = await services.merges.mergeInto(later, { into: meetId, gapMs });
  if (merged.ok) await note(services, actor, "meeting.merged", later);
  return merged;
}

/** Takes a meeting out of the one that it was merged into. */
export async function unmergeMeeting(
  services: Needs,
  actor: PersonActor,
  meetId: MeetId,
): Promise<Outcome<null, MergeRefusal>> {
  if (!(await isOwn(services, actor, meetId))) return refused("not-found");
  const apart = await services.merges.unmerge(meetId);
  if (apart.ok) await note(services, actor, "meeting.unmerged", meetId);
  return apart;
}

async function note(
  { db, now }: Needs,
  { userId }: PersonActor,
  action: "meeting.merged" | "meeting.unmerged",
  meetId: MeetId,
): Promise<void> {
  await auditEntry(db, { at: now(), userId, action, meetId });
}

async function isOwn(services: Needs, actor: PersonActor, meetId: MeetId): Promise<boolean> {
  const viewer = await accessTo(services, actor, meetId);
  return viewer !== null && may(viewer, "delete");
}

const COLUMNS = {
  id: meetings.id,
  title: meetings.title,
  startsAt: meetings.startsAt,
  durationMs: meetings.durationMs,
  titleKey: meetings.titleKey,
};

/**
 * The meeting, and the nearest of the person's own before and after it: first those of the same title, then by their distance in time.
 * `wanted`: an id that comes first of all.
 */
export async function listMergeable(
  services: Needs,
  actor: PersonActor,
  { meetId, wanted }: { meetId: MeetId; wanted: string | null },
): Promise<Outcome<MergeChoices, "not-found">> {
  const { db } = services;
  if (!(await isOwn(services, actor, meetId))) return refused("not-found");
  const [meeting] = await db.select(COLUMNS).from(meetings).where(eq(meetings.id, meetId));
  if (!meeting) return refused("not-found");
  const { startsAt, id, source, statusGroup } = meetings;
  // "skipped": nobody was heard in it, as in a call that broke off at once.
  const may = [...ownedBy(actor), ne(source, SAMPLE_SOURCE), inArray(statusGroup, ["completed", "skipped"])];
  const beyond = (side: typeof gt) =>
    or(side(startsAt, meeting.startsAt), and(eq(startsAt, meeting.startsAt), side(id, meetId)));
  const { before, after, named } = await readLists(services, actor.workspaceId, (list) => {
    const mergeable = (where: SQL | undefined) =>
      list
        .select(COLUMNS)
        .from(meetings)
        .where(and(...may, where));
    return {
      before: mergeable(beyond(lt)).orderBy(desc(startsAt), desc(id)).limit(MERGE_CHOICES_EACH_WAY),
      after: mergeable(beyond(gt)).orderBy(asc(startsAt), asc(id)).limit(MERGE_CHOICES_EACH_WAY),
      named: mergeable(and(ne(id, meetId), wanted === null ? sql`0` : eq(id, wanted))),
    };
  });
  const likely = (row: (typeof before)[number]) =>
    (row.id === wanted ? 0 : row.titleKey === titleKeyOf(meeting.title) ? 1 : 2) * FAR_MS +
    Math.abs(row.startsAt - meeting.startsAt);
  const each = new Map([...named, ...before, ...after].map((row) => [row.id, row]));
  const others = [...each.values()].toSorted((one, other) => likely(one) - likely(other)).map(shown);
  return ok({ meeting: shown(meeting), others });
}

/** Farther than two meetings can be apart. */
const FAR_MS = 1e13;

function shown({ id, title, startsAt, durationMs }: Mergeable): Mergeable {
  return { id, title, startsAt, durationMs };
}
