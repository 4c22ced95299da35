import { and, asc, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { LastTime } from "#app/contracts/meeting/last-time.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { LAST_TIME_LINES_MAX } from "#app/domain/limits/lists.ts";
import { may, type PageViewer } from "#app/domain/meeting/access.ts";
import { OPEN_FIELD_KEYS } from "#app/domain/meeting/series.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { lineText, linesOf } from "#app/domain/summary/summary.ts";
import type { Database } from "#app/server/db/database.ts";
import type { Answers } from "#app/server/db/named-batch.ts";
import type { AlongOf } from "#app/server/identity/session.ts";
import { meetings, meetingTasks } from "#app/server/db/schema.ts";
import { seriesFollowUps } from "#app/server/db/schema-mail.ts";
import type { Services } from "#app/server/services.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import { readLists } from "#app/server/workspace/read-lists.ts";

type Needs = Pick<Services, "db" | "lists" | "meetings">;

type Owner = Record<"userId" | "workspaceId", string>;
type Place = { seriesKey: string; startsAt: number };

/** The condition for a person's meetings with minutes before a place in a series, in the words of the lists. */
export function beforeInSeries({ userId, workspaceId }: Owner, { seriesKey, startsAt }: Place) {
  return and(
    eq(meetings.workspaceId, workspaceId),
    eq(meetings.createdBy, userId),
    eq(meetings.seriesKey, seriesKey),
    lt(meetings.startsAt, startsAt),
    // As the index `meetings_series` says it: a bound value would not find it.
    sql`${meetings.seriesKey} is not null and ${meetings.status} = 'SUMMARIZED'`,
    isNull(meetings.mergedInto),
  );
}

/** Read along for `readLastTime`: the place of a meeting in its series, and since when its creator has follow-ups for all of them. */
export function alongOfLastTime(db: Database, { meetId }: Pick<AlongOf, "meetId">) {
  const inSeries = db
    .select({
      seriesKey: meetings.seriesKey,
      startsAt: meetings.startsAt,
      statusGroup: meetings.statusGroup,
      chosenAt: seriesFollowUps.chosenAt,
    })
    .from(meetings)
    .leftJoin(
      seriesFollowUps,
      and(eq(seriesFollowUps.userId, meetings.createdBy), eq(seriesFollowUps.seriesKey, meetings.seriesKey)),
    )
    .where(eq(meetings.id, meetId));
  return { inSeries };
}

/**
 * The meeting of the same series before this one that has minutes, with its open tasks and what stayed open. A series is its creator's: to
 * other readers of this meeting the one before is no business.
 */
export async function readLastTime(
  services: Needs,
  actor: PersonActor,
  { meetId, inSeries: [meeting] }: { meetId: MeetId } & Answers<typeof alongOfLastTime>,
): Promise<Outcome<{ last: LastTime | null; followsUp: boolean }, "not-found">> {
  const viewer = await accessTo(services, actor, meetId);
  if (viewer === null) return refused("not-found");
  if (!may(viewer, "send")) return ok({ last: null, followsUp: false });
  if (!meeting || meeting.seriesKey === null) return ok({ last: null, followsUp: false });
  const followsUp = meeting.chosenAt !== null && meeting.startsAt > meeting.chosenAt;
  const { last, open } = await readBefore(services, actor, {
    seriesKey: meeting.seriesKey,
    startsAt: meeting.startsAt,
  });
  const [before] = last;
  if (!before) return ok({ last: null, followsUp });
  const tasks = open.slice(0, LAST_TIME_LINES_MAX);
  const moreTasks = open.length - tasks.length;
  const questions = await openQuestions(services, before.id as MeetId, viewer);
  const { id, title, startsAt } = before;
  const isAhead = meeting.statusGroup === "initiating";
  return ok({ last: { meetId: id, title, startsAt, isAhead, tasks, moreTasks, questions }, followsUp });
}

/** The one before and its open tasks, in one request to the person's lists. */
function readBefore(services: Needs, actor: PersonActor, place: Place) {
  const { taskId, text, assigned, deadline, unconfirmed, position, done } = meetingTasks;
  const { id, title } = meetings;
  return readLists(services, actor.workspaceId, (list) => {
    const isBefore = beforeInSeries(actor, place);
    const newest = desc(meetings.startsAt);
    const found = list.select({ id }).from(meetings).where(isBefore).orderBy(newest).limit(1);
    return {
      last: list
        .select({ id, title, startsAt: meetings.startsAt })
        .from(meetings)
        .where(isBefore)
        .orderBy(newest)
        .limit(1),
      open: list
        .select({ taskId, text, assigned, deadline, unconfirmed })
        .from(meetingTasks)
        .where(and(eq(meetingTasks.meetId, sql`${found}`), eq(done, false)))
        .orderBy(asc(position)),
    };
  });
}

/** Empty where its template has no field for them: code cannot tell in a mixed list what stayed open. */
async function openQuestions(
  { meetings: process }: Needs,
  meetId: MeetId,
  viewer: PageViewer,
): Promise<LastTime["questions"]> {
  const view = await process.view(meetId, viewer);
  return (view?.summary?.fields ?? [])
    .filter(({ key }) => OPEN_FIELD_KEYS.has(key))
    .flatMap(({ content }) => [...linesOf(content)])
    .slice(0, LAST_TIME_LINES_MAX)
    .map((line) => ({ text: lineText(line, " · "), unconfirmed: line.unconfirmed === true }));
}
