import { and, eq, inArray, ne, or, sql } from "drizzle-orm";
import { birthNote } from "#app/contracts/birth-note.ts";
import { type CalendarEvent, eventKeyOf } from "#app/domain/calendar/event.ts";
import {
  type MeetId,
  newMeetId,
  newRecordingId,
  type RecordingId,
  type UserId,
  type WorkspaceId,
} from "#app/domain/ids.ts";
import { LOCALE_FALLBACK, type MeetingLanguage, parseLocale } from "#app/domain/languages.ts";
import { CALENDAR_CALLS_OF_EVENT_MAX, CALENDAR_SAME_CALL_MS } from "#app/domain/limits/calendars.ts";
import { MEETING_TITLE_CHARS_MAX } from "#app/domain/limits/uploads.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { can, parsePlan } from "#app/domain/plan/plans.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import { openI18n } from "#app/i18n/server.ts";
import { isBeingDeleted } from "#app/server/account/deletion-mark.ts";
import { readUsage } from "#app/server/account/usage-ledger.ts";
import { planSql } from "#app/server/billing/plan-of.ts";
import { calendarEvents, calendarPreferences } from "#app/server/db/schema-calendars.ts";
import { meetingClaims, meetings } from "#app/server/db/schema.ts";
import { users, workspaces } from "#app/server/db/schema-account.ts";
import { callPlace } from "#app/server/meetings/change-call.ts";
import { eraseMeeting } from "#app/server/meetings/delete-meeting.ts";
import type { CallBirth } from "#app/server/ports/meeting-process.ts";
import type { Services } from "#app/server/services.ts";
import { birthNoteKey } from "#app/server/storage/keys.ts";
import { chooseTemplate } from "#app/server/templates/choose-template.ts";
import { applyVisibilityDefault } from "#app/server/teams/set-visibility.ts";

/** The meeting of a calendar's event. */

type Needs = Pick<Services, "config" | "db" | "store" | "meetings" | "log" | "now">;

export type PlanAsked = {
  userId: string;
  workspaceId: string;
  eventId: string;
  event: CalendarEvent;
  templateId: string | null;
  language: MeetingLanguage | null;
};
export type PlannedCall = { meetId: string; isNew: boolean };
export type PlanRefusal = "all-off" | "switched-off" | "no-link" | "limit-reached" | "gone";

/**
 * Makes the meeting of a due event, which joins its call (§6). The same event in another calendar of the person, and the same room
 * at the same time, are one meeting; so is a second call for the same event. An event that was moved by more than an hour after it
 * had its meeting is another call. Nothing is taken from the plan here, as with an invitation: a recording counts when it starts.
 */
export async function planMeeting(services: Needs, asked: PlanAsked): Promise<Outcome<PlannedCall, PlanRefusal>> {
  const { db, now, store } = services;
  const person = await readPerson(services, asked);
  if (person === null) return refused("gone");
  if (!person.joins) return refused("all-off");
  const link = asked.event.link;
  if (link === null) return refused("no-link");
  const shown = await sameEvents(services, asked);
  if (shown.some(({ switched }) => switched === false)) return refused("switched-off");

  const known = await findCall(services, asked, shown);
  if (known.meetId !== null) return ok({ meetId: known.meetId, isNew: false });
  if (!can(person.plan, await readUsage(db, asked.workspaceId, now()), "record").ok) return refused("limit-reached");

  const birth = await birthOf(services, asked, person);
  if (birth === null) return refused("no-link");
  const ownership = { workspaceId: asked.workspaceId, createdBy: asked.userId };
  const [, [claim]] = await db.batch([
    db
      .insert(meetingClaims)
      .values({
        ...ownership,
        key: known.freeKey,
        meetId: newMeetId(),
        recordingId: newRecordingId(),
        createdAt: now(),
      })
      .onConflictDoNothing(),
    db
      .select()
      .from(meetingClaims)
      .where(
        and(
          eq(meetingClaims.workspaceId, asked.workspaceId),
          eq(meetingClaims.createdBy, asked.userId),
          eq(meetingClaims.key, known.freeKey),
        ),
      ),
  ]);
  if (!claim) return refused("gone");
  const meetId = claim.meetId as MeetId;
  const recordingId = claim.recordingId as RecordingId;
  const { createdAt } = claim;
  const note = birthNote({ meetId, ...ownership, recordingId, source: "calendar", createdAt });
  await store.put(birthNoteKey(meetId), JSON.stringify(note), "application/json");
  await services.meetings.begin(meetId, { ...birth, meetId, recordingId, createdAt });
  await applyVisibilityDefault(services, asked, meetId);
  services.log("calendar.meeting.planned", { meetId, eventId: asked.eventId, platform: link.platform });
  return ok({ meetId, isNew: true });
}

type Person = {
  name: string;
  locale: string;
  timeZone: string;
  plan: ReturnType<typeof parsePlan>;
  joins: boolean;
  defaultTemplateId: string | null;
};

/** Whether the event would get a meeting now, or has it: it is judged as at its hand-over. */
export async function wouldPlan(services: Needs, asked: PlanAsked): Promise<boolean> {
  const person = await readPerson(services, asked);
  if (person === null || !person.joins) return false;
  const shown = await sameEvents(services, asked);
  if (shown.some(({ switched }) => switched === false)) return false;
  if ((await findCall(services, asked, shown)).meetId !== null) return true;
  return can(person.plan, await readUsage(services.db, asked.workspaceId, services.now()), "record").ok;
}

async function readPerson({ db, now }: Needs, { userId, workspaceId }: PlanAsked): Promise<Person | null> {
  const [row] = await db
    .select({ user: users, plan: planSql(workspaces.id, now()), joins: calendarPreferences.joins })
    .from(users)
    .innerJoin(workspaces, eq(workspaces.id, workspaceId))
    .leftJoin(calendarPreferences, eq(calendarPreferences.userId, users.id))
    .where(eq(users.id, userId));
  if (!row || (await isBeingDeleted(db, userId as UserId))) return null;
  const { name, locale, timeZone, defaultTemplateId } = row.user;
  return { name, locale, timeZone, defaultTemplateId, plan: parsePlan(row.plan), joins: row.joins ?? true };
}

/** The rows of the person that are this event, or another one at the same time in the same room. */
function sameEvents({ db }: Needs, { userId, event }: PlanAsked) {
  const sameRoom = and(
    eq(calendarEvents.startsAt, event.startsAt),
    eq(calendarEvents.platform, event.link?.platform ?? ""),
    eq(calendarEvents.roomKey, event.link?.roomKey ?? ""),
  );
  return db
    .select({ id: calendarEvents.id, switched: calendarEvents.switched, meetId: calendarEvents.meetId })
    .from(calendarEvents)
    .where(and(eq(calendarEvents.userId, userId), or(eq(calendarEvents.eventKey, eventKeyOf(event)), sameRoom)));
}

/** The meeting that the event has already, or the key under which it gets one. */
async function findCall(
  { db }: Needs,
  { userId, workspaceId, event }: PlanAsked,
  shown: readonly { meetId: string | null }[],
): Promise<{ meetId: string; freeKey: "" } | { meetId: null; freeKey: string }> {
  const base = await digest(eventKeyOf(event));
  const keys = Array.from({ length: CALENDAR_CALLS_OF_EVENT_MAX }, (_each, at) => `calendar:${base}:${at}`);
  const claims = await db
    .select({ key: meetingClaims.key, meetId: meetingClaims.meetId, startsAt: meetings.startsAt })
    .from(meetingClaims)
    .leftJoin(meetings, eq(meetings.id, meetingClaims.meetId))
    .where(
      and(
        eq(meetingClaims.workspaceId, workspaceId),
        eq(meetingClaims.createdBy, userId),
        inArray(meetingClaims.key, keys),
      ),
    );
  // A meeting that has no row yet was claimed a moment ago.
  const isSame = (startsAt: number | null) =>
    startsAt === null || Math.abs(startsAt - event.startsAt) <= CALENDAR_SAME_CALL_MS;
  const claimed = claims.find(({ startsAt }) => isSame(startsAt));
  // A claim whose object was never begun is gone on with, under its own key.
  if (claimed && claimed.startsAt === null) return { meetId: null, freeKey: claimed.key };
  if (claimed) return { meetId: claimed.meetId, freeKey: "" };
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
  if (other) return { meetId: other.id, freeKey: "" };
  const used = new Set(claims.map(({ key }) => key));
  const freeKey = keys.find((key) => !used.has(key)) ?? keys.at(-1) ?? "";
  return { meetId: null, freeKey };
}

async function birthOf(
  { config, db }: Needs,
  { workspaceId, userId, event, templateId, language }: PlanAsked,
  person: Person,
): Promise<Omit<CallBirth, "meetId" | "recordingId" | "createdAt"> | null> {
  const place = callPlace(event.link?.url ?? "", config.links, person);
  if (!place.ok) return null;
  const spoken = language ?? parseLocale(person.locale) ?? LOCALE_FALLBACK;
  const chosen = await chooseTemplate(
    { db },
    { workspaceId: workspaceId as WorkspaceId },
    {
      templateId: templateId ?? person.defaultTemplateId,
      language: spoken,
    },
  );
  const details = {
    title: await titleOf(event, person.locale),
    startsAt: event.startsAt,
    timeZone: person.timeZone,
    language: spoken,
    // The calendar's template, else the person's default. One that is gone does not cost the meeting: it gets Basic system.
    template: chosen?.template ?? BASIC_SYSTEM,
  };
  return { workspaceId, createdBy: userId, source: "calendar", details, place: place.value };
}

async function titleOf({ title }: CalendarEvent, locale: string): Promise<string> {
  const given = title.trim().slice(0, MEETING_TITLE_CHARS_MAX);
  if (given !== "") return given;
  const { t } = await openI18n(parseLocale(locale) ?? LOCALE_FALLBACK);
  return t("calendars:untitled");
}

/** Moves a planned meeting with its event: title, time and link. False where its call has begun. */
export async function moveMeeting(services: Needs, meetId: string, asked: PlanAsked): Promise<boolean> {
  const person = await readPerson(services, asked);
  const birth = person && (await birthOf(services, asked, person));
  if (!birth) return false;
  const { details, place } = birth;
  const changed = await services.meetings.change(meetId as MeetId, { details, place });
  services.log("calendar.meeting.moved", { meetId, eventId: asked.eventId, moved: changed.ok });
  return changed.ok;
}

export type MeetingDrop = {
  /** The account that does not join it any more. */
  accountId: string;
  userId: string;
  workspaceId: string;
  /** The meeting is deleted, not only cancelled: its account ends. */
  erases: boolean;
};

/**
 * Cancels the planned meeting of an event that is not joined any more. Its claim is given free, so that the event can come back. A
 * call that has begun goes on, and so does a meeting that another account of the person joins.
 */
export async function dropMeeting(
  services: Needs,
  meetId: string,
  { accountId, userId, workspaceId, erases }: MeetingDrop,
): Promise<void> {
  const { db, meetings: objects, log } = services;
  const [other] = await db
    .select({ id: calendarEvents.id })
    .from(calendarEvents)
    .where(
      and(
        eq(calendarEvents.userId, userId),
        eq(calendarEvents.meetId, meetId),
        eq(calendarEvents.joins, true),
        ne(calendarEvents.accountId, accountId),
      ),
    )
    .limit(1);
  if (other) return;
  const cancelled = await objects.cancel(meetId as MeetId);
  log("calendar.meeting.dropped", { meetId, dropped: cancelled.ok, erases });
  if (!cancelled.ok) return;
  const ownership = { workspaceId, createdBy: userId };
  if (erases) {
    await eraseMeeting(services, ownership, meetId as MeetId);
    return;
  }
  await db
    .update(meetingClaims)
    .set({ key: sql`'gone:' || ${meetingClaims.meetId}` })
    .where(
      and(
        eq(meetingClaims.workspaceId, workspaceId),
        eq(meetingClaims.createdBy, userId),
        eq(meetingClaims.meetId, meetId),
      ),
    );
}

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
