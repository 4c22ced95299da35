import { and, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import { randomId } from "#app/domain/ids.ts";
import {
  TYPED_MAILS_OF_PAIR_MAX,
  TYPED_MAILS_OF_SENDER_MAX,
  TYPED_MAILS_TO_ADDRESS_MAX,
} from "#app/domain/limits/mail.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { inboxKeyOf } from "#app/domain/workspace/team.ts";
import { insertWhere } from "#app/server/db/insert-where.ts";
import { typedMails } from "#app/server/db/schema-mail.ts";
import type { Services } from "#app/server/services.ts";

/** One ledger of mails to addresses that people type, whatever the mail says: several features must not flood one inbox together. */

type Needs = Pick<Services, "db" | "now" | "saltedHash">;

/** Takes the place of one mail; null where the address or the sender had as many as they may in a day. One statement. */
export async function claimTypedMail(
  { db, now, saltedHash }: Needs,
  { address, senderId }: { address: string; senderId: string },
): Promise<{ release: () => Promise<void> } | null> {
  const at = now();
  const addressHash = await saltedHash("mail-send", inboxKeyOf(address));
  const toAddress = eq(typedMails.addressHash, addressHash);
  const bySender = eq(typedMails.senderId, senderId);
  const fewer = (which: SQL | undefined, max: number) =>
    sql`(select count(*) from ${typedMails} where ${and(which, gt(typedMails.at, at - DAY_MS))}) < ${max}`;
  const id = randomId();
  const [, claimed] = await db.batch([
    db.delete(typedMails).where(lte(typedMails.at, at - DAY_MS)),
    insertWhere(db, typedMails, {
      row: { id, addressHash, senderId, at },
      where: sql`${fewer(and(toAddress, bySender), TYPED_MAILS_OF_PAIR_MAX)}
        and ${fewer(toAddress, TYPED_MAILS_TO_ADDRESS_MAX)} and ${fewer(bySender, TYPED_MAILS_OF_SENDER_MAX)}`,
    }).returning({ id: typedMails.id }),
  ]);
  if (claimed.length === 0) return null;
  return {
    /** A mail that did not go counts for nobody. */
    async release() {
      await db.delete(typedMails).where(eq(typedMails.id, id));
    },
  };
}
