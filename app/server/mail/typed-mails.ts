import { and, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import { randomId } from "#app/domain/ids.ts";
import {
  TYPED_MAILS_OF_PAIR_MAX,
  TYPED_MAILS_OF_SENDER_MAX,
  TYPED_MAILS_TO_ADDRESS_MAX,
} from "#app/domain/limits/mail.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { emailKeyOf, inboxKeyOf } from "#app/domain/workspace/team.ts";
import { insertWhere } from "#app/server/db/insert-where.ts";
import { typedMails } from "#app/server/db/schema-mail.ts";
import type { Services } from "#app/server/services.ts";

/** One ledger of mails to addresses that people type, whatever the mail says: several features must not flood one inbox together. */

type Needs = Pick<Services, "db" | "now" | "saltedHash">;

type Place = { release: () => Promise<void> };

/** Takes the place of one mail; null where the address or the sender had as many as they may in a day. One transaction. */
export async function claimTypedMail(
  { db, now, saltedHash }: Needs,
  { address, senderId, id = randomId() }: { address: string; senderId: string; id?: string },
): Promise<Place | null> {
  const at = now();
  const addressHash = await saltedHash("mail-send", inboxKeyOf(address));
  const toAddress = eq(typedMails.addressHash, addressHash);
  const bySender = eq(typedMails.senderId, senderId);
  const fewer = (which: SQL | undefined, max: number) =>
    sql`(select count(*) from ${typedMails} where ${and(which, gt(typedMails.at, at - DAY_MS))}) < ${max}`;
  const [, , [claimed]] = await db.batch([
    db.delete(typedMails).where(lte(typedMails.at, at - DAY_MS)),
    insertWhere(db, typedMails, {
      row: { id, addressHash, senderId, at },
      where: sql`${fewer(and(toAddress, bySender), TYPED_MAILS_OF_PAIR_MAX)}
        and ${fewer(toAddress, TYPED_MAILS_TO_ADDRESS_MAX)} and ${fewer(bySender, TYPED_MAILS_OF_SENDER_MAX)}`,
    }).onConflictDoNothing(),
    db.select({ id: typedMails.id }).from(typedMails).where(eq(typedMails.id, id)),
  ]);
  if (!claimed) return null;
  return {
    /** A mail that did not go counts for nobody. */
    async release() {
      await db.delete(typedMails).where(eq(typedMails.id, id));
    },
  };
}

/**
 * Takes the places of a follow-up, all or none; null where one is missing. A mail has one place: `name` is the follow-up's own, and the same again
 * takes nothing more, because an attempt whose process died has left its places.
 */
export async function claimFollowUp(
  services: Needs,
  { to, senderId, name }: { to: readonly string[]; senderId: string; name: string },
): Promise<Place | null> {
  const places = await Promise.all(
    to.map(async (address) =>
      claimTypedMail(services, {
        address,
        senderId,
        id: await services.saltedHash("mail-send", `${name}/${emailKeyOf(address)}`),
      }),
    ),
  );
  const release = async () => {
    await Promise.all(places.map(async (place) => place?.release()));
  };
  if (!places.includes(null)) return { release };
  await release();
  return null;
}
