import { and, eq, gt, isNull } from "drizzle-orm";
import type { MeetId } from "#app/domain/ids.ts";
import { MAIL_SEND_MS_MAX } from "#app/domain/limits/mail.ts";
import { NAMED_MAIL_MS_MAX, NAMED_MAILS_SWEEP_MAX } from "#app/domain/limits/teams.ts";
import { meetings } from "#app/server/db/schema.ts";
import { users } from "#app/server/db/schema-account.ts";
import { meetingGuests, meetingVisibility } from "#app/server/db/schema-teams.ts";
import { faultOf } from "#app/server/log.ts";
import { holdersOf } from "#app/server/workspace/access-to.ts";
import { prepareFor } from "#app/server/mail/prepare-mail.ts";
import type { Services } from "#app/server/services.ts";

export type TellNeeds = Pick<Services, "config" | "db" | "log" | "mailer" | "mailWriter" | "now" | "unsubscribeTokens">;

/**
 * Mails people who were named for a meeting that they can read it, once its minutes are ready. Only people with an account get the mail,
 * so that nobody can have mails sent to any address; the person who names them is not told who that is. `meetId` null: the sweep.
 */
export async function tellNamed(services: TellNeeds, meetId: MeetId | null): Promise<number> {
  const { db, log, mailer, now } = services;
  if (mailer === null) return 0;
  const due = await db
    .select({
      meetId: meetingGuests.meetId,
      email: meetingGuests.email,
      title: meetings.title,
      startsAt: meetings.startsAt,
      namedBy: users.id,
      by: users.name,
    })
    .from(meetingGuests)
    // SQLite never changes the order of a CROSS JOIN: the few who are still to be told, by their index, then the meeting of each.
    .crossJoin(meetingVisibility)
    .crossJoin(meetings)
    .crossJoin(users)
    .where(
      and(
        isNull(meetingGuests.toldAt),
        gt(meetingGuests.addedAt, now() - NAMED_MAIL_MS_MAX),
        meetId === null ? undefined : eq(meetingGuests.meetId, meetId),
        and(eq(meetingVisibility.meetId, meetingGuests.meetId), eq(meetingVisibility.visibility, "named")),
        and(eq(meetings.id, meetingGuests.meetId), isNull(meetings.deletedAt), eq(meetings.status, "SUMMARIZED")),
        eq(users.id, meetingVisibility.changedBy),
      ),
    )
    .limit(NAMED_MAILS_SWEEP_MAX);
  let told = 0;
  for (const named of due) {
    try {
      if (await tellOne(services, named)) told += 1;
    } catch (error) {
      log("meeting.shown.failed", { meetId: named.meetId, error: faultOf(error) });
    }
  }
  return told;
}

type Named = { meetId: string; email: string; title: string; startsAt: number; namedBy: string; by: string };

/** False where the mail service asks for another try. */
async function tellOne(services: TellNeeds, named: Named): Promise<boolean> {
  const { config, db, log, mailer, mailWriter, now, unsubscribeTokens } = services;
  const { meetId, email, title, startsAt, namedBy, by } = named;
  const needs = { db, writer: mailWriter, unsubscribeTokens, origin: config.origin };
  for (const userId of await holdersOf(db, email)) {
    const mail =
      userId === namedBy
        ? null
        : await prepareFor(needs, userId, { kind: "meeting-shown", meetId, title, startsAt, by });
    if (mail === null || mailer === null) continue;
    // Without a time: who is named again on the same day gets no second mail.
    const idempotencyKey = `meeting-shown/${meetId}/${userId}`;
    const answer = await mailer.send({ ...mail, idempotencyKey }, AbortSignal.timeout(MAIL_SEND_MS_MAX));
    if (answer.kind === "later") return false;
    log("meeting.shown.mailed", { meetId, answer: answer.kind });
  }
  await db
    .update(meetingGuests)
    .set({ toldAt: now() })
    .where(and(eq(meetingGuests.meetId, meetId), eq(meetingGuests.email, email)));
  return true;
}
