import { and, asc, eq, lte } from "drizzle-orm";
import { DIGESTS_AT_ONCE, DIGESTS_SWEEP_MAX, DIGEST_LATE_MS_MAX } from "#app/domain/limits/mail.ts";
import { deferredDigest, dueDigest, plannedDigest } from "#app/domain/mail/digest-week.ts";
import { parseTimeZone } from "#app/domain/time.ts";
import type { Database } from "#app/server/db/database.ts";
import { users } from "#app/server/db/schema-account.ts";
import { weeklyDigests } from "#app/server/db/schema-feeds.ts";
import { faultOf } from "#app/server/log.ts";
import type { Services } from "#app/server/services.ts";

/** The weekly digest's place in time. The workspace object writes and sends it (workers/workspace/mail). */

/** Plans a person's first digest, on the next Monday morning. */
export async function planDigest({ db, now }: Pick<Services, "db" | "now">, userId: string): Promise<void> {
  const [person] = await db.select({ zone: users.timeZone }).from(users).where(eq(users.id, userId));
  if (!person) return;
  const { nextAt } = dueDigest(now(), zoneOf(person.zone), now());
  await db.insert(weeklyDigests).values({ userId, dueAt: nextAt }).onConflictDoNothing();
}

/**
 * Hands the digests that are due over to their workspaces; each sweep the first of them. A crash between handing over and noting the next
 * time repeats the handing over, which changes nothing: the workspace stores each week once.
 */
export async function handOverDigests(
  services: Pick<Services, "db" | "log" | "mailer" | "now" | "weeklyDigests">,
): Promise<number> {
  const { db, log, mailer, now } = services;
  if (mailer === null) return 0;
  const at = now();
  const due = await dueDigests(db, at);
  let [handed, late]: [number, number] = [0, 0];
  for (let from = 0; from < due.length; from += DIGESTS_AT_ONCE) {
    const some = due.slice(from, from + DIGESTS_AT_ONCE);
    const done = await Promise.all(some.map((one) => handOver(services, one, at)));
    handed += done.filter((end) => end.isHanded).length;
    late += done.filter((end) => end.isLate).length;
    const [first, ...rest] = done.map(({ planned }) => planned);
    if (first !== undefined) await db.batch([first, ...rest]);
  }
  if (late > 0) log("mail.digest.late", { digests: late });
  return handed;
}

type Due = { userId: string; dueAt: number; zone: string };

/** By the index of due times: people whose digest is not due are not read. */
export function dueDigests(db: Database, at: number): Promise<Due[]> {
  return db
    .select({ userId: weeklyDigests.userId, dueAt: weeklyDigests.dueAt, zone: users.timeZone })
    .from(weeklyDigests)
    .innerJoin(users, eq(users.id, weeklyDigests.userId))
    .where(lte(weeklyDigests.dueAt, at))
    .orderBy(asc(weeklyDigests.dueAt))
    .limit(DIGESTS_SWEEP_MAX);
}

/** `planned`: the statement that notes the next time. After a failure the next sweep tries again, after those that it has not tried. */
async function handOver(
  { db, log, weeklyDigests: digests }: Pick<Services, "db" | "log" | "weeklyDigests">,
  { userId, dueAt, zone: stored }: Due,
  at: number,
) {
  const zone = zoneOf(stored);
  const plannedAt = plannedDigest(zone, dueAt);
  const { week, nextAt } = dueDigest(at, zone, plannedAt);
  // The first sweep after a person's Monday hands it over; a later one means that sweeps had too many, or did not run.
  const isLate = plannedAt < at - DIGEST_LATE_MS_MAX;
  // Switched off and on meanwhile: the row is another one.
  const isSame = and(eq(weeklyDigests.userId, userId), eq(weeklyDigests.dueAt, dueAt));
  const plan = (next: number) => db.update(weeklyDigests).set({ dueAt: next }).where(isSame);
  // The personal workspace has the id of its person.
  try {
    if (week !== null) await digests.of(userId).takeDigest({ userId, week, isLate });
  } catch (error) {
    log("mail.digest.failed", { userId, error: faultOf(error) });
    return { isHanded: false, isLate: false, planned: plan(deferredDigest(at, zone, dueAt)) };
  }
  return { isHanded: week !== null, isLate, planned: plan(nextAt) };
}

const zoneOf = (stored: string) => parseTimeZone(stored) ?? "UTC";
