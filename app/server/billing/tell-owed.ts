import { and, eq, gt, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { ENDED_MAIL_MS_MAX, PAYMENT_GRACE_MS, RECONCILE_ROWS_MAX } from "#app/domain/limits/billing.ts";
import { MAIL_SEND_MS_MAX } from "#app/domain/limits/mail.ts";
import { parsePlan } from "#app/domain/plan/plans.ts";
import { planOf } from "#app/server/billing/plan-of.ts";
import { members } from "#app/server/db/schema-account.ts";
import { subscriptions } from "#app/server/db/schema-billing.ts";
import { faultOf } from "#app/server/log.ts";
import { prepareFor } from "#app/server/mail/prepare-mail.ts";
import type { Services } from "#app/server/services.ts";

type Needs = Pick<Services, "config" | "db" | "log" | "mailer" | "mailWriter" | "now" | "unsubscribeTokens">;

/**
 * Mails the people who manage a subscription that a payment failed and when the plan ends, and again once it has ended. Each mail once for
 * each time that something is owed; the key makes a repetition after a crash the same mail.
 */
export async function tellOwed(services: Needs): Promise<void> {
  const { db, log, mailer, now } = services;
  if (mailer === null) return;
  const endedBefore = now() - PAYMENT_GRACE_MS;
  const isUntold = (toldFor: typeof subscriptions.owedMailFor | typeof subscriptions.endedMailFor) =>
    or(isNull(toldFor), sql`${toldFor} <> ${subscriptions.owedSince}`);
  const rows = await db
    .select()
    .from(subscriptions)
    .where(
      and(
        isNotNull(subscriptions.owedSince),
        or(
          isUntold(subscriptions.owedMailFor),
          and(
            isUntold(subscriptions.endedMailFor),
            lte(subscriptions.owedSince, endedBefore),
            gt(subscriptions.owedSince, endedBefore - ENDED_MAIL_MS_MAX),
          ),
        ),
      ),
    )
    .limit(RECONCILE_ROWS_MAX);
  for (const row of rows) {
    if (row.owedSince === null) continue;
    try {
      await tellManagers(services, { ...row, owedSince: row.owedSince, isOver: row.owedSince <= endedBefore });
    } catch (error) {
      log("billing.mail.failed", { workspaceId: row.workspaceId, error: faultOf(error) });
    }
  }
}

async function tellManagers(
  { config, db, log, mailer, mailWriter, now, unsubscribeTokens }: Needs,
  owed: { id: string; workspaceId: string; plan: string; owedSince: number; isOver: boolean },
): Promise<void> {
  const { id, workspaceId, plan, owedSince, isOver } = owed;
  // One mail says all of an old debt that is found late. Another plan than Free may have taken the place meanwhile.
  const told = isOver ? { owedMailFor: owedSince, endedMailFor: owedSince } : { owedMailFor: owedSince };
  if (isOver && (await planOf(db, workspaceId, now())) !== "free") {
    await db.update(subscriptions).set(told).where(eq(subscriptions.id, id));
    return;
  }
  const managers = await db
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.workspaceId, workspaceId), eq(members.role, "owner")));
  const needs = { db, writer: mailWriter, unsubscribeTokens, origin: config.origin };
  for (const { userId } of managers) {
    const content = {
      kind: "payment-failed",
      plan: parsePlan(plan),
      endsAt: owedSince + PAYMENT_GRACE_MS,
      isOver,
    } as const;
    const mail = await prepareFor(needs, userId, content);
    if (mail === null || mailer === null) continue;
    const idempotencyKey = `${isOver ? "plan-ended" : "payment-failed"}/${id}/${owedSince}/${userId}`;
    const answer = await mailer.send({ ...mail, idempotencyKey }, AbortSignal.timeout(MAIL_SEND_MS_MAX));
    // The next reconciliation tries again.
    if (answer.kind === "later") return;
    log("billing.mail.sent", { workspaceId, isOver, answer: answer.kind });
  }
  await db.update(subscriptions).set(told).where(eq(subscriptions.id, id));
}
