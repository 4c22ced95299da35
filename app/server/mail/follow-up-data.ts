import { eq, lte } from "drizzle-orm";
import { personalWorkspaceOf, type UserId } from "#app/domain/ids.ts";
import { seriesFollowUps } from "#app/server/db/schema-mail.ts";
import type { FollowUpsPage } from "#app/server/ports/workspace-mails.ts";
import type { Services } from "#app/server/services.ts";

/** The addresses of follow-ups: who got one, and those of series whose follow-ups go by themselves. */

/** For the archive. */
export async function readFollowUpData({ db, followUps }: Pick<Services, "db" | "followUps">, userId: UserId) {
  const sent: FollowUpsPage["mails"] = [];
  let after: string | null = null;
  do {
    const page: FollowUpsPage = await followUps.of(personalWorkspaceOf(userId)).allFollowUps({ userId, after });
    sent.push(...page.mails);
    after = page.after;
  } while (after !== null);
  const rows = await db.select().from(seriesFollowUps).where(eq(seriesFollowUps.userId, userId));
  const series = rows.map(({ userId: _own, recipients, ...row }) => ({
    ...row,
    to: JSON.parse(recipients) as unknown,
  }));
  return { sent, series };
}

/** By the index of their ends: choices that were not used for a year. */
export async function sweepSeries({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const gone = await db
    .delete(seriesFollowUps)
    .where(lte(seriesFollowUps.endsAt, now()))
    .returning({ seriesKey: seriesFollowUps.seriesKey });
  return gone.length;
}
