import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { OTHER_USERS_SHOWN_MAX } from "#app/domain/limits/mail.ts";
import { emailKeyOf } from "#app/domain/workspace/team.ts";
import { hashToken } from "#app/server/identity/session.ts";
import { users } from "#app/server/db/schema-account.ts";
import { mailAddresses, provenAddresses } from "#app/server/db/schema-mail.ts";
import { addressesOf } from "#app/server/workspace/access-to.ts";
import type { Services } from "#app/server/services.ts";
import { closeLostStreams } from "#app/server/identity/end-lost-streams.ts";

/** Ends of a confirmed address: by the person who confirmed it, by another one whose address it is, and by its own link. */

type Needs = Pick<Services, "db" | "log" | "meetings" | "pages">;

/** The address gets no mails and opens nothing any more; a link that is on its way confirms nothing. */
export async function removeAddress(services: Needs, userId: string): Promise<void> {
  await takeBack(services, [userId]);
}

/** Takes the reader's own address back from everybody else who confirmed it. */
export async function takeBackAddress(
  services: Needs,
  { userId, address }: { userId: string; address: string },
): Promise<void> {
  const others = await services.db
    .select({ userId: mailAddresses.userId })
    .from(mailAddresses)
    .where(
      and(
        eq(sql`lower(${mailAddresses.email})`, emailKeyOf(address)),
        ne(mailAddresses.userId, userId),
        sql`${emailKeyOf(address)} in ${addressesOf(userId)}`,
      ),
    );
  await takeBack(
    services,
    others.map((other) => other.userId),
  );
}

/** The same by the link that confirmed it, without a session: its reader may have no account. False for a link that confirmed nothing. */
export async function takeBackByLink(services: Needs, token: string): Promise<boolean> {
  const hash = await hashToken(token);
  const [row] = await services.db
    .select({ userId: mailAddresses.userId, email: mailAddresses.email })
    .from(mailAddresses)
    .where(eq(mailAddresses.confirmedHash, hash));
  if (row && row.email !== null) await takeBack(services, [row.userId]);
  return row !== undefined;
}

async function takeBack(services: Needs, userIds: readonly string[]): Promise<void> {
  const { db, log } = services;
  if (userIds.length === 0) return;
  await db.batch([
    db
      .update(mailAddresses)
      .set({ email: null, confirmedAt: null, asked: null, tokenHash: null })
      .where(inArray(mailAddresses.userId, [...userIds])),
    db.delete(provenAddresses).where(inArray(provenAddresses.userId, [...userIds])),
  ]);
  await closeLostStreams(services, { userIds });
  log("mail.address.taken-back", { people: userIds.length });
}

/**
 * Ends what others proved of an address for which a provider now vouches to this person. Their requests are refused from the sign-in on,
 * as access is read each time; this closes their open pages.
 */
export async function endProvenElsewhere(services: Needs, userId: string): Promise<void> {
  const ended = await services.db
    .delete(provenAddresses)
    .where(
      and(
        ne(provenAddresses.userId, userId),
        sql`${provenAddresses.email} = (select lower(email) from users where id = ${userId} and email_verified = 1)`,
      ),
    )
    .returning({ userId: provenAddresses.userId });
  if (ended.length > 0) await closeLostStreams(services, { userIds: ended.map((each) => each.userId) });
}

/** Others who confirmed an address of this person's: their names, for the settings. */
export async function readOtherUsers(
  { db }: Pick<Services, "db">,
  userId: string,
): Promise<{ name: string; address: string }[]> {
  const rows = await db
    .select({ name: users.name, address: mailAddresses.email })
    .from(mailAddresses)
    .innerJoin(users, eq(users.id, mailAddresses.userId))
    .where(and(ne(mailAddresses.userId, userId), sql`lower(${mailAddresses.email}) in ${addressesOf(userId)}`))
    .limit(OTHER_USERS_SHOWN_MAX);
  return rows.flatMap(({ name, address }) => (address === null ? [] : [{ name, address }]));
}
