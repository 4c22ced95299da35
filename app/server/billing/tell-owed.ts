import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { PAYMENT_GRACE_MS, RECONCILE_ROWS_MAX } from "#app/domain/limits/billing.ts";
import { MAIL_SEND_MS_MAX } from "#app/domain/limits/mail.ts";
import { parsePlan } from "#app/domain/plan/plans.ts";
import { members } from "#app/server/db/schema-account.ts";
import { subscriptions } from "#app/server/db/schema-billing.ts";
import { faultOf } from "#app/server/log.ts";
import { prepareFor } from "#app/server/mail/prepare-mail.ts";
import type { Services } from "#app/server/services.ts";

type Needs = Pick<Services, "config" | "db" | "log" | "mailer" | "mailWriter" | "now" | "unsubscribeTokens">;

/**
 * Mails the people who manage a subscription that a payment failed and when the plan ends. Once for each time that something is owed;
 * the key makes a repetition after a crash the same mail.
 */
export async function tellOwed(services: Needs): Promise<void> {
  const { db, log, mailer } = services;
  if (mailer === null) return;
  const rows = await db
    .select()
    .from(subscriptions)
    .where(
      and(
        isNotNull(subscriptions.owedSince),
        or(isNull(subscriptions.owedMailFor), sql`${subscriptions.owedMailFor} <> ${subscriptions.owedSince}`),
      ),
    )
    .limit(RECONCILE_ROWS_MAX);
  for (const row of rows) {
    if (row.owedSince === null) continue;
    try {
      await tellManagers(services, { ...row, owedSince: row.owedSince });
    } catch (error) {
      log("billing.mail.failed", { workspaceId: row.workspaceId, error: faultOf(error) });
    }
  }
}

async function tellManagers(
  { config, db, log, mailer, mailWriter, unsubscribeTokens }: Needs,
  { id, workspaceId, plan, owedSince }: { id: string; workspaceId: string; plan: string; owedSince: number },
): Promise<void> {
  const managers = await db
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.workspaceId, workspaceId), eq(members.role, "owner")));
  const needs = { db, writer: mailWriter, unsubscribeTokens, origin: config.origin };
  for (const { userId } of managers) {
    const content = { kind: "payment-failed", plan: parsePlan(plan), endsAt: owedSince + PAYMENT_GRACE_MS } as const;
    const mail = await prepareFor(needs, userId, content);
    if (mail === null || mailer === null) continue;
    const idempotencyKey = `payment-failed/${id}/${owedSince}/${userId}`;
    const answer = await mailer.send({ ...mail, idempotencyKey }, AbortSignal.timeout(MAIL_SEND_MS_MAX));
    // The next reconciliation tries again.
    if (answer.kind === "later") return;
    log("billing.mail.sent", { workspaceId, answer: answer.kind });
  }
  await db.update(subscriptions).set({ owedMailFor: owedSince }).where(eq(subscriptions.id, id));
}
