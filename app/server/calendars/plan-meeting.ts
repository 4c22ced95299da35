import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Ownership } from "#app/domain/account/actor.ts";
import { birthNote } from "#app/contracts/meeting/birth-note.ts";
import { type CalendarEvent, roleIn } from "#app/domain/calendar/event.ts";
import { beginningOf } from "#app/domain/beginning-of.ts";
import {
  type MeetId,
  newMeetId,
  newRecordingId,
  type RecordingId,
  type UserId,
  type WorkspaceId,
} from "#app/domain/ids.ts";
import { LOCALE_FALLBACK, parseLocale } from "#app/domain/languages.ts";
import { DETECT_LANGUAGE, type LanguageChoice } from "#app/domain/meeting-languages.ts";
import { MEETING_TITLE_CHARS_MAX } from "#app/domain/limits/uploads.ts";
import { seriesOfEvent } from "#app/domain/meeting/series.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { can } from "#app/domain/plan/plans.ts";
import { BASIC_SYSTEM, BASIC_SYSTEM_WORD } from "#app/domain/template/template.ts";
import { openI18n } from "#app/i18n/server.ts";
import { calendarAccounts } from "#app/server/db/schema-calendars.ts";
import { meetingClaims, meetings } from "#app/server/db/schema.ts";
import {
  findCall,
  type FreeKeys,
  isSameCall,
  type Person,
  type PlanState,
  readPerson,
  readPlan,
} from "#app/server/calendars/read-plan.ts";
import { eventsOf } from "#app/server/workspace/events-of.ts";
import { type Filing, filingOf, writeFiling } from "#app/server/folders/file-meeting.ts";
import { selectRules } from "#app/server/folders/read-folders.ts";
import { callPlace } from "#app/server/meetings/change-call.ts";
import { placeOfSameCall, roomOf } from "#app/server/meetings/same-call.ts";
import { eraseMeeting } from "#app/server/meetings/delete-meeting.ts";
import type { CallBirth } from "#app/server/ports/meeting-process.ts";
import type { Services } from "#app/server/services.ts";
import { birthNoteKey } from "#app/server/storage/keys.ts";
import { chooseTemplate } from "#app/server/templates/choose-template.ts";
import { calendarEvents } from "#app/server/workspace/list-tables.ts";
import { applyVisibilityDefault, visibilityWrites } from "#app/server/meetings/set-visibility.ts";

/** The meeting of a calendar's event. */

type Needs = Pick<Services, "config" | "db" | "lists" | "store" | "meetings" | "log" | "now">;

export type PlanAsked = {
  userId: string;
  workspaceId: string;
  eventId: string;
  event: CalendarEvent;
  templateId: string | null;
  language: LanguageChoice | null;
  /** When the cron is to look after the account next, once the event has its meeting. */
  net?: { accountId: string; joinAt: number | null };
};
/** `isNoted`: D1 has the time of `net`. */
export type PlannedCall = { meetId: string; isNew: boolean; isNoted?: true };
export type PlanRefusal = "all-off" | "switched-off" | "no-link" | "limit-reached" | "gone";

/**
 * Makes the meeting of a due event, which joins its call (§6). The same event in another calendar of the person, and the same room
 * at the same time, are one meeting; so is a second call for the same event. An event that was moved by more than an hour after it
 * had its meeting is another call. Nothing is taken from the plan here, as with an invitation: a recording counts when it starts.
 */
export async function planMeeting(services: Needs, asked: PlanAsked): Promise<Outcome<PlannedCall, PlanRefusal>> {
  const { store } = services;
  const state = await readPlan(services, asked);
  if (state === null) return refused("gone");
  const { person, shown, usage, same } = state;
  if (!person.joins) return refused("all-off");
  const link = asked.event.link;
  if (link === null) return refused("no-link");
  if (shown.some(({ switched }) => switched === false)) return refused("switched-off");

  const known = await findCall(services, asked, state);
  if (known.meetId !== null) return ok({ meetId: known.meetId, isNew: false });
  const ownership = { workspaceId: asked.workspaceId, createdBy: asked.userId };
  // The person has invited Acta there themselves.
  if (same !== null && same.source !== "calendar") {
    await services.db
      .update(meetingClaims)
      .set({ seriesKey: seriesOfEvent(asked.event) })
      .where(eq(meetingClaims.meetId, same.meetId));
    // The row of the meeting is written with it.
    await services.meetings.change(same.meetId, { role: roleIn(asked.event) });
    return ok({ meetId: same.meetId, isNew: false });
  }
  if (!can(person.plan, usage, "record").ok) return refused("limit-reached");

  const { filing } = state;
  const birth = await birthOf(services, byRule(asked, filing), person);
  if (birth === null) return refused("no-link");
  const place = await placeOfSameCall(services, { ...person, userId: asked.userId }, { same, place: birth.place });
  const claim = await claimCall(services, { ownership, asked, state }, { ...known.free, room: roomOf(place) });
  if (claim === null) return refused("gone");
  const meetId = claim.meetId as MeetId;
  // An earlier try ended before its meeting began.
  if (!claim.isOwn) await applyVisibilityDefault(services, asked, meetId);
  await writeFiling(services.db, asked, meetId, filing);
  const recordingId = claim.recordingId as RecordingId;
  const { createdAt } = claim;
  const note = birthNote({ meetId, ...ownership, recordingId, source: "calendar", createdAt });
  await store.put(birthNoteKey(meetId), JSON.stringify(note), "application/json");
  await services.meetings.begin(meetId, { ...birth, place, meetId, recordingId, createdAt });
  services.log("calendar.meeting.planned", { meetId, eventId: asked.eventId, platform: link.platform });
  return ok({ meetId, isNew: true, ...(claim.isOwn && { isNoted: true as const }) });
}

/**
 * One claim for the event and for its room at its start, whichever event of the person comes first. Null if it is gone already. What follows
 * from a claim of one's own is written with it: that the cron need not look after the event, and who may see the meeting. A minute may have many
 * thousand events. That the event has the meeting is written by its account; should it not come to that, the event finds its claim again.
 */
async function claimCall(
  { db, now }: Pick<Needs, "db" | "now">,
  { ownership, asked, state }: { ownership: Ownership; asked: PlanAsked; state: PlanState },
  keys: FreeKeys & { room: string },
) {
  const { key, roomKey } = keys;
  const ids = { meetId: newMeetId(), recordingId: newRecordingId() };
  const claimOf = (isAsked: SQL) =>
    db
      .select()
      .from(meetingClaims)
      .where(
        and(
          eq(meetingClaims.workspaceId, ownership.workspaceId),
          eq(meetingClaims.createdBy, ownership.createdBy),
          isAsked,
        ),
      );
  const at = now();
  const isOwn = sql`exists (select 1 from ${meetingClaims} where ${meetingClaims.meetId} = ${ids.meetId})`;
  const shownTo = state.visibility
    ? visibilityWrites(db, { ...state.visibility, userId: asked.userId, meetId: ids.meetId, at, where: isOwn })
    : [];
  const [, [own], [ofRoom]] = await db.batch([
    db
      .insert(meetingClaims)
      .values({ ...ownership, ...keys, ...ids, seriesKey: seriesOfEvent(asked.event), createdAt: at })
      .onConflictDoNothing(),
    claimOf(eq(meetingClaims.key, key)),
    claimOf(eq(meetingClaims.roomKey, roomKey)),
    ...(asked.net ? [noteNet(db, asked.net, isOwn)] : []),
    ...shownTo,
  ]);
  const claim = own ?? ofRoom;
  return claim ? { ...claim, isOwn: claim.meetId === ids.meetId } : null;
}

function noteNet(db: Needs["db"], { accountId, joinAt }: NonNullable<PlanAsked["net"]>, isOwn: SQL) {
  return db
    .update(calendarAccounts)
    .set({ joinAt })
    .where(and(eq(calendarAccounts.id, accountId), isOwn));
}

/** Whether the event would get a meeting now, or has it (null), or why not: it is judged as at its hand-over. */
export async function whyUnplanned(services: Needs, asked: PlanAsked): Promise<PlanRefusal | null> {
  const state = await readPlan(services, asked);
  if (state === null) return "gone";
  const { person, shown, usage } = state;
  if (!person.joins) return "all-off";
  if (asked.event.link === null) return "no-link";
  if (shown.some(({ switched }) => switched === false)) return "switched-off";
  if ((await findCall(services, asked, state)).meetId !== null) return null;
  return can(person.plan, usage, "record").ok ? null : "limit-reached";
}

async function birthOf(
  { config, db }: Needs,
  { workspaceId, userId, event, templateId, language }: PlanAsked,
  person: Person,
): Promise<Omit<CallBirth, "meetId" | "recordingId" | "createdAt"> | null> {
  const place = callPlace(event.link?.url ?? "", config.links, person, event.endsAt);
  if (!place.ok) return null;
  const isHeard = language === DETECT_LANGUAGE;
  const spoken = (isHeard ? null : language) ?? person.meetingLanguage ?? parseLocale(person.locale) ?? LOCALE_FALLBACK;
  const actor = { userId: userId as UserId, workspaceId: workspaceId as WorkspaceId };
  const choose = (asked: string | null) =>
    chooseTemplate({ db }, actor, { templateId: asked === BASIC_SYSTEM_WORD ? null : asked, language: spoken });
  const chosen = (templateId === null ? null : await choose(templateId)) ?? (await choose(person.defaultTemplateId));
  const details = {
    title: await titleOf(event, person.locale),
    startsAt: event.startsAt,
    timeZone: person.timeZone,
    language: spoken,
    ...(isHeard && { hearsLanguage: true as const }),
    // The calendar's template, else the default. One that is gone, or was a former team's, does not cost the meeting: it gets Basic system.
    template: chosen?.template ?? BASIC_SYSTEM,
    role: roleIn(event),
  };
  return { workspaceId, createdBy: userId, source: "calendar", details, place: place.value };
}

/** A rule of the person says more than the choice for a whole calendar. */
function byRule(asked: PlanAsked, { templateId }: Filing): PlanAsked {
  return templateId === null ? asked : { ...asked, templateId };
}

async function titleOf({ title }: CalendarEvent, locale: string): Promise<string> {
  const given = beginningOf(title.trim(), MEETING_TITLE_CHARS_MAX);
  if (given !== "") return given;
  const { t } = await openI18n(parseLocale(locale) ?? LOCALE_FALLBACK);
  return t("calendars:untitled");
}

/**
 * Moves a planned meeting with its event: title, time and link. Where its call has begun or is over, it goes on as it is. `other-call`: the
 * event takes place at another time since, and gets another meeting for it.
 */
export async function moveMeeting(
  services: Needs,
  meetId: string,
  asked: PlanAsked,
): Promise<"moved" | "as-it-is" | "other-call"> {
  if (await isInvitation(services, meetId)) {
    const [row] = await services.db
      .select({ startsAt: meetings.startsAt })
      .from(meetings)
      .where(eq(meetings.id, meetId));
    return !row || isSameCall(row.startsAt, asked.event) ? "as-it-is" : "other-call";
  }
  const person = await readPerson(services, asked);
  const filing = filingOf(await selectRules(services.db, asked), asked.event);
  const birth = person && (await birthOf(services, byRule(asked, filing), person));
  if (!birth) return "as-it-is";
  const { details, place } = birth;
  const changed = await services.meetings.change(meetId as MeetId, { details, place });
  services.log("calendar.meeting.moved", { meetId, eventId: asked.eventId, moved: changed.ok });
  if (changed.ok) return "moved";
  const [row] = await services.db.select().from(meetings).where(eq(meetings.id, meetId));
  // A person who cancels or deletes a meeting does not want it again at another time.
  if (!row || row.deletedAt !== null || row.reason === "cancelled") return "as-it-is";
  return isSameCall(row.startsAt, asked.event) ? "as-it-is" : "other-call";
}

/** The person has invited Acta themselves: the calendar's event went with that meeting, and does not move or cancel it. */
async function isInvitation({ db }: Pick<Needs, "db">, meetId: string): Promise<boolean> {
  const [row] = await db.select({ source: meetings.source }).from(meetings).where(eq(meetings.id, meetId));
  return row?.source === "invite";
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
 * meeting that another account of the person joins goes on. `begun`: so does this one, which is being recorded or was.
 */
export async function dropMeeting(
  services: Needs,
  meetId: string,
  { accountId, userId, workspaceId, erases }: MeetingDrop,
): Promise<"dropped" | "begun"> {
  const { db, meetings: objects, log } = services;
  if (await isInvitation(services, meetId)) return "dropped";
  const [other] = await eventsOf(services, userId)
    .select({ id: calendarEvents.id })
    .from(calendarEvents)
    .where(
      and(eq(calendarEvents.meetId, meetId), eq(calendarEvents.joins, true), ne(calendarEvents.accountId, accountId)),
    )
    .limit(1);
  if (other) return "dropped";
  const cancelled = await objects.cancel(meetId as MeetId);
  log("calendar.meeting.dropped", { meetId, dropped: cancelled.ok, erases });
  if (!cancelled.ok) return cancelled.reason === "too-late" ? "begun" : "dropped";
  const ownership = { workspaceId, createdBy: userId };
  if (erases) {
    await eraseMeeting(services, ownership, meetId as MeetId);
    return "dropped";
  }
  await db
    .update(meetingClaims)
    .set({ key: sql`'gone:' || ${meetingClaims.meetId}`, roomKey: null })
    .where(
      and(
        eq(meetingClaims.workspaceId, workspaceId),
        eq(meetingClaims.createdBy, userId),
        eq(meetingClaims.meetId, meetId),
      ),
    );
  return "dropped";
}
