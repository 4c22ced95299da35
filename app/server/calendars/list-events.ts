import { and, asc, eq, gt, lt, sql } from "drizzle-orm";
import * as z from "zod";
import type { UpcomingAnswer, UpcomingEvent } from "#app/contracts/calendars.ts";
import { CALENDAR_PROVIDERS, JOIN_REASONS, SKIP_REASONS } from "#app/domain/calendar/calendar.ts";
import {
  CALENDAR_JOIN_LATE_MS,
  UPCOMING_DEFAULT_MS,
  UPCOMING_EVENTS_MAX,
  UPCOMING_MS_MAX,
} from "#app/domain/limits/calendars.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { personalWorkspaceOf } from "#app/domain/ids.ts";
import { CALENDAR_SERIES } from "#app/domain/meeting/series.ts";
import { MEETING_STATUSES, recordingOf } from "#app/domain/meeting/status.ts";
import { can, type Usage } from "#app/domain/plan/plans.ts";
import { selectUsage, usageOf } from "#app/server/usage/usage-ledger.ts";
import type { Caller } from "#app/server/identity/session.ts";
import type { ListDatabase } from "#app/server/db/database.ts";
import type { Answers } from "#app/server/db/named-batch.ts";
import { calendarAccounts, calendarPreferences, calendars } from "#app/server/db/schema-calendars.ts";
import { meetings } from "#app/server/db/schema.ts";
import type { Services } from "#app/server/services.ts";
import { calendarEvents, listTaken } from "#app/server/workspace/list-tables.ts";
import { readListsAndD1 } from "#app/server/workspace/read-lists.ts";

type Needs = Pick<Services, "db" | "lists" | "now">;
type Listed = Answers<typeof selectUpcoming>["calendarEvents"][number];
type Row = Listed & { calendarName: string; provider: string };

/** The events of visible calendars, with what Acta will do about each and why. D1 and the lists are asked at once. */
export async function listEvents(services: Needs, caller: Caller, query: URLSearchParams): Promise<UpcomingAnswer> {
  const { db, now } = services;
  const from = timeIn(query, "from") ?? now();
  const to = Math.min(timeIn(query, "to") ?? from + UPCOMING_DEFAULT_MS, from + UPCOMING_MS_MAX);
  const { used, ...answers } = await readListsAndD1(
    services,
    personalWorkspaceOf(caller.actor.userId),
    (list) => selectUpcoming(list, caller, { from, to }),
    { ...selectConnected(db, caller), used: selectUsage(db, caller.actor.workspaceId, now()) },
  );
  return upcomingOf(caller, answers, { usage: usageOf(used), now: now() });
}

type Span = { from: number; to: number };

/** The statements of D1 for `upcomingOf`. */
export function selectConnected(db: Needs["db"], { actor: { userId } }: Caller) {
  return {
    calendarAccounts: db.select().from(calendarAccounts).where(eq(calendarAccounts.userId, userId)),
    shownCalendars: db
      .select({ id: calendars.id, name: calendars.name })
      .from(calendars)
      .where(and(eq(calendars.userId, userId), eq(calendars.visible, true))),
    calendarPreferences: db.select().from(calendarPreferences).where(eq(calendarPreferences.userId, userId)),
  };
}

export function upcomingOf(
  { user }: Caller,
  answers: Answers<typeof selectUpcoming> & Answers<typeof selectConnected>,
  { usage, now }: { usage: Usage; now: number },
): UpcomingAnswer {
  const accounts = answers.calendarAccounts;
  const joins = answers.calendarPreferences[0]?.joins ?? true;
  const isOpen = can(user.plan, usage, "record").ok;
  const reconnect = accounts
    .filter(({ state }) => state === "reconnect")
    .map(({ id, provider, name }) => ({ account_id: id, provider: providerOf(provider), name }));
  return {
    events: judged(connectedOf(answers), { joins, isOpen, now }),
    joins,
    reconnect,
    is_connected: accounts.length > 0,
  };
}

/** The events of accounts and calendars that D1 has: the lists of an account that ends, or is hidden, may be a moment behind. */
function connectedOf({
  calendarEvents: listed,
  calendarAccounts: accounts,
  shownCalendars,
}: Answers<typeof selectUpcoming> & Answers<typeof selectConnected>): Row[] {
  const providers = new Map(accounts.map(({ id, provider }) => [id, provider]));
  const names = new Map(shownCalendars.map(({ id, name }) => [id, name]));
  return listed.flatMap((row) => {
    const provider = providers.get(row.event.accountId);
    const calendarName = names.get(row.event.calendarId);
    return provider === undefined || calendarName === undefined ? [] : [{ ...row, provider, calendarName }];
  });
}

/** Joined and judged as the hand-over would. An event that another visible calendar joins already is told as such. */
function judged(
  rows: readonly Row[],
  { joins, isOpen, now }: { joins: boolean; isOpen: boolean; now: number },
): UpcomingEvent[] {
  const taken = new Set<string>();
  const isFirst = firstOfSeries();
  return rows.map((row) => {
    const { event, meeting } = row;
    // Cancelled or deleted by the person on its own page: no switch of the event brings it back.
    const isCalledOff = meeting.isGone || meeting.reason === "cancelled";
    const room = `${event.startsAt}:${event.platform}:${event.roomKey}`;
    const taking = taken.has(event.eventKey)
      ? "other-calendar"
      : event.roomKey !== null && taken.has(room)
        ? "same-room"
        : null;
    const over = event.startsAt + CALENDAR_JOIN_LATE_MS < now && event.meetId === null;
    const shown = event.joins
      ? isCalledOff
        ? "cancelled"
        : over
          ? "past"
          : !joins && event.meetId === null
            ? "all-off"
            : taking !== null
              ? taking
              : !isOpen && event.meetId === null
                ? "limit-reached"
                : event.reason
      : event.reason;
    const isJoined = event.joins && shown === event.reason;
    if (isJoined) taken.add(event.eventKey).add(room);
    return viewOf(isFirst(event.eventKey) ? row : { ...row, lastTime: null }, { joins: isJoined, reason: shown });
  });
}

/** Whether an event is the first of its series in the list: what is to be done comes up there. The same event in another calendar is it too. */
function firstOfSeries(): (eventKey: string) => boolean {
  const first = new Map<string, string>();
  return (eventKey) => {
    const series = eventKey.slice(eventKey.indexOf(":"));
    if (!first.has(series)) first.set(series, eventKey);
    return first.get(series) === eventKey;
  };
}

function viewOf(
  { event, meeting, calendarName, provider, lastTime }: Row,
  decision: { joins: boolean; reason: string },
): UpcomingEvent {
  const status = MEETING_STATUSES.find((known) => known === meeting.status);
  return {
    id: event.id,
    calendar_id: event.calendarId,
    calendar_name: calendarName,
    provider: providerOf(provider),
    title: event.title,
    starts_at: event.startsAt,
    ends_at: event.endsAt,
    all_day: event.isAllDay,
    private: event.isPrivate,
    tentative: event.isTentative,
    is_organiser: event.isOrganiser,
    platform: event.platform,
    joins: decision.joins,
    reason: [...JOIN_REASONS, ...SKIP_REASONS].find((reason) => reason === decision.reason) ?? "not-organiser",
    switched: event.switched,
    meet_id: meeting.isGone ? null : event.meetId,
    recording: status === undefined ? null : recordingOf(status),
    last_time: lastTime === null ? null : lastTimeOf.parse(JSON.parse(lastTime)),
  };
}

const lastTimeOf = z.object({ meet_id: z.string(), open_tasks: z.number() });

/**
 * The meeting with minutes of the event's series before it, in the words of the index `meetings_series`: one step for each event. An event
 * key ends with the iCalUID, and begins with "-" where the event does not come again.
 */
const lastTimeIn = (workspaceId: string) => sql<string | null>`(
  select json_object('meet_id', prior.id, 'open_tasks', prior.open_tasks)
  from meetings as prior
  where prior.workspace_id = ${workspaceId} and prior.created_by = ${calendarEvents.userId}
    and prior.series_key = ${CALENDAR_SERIES} || substr(${calendarEvents.eventKey}, instr(${calendarEvents.eventKey}, ':') + 1)
    and ${calendarEvents.eventKey} not like '-:%' and prior.starts_at < ${calendarEvents.startsAt}
    and prior.series_key is not null and prior.status = 'SUMMARIZED' and prior.merged_into is null
  order by prior.starts_at desc limit 1)`;

/** Lists keep no deleted meeting, but know that they had it. One that they never had is being made. */
const IS_GONE = sql<boolean>`${meetings.id} is null and exists (
  select 1 from ${listTaken} where ${listTaken.meetId} = ${calendarEvents.meetId})`;

/** The events that are listed, of the lists of the person's own workspace. */
export function selectUpcoming(list: ListDatabase, { actor: { userId } }: Caller, { from, to }: Span) {
  return {
    calendarEvents: list
      .select({
        event: calendarEvents,
        lastTime: lastTimeIn(personalWorkspaceOf(userId)).as("last_time"),
        meeting: {
          status: sql<string | null>`${meetings.status}`.as("meeting_status"),
          reason: sql<string | null>`${meetings.reason}`.as("meeting_reason"),
          isGone: IS_GONE.mapWith(Boolean).as("is_gone"),
        },
      })
      .from(calendarEvents)
      .leftJoin(meetings, eq(meetings.id, calendarEvents.meetId))
      .where(
        and(
          eq(calendarEvents.userId, userId),
          eq(calendarEvents.isVisible, true),
          // An event of two days at the most is seen from its end.
          gt(calendarEvents.startsAt, from - 2 * DAY_MS),
          lt(calendarEvents.startsAt, to),
          gt(calendarEvents.endsAt, from),
        ),
      )
      .orderBy(asc(calendarEvents.startsAt), asc(calendarEvents.id))
      .limit(UPCOMING_EVENTS_MAX),
  };
}

const providerOf = (text: string) => CALENDAR_PROVIDERS.find((provider) => provider === text) ?? "ics";

function timeIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name) ?? "";
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
