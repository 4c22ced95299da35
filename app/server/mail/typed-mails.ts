import { inArray, lte, sql } from "drizzle-orm";
import { randomId } from "#app/domain/ids.ts";
import {
  TYPED_MAILS_OF_PAIR_MAX,
  TYPED_MAILS_OF_SENDER_MAX,
  TYPED_MAILS_TO_ADDRESS_MAX,
} from "#app/domain/limits/mail.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { emailKeyOf, inboxKeyOf } from "#app/domain/workspace/team.ts";
import { insertFrom } from "#app/server/db/insert-where.ts";
import { typedMails } from "#app/server/db/schema-mail.ts";
import type { Services } from "#app/server/services.ts";

/** One ledger of mails to addresses that people type, whatever the mail says: several features must not flood one inbox together. */

type Needs = Pick<Services, "db" | "now" | "saltedHash">;

/** `release`: a mail that did not go counts for nobody. */
type Place = { release: () => Promise<void> };

/** Takes the place of one mail; null where the address or the sender had as many as they may in a day. */
export async function claimTypedMail(
  services: Needs,
  { address, senderId }: { address: string; senderId: string },
): Promise<Place | null> {
  return claimPlaces(services, senderId, [{ id: randomId(), address }]);
}

/**
 * Takes the places of a follow-up, all or none; null where one is missing. A mail has one place: `name` is the follow-up's own, and the same again
 * takes nothing more, because an attempt whose process died has left its places.
 */
export async function claimFollowUp(
  services: Needs,
  { to, senderId, name }: { to: readonly string[]; senderId: string; name: string },
): Promise<Place | null> {
  const mails = to.map(async (address) => ({
    id: await services.saltedHash("mail-send", `${name}/${emailKeyOf(address)}`),
    address,
  }));
  return claimPlaces(services, senderId, await Promise.all(mails));
}

/** One statement takes all places that are not held yet, or none: what another attempt holds is never given back by one that is refused. */
async function claimPlaces(
  { db, now, saltedHash }: Needs,
  senderId: string,
  mails: readonly { id: string; address: string }[],
): Promise<Place | null> {
  const at = now();
  const dayAgo = at - DAY_MS;
  const ids = mails.map(({ id }) => id);
  const places = mails.map(async ({ id, address }) => ({
    id,
    addressHash: await saltedHash("mail-send", inboxKeyOf(address)),
  }));
  const fresh = sql`(select value ->> 'id' as id, value ->> 'addressHash' as address_hash
    from json_each(${JSON.stringify(await Promise.all(places))})
    where not exists (select 1 from typed_mails as held where held.id = value ->> 'id'))`;
  const toAddress = sql`select count(*) from typed_mails as sent where sent.address_hash = asked.address_hash and sent.at > ${dayAgo}`;
  const bySender = sql`select count(*) from typed_mails as sent where sent.sender_id = ${senderId} and sent.at > ${dayAgo}`;
  const [, , held] = await db.batch([
    db.delete(typedMails).where(lte(typedMails.at, dayAgo)),
    insertFrom(db, typedMails, {
      row: { id: sql`fresh.id`, addressHash: sql`fresh.address_hash`, senderId, at },
      from: sql`from ${fresh} as fresh
        where (${bySender}) + (select count(*) from ${fresh}) <= ${TYPED_MAILS_OF_SENDER_MAX}
        and not exists (select 1 from ${fresh} as asked group by address_hash
          having (${toAddress}) + count(*) > ${TYPED_MAILS_TO_ADDRESS_MAX}
          or (${toAddress} and sent.sender_id = ${senderId}) + count(*) > ${TYPED_MAILS_OF_PAIR_MAX})`,
    }),
    db.select({ id: typedMails.id }).from(typedMails).where(inArray(typedMails.id, ids)),
  ]);
  if (held.length < ids.length) return null;
  return {
    async release() {
      await db.delete(typedMails).where(inArray(typedMails.id, ids));
    },
  };
}
