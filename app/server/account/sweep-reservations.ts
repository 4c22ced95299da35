import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { RESERVATION_MS_MAX, SWEEP_PAGES_MAX, SWEEP_PAGE_ROWS } from "#app/domain/limits/uploads.ts";
import { EXPIRED } from "#app/server/account/usage-ledger.ts";
import { usageLedger } from "#app/server/db/schema.ts";
import type { Services } from "#app/server/services.ts";

/** Writes down that reservations are too old. They weigh nothing either way; the ledger should say so itself. */
export async function sweepReservations({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  let released = 0;
  for (let page = 0; page < SWEEP_PAGES_MAX; page++) {
    const old = db
      .select({ rowId: sql`rowid` })
      .from(usageLedger)
      .where(and(eq(usageLedger.state, "reserved"), lte(usageLedger.reservedAt, now() - RESERVATION_MS_MAX)))
      .limit(SWEEP_PAGE_ROWS);
    const rows = await db
      .update(usageLedger)
      .set({ state: "released", reason: EXPIRED, updatedAt: now() })
      .where(inArray(sql`rowid`, old))
      .returning({ meetId: usageLedger.meetId });
    released += rows.length;
    if (rows.length < SWEEP_PAGE_ROWS) break;
  }
  return released;
}
