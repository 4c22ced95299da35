import { and, eq, gte, isNull, sql } from "drizzle-orm";
import type { FollowUpDraft, FollowUpPlan } from "#app/contracts/follow-up.ts";
import type { FollowUpSeriesPayload } from "#app/contracts/integration-changes.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { LOCALE_FALLBACK, parseLocale } from "#app/domain/languages.ts";
import { FOLLOW_UP_SERIES_KEPT_MS, FOLLOW_UP_SERIES_LATE_MS } from "#app/domain/limits/mail.ts";
import { may } from "#app/domain/meeting/access.ts";
import { CALENDAR_SERIES } from "#app/domain/meeting/series.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { emailKeyOf } from "#app/domain/workspace/team.ts";
import { auditEntry } from "#app/server/audit.ts";
import { meetings } from "#app/server/db/schema.ts";
import { auditEvents } from "#app/server/db/schema-account.ts";
import { seriesFollowUps } from "#app/server/db/schema-mail.ts";
import type { Services } from "#app/server/services.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";

/**
 * Follow-ups that go by themselves: a person's choice for a series, and the one that waits after a meeting of it. Only for series that a calendar knows:
 * two clients may have meetings of one title with the same people of ours.
 */

type Choice = NonNullable<NonNullable<FollowUpDraft["series"]>["choice"]>;
type SeriesRow = typeof seriesFollowUps.$inferSelect;

const ofMeeting = (meetId: string) =>
  and(
    eq(seriesFollowUps.userId, meetings.createdBy),
    eq(seriesFollowUps.seriesKey, meetings.seriesKey),
    eq(meetings.id, meetId),
  );

const isCalendars = (seriesKey: string | null) => seriesKey?.startsWith(CALENDAR_SERIES) === true;

/** The choice of a person for the series of a meeting of theirs; null where the meeting belongs to none. */
export async function readSeriesChoice({ db }: Pick<Services, "db">, meetId: MeetId): Promise<FollowUpDraft["series"]> {
  const [row] = await db
    .select({ seriesKey: meetings.seriesKey, choice: seriesFollowUps })
    .from(meetings)
    .leftJoin(seriesFollowUps, ofMeeting(meetId))
    .where(eq(meetings.id, meetId));
  return !row || !isCalendars(row.seriesKey) ? null : { choice: row.choice && choiceOf(row.choice) };
}

function choiceOf({ recipients, locale, withLink }: SeriesRow): Choice {
  return { to: JSON.parse(recipients) as string[], language: parseLocale(locale) ?? LOCALE_FALLBACK, withLink };
}

type ChoiceNeeds = Pick<Services, "db" | "log" | "mailer" | "now">;

/** From the next meeting of the series on, its follow-up goes by itself to these addresses. The same again replaces the choice. */
export async function chooseSeries(
  { db, log, mailer, now }: ChoiceNeeds,
  actor: PersonActor,
  meetId: MeetId,
  { to, language, withLink }: FollowUpSeriesPayload,
): Promise<Outcome<null, "not-found" | "not-ready" | "mail-off">> {
  const viewer = await accessTo({ db }, actor, meetId);
  if (viewer === null || !may(viewer, "send")) return refused("not-found");
  if (mailer === null) return refused("mail-off");
  const [meeting] = await db.select({ seriesKey: meetings.seriesKey }).from(meetings).where(eq(meetings.id, meetId));
  if (!meeting?.seriesKey || !isCalendars(meeting.seriesKey)) return refused("not-ready");
  const keys = to.map(emailKeyOf);
  const addresses = to.filter((_address, place) => keys.indexOf(keys[place] ?? "") === place);
  const at = now();
  const { userId } = actor;
  const chosen = {
    recipients: JSON.stringify(addresses),
    locale: language,
    withLink,
    endsAt: at + FOLLOW_UP_SERIES_KEPT_MS,
  };
  await db.batch([
    db
      .insert(seriesFollowUps)
      .values({ userId, seriesKey: meeting.seriesKey, ...chosen, chosenAt: at })
      .onConflictDoUpdate({ target: [seriesFollowUps.userId, seriesFollowUps.seriesKey], set: chosen }),
    auditEntry(db, { at, userId, action: "meeting.follow-up-series-chosen", meetId }),
  ]);
  log("follow-up.series.chosen", { userId, meetId, mails: addresses.length });
  return ok(null);
}

/** No follow-up of the series goes by itself any more, also none that waits. Idempotent. */
export async function endSeries(
  { db, log }: Pick<Services, "db" | "log">,
  actor: PersonActor,
  meetId: MeetId,
): Promise<Outcome<null, "not-found">> {
  const viewer = await accessTo({ db }, actor, meetId);
  if (viewer === null || !may(viewer, "send")) return refused("not-found");
  const { userId } = actor;
  await db
    .delete(seriesFollowUps)
    .where(
      and(
        eq(seriesFollowUps.userId, userId),
        sql`${seriesFollowUps.seriesKey} = (select series_key from meetings where id = ${meetId})`,
      ),
    );
  log("follow-up.series.ended", { userId, meetId });
  return ok(null);
}

/** The follow-up that waits after a meeting, to whom it has gone, or why it did not go; null where there is none, or its series was switched off. */
export async function readPlan(
  services: Pick<Services, "db" | "followUps">,
  actor: PersonActor,
  meetId: MeetId,
): Promise<Outcome<{ plan: FollowUpPlan }, "not-found">> {
  const viewer = await accessTo(services, actor, meetId);
  if (viewer === null || !may(viewer, "send")) return refused("not-found");
  const plan = await services.followUps.of(actor.workspaceId).seriesFollowUp(meetId);
  if (plan === null || plan.state === "gone") return ok({ plan });
  const series = await readSeriesChoice(services, meetId);
  const choice = series?.choice ?? null;
  return ok({ plan: choice && { ...plan, to: choice.to } });
}

/** The person does not want the one that waits; the series stays as it is. Answers what holds afterwards: one that has gone has gone. */
export async function stopPlan(
  services: Pick<Services, "db" | "followUps">,
  actor: PersonActor,
  meetId: MeetId,
): ReturnType<typeof readPlan> {
  const viewer = await accessTo(services, actor, meetId);
  if (viewer === null || !may(viewer, "send")) return refused("not-found");
  await services.followUps.of(actor.workspaceId).stopSeriesFollowUp(meetId);
  return readPlan(services, actor, meetId);
}

/**
 * Whether the follow-up of a meeting whose minutes are ready is to go by itself. Meetings that began before the choice are left out, old ones,
 * whose minutes were written again, and those that the person has followed up: the workspace that gets a meeting after the end of a team has no
 * row of that. `behind`: the meeting's row is older than its minutes, and may not know its series.
 */
export async function findSeries(
  { db, now }: Pick<Services, "db" | "now">,
  meetId: string,
): Promise<"chosen" | "behind" | null> {
  const [row] = await db
    .select({
      userId: meetings.createdBy,
      status: meetings.status,
      startsAt: meetings.startsAt,
      chosenAt: seriesFollowUps.chosenAt,
      hasAny: sql<number>`exists (select 1 from series_follow_ups as mine where mine.user_id = ${meetings.createdBy})`,
    })
    .from(meetings)
    .leftJoin(seriesFollowUps, ofMeeting(meetId))
    .where(and(eq(meetings.id, meetId), isNull(meetings.deletedAt)));
  if (!row || row.hasAny === 0) return null;
  if (row.chosenAt === null) return row.status === "SUMMARIZED" ? null : "behind";
  const { userId, startsAt, chosenAt } = row;
  const since = now() - FOLLOW_UP_SERIES_LATE_MS;
  if (startsAt <= chosenAt || startsAt <= since) return null;
  return (await hasSent({ db }, { meetId, userId, since })) ? null : "chosen";
}

/** The choice for a meeting that is still to be followed up; null where it was switched off, or the meeting is not in the person's lists any more. */
export async function choiceNow(
  { db }: Pick<Services, "db">,
  { meetId, userId }: { meetId: string; userId: string },
): Promise<(Choice & { title: string }) | null> {
  const [row] = await db
    .select({
      choice: seriesFollowUps,
      title: meetings.title,
      status: meetings.status,
      archivedAt: meetings.archivedAt,
      mergedInto: meetings.mergedInto,
      awaitsModel: meetings.awaitsModel,
    })
    .from(meetings)
    .innerJoin(seriesFollowUps, ofMeeting(meetId))
    .where(and(eq(meetings.id, meetId), eq(meetings.createdBy, userId)));
  if (!row || row.status !== "SUMMARIZED" || row.awaitsModel) return null;
  if (row.archivedAt !== null || row.mergedInto !== null) return null;
  return { ...choiceOf(row.choice), title: row.title };
}

/** The follow-up has gone. The choice lasts as long as it is used. */
export async function noteGone(
  { db, now }: Pick<Services, "db" | "now">,
  { meetId, userId }: { meetId: MeetId; userId: string },
): Promise<void> {
  const at = now();
  const seriesKey = sql`(select series_key from meetings where id = ${meetId})`;
  await db.batch([
    auditEntry(db, { at, userId, action: SENT, meetId }),
    db
      .update(seriesFollowUps)
      .set({ endsAt: at + FOLLOW_UP_SERIES_KEPT_MS })
      .where(and(eq(seriesFollowUps.userId, userId), eq(seriesFollowUps.seriesKey, seriesKey))),
  ]);
}

/** By the index of a person's entries. A meeting that is old enough to have older ones is followed up by itself no more. */
async function hasSent(
  { db }: Pick<Services, "db">,
  { meetId, userId, since }: { meetId: string; userId: string; since: number },
): Promise<boolean> {
  const [sent] = await db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.userId, userId),
        gte(auditEvents.at, since),
        eq(auditEvents.action, SENT),
        eq(auditEvents.subjectId, meetId),
      ),
    )
    .limit(1);
  return sent !== undefined;
}

/** A follow-up that went by itself is one that the person has sent: they chose it. */
const SENT = "meeting.follow-up-sent";
