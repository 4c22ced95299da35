import * as z from "zod";
import {
  MAIL_ANSWER_BYTES_MAX,
  MAIL_QUOTA_RETRY_MS,
  MAIL_RETRY_MS,
  MAIL_RETRY_MS_MAX,
  MAIL_SEND_MS_MAX,
} from "#app/domain/limits/mail.ts";
import { parseJson, readTextAtMost, signalWithin } from "#app/server/ports/ask-upstream.ts";
import { type Mail, type MailAnswer, type Mailer, whyUnsendable } from "#app/server/ports/mailer.ts";
import { faultOf, type Log } from "#app/server/log.ts";

const RESEND_URL = "https://api.resend.com/emails";

const accepted = z.object({ id: z.string().min(1).max(200) });
/** `message` may repeat an address, so it is not even parsed. */
const refusal = z.object({ name: z.string().regex(/^[a-z_]{1,60}$/) });

/**
 * Resend's HTTP API, https://resend.com/docs/api-reference/emails/send-email. It remembers idempotency keys for 24 hours.
 * Logs name statuses and Resend's error names, never an address or a subject.
 */
export function resendMailer(input: { apiKey: string; from: string; log: Log }): Mailer {
  const { apiKey, from, log } = input;
  return {
    knowsKeys: true,
    async send(mail, signal) {
      const problem = whyUnsendable(mail);
      if (problem !== null) return { kind: "refused", reason: problem };
      try {
        const response = await post({ apiKey, from, mail, signal });
        // An answer that is too long is none of Resend's.
        const body = parseJson((await readTextAtMost(response.body, MAIL_ANSWER_BYTES_MAX)) ?? "");
        if (response.ok) return acceptedOf(body, response.status, log);
        const name = refusal.safeParse(body).data?.name ?? null;
        log("mail.refused", { engine: "resend", status: response.status, error: name });
        return refusalOf(response, name);
      } catch (error) {
        log("mail.failed", { engine: "resend", error: faultOf(error) });
        return { kind: "later", delayMs: MAIL_RETRY_MS };
      }
    },
  };
}

/** An answer that cannot be read may have been an acceptance: sending again with the same key is safe, and tells. */
function acceptedOf(body: unknown, status: number, log: Log): MailAnswer {
  const { data } = accepted.safeParse(body);
  if (data) return { kind: "accepted", id: data.id };
  log("mail.failed", { engine: "resend", status, error: "unreadable answer" });
  return { kind: "later", delayMs: MAIL_RETRY_MS };
}

function post({
  apiKey,
  from,
  mail,
  signal,
}: {
  apiKey: string;
  from: string;
  mail: Mail;
  signal?: AbortSignal | undefined;
}) {
  const { to, replyTo, subject, html, text, headers, idempotencyKey } = mail;
  return fetch(RESEND_URL, {
    method: "POST",
    headers: {
      Accept: "application/json",
      Authorization: `Bearer ${apiKey}`,
      "Content-Type": "application/json",
      "Idempotency-Key": idempotencyKey,
    },
    body: JSON.stringify({ from, to: [to], reply_to: replyTo, subject, html, text, headers }),
    signal: signalWithin(MAIL_SEND_MS_MAX, signal),
    redirect: "manual",
  });
}

/** Statuses and names: https://resend.com/docs/api-reference/errors. */
function refusalOf({ status, headers }: Response, name: string | null): MailAnswer {
  if (name === "daily_quota_exceeded" || name === "monthly_quota_exceeded") {
    return { kind: "later", delayMs: MAIL_QUOTA_RETRY_MS };
  }
  if (name === "invalid_idempotent_request") return { kind: "refused", reason: "key-reused" };
  // 409: the same mail is being accepted at this moment.
  if (status >= 500 || [408, 409, 425, 429].includes(status)) {
    const seconds = /^\d{1,9}$/.exec(headers.get("Retry-After")?.trim() ?? "")?.[0];
    const delayMs = seconds === undefined ? MAIL_RETRY_MS : Number(seconds) * 1000;
    return { kind: "later", delayMs: Math.min(delayMs, MAIL_RETRY_MS_MAX) };
  }
  // 400, 413, 422 and 451 (security_error) are about this mail; 401, 403 and the others about the key, the domain or the address of the API.
  return { kind: "refused", reason: [400, 413, 422, 451].includes(status) ? "message" : "account" };
}
