import { and, eq, gt, isNotNull, or, sql } from "drizzle-orm";
import type { SessionActor } from "#app/domain/account/actor.ts";
import { LOCALE_FALLBACK, parseLocale } from "#app/domain/languages.ts";
import { ADDRESS_LINK_MS, ADDRESS_RESEND_MS, ADDRESS_SENDS_MAX } from "#app/domain/limits/mail.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { type AddressEnd, type ConfirmEnd, parseMailAddress } from "#app/domain/mail/mail-settings.ts";
import { parseTimeZone } from "#app/domain/time.ts";
import { hashToken, newToken } from "#app/server/identity/session.ts";
import type { Database } from "#app/server/db/database.ts";
import { mailAddresses, provenAddresses } from "#app/server/db/schema-mail.ts";
import { users } from "#app/server/db/schema-account.ts";
import type { Mail, MailAnswer } from "#app/server/ports/mailer.ts";
import type { Services } from "#app/server/services.ts";
import { claimTypedMail } from "#app/server/mail/typed-mails.ts";
import { closeLostStreams } from "#app/server/identity/end-lost-streams.ts";

/**
 * Confirming an address, for people whose provider does not vouch for theirs (Microsoft). Whoever opens the link in a mail to the address
 * lets the asker's mails come there. Opened in the session that asked for it, the link also proves the address (decision 072). Only hashes
 * of links are stored, and each new link replaces the one before.
 */
const CONFIRM_PATH = "/confirm-mail/";

type Asking = Pick<Services, "config" | "db" | "mailer" | "mailWriter" | "log" | "now" | "saltedHash">;

/** Sends a link to the address. The person waits for the mail, so nothing is tried again without them. */
export async function askToConfirm(
  services: Asking,
  { userId, sessionHash }: Pick<SessionActor, "userId" | "sessionHash">,
  typed: string,
): Promise<AddressEnd> {
  const { db, mailer, log } = services;
  const address = parseMailAddress(typed);
  if (address === null) return "invalid";
  const [user] = await db
    .select({ isVouched: users.emailVerified, name: users.name, locale: users.locale, timeZone: users.timeZone })
    .from(users)
    .where(eq(users.id, userId));
  // The settings offer neither of these.
  if (mailer === null || !user || user.isVouched) return "later";
  const place = await claimTypedMail(services, { address, senderId: userId });
  if (place === null) return "wait";
  const token = newToken();
  const askedAt = await claimLink(services, { userId, address, sessionHash, tokenHash: await hashToken(token) });
  if (askedAt === null) {
    await place.release();
    return "wait";
  }
  const answer = await mailer.send(await writeLink(services, { userId, address, token, askedAt, ...user }));
  const end = endOf(answer);
  if (end !== "sent") {
    // Nothing waits for a mail that did not go.
    await place.release();
    await db
      .update(mailAddresses)
      .set({ asked: null, tokenHash: null })
      .where(and(eq(mailAddresses.userId, userId), eq(mailAddresses.askedAt, askedAt)));
  }
  log("mail.address.asked", { userId, end });
  return end;
}

/** Stores the link, and counts it. Null where the person had too many lately. */
async function claimLink(
  { db, now }: Pick<Asking, "db" | "now">,
  link: { userId: string; address: string; sessionHash: string; tokenHash: string },
): Promise<number | null> {
  const { userId, address, sessionHash, tokenHash } = link;
  const askedAt = now();
  const dayAgo = askedAt - DAY_MS;
  const { sends, sendsSince } = mailAddresses;
  const fresh = { asked: address, tokenHash, askedSession: sessionHash, askedAt, expiresAt: askedAt + ADDRESS_LINK_MS };
  const isNewDay = sql`${sendsSince} <= ${dayAgo}`;
  // One statement: of two requests at the same time one is refused.
  const claimed = await db
    .insert(mailAddresses)
    .values({ userId, ...fresh, sends: 1, sendsSince: askedAt })
    .onConflictDoUpdate({
      target: mailAddresses.userId,
      set: {
        ...fresh,
        sends: sql`case when ${isNewDay} then 1 else ${sends} + 1 end`,
        sendsSince: sql`case when ${isNewDay} then ${askedAt} else ${sendsSince} end`,
      },
      setWhere: sql`${mailAddresses.askedAt} <= ${askedAt - ADDRESS_RESEND_MS} and (${isNewDay} or ${sends} < ${ADDRESS_SENDS_MAX})`,
    })
    .returning({ askedAt: mailAddresses.askedAt });
  return claimed[0]?.askedAt ?? null;
}

type Link = {
  userId: string;
  name: string;
  address: string;
  token: string;
  askedAt: number;
  locale: string;
  timeZone: string;
};

async function writeLink({ config, mailWriter }: Asking, link: Link): Promise<Mail> {
  const written = await mailWriter.write(
    { kind: "address-confirmation", asker: link.name, confirmUrl: `${config.origin}${CONFIRM_PATH}${link.token}` },
    {
      locale: parseLocale(link.locale) ?? LOCALE_FALLBACK,
      timeZone: parseTimeZone(link.timeZone) ?? "UTC",
      unsubscribeUrl: null,
    },
  );
  return {
    to: link.address,
    ...written,
    // RFC 3834: no vacation notice answers it.
    headers: { "Auto-Submitted": "auto-generated" },
    idempotencyKey: `address-confirmation/${link.userId}/${link.askedAt}`,
  };
}

function endOf(answer: MailAnswer): AddressEnd {
  if (answer.kind === "accepted") return "sent";
  // Every confirmation has the same words, so a refused one is refused for its address.
  const isRefused = answer.kind === "refused" && (answer.reason === "address" || answer.reason === "message");
  return isRefused ? "invalid" : "later";
}

/** A link as its page shows it: the asker's name, and whether it confirms (`open`) or takes back. Null: it does neither. */
export async function readConfirmation(
  { db, now }: Pick<Services, "db" | "now">,
  token: string,
): Promise<{ asker: string; address: string; state: "open" | "confirmed" } | null> {
  const hash = await hashToken(token);
  const { asked, email, tokenHash, confirmedHash, expiresAt } = mailAddresses;
  const isOpen = and(eq(tokenHash, hash), isNotNull(asked), gt(expiresAt, now()));
  const [row] = await db
    .select({ asker: users.name, isOpen: sql<number>`${isOpen}`, asked, email })
    .from(mailAddresses)
    .innerJoin(users, eq(users.id, mailAddresses.userId))
    .where(or(isOpen, and(eq(confirmedHash, hash), isNotNull(email))));
  const address = row?.isOpen === 1 ? row.asked : (row?.email ?? null);
  return row && address !== null ? { asker: row.asker, address, state: row.isOpen === 1 ? "open" : "confirmed" } : null;
}

/**
 * Confirms the address that the link was sent to, and proves it where `reader` is the session that asked. Idempotent: the link that was
 * opened elsewhere first proves the address when it is opened again where it was asked for.
 */
export async function confirmAddress(
  services: Pick<Services, "db" | "log" | "meetings" | "pages" | "now">,
  token: string,
  reader: Pick<SessionActor, "userId" | "sessionHash"> | null,
): Promise<ConfirmEnd> {
  const { db, log, now } = services;
  const hash = await hashToken(token);
  const at = now();
  const { asked, email, tokenHash, askedSession, confirmedHash, expiresAt, userId } = mailAddresses;
  const isLink = and(eq(tokenHash, hash), gt(expiresAt, at), sql`coalesce(${asked}, ${email}) is not null`);
  const isTheirs = and(isLink, eq(userId, reader?.userId ?? ""), eq(askedSession, reader?.sessionHash ?? ""));
  const [[row], [lost], [proven]] = await db.batch([
    db
      .update(mailAddresses)
      .set({ email: sql`coalesce(${asked}, ${email})`, confirmedAt: at, confirmedHash: tokenHash, asked: null })
      .where(and(isLink, or(isNotNull(asked), eq(confirmedHash, hash))))
      .returning({ userId }),
    // One address for each person: what an earlier one opened ends.
    db
      .delete(provenAddresses)
      .where(
        sql`exists (select 1 from ${mailAddresses} where ${userId} = ${provenAddresses.userId} and ${confirmedHash} = ${hash}
          and ${isLink} and lower(${email}) <> ${provenAddresses.email})`,
      )
      .returning({ userId: provenAddresses.userId }),
    db
      .insert(provenAddresses)
      .select(
        sql`select ${userId}, lower(${email}), ${at} from ${mailAddresses} where ${isTheirs} and ${confirmedHash} = ${hash}
          and not exists (select 1 from users as holder
            where lower(holder.email) = lower(${email}) and holder.email_verified = 1 and holder.id <> ${userId})`,
      )
      .onConflictDoUpdate({
        target: provenAddresses.userId,
        set: { email: sql`excluded.email`, provenAt: at },
      })
      .returning({ userId: provenAddresses.userId }),
  ]);
  if (!row) return "gone";
  if (lost) await closeLostStreams(services, { userIds: [lost.userId] });
  log("mail.address.confirmed", { userId: row.userId, isProven: proven !== undefined });
  if (proven) return "proven";
  const isAsker = reader !== null && (await isAskingSession(db, hash, reader.sessionHash));
  return isAsker ? "vouched-elsewhere" : "mails";
}

async function isAskingSession(db: Database, hash: string, sessionHash: string): Promise<boolean> {
  const [row] = await db
    .select({ userId: mailAddresses.userId })
    .from(mailAddresses)
    .where(and(eq(mailAddresses.tokenHash, hash), eq(mailAddresses.askedSession, sessionHash)));
  return row !== undefined;
}
