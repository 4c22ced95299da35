import { eq } from "drizzle-orm";
import type { UserId } from "#app/domain/ids.ts";
import { LOCALE_FALLBACK, parseLocale } from "#app/domain/languages.ts";
import { parseTimeZone } from "#app/domain/time.ts";
import { accountDeletions } from "#app/server/db/schema-account.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { MailWriter } from "#app/server/ports/mail-writer.ts";
import type { Services } from "#app/server/services.ts";

/**
 * Mails the receipt of a deletion, and forgets the address. Throws where the mail service does not take it now, so that the step is
 * repeated; 24 hours after the deletion the sweep has forgotten the address, and there is no receipt.
 */
export async function sendReceipt(
  { db, mailer, mailWriter, log }: Pick<Services, "db" | "mailer" | "log"> & { mailWriter: MailWriter },
  { userId, signal }: { userId: UserId; signal: AbortSignal },
): Promise<void> {
  const [row] = await db.select().from(accountDeletions).where(eq(accountDeletions.userId, userId));
  if (mailer === null || !row || row.email === null || row.finishedAt === null) return;
  const { email, finishedAt, keptRecordings } = row;
  const written = await mailWriter.write(
    { kind: "deletion-receipt", deletedAt: finishedAt, keptRecordings },
    {
      locale: parseLocale(row.locale) ?? LOCALE_FALLBACK,
      timeZone: parseTimeZone(row.timeZone) ?? "UTC",
      unsubscribeUrl: null,
    },
  );
  const saveAddress = (kept: string | null) =>
    db.update(accountDeletions).set({ email: kept }).where(eq(accountDeletions.userId, userId));
  // A service without keys would deliver a repetition after a crash as another mail, so the address goes first.
  if (!mailer.knowsKeys) await saveAddress(null);
  const answer = await mailer.send(
    {
      to: email,
      ...written,
      // RFC 3834: no vacation notice answers it.
      headers: { "Auto-Submitted": "auto-generated" },
      idempotencyKey: `deletion-receipt/${userId}/${row.requestedAt}`,
    },
    signal,
  );
  if (answer.kind === "later" || (answer.kind === "refused" && answer.reason === "account")) {
    if (!mailer.knowsKeys) await saveAddress(email);
    throw new UpstreamError({ service: "mail", retryable: true });
  }
  await saveAddress(null);
  // "key-reused": it was accepted before, and the answer was lost.
  const isSent = answer.kind === "accepted" || answer.reason === "key-reused";
  if (isSent) log("account.receipt.sent", { userId });
  else log("account.receipt.refused", { userId });
}
