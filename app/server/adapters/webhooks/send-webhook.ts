import { SECOND_MS } from "#app/domain/limits/units.ts";
import { WEBHOOK_REQUEST_MS_MAX } from "#app/domain/limits/deliveries.ts";
import { type DeliveryOutcome, outcomeOf } from "#app/domain/deliveries/delivery.ts";
import type { WebhookMessage, WebhookSender } from "#app/server/ports/webhook-deliveries.ts";

/**
 * Standard Webhooks 1.0: `webhook-signature` has `v1,` and the Base64 of HMAC-SHA-256 over `id.timestamp.body` for each secret, separated
 * by spaces. A secret is `whsec_` and the Base64 of its bytes.
 */
const SECRET_PREFIX = "whsec_";
const ENCODER = new TextEncoder();

export function webhookSender({ now }: { now: () => number }): WebhookSender {
  return {
    async send(message, signal) {
      const timestamp = String(Math.floor(now() / SECOND_MS));
      const signature = await sign(message, timestamp);
      const limit = AbortSignal.timeout(WEBHOOK_REQUEST_MS_MAX);
      try {
        const response = await fetch(message.url, {
          method: "POST",
          headers: {
            "Content-Type": "application/json",
            "User-Agent": "Acta-Webhooks/1",
            "webhook-id": message.id,
            "webhook-timestamp": timestamp,
            "webhook-signature": signature,
          },
          body: message.body,
          signal: AbortSignal.any([signal, limit]),
          // The other address was not checked.
          redirect: "manual",
        });
        // Nothing of it is needed or shown.
        await response.body?.cancel().catch(() => undefined);
        return outcomeOf(response.status, response.headers.get("Retry-After"), now());
      } catch {
        // The reason is about the receiver's network, and may hold its address.
        return failed(limit.aborted || signal.aborted ? "timeout" : "unreachable");
      }
    },
  };
}

function failed(fault: "timeout" | "unreachable"): DeliveryOutcome {
  return { kind: "later", fault, status: null, delayMs: 0 };
}

async function sign({ id, secrets, body }: WebhookMessage, timestamp: string): Promise<string> {
  const signed = ENCODER.encode(`${id}.${timestamp}.${body}`);
  const signatures = secrets.map(async (secret) => {
    const bytes = Uint8Array.from(atob(secret.slice(SECRET_PREFIX.length)), (letter) => letter.charCodeAt(0));
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return `v1,${btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.sign("HMAC", key, signed))))}`;
  });
  return (await Promise.all(signatures)).join(" ");
}
