import { DIGEST_KEPT_MS } from "#app/domain/limits/mail.ts";
import type { WeeklyDigest } from "#app/server/ports/workspace-mails.ts";
import { queueMailWork } from "#workers/workspace/mail/mail-store.ts";

/** The weekly digest of the workspace's person. Its row is the claim: a week that was handed over is never sent again. */
export type DigestEffect = { type: "digest" } & WeeklyDigest;

/** Stores a digest with its work, in one transaction; nothing where the week was stored before. */
export function queueDigest(storage: DurableObjectStorage, { userId, week, isLate }: WeeklyDigest, now: number): void {
  const { sql } = storage;
  const effect: DigestEffect = { type: "digest", userId, week, ...(isLate && { isLate }) };
  storage.transactionSync(() => {
    sql.exec(
      "DELETE FROM mails WHERE user_id = ? AND due_at < ? AND kind = 'weekly-digest' AND key NOT IN (SELECT key FROM outbox)",
      userId,
      now - DIGEST_KEPT_MS,
    );
    const key = `weekly-digest/${userId}/${week}`;
    queueMailWork(sql, { key, kind: "weekly-digest", meetId: "", userId, effect }, now);
  });
}
