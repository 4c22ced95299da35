import { and, asc, eq, gte, lte, ne, sql } from "drizzle-orm";
import { DIGEST_TASKS_MAX, MAIL_MEETINGS_MAX } from "#app/domain/limits/mail.ts";
import type { TaskList } from "#app/contracts/meeting/lists.ts";
import { digestRange } from "#app/domain/mail/digest-week.ts";
import type { DigestContent } from "#app/domain/mail/mail-content.ts";
import { SAMPLE_SOURCE } from "#app/domain/meeting/sample.ts";
import { parseTimeZone } from "#app/domain/time.ts";
import { users } from "#app/server/db/schema-account.ts";
import { meetings } from "#app/server/db/schema.ts";
import { ownedBy } from "#app/server/workspace/own-meetings.ts";
import { readLists } from "#app/server/workspace/read-lists.ts";
import type { Services } from "#app/server/services.ts";
import type { WeeklyDigest } from "#app/server/ports/workspace-mails.ts";
import { listTasks } from "#app/server/tasks/list-tasks.ts";

/**
 * The last week of a person: their meetings whose minutes are ready, and their open tasks. Null where there is nothing to say: no such
 * meeting, and no task with a deadline in that week or this one. Old tasks alone are no reason for a mail every week.
 */
export async function readDigest(
  services: Pick<Services, "db" | "lists">,
  { userId, week, isLate = false }: WeeklyDigest,
): Promise<DigestContent | null> {
  const [person] = await services.db
    .select({ name: users.name, zone: users.timeZone })
    .from(users)
    .where(eq(users.id, userId));
  if (!person) return null;
  const { from, to, soonDays } = digestRange(week, parseTimeZone(person.zone) ?? "UTC");
  // The personal workspace has the id of its person.
  const owner = { workspaceId: userId, userId };
  const [{ ended }, { tasks, hasMore }] = await Promise.all([
    readLists(services, owner.workspaceId, (list) => ({
      ended: list
        .select({
          meetId: sql<string>`${meetings.id}`.as("meet_id"),
          title: meetings.title,
          startsAt: meetings.startsAt,
          // Windows are computed before the limit.
          all: sql<number>`count(*) over ()`.as("all_ended"),
        })
        .from(meetings)
        .where(
          and(
            ...ownedBy(owner),
            eq(meetings.statusGroup, "completed"),
            gte(meetings.startsAt, from),
            lte(meetings.startsAt, to),
            ne(meetings.source, SAMPLE_SOURCE),
          ),
        )
        .orderBy(asc(meetings.startsAt), asc(meetings.id))
        .limit(MAIL_MEETINGS_MAX),
    })),
    readTasks(services, { ...owner, name: person.name, since: soonDays.first }),
  ]);
  const isSoon = ({ dueDay }: Task) => dueDay !== null && dueDay >= soonDays.first && dueDay <= soonDays.last;
  if (ended.length === 0 && !tasks.some(isSoon)) return null;
  return {
    kind: "weekly-digest",
    isLate,
    from,
    to,
    meetings: ended.map(({ meetId, title, startsAt }) => ({ meetId, title, startsAt })),
    moreMeetings: (ended[0]?.all ?? 0) - ended.length,
    tasks: tasks.map(({ meetId, text, deadline, dueDay, orDay, startMs, unconfirmed, meeting }) => ({
      meetId,
      title: meeting.title,
      text,
      deadline,
      days: [dueDay, orDay].filter((day) => day !== null),
      startMs,
      unconfirmed: unconfirmed === true,
    })),
    hasMoreTasks: hasMore,
  };
}

type Task = TaskList["tasks"][number];
type TasksOf = { workspaceId: string; userId: string; name: string; since: string };

/** The open tasks of a person by deadline. Where there are many, those with an old deadline are left out. `hasMore`: some are. */
async function readTasks(
  services: Pick<Services, "db" | "lists">,
  { name, since, ...owner }: TasksOf,
): Promise<{ tasks: Task[]; hasMore: boolean }> {
  const asked = { filters: { mine: true, done: false }, limit: DIGEST_TASKS_MAX, name };
  const [all, recent] = await Promise.all([
    listTasks(services, owner, { ...asked, after: null }),
    listTasks(services, owner, { ...asked, after: { dueDay: since, meetId: "", taskId: "" } }),
  ]);
  const older = all.tasks.filter(({ dueDay }) => dueDay !== null && dueDay < since);
  return {
    tasks: [...older.slice(0, DIGEST_TASKS_MAX - recent.tasks.length), ...recent.tasks],
    hasMore: all.cursor !== null,
  };
}
