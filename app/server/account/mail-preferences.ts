import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { FOLLOW_UP_KIND, isOnAtFirst, MAIL_KINDS, type MailKind } from "#app/domain/mail/mail-kinds.ts";
import type { MailSettings, UndeliveredMailShown } from "#app/domain/mail/mail-settings.ts";
import type { Database } from "#app/server/db/database.ts";
import { mailPreferences, users } from "#app/server/db/schema-account.ts";
import { meetings } from "#app/server/db/schema.ts";
import { weeklyDigests } from "#app/server/db/schema-feeds.ts";
import { mailAddresses } from "#app/server/db/schema-mail.ts";
import { faultOf } from "#app/server/log.ts";
import { planDigest } from "#app/server/digests/hand-over-digests.ts";
import { mailAddressOf } from "#app/server/mail/prepare-mail.ts";
import { stopAddress } from "#app/server/mail/stopped-addresses.ts";
import { readOtherUsers } from "#app/server/auth/take-back-address.ts";
import { provenAddress } from "#app/server/workspace/access-to.ts";
import type { UndeliveredMail } from "#app/server/ports/workspace-mails.ts";
import type { Services } from "#app/server/services.ts";

/** The kinds of mail that a person wants. Most are on until they switch them off; D1 has a row for each kind that was ever switched. */

/** Switches kinds on or off; the others stay. */
export async function saveMailPreferences(
  { db, now }: Pick<Services, "db" | "now">,
  userId: string,
  chosen: { [Kind in MailKind]?: boolean | undefined },
): Promise<void> {
  const changedAt = now();
  const rows = MAIL_KINDS.flatMap((kind) => {
    const enabled = chosen[kind];
    return enabled === undefined ? [] : [{ userId, kind, enabled, changedAt }];
  });
  if (rows.length === 0) return;
  // Planned before it is stored as wanted, and the other way round: a digest that is wanted is always planned.
  const digest = chosen["weekly-digest"];
  if (digest === true) await planDigest({ db, now }, userId);
  await db
    .insert(mailPreferences)
    .values(rows)
    .onConflictDoUpdate({
      target: [mailPreferences.userId, mailPreferences.kind],
      set: { enabled: sql`excluded.enabled`, changedAt },
    });
  if (digest === false) await db.delete(weeklyDigests).where(eq(weeklyDigests.userId, userId));
}

/** The same by the link in a mail. A link of an account that is gone changes nothing; one in a follow-up stops them for its address. */
export async function unsubscribe(
  services: Pick<Services, "db" | "now" | "unsubscribeTokens">,
  link: { kind: string | undefined; token: string | undefined },
): Promise<void> {
  const { db } = services;
  const read = await services.unsubscribeTokens.read(link);
  if (read === null) return;
  if (read.kind === FOLLOW_UP_KIND) return stopAddress(services, read.userId);
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, read.userId));
  if (user) await saveMailPreferences(services, user.id, { [read.kind]: false });
}

/**
 * The settings of a person's mails, and what they did not get. If the workspace does not answer, the list of those is null: the
 * preferences can be changed all the same.
 */
export async function readMailSettings(
  services: Pick<Services, "db" | "mailStatus" | "mailer" | "log" | "now">,
  actor: PersonActor,
): Promise<MailSettings> {
  const { db, mailer } = services;
  const { userId } = actor;
  const [preferences, undelivered, address, others] = await Promise.all([
    readPreferences(db, userId),
    readUndelivered(services, actor),
    readAddress(services, userId),
    readOtherUsers(services, userId),
  ]);
  return { isSending: mailer !== null, ...address, others, preferences, undelivered };
}

async function readAddress(
  { db, now }: Pick<Services, "db" | "now">,
  userId: string,
): Promise<Pick<MailSettings, "address" | "confirming">> {
  const [user] = await db
    .select({
      email: users.email,
      isVouched: users.emailVerified,
      confirmed: mailAddresses.email,
      asked: mailAddresses.asked,
      expiresAt: mailAddresses.expiresAt,
      isProven: sql<number>`exists (${provenAddress(userId)})`,
    })
    .from(users)
    .leftJoin(mailAddresses, eq(mailAddresses.userId, users.id))
    .where(eq(users.id, userId));
  if (!user) return { address: null, confirming: null };
  const { email, isVouched, asked, expiresAt } = user;
  const isOpen = asked !== null && expiresAt !== null && expiresAt > now();
  return {
    address: mailAddressOf(user),
    confirming: isVouched
      ? null
      : { suggested: email, pending: isOpen ? { address: asked, expiresAt } : null, isProven: user.isProven === 1 },
  };
}

async function readPreferences(db: Database, userId: string): Promise<MailSettings["preferences"]> {
  const rows = await db.select().from(mailPreferences).where(eq(mailPreferences.userId, userId));
  const isOn = (kind: MailKind) => rows.find((row) => row.kind === kind)?.enabled ?? isOnAtFirst(kind);
  return {
    "minutes-ready": isOn("minutes-ready"),
    "recording-failed": isOn("recording-failed"),
    "not-let-in": isOn("not-let-in"),
    "meeting-shown": isOn("meeting-shown"),
    "retention-warning": isOn("retention-warning"),
    "deletion-receipt": isOn("deletion-receipt"),
    "payment-failed": isOn("payment-failed"),
    "delivery-parked": isOn("delivery-parked"),
    "calendar-reconnect": isOn("calendar-reconnect"),
    "join-soon": isOn("join-soon"),
    "join-limit": isOn("join-limit"),
    "weekly-digest": isOn("weekly-digest"),
    "series-brief": isOn("series-brief"),
  };
}

/** With the titles as they are now; mails about a meeting that is gone are left out. */
async function readUndelivered(
  { db, mailStatus, log }: Pick<Services, "db" | "mailStatus" | "log">,
  { workspaceId, userId }: PersonActor,
): Promise<MailSettings["undelivered"]> {
  let mails: UndeliveredMail[];
  try {
    mails = await mailStatus.undelivered(workspaceId, userId);
  } catch (error) {
    log("mail.status.failed", { error: faultOf(error) });
    return null;
  }
  if (mails.length === 0) return [];
  const ids = mails.flatMap(({ meetId }) => meetId ?? []);
  const rows = await db
    .select({ id: meetings.id, title: meetings.title })
    .from(meetings)
    .where(and(inArray(meetings.id, ids), eq(meetings.createdBy, userId), isNull(meetings.deletedAt)));
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return mails.flatMap((mail): UndeliveredMailShown[] => {
    if (mail.meetId === null) return [{ ...mail, title: null }];
    const title = titles.get(mail.meetId);
    return title === undefined ? [] : [{ ...mail, title }];
  });
}
