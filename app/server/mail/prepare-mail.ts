import { and, eq, notExists, sql } from "drizzle-orm";
import { type Locale, LOCALE_FALLBACK, parseLocale } from "#app/domain/languages.ts";
import type { MailableMeeting, MailContent } from "#app/domain/mail/mail-content.ts";
import { isOnAtFirst, type MailKind } from "#app/domain/mail/mail-kinds.ts";
import { parseTimeZone } from "#app/domain/time.ts";
import { openDeletion } from "#app/server/identity/deletion-mark.ts";
import type { Database } from "#app/server/db/database.ts";
import { namedBatch } from "#app/server/db/named-batch.ts";
import { meetings } from "#app/server/db/schema.ts";
import { mailPreferences, users, workspaces } from "#app/server/db/schema-account.ts";
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
  const { createdBy: userId, meetId, kind } = meeting;
  const { lost, reader } = await readPerson(needs.db, { userId, kind, meetIds: [meetId] });
  return lost.has(meetId) ? null : writeTo(needs, { userId, reader, content: { kind, meeting } });
}

/** The same for a warning of deletions: of the meetings that are the person's now. */
export async function prepareWarning(
  needs: MailNeeds,
  userId: string,
  content: Extract<MailContent, { kind: "retention-warning" }>,
): Promise<Omit<Mail, "idempotencyKey"> | null> {
  const { kind } = content;
  const meetIds = content.meetings.map(({ meetId }) => meetId);
  const { lost, reader } = await readPerson(needs.db, { userId, kind, meetIds });
  const meetings = content.meetings.filter(({ meetId }) => !lost.has(meetId));
  return meetings.length === 0 ? null : writeTo(needs, { userId, reader, content: { ...content, meetings } });
}

/** The reader, and those of the meetings that are not theirs. */
async function readPerson(
  db: Database,
  { userId, kind, meetIds }: { userId: string; kind: MailKind; meetIds: readonly string[] },
): Promise<{ lost: Set<string>; reader: Reader | null }> {
  const { lost, readers } = await namedBatch(db, {
    lost: selectNotTheirs(db, userId, meetIds),
    readers: selectReader(db, userId, kind),
  });
  return { lost: new Set(lost.map(({ id }) => id)), reader: readerOf(readers, kind) };
}

/** Meetings of a team that the person does not administer. They may have made them: what stays with a team keeps its creator. */
function selectNotTheirs(db: Database, userId: string, meetIds: readonly string[]) {
  return db
    .select({ id: meetings.id })
    .from(meetings)
    .innerJoin(workspaces, and(eq(workspaces.id, meetings.workspaceId), eq(workspaces.kind, "team")))
    .where(sql`${meetings.id} in (select value from json_each(${JSON.stringify(meetIds)})) and not exists (
      select 1 from members as mine where mine.workspace_id = ${workspaces.id} and mine.user_id = ${userId} and mine.role = 'owner')`);
}

type PersonalContent = Exclude<MailContent, { kind: "address-confirmation" | "team-invitation" | "follow-up" }>;

/** The same for any mail to a person. */
export async function prepareFor(
  needs: MailNeeds,
  userId: string,
  content: PersonalContent,
): Promise<Omit<Mail, "idempotencyKey"> | null> {
  return writeTo(needs, { userId, reader: await findReader(needs.db, userId, content.kind), content });
}

async function writeTo(
  { writer, unsubscribeTokens, origin }: MailNeeds,
  { userId, reader, content }: { userId: string; reader: Reader | null; content: PersonalContent },
): Promise<Omit<Mail, "idempotencyKey"> | null> {
  const { kind } = content;
  if (reader === null) return null;
  const unsubscribeUrl = `${origin}${unsubscribePath(kind, await unsubscribeTokens.tokenFor(userId, kind))}`;
  const { locale, timeZone } = reader;
  const written = await writer.write(content, { locale, timeZone, unsubscribeUrl });
  return {
    to: reader.email,
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
export async function findReader(db: Database, userId: string, kind: MailKind): Promise<Reader | null> {
  return readerOf(await selectReader(db, userId, kind), kind);
}

type Reader = { email: string; locale: Locale; timeZone: string };

function selectReader(db: Database, userId: string, kind: MailKind) {
  return db
    .select({
      email: users.email,
      isVouched: users.emailVerified,
      confirmed: sql<string | null>`${mailAddresses.email}`.as("confirmed"),
      locale: users.locale,
      timeZone: users.timeZone,
      enabled: mailPreferences.enabled,
    })
    .from(users)
    .leftJoin(mailPreferences, and(eq(mailPreferences.userId, users.id), eq(mailPreferences.kind, kind)))
    .leftJoin(mailAddresses, eq(mailAddresses.userId, users.id))
    .where(and(eq(users.id, userId), notExists(openDeletion(db, users.id))));
}

function readerOf([row]: Awaited<ReturnType<typeof selectReader>>, kind: MailKind): Reader | null {
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
