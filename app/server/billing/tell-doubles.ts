import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { RECONCILE_ROWS_MAX } from "#app/domain/limits/billing.ts";
import { MAIL_SEND_MS_MAX } from "#app/domain/limits/mail.ts";
import { parsePlan } from "#app/domain/plan/plans.ts";
import { members } from "#app/server/db/schema-account.ts";
import { subscriptions } from "#app/server/db/schema-billing.ts";
import { faultOf } from "#app/server/log.ts";
import { prepareFor } from "#app/server/mail/prepare-mail.ts";
import type { Services } from "#app/server/services.ts";

type Needs = Pick<Services, "config" | "db" | "log" | "mailer" | "mailWriter" | "now" | "unsubscribeTokens">;

/** Statuses in which Stripe charges. */
const CHARGED = ["active", "trialing", "past_due", "unpaid"];

/**
 * Two subscriptions of one workspace are paid twice, as where two pages for payment were open at once. The operator reads it in the log, each
 * time; the people who manage the subscription get a mail, once for each second one.
 */
export async function tellDoubles(services: Needs): Promise<void> {
  const { db, log } = services;
  const rows = await db
    .select({ workspaceId: subscriptions.workspaceId })
    .from(subscriptions)
    .where(inArray(subscriptions.status, CHARGED))
    .groupBy(subscriptions.workspaceId)
    .having(sql`count(*) > 1`)
    .limit(RECONCILE_ROWS_MAX);
  for (const { workspaceId } of rows) {
    const own = await db
      .select({ id: subscriptions.id, plan: subscriptions.plan, toldAt: subscriptions.doubleToldAt })
      .from(subscriptions)
      .where(and(eq(subscriptions.workspaceId, workspaceId), inArray(subscriptions.status, CHARGED)))
      .orderBy(desc(subscriptions.id));
    log("billing.subscription.double", { workspaceId, subscriptions: own.map(({ id }) => id).join(" ") });
    const newest = own.find(({ toldAt }) => toldAt === null);
    if (newest === undefined) continue;
    try {
      await tellManagers(services, { workspaceId, ...newest });
    } catch (error) {
      log("billing.mail.failed", { workspaceId, error: faultOf(error) });
    }
  }
}

async function tellManagers(
  { config, db, log, mailer, mailWriter, now, unsubscribeTokens }: Needs,
  { workspaceId, id, plan }: { workspaceId: string; id: string; plan: string },
): Promise<void> {
  if (mailer === null) return;
  const managers = await db
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.workspaceId, workspaceId), eq(members.role, "owner")));
  const needs = { db, writer: mailWriter, unsubscribeTokens, origin: config.origin };
  for (const { userId } of managers) {
    const mail = await prepareFor(needs, userId, { kind: "payment-failed", plan: parsePlan(plan), stage: "double" });
    if (mail === null) continue;
    const idempotencyKey = `paid-twice/${id}/${userId}`;
    const answer = await mailer.send({ ...mail, idempotencyKey }, AbortSignal.timeout(MAIL_SEND_MS_MAX));
    // The next reconciliation tries again.
    if (answer.kind === "later") return;
    log("billing.mail.sent", { workspaceId, isDouble: true, answer: answer.kind });
  }
  await db
    .update(subscriptions)
    .set({ doubleToldAt: now() })
    .where(and(eq(subscriptions.workspaceId, workspaceId), inArray(subscriptions.status, CHARGED)));
}
