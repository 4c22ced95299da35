import { createStripeApi } from "./stripe-api.mjs";
import { answerStripePage } from "./stripe-pages.mjs";
import { createStripeState } from "./stripe-state.mjs";

/**
 * The stand-in for Stripe: its API, its pages for payment and for subscriptions, and its notifications, signed as Stripe signs. Requests
 * and answers are those of the web platform, so that the same code answers in a test and, behind workers/stand-ins/server.mjs, in
 * `npm start`. No money moves.
 *
 * @typedef {import("./stripe-state.mjs").Event} Event
 * @typedef {ReturnType<typeof createStripeStandIn>} StripeStandIn
 */

/**
 * `send` carries a notification to the app. `holds`: notifications wait in `waiting` until a test delivers them.
 *
 * @param {{
 *   secretKey: string, webhookSecret: string, origin: () => string, webhookUrl: string, now: () => number,
 *   send: (request: Request) => Promise<Response>, holds?: boolean, isReturnAllowed: (url: string) => boolean,
 * }} settings
 */
export function createStripeStandIn({
  secretKey,
  webhookSecret,
  origin,
  webhookUrl,
  now,
  send,
  holds = false,
  isReturnAllowed,
}) {
  /** @type {Event[]} */
  const waiting = [];
  /** @type {Set<Promise<unknown>>} */
  const underWay = new Set();
  const state = createStripeState({
    now,
    onEvent(event) {
      if (holds) return void waiting.push(event);
      const sending = deliver(event).catch(() => undefined);
      underWay.add(sending);
      void sending.then(() => underWay.delete(sending));
    },
  });
  const api = createStripeApi({ state, secretKey, origin });
  const orders = {
    /** Answers of the next calls of the API, before anything else is looked at. @type {((request: Pick<Request, "url" | "method" | "text">) => Response | null | Promise<Response | null>)[]} */
    failures: [],
  };

  /** @param {Event} event */
  async function deliver(event) {
    const body = JSON.stringify(event);
    const at = Math.floor(now() / 1000);
    const signature = `t=${at},v1=${await hmacOf(webhookSecret, `${at}.${body}`)}`;
    return send(
      new Request(webhookUrl, {
        method: "POST",
        headers: { "Content-Type": "application/json; charset=utf-8", "Stripe-Signature": signature },
        body,
      }),
    );
  }

  return {
    state,
    orders,
    waiting,
    deliver,
    idempotencyKeys: api.answered,

    /** Resolves when every notification so far was answered. */
    async delivered() {
      while (underWay.size > 0) await Promise.all(underWay);
    },

    /** Answers `/v1/…` and `/stripe/…`; null for any other request. @param {Request} request @returns {Promise<Response | null>} */
    async answer(request) {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith("/stripe/")) return answerStripePage(request, { state, isReturnAllowed });
      if (!pathname.startsWith("/v1/")) return null;
      const failure = await orders.failures.shift()?.(request);
      return failure ?? api.answer(request);
    },
  };
}

/** @param {string} secret @param {string} text */
async function hmacOf(secret, text) {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
