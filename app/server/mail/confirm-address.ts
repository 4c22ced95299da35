import { and, count, eq, gt, ne, sql } from "drizzle-orm";
import { LOCALE_FALLBACK, parseLocale } from "#app/domain/languages.ts";
import { ADDRESS_ASKERS_MAX, ADDRESS_LINK_MS, ADDRESS_RESEND_MS, ADDRESS_SENDS_MAX } from "#app/domain/limits/mail.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { type AddressEnd, parseMailAddress } from "#app/domain/mail/mail-settings.ts";
import { parseTimeZone } from "#app/domain/time.ts";
import { hashToken, newToken } from "#app/server/auth/session.ts";
import { mailAddresses } from "#app/server/db/schema-mail.ts";
import { users } from "#app/server/db/schema-account.ts";
import type { Mail, MailAnswer } from "#app/server/ports/mailer.ts";
import type { Services } from "#app/server/services.ts";

/**
 * Confirming an address for mails, for people whose provider does not vouch for theirs (Microsoft). Whoever opens the link in a mail to
 * the address reads its mail. Only its hash is stored, and each new link replaces the one before.
 */
const CONFIRM_PATH = "/confirm-mail/";

type Asking = Pick<Services, "config" | "db" | "mailer" | "mailWriter" | "log" | "now">;

/** Sends a link to the address. The person waits for the mail, so nothing is tried again without them. */
export async function askToConfirm(services: Asking, userId: string, typed: string): Promise<AddressEnd> {
  const { db, mailer, log } = services;
  const address = parseMailAddress(typed);
  if (address === null) return "invalid";
  const [user] = await db
    .select({ isVouched: users.emailVerified, locale: users.locale, timeZone: users.timeZone })
    .from(users)
    .where(eq(users.id, userId));
  // The settings offer neither of these.
  if (mailer === null || !user || user.isVouched) return "later";
  const token = newToken();
  const askedAt = await claimLink(services, { userId, address, tokenHash: await hashToken(token) });
  if (askedAt === null) return "wait";
  const answer = await mailer.send(await writeLink(services, { userId, address, token, askedAt, ...user }));
  const end = endOf(answer);
  if (end !== "sent") {
    // Nothing waits for a mail that did not go.
    await db
      .update(mailAddresses)
      .set({ asked: null, tokenHash: null })
      .where(and(eq(mailAddresses.userId, userId), eq(mailAddresses.askedAt, askedAt)));
  }
  log("mail.address.asked", { userId, end });
  return end;
}

/** Stores the link, and counts it. Null where the person, or others with the same address, had too many lately. */
async function claimLink(
  { db, now }: Pick<Asking, "db" | "now">,
  link: { userId: string; address: string; tokenHash: string },
): Promise<number | null> {
  const { userId, address, tokenHash } = link;
  const askedAt = now();
  const dayAgo = askedAt - DAY_MS;
  const { asked, sends, sendsSince } = mailAddresses;
  const [others] = await db
    .select({ askers: count() })
    .from(mailAddresses)
    .where(and(eq(asked, address), ne(mailAddresses.userId, userId), gt(mailAddresses.askedAt, dayAgo)));
  if ((others?.askers ?? 0) >= ADDRESS_ASKERS_MAX) return null;
  const fresh = { asked: address, tokenHash, askedAt, expiresAt: askedAt + ADDRESS_LINK_MS };
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

type Link = { userId: string; address: string; token: string; askedAt: number; locale: string; timeZone: string };

async function writeLink({ config, mailWriter }: Asking, link: Link): Promise<Mail> {
  const written = await mailWriter.write(
    { kind: "address-confirmation", confirmUrl: `${config.origin}${CONFIRM_PATH}${link.token}` },
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

/** Confirms the address that the link was sent to. False for a link that is unknown, replaced or too old. Idempotent. */
export async function confirmAddress(
  { db, log, now }: Pick<Services, "db" | "log" | "now">,
  token: string,
): Promise<boolean> {
  const { asked, email } = mailAddresses;
  const [row] = await db
    .update(mailAddresses)
    // A link that is opened twice says the same twice.
    .set({ email: sql`coalesce(${asked}, ${email})`, confirmedAt: now(), asked: null })
    .where(and(eq(mailAddresses.tokenHash, await hashToken(token)), gt(mailAddresses.expiresAt, now())))
    .returning({ userId: mailAddresses.userId });
  if (row) log("mail.address.confirmed", { userId: row.userId });
  return row !== undefined;
}
