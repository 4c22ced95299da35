import { and, eq, notExists, sql } from "drizzle-orm";
import { LOCALE_FALLBACK, parseLocale } from "#app/domain/languages.ts";
import type { MailableMeeting, MailContent } from "#app/domain/mail/mail-content.ts";
import { isOnAtFirst, type MailKind } from "#app/domain/mail/mail-kinds.ts";
import { parseTimeZone } from "#app/domain/time.ts";
import { openDeletion } from "#app/server/identity/deletion-mark.ts";
import type { Database } from "#app/server/db/database.ts";
import { mailPreferences, users } from "#app/server/db/schema-account.ts";
import { mailAddresses } from "#app/server/db/schema-mail.ts";
import { type UnsubscribeTokens, unsubscribePath } from "#app/server/tokens/unsubscribe-tokens.ts";
import type { MailWriter } from "#app/server/ports/mail-writer.ts";
import type { Mail } from "#app/server/ports/mailer.ts";

export type MailNeeds = {
  db: Database;
  writer: MailWriter;
  unsubscribeTokens: UnsubscribeTokens;
  /** Origin of the pages: every link of a mail begins with it. */
  origin: string;
};

/**
 * The mail about a meeting to its owner, in their language and with the headers of one-click unsubscribing (RFC 8058). Null without a
 * recipient: the kind is switched off, no address is confirmed, the account is gone, or the meeting stayed with a team that its creator
 * left.
 */
export async function prepareMail(
  needs: MailNeeds,
  meeting: MailableMeeting,
): Promise<Omit<Mail, "idempotencyKey"> | null> {
  const { createdBy, meetId } = meeting;
  if ((await notTheirs(needs.db, createdBy, [meetId])).has(meetId)) return null;
  return prepareFor(needs, createdBy, { kind: meeting.kind, meeting });
}

/** The same for a warning of deletions: of the meetings that are the person's now. */
export async function prepareWarning(
  needs: MailNeeds,
  userId: string,
  content: Extract<MailContent, { kind: "retention-warning" }>,
): Promise<Omit<Mail, "idempotencyKey"> | null> {
  const lost = await notTheirs(
    needs.db,
    userId,
    content.meetings.map(({ meetId }) => meetId),
  );
  const meetings = content.meetings.filter(({ meetId }) => !lost.has(meetId));
  return meetings.length === 0 ? null : prepareFor(needs, userId, { ...content, meetings });
}

/** Meetings of a team that the person does not administer. They may have made them: what stays with a team keeps its creator. */
async function notTheirs(db: Database, userId: string, meetIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.all<{ id: string }>(sql`select kept.id from meetings as kept
    join workspaces as team on team.id = kept.workspace_id and team.kind = 'team'
    where kept.id in (select value from json_each(${JSON.stringify(meetIds)})) and not exists (
      select 1 from members as mine where mine.workspace_id = team.id and mine.user_id = ${userId} and mine.role = 'owner')`);
  return new Set(rows.map(({ id }) => id));
}

/** The same for any mail to a person. */
export async function prepareFor(
  needs: MailNeeds,
  userId: string,
  content: Exclude<MailContent, { kind: "address-confirmation" | "team-invitation" | "follow-up" }>,
): Promise<Omit<Mail, "idempotencyKey"> | null> {
  const { writer, unsubscribeTokens, origin } = needs;
  const { kind } = content;
  const owner = await findReader(needs.db, userId, kind);
  if (owner === null) return null;
  const unsubscribeUrl = `${origin}${unsubscribePath(kind, await unsubscribeTokens.tokenFor(userId, kind))}`;
  const { locale, timeZone } = owner;
  const written = await writer.write(content, { locale, timeZone, unsubscribeUrl });
  return {
    to: owner.email,
    ...written,
    headers: {
      "List-Unsubscribe": `<${unsubscribeUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      // RFC 3834: no vacation notice answers it.
      "Auto-Submitted": "auto-generated",
    },
  };
}

/**
 * A person who is to get mails of this kind; null where they switched it off, their account is being deleted, or neither a provider
 * vouches for their address nor they have confirmed one.
 */
export async function findReader(db: Database, userId: string, kind: MailKind) {
  const [row] = await db
    .select({
      email: users.email,
      isVouched: users.emailVerified,
      confirmed: mailAddresses.email,
      locale: users.locale,
      timeZone: users.timeZone,
      enabled: mailPreferences.enabled,
    })
    .from(users)
    .leftJoin(mailPreferences, and(eq(mailPreferences.userId, users.id), eq(mailPreferences.kind, kind)))
    .leftJoin(mailAddresses, eq(mailAddresses.userId, users.id))
    .where(and(eq(users.id, userId), notExists(openDeletion(db, users.id))));
  const email = row && mailAddressOf(row);
  if (!row || !email || !(row.enabled ?? isOnAtFirst(kind))) return null;
  return {
    email,
    locale: parseLocale(row.locale) ?? LOCALE_FALLBACK,
    timeZone: parseTimeZone(row.timeZone) ?? "UTC",
  };
}

/** The address for mails: the one that the provider vouches for, else the one that the person confirmed. */
export function mailAddressOf(person: {
  email: string | null;
  isVouched: boolean;
  confirmed: string | null;
}): string | null {
  return person.isVouched ? person.email : person.confirmed;
}
