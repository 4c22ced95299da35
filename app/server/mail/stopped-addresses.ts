import { eq } from "drizzle-orm";
import { inboxKeyOf } from "#app/domain/workspace/team.ts";
import { stoppedAddresses } from "#app/server/db/schema-mail.ts";
import type { Services } from "#app/server/services.ts";

/** Addresses whose reader stopped follow-ups by the link in one. They may have no account, so it counts for the address. */

const KEY_CHARS = 24;

/** The key of an address in its link and in D1: 96 bits of a keyed hash, from which no address can be told. */
export async function stopKeyOf({ saltedHash }: Pick<Services, "saltedHash">, address: string): Promise<string> {
  return (await saltedHash("mail-stop", inboxKeyOf(address))).slice(0, KEY_CHARS);
}

/** May be repeated. */
export async function stopAddress({ db, now }: Pick<Services, "db" | "now">, addressKey: string): Promise<void> {
  await db.insert(stoppedAddresses).values({ addressKey, at: now() }).onConflictDoNothing();
}

export async function isStopped({ db }: Pick<Services, "db">, addressKey: string): Promise<boolean> {
  const rows = await db
    .select({ at: stoppedAddresses.at })
    .from(stoppedAddresses)
    .where(eq(stoppedAddresses.addressKey, addressKey));
  return rows.length > 0;
}
