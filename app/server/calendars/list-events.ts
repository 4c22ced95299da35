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
import { CALENDAR_SERIES } from "#app/domain/meeting/series.ts";
import { MEETING_STATUSES, recordingOf } from "#app/domain/meeting/status.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { can, type Usage } from "#app/domain/plan/plans.ts";
import { selectUsage, usageOf } from "#app/server/usage/usage-ledger.ts";
import type { Caller } from "#app/server/identity/session.ts";
import { type Answers, namedBatch } from "#app/server/db/named-batch.ts";
import { calendarAccounts, calendarEvents, calendarPreferences, calendars } from "#app/server/db/schema-calendars.ts";
import { meetings } from "#app/server/db/schema.ts";
import type { Services } from "#app/server/services.ts";

type Needs = Pick<Services, "db" | "now">;
type Row = Awaited<ReturnType<typeof selectEvents>>[number];

/** The events of visible calendars, with what Acta will do about each and why. */
export async function listEvents(services: Needs, caller: Caller, query: URLSearchParams): Promise<UpcomingAnswer> {
  const { db, now } = services;
  const from = timeIn(query, "from") ?? now();
  const to = Math.min(timeIn(query, "to") ?? from + UPCOMING_DEFAULT_MS, from + UPCOMING_MS_MAX);
  const { used, ...answers } = await namedBatch(db, {
    ...selectUpcoming(db, caller, { from, to }),
    used: selectUsage(db, caller.actor.workspaceId, now()),
  });
  return upcomingOf(caller, answers, { usage: usageOf(used), now: now() });
}

type Span = { from: number; to: number };

/** The statements of `listEvents` beside that of the usage, for a batch; `upcomingOf` reads their rows. */
export function selectUpcoming(db: Needs["db"], { actor: { userId } }: Caller, span: Span) {
  return {
    calendarEvents: selectEvents(db, userId, span),
    calendarAccounts: db.select().from(calendarAccounts).where(eq(calendarAccounts.userId, userId)),
    calendarPreferences: db.select().from(calendarPreferences).where(eq(calendarPreferences.userId, userId)),
  };
}

export function upcomingOf(
  { user }: Caller,
  answers: Answers<typeof selectUpcoming>,
  { usage, now }: { usage: Usage; now: number },
): UpcomingAnswer {
  const accounts = answers.calendarAccounts;
  const joins = answers.calendarPreferences[0]?.joins ?? true;
  const isOpen = can(user.plan, usage, "record").ok;
  const reconnect = accounts
    .filter(({ state }) => state === "reconnect")
    .map(({ id, provider, name }) => ({ account_id: id, provider: providerOf(provider), name }));
  return {
    events: judged(answers.calendarEvents, { joins, isOpen, now }),
    joins,
    reconnect,
    is_connected: accounts.length > 0,
  };
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
    const isCalledOff = meeting.deletedAt !== null || meeting.reason === "cancelled";
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
    meet_id: meeting.deletedAt !== null ? null : event.meetId,
    recording: status === undefined ? null : recordingOf(status),
    last_time: lastTime === null ? null : lastTimeOf.parse(JSON.parse(lastTime)),
  };
}

const lastTimeOf = z.object({ meet_id: z.string(), open_tasks: z.number() });

/**
 * The meeting with minutes of the event's series before it, in the words of the index `meetings_series`: one step for each event. An event
 * key ends with the iCalUID, and begins with "-" where the event does not come again.
 */
const LAST_TIME = sql<string | null>`(
  select json_object('meet_id', prior.id, 'open_tasks', prior.open_tasks)
  from meetings as prior
  where prior.workspace_id = ${calendarAccounts.workspaceId} and prior.created_by = ${calendarEvents.userId}
    and prior.series_key = ${CALENDAR_SERIES} || substr(${calendarEvents.eventKey}, instr(${calendarEvents.eventKey}, ':') + 1)
    and ${calendarEvents.eventKey} not like '-:%' and prior.starts_at < ${calendarEvents.startsAt}
    and prior.series_key is not null and prior.status = 'SUMMARIZED' and prior.deleted_at is null and prior.merged_into is null
  order by prior.starts_at desc limit 1)`;

function selectEvents(db: Needs["db"], userId: string, { from, to }: Span) {
  return db
    .select({
      event: calendarEvents,
      calendarName: sql<string>`${calendars.name}`.as("calendar_name"),
      provider: sql<string>`${calendarAccounts.provider}`.as("account_provider"),
      lastTime: LAST_TIME.as("last_time"),
      meeting: {
        id: sql<string | null>`${meetings.id}`.as("meeting_id"),
        status: sql<string | null>`${meetings.status}`.as("meeting_status"),
        reason: sql<string | null>`${meetings.reason}`.as("meeting_reason"),
        deletedAt: sql<number | null>`${meetings.deletedAt}`.as("meeting_deleted_at"),
      },
    })
    .from(calendarEvents)
    .innerJoin(calendars, eq(calendars.id, calendarEvents.calendarId))
    .innerJoin(calendarAccounts, eq(calendarAccounts.id, calendarEvents.accountId))
    .leftJoin(meetings, eq(meetings.id, calendarEvents.meetId))
    .where(
      and(
        eq(calendarEvents.userId, userId),
        eq(calendars.visible, true),
        // An event of two days at the most is seen from its end.
        gt(calendarEvents.startsAt, from - 2 * DAY_MS),
        lt(calendarEvents.startsAt, to),
        gt(calendarEvents.endsAt, from),
      ),
    )
    .orderBy(asc(calendarEvents.startsAt), asc(calendarEvents.id))
    .limit(UPCOMING_EVENTS_MAX);
}

const providerOf = (text: string) => CALENDAR_PROVIDERS.find((provider) => provider === text) ?? "ics";

function timeIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name) ?? "";
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The person's switch for one event, in every calendar of theirs that shows it. */
export async function switchEvent(
  services: Needs & Pick<Services, "calendarAccounts">,
  caller: Caller,
  eventId: string,
  joins: boolean | null,
): Promise<Outcome<{ event: UpcomingEvent }, "not-found">> {
  const { db } = services;
  const { userId } = caller.actor;
  const mine = eq(calendarEvents.userId, userId);
  const [asked] = await db
    .select({ key: calendarEvents.eventKey, startsAt: calendarEvents.startsAt })
    .from(calendarEvents)
    .where(and(mine, eq(calendarEvents.id, eventId)));
  if (!asked) return refused("not-found");
  await switchInAccounts(services, { userId, eventKey: asked.key, joins });
  const query = new URLSearchParams({ from: String(asked.startsAt), to: String(asked.startsAt + 1) });
  const { events } = await listEvents(services, caller, query);
  const event = events.find(({ id }) => id === eventId);
  return event ? ok({ event }) : refused("not-found");
}

/** The switch of an event in every account of the person that shows it. */
export async function switchInAccounts(
  { db, calendarAccounts: accounts }: Pick<Services, "db" | "calendarAccounts">,
  { userId, eventKey, joins }: { userId: string; eventKey: string; joins: boolean | null },
): Promise<void> {
  const shown = await db
    .selectDistinct({ accountId: calendarEvents.accountId })
    .from(calendarEvents)
    .where(and(eq(calendarEvents.userId, userId), eq(calendarEvents.eventKey, eventKey)));
  for (const { accountId } of shown) await accounts.of(accountId).switchEvent(userId, eventKey, joins);
}
