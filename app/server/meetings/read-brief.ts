import { and, asc, desc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { BRIEF_LINES_MAX, BRIEF_MEETINGS_MAX, BRIEF_PEOPLE_MAX, BRIEF_TASKS_MAX } from "#app/domain/limits/lists.ts";
import { MAIL_LINE_CHARS_MAX } from "#app/domain/limits/mail.ts";
import type { CalendarEvent } from "#app/domain/calendar/event.ts";
import { type MailContent, plainText } from "#app/domain/mail/mail-content.ts";
import { isOnAtFirst } from "#app/domain/mail/mail-kinds.ts";
import type { Brief, BriefLine, BriefMeeting, BriefTask } from "#app/domain/meeting/brief.ts";
import { personKeyOf } from "#app/domain/meeting/list.ts";
import { DECIDED_FIELD_KEYS, OPEN_FIELD_KEYS, seriesOfEvent, seriesOfEventKey } from "#app/domain/meeting/series.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { type FieldContent, linesOf, lineText } from "#app/domain/summary/summary.ts";
import { isInRecording, momentsOf, placeSegments } from "#app/domain/transcript/moments.ts";
import { eventsOf } from "#app/server/workspace/events-of.ts";
import { mailPreferences, users } from "#app/server/db/schema-account.ts";
import { mailAddresses } from "#app/server/db/schema-mail.ts";
import { meetings, meetingTasks } from "#app/server/db/schema.ts";
import { faultOf } from "#app/server/log.ts";
import { mailAddressOf } from "#app/server/mail/prepare-mail.ts";
import { beforeInSeries } from "#app/server/meetings/last-time.ts";
import type { Services } from "#app/server/services.ts";
import { calendarEvents } from "#app/server/workspace/list-tables.ts";
import { readListsAndD1 } from "#app/server/workspace/read-lists.ts";

type Owner = { userId: string; workspaceId: string };
type Ahead = { title: string; startsAt: number; seriesKey: string | null; people: string[] };
type Needs = Pick<Services, "calendarAccounts" | "db" | "lists" | "log" | "mailer" | "meetings">;

/** The brief as its page shows it. `meetId`: the planned meeting, null before there is one. `mail`: null where no mail can reach the person. */
export type BriefPage = { brief: Brief; meetId: string | null; isCancelled: boolean; mail: { isOn: boolean } | null };

/** The brief of an event of the person's calendars, or of a meeting of theirs, by its id. Only the person's own meetings are in it. */
export async function readBrief(
  services: Needs,
  { userId, workspaceId }: PersonActor,
  id: string,
): Promise<Outcome<BriefPage, "not-found">> {
  const { db } = services;
  const [events, [[meeting], [person]]] = await Promise.all([
    // The event itself, or those that a meeting was planned from.
    eventsOf(services, userId)
      .select()
      .from(calendarEvents)
      .where(or(eq(calendarEvents.id, id), eq(calendarEvents.meetId, id))),
    db.batch([selectMeeting(services, { userId, workspaceId }, id), selectReader(services, userId)]),
  ]);
  const event = events.find((each) => each.id === id);
  const isOn = person?.isOn ?? isOnAtFirst("series-brief");
  const mail = services.mailer !== null && person && mailAddressOf(person) !== null ? { isOn } : null;
  if (event) {
    const { title, startsAt, eventKey, meetId, reason } = event;
    const people = await peopleOf(services, { userId, accountId: event.accountId, eventId: event.id });
    const ahead = { title, startsAt, seriesKey: seriesOfEventKey(eventKey), people };
    const brief = await writeBrief(services, { userId, workspaceId }, ahead);
    return ok({ brief, meetId, isCancelled: reason === "cancelled", mail });
  }
  if (!meeting) return refused("not-found");
  const { title, startsAt, seriesKey, status, reason } = meeting;
  // The event that begins when the meeting does.
  const from = events.find((each) => each.startsAt === startsAt);
  const people = from ? await peopleOf(services, { userId, accountId: from.accountId, eventId: from.id }) : [];
  const brief = await writeBrief(services, { userId, workspaceId }, { title, startsAt, seriesKey, people });
  return ok({ brief, meetId: id, isCancelled: status === "REJECTED" && reason === "cancelled", mail });
}

function selectMeeting({ db }: Pick<Needs, "db">, { userId, workspaceId }: Owner, meetId: string) {
  const { title, startsAt, seriesKey, status, reason } = meetings;
  return db
    .select({ title, startsAt, seriesKey, status, reason })
    .from(meetings)
    .where(
      and(
        eq(meetings.id, meetId),
        eq(meetings.workspaceId, workspaceId),
        eq(meetings.createdBy, userId),
        isNull(meetings.deletedAt),
      ),
    );
}

function selectReader({ db }: Pick<Needs, "db">, userId: string) {
  return db
    .select({
      email: users.email,
      isVouched: users.emailVerified,
      // A batch answers by names of columns.
      confirmed: sql<string | null>`${mailAddresses.email}`.as("confirmed"),
      isOn: mailPreferences.enabled,
    })
    .from(users)
    .leftJoin(mailAddresses, eq(mailAddresses.userId, users.id))
    .leftJoin(mailPreferences, and(eq(mailPreferences.userId, users.id), eq(mailPreferences.kind, "series-brief")))
    .where(eq(users.id, userId));
}

/** A calendar that does not answer costs the names, not the brief. */
async function peopleOf(
  { calendarAccounts, log }: Needs,
  { userId, accountId, eventId }: { userId: string; accountId: string; eventId: string },
): Promise<string[]> {
  try {
    return await calendarAccounts.of(accountId).peopleOf(userId, eventId);
  } catch (error) {
    log("brief.people.failed", { accountId, eventId, error: faultOf(error) });
    return [];
  }
}

/** An event as its account has it now. */
export type BriefAsked = Owner & { eventId: string; event: CalendarEvent; people: string[] };

/** The same for a mail; null before the first meeting of the series with minutes. */
export async function readBriefMail(
  services: Pick<Services, "config" | "db" | "lists" | "meetings">,
  { userId, workspaceId, eventId, event, people }: BriefAsked,
): Promise<Extract<MailContent, { kind: "series-brief" }> | null> {
  const { title, startsAt } = event;
  const ahead = { title, startsAt, seriesKey: seriesOfEvent(event), people };
  const brief = await writeBrief(services, { userId, workspaceId }, ahead);
  return brief.meetings.length === 0
    ? null
    : { kind: "series-brief", brief, url: `${services.config.origin}/brief/${eventId}` };
}

/** Writes the brief from stored minutes. Without a meeting before it, `meetings` is empty. */
export async function writeBrief(
  services: Pick<Services, "db" | "lists" | "meetings">,
  owner: Owner,
  { title, startsAt, seriesKey, people }: Ahead,
): Promise<Brief> {
  const { before, tasks, names } =
    seriesKey === null
      ? { before: [], tasks: [], names: [] }
      : await readSeries(services, owner, { seriesKey, startsAt });
  const [last] = before;
  const view = last
    ? await services.meetings.view(last.meetId as MeetId, { kind: "owner", userId: owner.userId })
    : null;
  return {
    title,
    startsAt,
    people: people.filter((name) => personKeyOf(name) !== personKeyOf(names[0]?.name ?? "")).slice(0, BRIEF_PEOPLE_MAX),
    meetings: before,
    said: saidIn(view),
    ...byPerson(tasks),
    questions: linesIn(view, ({ key }) => OPEN_FIELD_KEYS.has(key)),
  };
}

/** The meetings and their open tasks, in one request to the lists, however long the series is; and the person's own name. */
async function readSeries(
  services: Pick<Services, "db" | "lists">,
  owner: Owner,
  place: { seriesKey: string; startsAt: number },
): Promise<{ before: BriefMeeting[]; tasks: TaskRow[]; names: { name: string }[] }> {
  const before = beforeInSeries(owner, place);
  const { meetId, taskId, text, assigned, deadline, startMs, unconfirmed, done, position } = meetingTasks;
  return readListsAndD1(
    services,
    owner.workspaceId,
    (list) => {
      const ids = list
        .select({ id: meetings.id })
        .from(meetings)
        .where(before)
        .orderBy(desc(meetings.startsAt))
        .limit(BRIEF_MEETINGS_MAX);
      return {
        before: list
          .select({
            meetId: sql<string>`${meetings.id}`.as("series_meet_id"),
            title: meetings.title,
            startsAt: meetings.startsAt,
          })
          .from(meetings)
          .where(before)
          .orderBy(desc(meetings.startsAt))
          .limit(BRIEF_MEETINGS_MAX),
        tasks: list
          .select({
            meetId,
            taskId,
            text,
            assigned,
            deadline,
            startMs,
            unconfirmed,
            all: sql<number>`count(*) over ()`.as("all_tasks"),
          })
          .from(meetingTasks)
          .innerJoin(meetings, eq(meetings.id, meetId))
          .where(and(inArray(meetId, ids), eq(done, false)))
          .orderBy(desc(meetings.startsAt), asc(position))
          .limit(BRIEF_TASKS_MAX),
      };
    },
    { names: services.db.select({ name: users.name }).from(users).where(eq(users.id, owner.userId)) },
  );
}

type TaskRow = BriefTask & { assigned: string | null; all: number };

/** People in the order in which they first come; a task that two meetings have in the same words is told once, as the later one says it. */
function byPerson(rows: readonly TaskRow[]): Pick<Brief, "tasks" | "moreTasks"> {
  const groups = new Map<string, Brief["tasks"][number]>();
  const told = new Set<string>();
  for (const { assigned, all: _all, ...task } of rows) {
    const who = assigned === null || assigned.trim() === "" ? null : assigned;
    const key = who === null ? "" : personKeyOf(who);
    const words = `${key}\n${task.text.trim().toLowerCase()}`;
    if (told.has(words)) continue;
    told.add(words);
    const group = groups.get(key) ?? { who, tasks: [] };
    group.tasks.push(task);
    groups.set(key, group);
  }
  const unnamed = groups.get("");
  groups.delete("");
  return {
    tasks: [...groups.values(), ...(unnamed ? [unnamed] : [])],
    moreTasks: (rows[0]?.all ?? 0) - rows.length,
  };
}

/** Types whose lines are the main points, the first that has any. */
const POINT_TYPES: readonly FieldContent["type"][] = ["keypoints", "bullets", "summary"];

function saidIn(view: MeetingView | null): Brief["said"] {
  const decided = linesIn(view, ({ key }) => DECIDED_FIELD_KEYS.has(key));
  if (decided.length > 0) return { kind: "decided", lines: decided };
  const points = POINT_TYPES.map((type) =>
    linesIn(view, ({ key, content }) => content.type === type && !OPEN_FIELD_KEYS.has(key)),
  );
  return { kind: "points", lines: points.find((lines) => lines.length > 0) ?? [] };
}

type Field = NonNullable<MeetingView["summary"]>["fields"][number];

function linesIn(view: MeetingView | null, isAsked: (field: Field) => boolean): BriefLine[] {
  if (!view?.summary) return [];
  const places = placeSegments(view.segments);
  const { durationMs } = view.head;
  return view.summary.fields
    .filter(isAsked)
    .flatMap(({ content }) => [...linesOf(content)])
    .map((line) => ({ line, text: plainText(lineText(line, " · "), MAIL_LINE_CHARS_MAX) }))
    .filter(({ text }) => text !== "")
    .slice(0, BRIEF_LINES_MAX)
    .map(({ line, text }) => {
      const startMs = momentsOf(line.segmentIds, places)[0]?.startMs ?? null;
      const isPlayed = startMs !== null && isInRecording(startMs, durationMs);
      return { text, startMs: isPlayed ? startMs : null, unconfirmed: line.unconfirmed === true };
    });
}
