import { and, eq, inArray, or, type SQL } from "drizzle-orm";
import { type CalendarEvent, eventKeyOf } from "#app/domain/calendar/event.ts";
import type { UserId } from "#app/domain/ids.ts";
import { type MeetingLanguage, parseMeetingLanguage } from "#app/domain/meeting-languages.ts";
import { CALENDAR_CALLS_OF_EVENT_MAX, CALENDAR_SAME_CALL_MS } from "#app/domain/limits/calendars.ts";
import { parsePlan, type Usage } from "#app/domain/plan/plans.ts";
import { openDeletion } from "#app/server/identity/deletion-mark.ts";
import { selectUsage, usageOf } from "#app/server/usage/usage-ledger.ts";
import { planSql } from "#app/server/workspace/plan-of.ts";
import type { PlanAsked } from "#app/server/calendars/plan-meeting.ts";
import { eventsOf } from "#app/server/workspace/events-of.ts";
import type { Database } from "#app/server/db/database.ts";
import { calendarPreferences } from "#app/server/db/schema-calendars.ts";
import { meetingClaims, meetings } from "#app/server/db/schema.ts";
import { users, workspaces } from "#app/server/db/schema-account.ts";
import type { Services } from "#app/server/services.ts";
import { type Filing, filingOf } from "#app/server/folders/file-meeting.ts";
import { selectRules } from "#app/server/folders/read-folders.ts";
import { nearestCall, type SameCall, selectCalls } from "#app/server/meetings/same-call.ts";
import { selectTeam } from "#app/server/workspace/find-team.ts";
import { calendarEvents } from "#app/server/workspace/list-tables.ts";
import {
  selectVisibilityDefault,
  type VisibilityDefault,
  visibilityDefaultOf,
} from "#app/server/meetings/set-visibility.ts";
import { defaultTemplate, teamLanguage } from "#app/server/workspace/team-defaults.ts";

/** Reads an event that is to get a meeting: its person, their other calendars, and the meetings that it has had. */

type Needs = Pick<Services, "db" | "lists" | "now">;

export type Person = {
  name: string;
  locale: string;
  timeZone: string;
  plan: ReturnType<typeof parsePlan>;
  joins: boolean;
  waitMinutes: number;
  recordsPicture: boolean;
  defaultTemplateId: string | null;
  /** Of the team's meetings; null where it has none. */
  meetingLanguage: MeetingLanguage | null;
};
/** A row of the person that is the event, or another one at the same time in the same room. */
type Shown = { switched: boolean | null; meetId: string | null };
/** `startsAt`: of its meeting; null while the meeting has no row. */
type Claimed = { key: string; roomKey: string | null; meetId: string; startsAt: number | null };
export type PlanState = {
  person: Person;
  shown: Shown[];
  claims: { own: Claimed[]; ofRoom: Claimed[] };
  usage: Usage;
  /** The person's own invitation to the call, or another event's meeting of it. */
  same: SameCall | null;
  visibility: VisibilityDefault | null;
  /** By the person's rules, for the event's meeting. */
  filing: Filing;
};

/** Reads the facts that decide over a meeting, in one request to D1 and one to the lists: a minute may have a thousand events. Null if the person is gone. */
export async function readPlan({ db, lists, now }: Needs, asked: PlanAsked): Promise<PlanState | null> {
  const { userId, workspaceId, event } = asked;
  const { platform = "", roomKey = "" } = event.link ?? {};
  const ownership = { workspaceId, createdBy: userId };
  const [keys, roomKeys] = [await claimKeysOf(event), await roomKeysOf(event)];
  const [shown, [people, deletions, own, ofRoom, usage, calls, visibility, team, rules]] = await Promise.all([
    sameEvents({ lists }, asked),
    db.batch([
      selectPerson(db, asked, now()),
      openDeletion(db, userId as UserId),
      selectClaims(db, { userId, workspaceId }, inArray(meetingClaims.key, keys)),
      selectClaims(db, { userId, workspaceId }, inArray(meetingClaims.roomKey, roomKeys)),
      selectUsage(db, workspaceId, now()),
      selectCalls(db, ownership, { platform, roomKey }),
      selectVisibilityDefault(db, userId),
      selectTeam(db, userId),
      selectRules(db, { userId, workspaceId }),
    ]),
  ]);
  const person = personOf(people, deletions);
  const same = nearestCall(calls, event.startsAt);
  const standard = visibilityDefaultOf(visibility, team);
  const filing = filingOf(rules, event);
  return (
    person && { person, shown, claims: { own, ofRoom }, usage: usageOf(usage), same, visibility: standard, filing }
  );
}

/** Null if the person is gone. */
export async function readPerson({ db, now }: Pick<Needs, "db" | "now">, asked: PlanAsked): Promise<Person | null> {
  const [people, deletions] = await db.batch([
    selectPerson(db, asked, now()),
    openDeletion(db, asked.userId as UserId),
  ]);
  return personOf(people, deletions);
}

function selectPerson(db: Database, { userId, workspaceId }: PlanAsked, now: number) {
  return db
    .select({
      user: users,
      plan: planSql(workspaces.id, now),
      joins: calendarPreferences.joins,
      defaultTemplateId: defaultTemplate,
      language: teamLanguage,
    })
    .from(users)
    .innerJoin(workspaces, eq(workspaces.id, workspaceId))
    .leftJoin(calendarPreferences, eq(calendarPreferences.userId, users.id))
    .where(eq(users.id, userId));
}

function personOf(
  [row]: Awaited<ReturnType<typeof selectPerson>>,
  deletions: readonly { userId: string }[],
): Person | null {
  if (!row || deletions.length > 0) return null;
  const { name, locale, timeZone, waitMinutes, recordsPicture } = row.user;
  const { defaultTemplateId, language } = row;
  const defaults = { defaultTemplateId, meetingLanguage: parseMeetingLanguage(language) };
  const choices = { waitMinutes, recordsPicture, joins: row.joins ?? true };
  return { name, locale, timeZone, ...choices, ...defaults, plan: parsePlan(row.plan) };
}

/** The rows of the person that are this event, or another one at the same time in the same room. */
function sameEvents(needs: Pick<Needs, "lists">, { userId, event }: PlanAsked) {
  const sameRoom = and(
    eq(calendarEvents.startsAt, event.startsAt),
    eq(calendarEvents.platform, event.link?.platform ?? ""),
    eq(calendarEvents.roomKey, event.link?.roomKey ?? ""),
  );
  return eventsOf(needs, userId)
    .select({ id: calendarEvents.id, switched: calendarEvents.switched, meetId: calendarEvents.meetId })
    .from(calendarEvents)
    .where(and(eq(calendarEvents.userId, userId), or(eq(calendarEvents.eventKey, eventKeyOf(event)), sameRoom)));
}

/** The keys under which an event can have its meetings, one for each of its calls. */
async function claimKeysOf(event: CalendarEvent): Promise<string[]> {
  return keysFrom(`calendar:${await digest(eventKeyOf(event))}`);
}

/** The same of its room at its start. A recurring room has others at each time; the next one is free where a meeting was moved away. */
async function roomKeysOf({ startsAt, link }: CalendarEvent): Promise<string[]> {
  return keysFrom(await digest(`${startsAt}:${link?.platform}:${link?.roomKey}`));
}

const keysFrom = (base: string) => Array.from({ length: CALENDAR_CALLS_OF_EVENT_MAX }, (_each, at) => `${base}:${at}`);

/** One kind of key at a time: with both in one condition, SQLite reads all claims of the person. */
function selectClaims(db: Database, { userId, workspaceId }: Pick<PlanAsked, "userId" | "workspaceId">, isAsked: SQL) {
  const { key, roomKey, meetId, createdBy } = meetingClaims;
  return db
    .select({ key, roomKey, meetId, startsAt: meetings.startsAt })
    .from(meetingClaims)
    .leftJoin(meetings, eq(meetings.id, meetId))
    .where(and(eq(meetingClaims.workspaceId, workspaceId), eq(createdBy, userId), isAsked));
}

/** Whether a meeting that starts then is the call of the event; a later or an earlier one is another call. */
export function isSameCall(startsAt: number, event: Pick<CalendarEvent, "startsAt">): boolean {
  return Math.abs(startsAt - event.startsAt) <= CALENDAR_SAME_CALL_MS;
}

/** The keys of a claim; either of them makes it unique. */
export type FreeKeys = { key: string; roomKey: string };

/** The meeting that the event has already, or the keys under which it gets one. */
export async function findCall(
  { db }: Pick<Needs, "db">,
  { event }: PlanAsked,
  { shown, claims: { own, ofRoom } }: PlanState,
): Promise<{ meetId: string; free: null } | { meetId: null; free: FreeKeys }> {
  // A meeting that has no row yet was claimed a moment ago.
  const isSame = (startsAt: number | null) => startsAt === null || isSameCall(startsAt, event);
  const keys = await claimKeysOf(event);
  const roomKeys = await roomKeysOf(event);
  // A meeting that was moved is not at the start of its room's key any more.
  const atStart = ofRoom.filter(({ startsAt }) => startsAt === null || startsAt === event.startsAt);
  const claimed = [...own.filter(({ startsAt }) => isSame(startsAt)), ...atStart][0];
  // A claim whose object was never begun is gone on with, under its own keys.
  const freeKey = claimed?.key ?? firstFree(keys, own);
  const freeRoomKey =
    claimed?.roomKey ??
    firstFree(
      roomKeys,
      ofRoom.map(({ roomKey }) => ({ key: roomKey })),
    );
  const free = { key: freeKey, roomKey: freeRoomKey };
  if (claimed && claimed.startsAt === null) return { meetId: null, free };
  if (claimed) return { meetId: claimed.meetId, free: null };
  const shownMeetings = shown.flatMap(({ meetId }) => meetId ?? []);
  const listed =
    shownMeetings.length === 0
      ? []
      : await db
          .select({ id: meetings.id, startsAt: meetings.startsAt, deletedAt: meetings.deletedAt })
          .from(meetings)
          .where(inArray(meetings.id, shownMeetings));
  // A deleted one has no time any more; whoever deletes a meeting does not want it again from another calendar.
  const other = listed.find(({ startsAt, deletedAt }) => deletedAt !== null || isSame(startsAt));
  return other ? { meetId: other.id, free: null } : { meetId: null, free };
}

/** Without a free one the last, whose meeting is then taken. */
function firstFree(keys: readonly string[], used: readonly { key: string | null }[]): string {
  return keys.find((key) => used.every((claim) => claim.key !== key)) ?? keys.at(-1) ?? "";
}

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
