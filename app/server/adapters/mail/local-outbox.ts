import * as z from "zod";
import { MAIL_RETRY_MS, OUTBOX_SHOWN_MAX } from "#app/domain/limits/mail.ts";
import { sha256Text } from "#app/domain/sha256-text.ts";
import { faultOf, type Log } from "#app/server/log.ts";
import { type LocalOutbox, type Mail, type Mailer, type OutboxMail, whyUnsendable } from "#app/server/ports/mailer.ts";
import { OUTBOX_PREFIX, outboxKey } from "#app/server/storage/keys.ts";

const outboxMail = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  replyTo: z.string().exactOptional(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  headers: z.record(z.string(), z.string()),
  sentAt: z.number(),
  digest: z.string(),
});

/**
 * The mails of `npm start`: kept in the local bucket, where they survive a restart, and sent to nobody. The first mail of a key is
 * kept, as Resend does it.
 */
export function localOutbox(input: {
  bucket: R2Bucket;
  from: string;
  now: () => number;
  log: Log;
}): Mailer & LocalOutbox {
  const { bucket, from, now, log } = input;

  async function read(key: string): Promise<z.output<typeof outboxMail> | null> {
    const object = await bucket.get(key);
    return object && outboxMail.parse(await object.json());
  }

  return {
    knowsKeys: true,
    async send(mail) {
      const problem = whyUnsendable(mail);
      if (problem !== null) return { kind: "refused", reason: problem };
      const id = sha256Text(mail.idempotencyKey).slice(0, 32);
      try {
        const { idempotencyKey: _key, ...content } = mail;
        const body = JSON.stringify({ ...content, id, from, sentAt: now(), digest: digestOf(mail) });
        const stored = await bucket.put(outboxKey(id), body, { onlyIf: { etagDoesNotMatch: "*" } });
        if (stored !== null || (await read(outboxKey(id)))?.digest === digestOf(mail)) return { kind: "accepted", id };
        return { kind: "refused", reason: "key-reused" };
      } catch (error) {
        log("mail.failed", { engine: "local", error: faultOf(error) });
        return { kind: "later", delayMs: MAIL_RETRY_MS };
      }
    },
    async newest() {
      const { objects } = await bucket.list({ prefix: OUTBOX_PREFIX });
      const shown = objects.toSorted((a, b) => b.uploaded.getTime() - a.uploaded.getTime()).slice(0, OUTBOX_SHOWN_MAX);
      const mails = await Promise.all(shown.map(({ key }) => read(key)));
      return mails.flatMap((mail) => (mail === null ? [] : [shownOf(mail)])).toSorted((a, b) => b.sentAt - a.sentAt);
    },
    async find(id) {
      const mail = /^[0-9a-f]{32}$/.test(id) ? await read(outboxKey(id)) : null;
      return mail && shownOf(mail);
    },
  };
}

function digestOf({ to, replyTo = "", subject, html, text, headers }: Mail): string {
  return sha256Text(
    JSON.stringify([
      to,
      replyTo,
      subject,
      html,
      text,
      Object.entries(headers).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ]),
  );
}

function shownOf({ digest: _digest, ...mail }: z.output<typeof outboxMail>): OutboxMail {
  return mail;
}
