import type { ParkedMail } from "#app/domain/mail/mail-content.ts";
import { queueMailWork } from "#workers/workspace/mail/mail-store.ts";

/** Mails about destinations at which something was not sent. The row of the last one stays as long as the person. */
export type ParkedMailEffect = { type: "parked" } & ParkedMail;

/** Stores a mail with its work, in one transaction; nothing where the same reason was stored before. */
export function queueParkedMail(storage: DurableObjectStorage, mail: ParkedMail, now: number): void {
  const { sql } = storage;
  const { userId, destinationId, parkedAt } = mail;
  const keys = `delivery-parked/${destinationId}/`;
  const effect: ParkedMailEffect = { type: "parked", ...mail };
  storage.transactionSync(() => {
    sql.exec(
      "DELETE FROM mails WHERE substr(key, 1, ?) = ? AND key NOT IN (SELECT key FROM outbox)",
      keys.length,
      keys,
    );
    queueMailWork(sql, { key: `${keys}${parkedAt}`, kind: "delivery-parked", meetId: "", userId, effect }, now);
  });
}
