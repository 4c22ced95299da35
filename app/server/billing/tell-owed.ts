import { and, eq, gt, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { ENDED_MAIL_MS_MAX, RECONCILE_ROWS_MAX } from "#app/domain/limits/billing.ts";
import { MAIL_SEND_MS_MAX } from "#app/domain/limits/mail.ts";
import { parsePlan } from "#app/domain/plan/plans.ts";
import { planOf } from "#app/server/workspace/plan-of.ts";
import { members } from "#app/server/db/schema-account.ts";
import { planHolds, subscriptions } from "#app/server/db/schema-billing.ts";
import { faultOf } from "#app/server/log.ts";
import { prepareFor } from "#app/server/mail/prepare-mail.ts";
import type { Services } from "#app/server/services.ts";

type Needs = Pick<Services, "config" | "db" | "log" | "mailer" | "mailWriter" | "now" | "unsubscribeTokens">;
type Owed = { id: string; workspaceId: string; plan: string; status: string; owedSince: number; endsAt: number };

/**
 * Mails the people who manage a subscription that a payment failed and when the plan ends, and again once it has ended: after the days of
 * grace, or earlier where Stripe ended the subscription. Each mail once for each time that something is owed; the key makes a repetition
 * after a crash the same mail.
 */
export async function tellOwed(services: Needs): Promise<void> {
  const { db, log, mailer, now } = services;
  if (mailer === null) return;
  const at = now();
  const isUntold = (toldFor: typeof subscriptions.owedMailFor | typeof subscriptions.endedMailFor) =>
    or(isNull(toldFor), sql`${toldFor} <> ${subscriptions.owedSince}`);
  const { id, workspaceId, plan, status, owedSince } = subscriptions;
  const rows = await db
    .select({ id, workspaceId, plan, status, owedSince, endsAt: planHolds.endsAt })
    .from(subscriptions)
    .innerJoin(planHolds, eq(planHolds.id, subscriptions.id))
    .where(
      and(
        isNotNull(owedSince),
        or(
          isUntold(subscriptions.owedMailFor),
          and(
            isUntold(subscriptions.endedMailFor),
            lte(planHolds.endsAt, at),
            gt(planHolds.endsAt, at - ENDED_MAIL_MS_MAX),
          ),
        ),
      ),
    )
    .limit(RECONCILE_ROWS_MAX);
  for (const row of rows) {
    if (row.owedSince === null || row.endsAt === null) continue;
    try {
      await tellManagers(services, { ...row, owedSince: row.owedSince, endsAt: row.endsAt });
    } catch (error) {
      log("billing.mail.failed", { workspaceId: row.workspaceId, error: faultOf(error) });
    }
  }
}

async function tellManagers(
  { config, db, log, mailer, mailWriter, now, unsubscribeTokens }: Needs,
  { id, workspaceId, plan, status, owedSince, endsAt }: Owed,
): Promise<void> {
  const isOver = endsAt <= now();
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
  const endStage = status === "canceled" ? "ended" : "over";
  for (const { userId } of managers) {
    const content = {
      kind: "payment-failed",
      plan: parsePlan(plan),
      endsAt,
      stage: isOver ? endStage : "open",
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
