import { and, eq } from "drizzle-orm";
import { groupBy } from "#app/domain/group-by.ts";
import { beginningOf } from "#app/domain/beginning-of.ts";
import { type DeliveryFault, type DeliveryOutcome, type SentCounts } from "#app/domain/deliveries/delivery.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { LOCALE_FALLBACK, parseLocale } from "#app/domain/languages.ts";
import { TASK_TITLE_CHARS_MAX } from "#app/domain/limits/deliveries.ts";
import { NO_DAY } from "#app/domain/tasks/task-list.ts";
import { momentAddress } from "#app/domain/transcript/moment-address.ts";
import { formatDate } from "#app/i18n/format.ts";
import { openI18n } from "#app/i18n/server.ts";
import { translator } from "#app/i18n/translate.ts";
import { sentTasks } from "#app/server/db/schema-connections.ts";
import type { MinutesReceiver, OutgoingMinutes } from "#app/server/ports/destination-sender.ts";
import type { Services } from "#app/server/services.ts";
import { tasksOfMeeting } from "#app/server/workspace/tasks-of-meeting.ts";
import type { MadeTask, NewTask, TaskRefusal, TaskService } from "#app/server/ports/task-service.ts";

type Needs = Pick<Services, "db" | "lists" | "pages"> & { service: TaskService; origin: string; now: () => number };

/**
 * Makes the tasks of a meeting that wait for a service. All are looked for there first, in one request: an earlier attempt may have made one
 * and ended before it could note that. The person's open pages are told, also of those that were made before one failed.
 */
export function taskReceiver(needs: Needs): MinutesReceiver {
  return {
    async send(outgoing) {
      const { connection, signal } = outgoing;
      const waiting = await readWaiting(needs, outgoing);
      if (waiting.length === 0) return "unwanted";
      const account = needs.service.account({ access: connection.access, signal });
      const words = await wordsFor(needs, outgoing);
      let link: string | null = null;
      try {
        for (const ofPlace of groupBy(waiting, ({ placeId }) => placeId).values()) {
          const placeId = ofPlace[0]?.placeId ?? "";
          const there = await account.find(
            ofPlace.map(({ mark }) => mark),
            placeId,
          );
          for (const row of ofPlace) {
            signal.throwIfAborted();
            const known = there.get(row.mark);
            const made = known ? { ok: true as const, value: known } : await account.create(placeId, words(row));
            if (!made.ok) return parked(made.reason);
            await noteMade(needs, outgoing, { row, made: made.value });
            link ??= made.value.url;
          }
        }
      } finally {
        await needs.pages.tell(connection.userId);
      }
      const counts: SentCounts = { tasks: waiting.length };
      return { kind: "sent", status: 200, link, counts };
    },
  };
}

type Waiting = Awaited<ReturnType<typeof readWaiting>>[number];

/** Tasks that were removed from the minutes meanwhile are not made. */
async function readWaiting(needs: Needs, { connection, meeting: { meetId } }: OutgoingMinutes) {
  const { taskId, placeId, assigneeId, mark } = sentTasks;
  const waiting = await needs.db
    .select({ taskId, placeId, assigneeId, mark })
    .from(sentTasks)
    .where(
      and(eq(sentTasks.connectionId, connection.id), eq(sentTasks.meetId, meetId), eq(sentTasks.state, "waiting")),
    );
  if (waiting.length === 0) return [];
  const sending = new Map(waiting.map((row) => [row.taskId, row]));
  const tasks = await tasksOfMeeting(needs, meetId as MeetId);
  return tasks.flatMap((task) => {
    const row = sending.get(task.taskId);
    return row ? [{ ...task, ...row }] : [];
  });
}

/** The words of a task there, in the language of the minutes. Those of the transcript are never among them. */
async function wordsFor(
  { origin }: Needs,
  { view: { head, summary } }: OutgoingMinutes,
): Promise<(row: Waiting) => NewTask> {
  const locale = parseLocale(summary?.language ?? "") ?? LOCALE_FALLBACK;
  const t = translator(await openI18n(locale), locale, "connections");
  const from = t("taskSending.there.from", {
    title: head.title,
    date: formatDate(head.startsAt, locale, head.timeZone),
  });
  return ({ text, description, assigned, deadline, dueDay, startMs, mark, assigneeId }) => ({
    mark,
    title: beginningOf(text, TASK_TITLE_CHARS_MAX),
    lines: [
      ...(text.length > TASK_TITLE_CHARS_MAX ? [text] : []),
      ...(description ? [description] : []),
      ...(assigned ? [t("taskSending.there.owner", { name: assigned })] : []),
      ...(deadline && deadline !== dueDay ? [t("taskSending.there.deadline", { deadline })] : []),
    ],
    link: { text: from, url: `${origin}/${head.meetId}${startMs === null ? "" : momentAddress(startMs, null)}` },
    dueDay: dueDay === NO_DAY ? null : dueDay,
    assigneeId,
  });
}

async function noteMade(
  { db, now }: Needs,
  { connection }: OutgoingMinutes,
  { row: { taskId, mark }, made: { externalId, url, state } }: { row: Waiting; made: MadeTask },
): Promise<void> {
  const { connectionId, mark: ofMark, taskId: ofTask } = sentTasks;
  // Its state counts as seen when it was made: one that was done meanwhile becomes done with the next look.
  const seen = state === "done" ? "open" : state;
  await db
    .update(sentTasks)
    .set({ externalId, url, state: seen, checkedAt: state === seen ? now() : 0 })
    // By its mark: the meeting may have been split meanwhile, and its row is then of the other part.
    .where(and(eq(connectionId, connection.id), eq(ofTask, taskId), eq(ofMark, mark)));
}

function parked(reason: TaskRefusal): DeliveryOutcome {
  return { kind: "parked", fault: faultOf(reason), status: null };
}

function faultOf(reason: TaskRefusal): DeliveryFault {
  switch (reason) {
    case "no-place":
      return "place";
    case "no-person":
      return "recipient";
    case "refused":
      return "refused";
    default:
      return assertNever(reason);
  }
}
