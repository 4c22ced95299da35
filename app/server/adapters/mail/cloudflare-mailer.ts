import { MAIL_QUOTA_RETRY_MS, MAIL_RETRY_MS, MAIL_SEND_MS_MAX } from "#app/domain/limits/mail.ts";
import { faultOf, type Log } from "#app/server/log.ts";
import { waitWithin } from "#app/server/ports/ask-upstream.ts";
import { type MailAnswer, type Mailer, whyUnsendable } from "#app/server/ports/mailer.ts";

/** The shape of Cloudflare's `send_email` binding that we use. */
export type EmailBinding = Pick<SendEmail, "send">;

/**
 * Cloudflare Email Service through its binding, https://developers.cloudflare.com/email-service/. It takes the list headers that
 * one-click unsubscribing needs. It knows no idempotency keys and sets Message-ID itself, so a mail whose answer was lost may
 * arrive twice.
 */
export function cloudflareMailer(input: { email: EmailBinding; from: string; log: Log }): Mailer {
  const { email, from, log } = input;
  return {
    knowsKeys: false,
    async send(mail, signal) {
      const problem = whyUnsendable(mail);
      if (problem !== null) return { kind: "refused", reason: problem };
      const { to, replyTo, subject, html, text, headers } = mail;
      try {
        const mailed = {
          from,
          to,
          ...(replyTo !== undefined && { replyTo }),
          subject,
          html,
          text,
          headers: { ...headers },
        };
        const { messageId } = await waitWithin(MAIL_SEND_MS_MAX, signal, () => email.send(mailed));
        return { kind: "accepted", id: messageId };
      } catch (error) {
        const code = codeOf(error);
        log("mail.refused", { engine: "cloudflare", error: code ?? faultOf(error) });
        return refusalOf(code);
      }
    },
  };
}

/** Codes of https://developers.cloudflare.com/email-service/api/send-emails/workers-api/#error-codes; an unknown one is tried again. */
function refusalOf(code: string | null): MailAnswer {
  switch (code) {
    case "E_RECIPIENT_NOT_ALLOWED":
    case "E_RECIPIENT_SUPPRESSED":
    case "E_DELIVERY_FAILED":
      return { kind: "refused", reason: "address" };
    case "E_SENDER_NOT_VERIFIED":
    case "E_SENDER_DOMAIN_NOT_AVAILABLE":
      return { kind: "refused", reason: "account" };
    case "E_VALIDATION_ERROR":
    case "E_FIELD_MISSING":
    case "E_TOO_MANY_RECIPIENTS":
    case "E_CONTENT_TOO_LARGE":
      return { kind: "refused", reason: "message" };
    case "E_DAILY_LIMIT_EXCEEDED":
      return { kind: "later", delayMs: MAIL_QUOTA_RETRY_MS };
    default:
      return code?.startsWith("E_HEADER")
        ? { kind: "refused", reason: "message" }
        : { kind: "later", delayMs: MAIL_RETRY_MS };
  }
}

function codeOf(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" && /^E_[A-Z_]{1,60}$/.test(code) ? code : null;
}
