import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { passOn, requestOf } from "../calendar/calendar-routes.mjs";
import { createStripeStandIn } from "./stripe-stand-in.mjs";

/**
 * The stand-in for Stripe behind the local identity provider: `/v1/…` as api.stripe.com has it, and `/stripe/pay/…` and
 * `/stripe/portal/…` for its pages.
 *
 * @typedef {import("node:http").IncomingMessage} IncomingMessage
 */

/** The keys of workers/config.ts. */
const KEYS = { secretKey: "acta-local-stripe-key", webhookSecret: "acta-local-stripe-webhook-secret" };

const KEPT = /** @type {const} */ (["customers", "sessions", "subscriptions", "invoices", "portals"]);

/**
 * @param {{ origin: () => string, redirectOrigins: readonly string[], file: string | null }} settings the first of `redirectOrigins` gets the
 *   notifications; `file` keeps what was bought between two starts
 */
export function createBillingRoutes({ origin, redirectOrigins, file }) {
  const standIn = createStripeStandIn({
    ...KEYS,
    origin,
    webhookUrl: `${redirectOrigins[0]}/api/webhooks/stripe`,
    now: Date.now,
    send: (request) => fetch(request),
    isReturnAllowed: (url) => URL.canParse(url) && redirectOrigins.includes(new URL(url).origin),
  });

  const { customers, sessions, subscriptions, invoices, portals } = standIn.state;
  /** @type {Record<string, Map<string, any>>} */
  const maps = { customers, sessions, subscriptions, invoices, portals };
  const kept = file !== null && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  for (const kind of KEPT) for (const row of kept[kind] ?? []) maps[kind]?.set(row.id, row);

  function save() {
    if (file === null) return;
    const rows = Object.fromEntries(KEPT.map((kind) => [kind, [...(maps[kind]?.values() ?? [])]]));
    writeFileSync(file, JSON.stringify(rows), { mode: 0o600 });
  }

  return {
    /** Null for requests that are not for Stripe. @param {URL} url @param {IncomingMessage} request */
    async answer(url, request) {
      const { pathname } = url;
      if (!pathname.startsWith("/v1/") && !pathname.startsWith("/stripe/")) return null;
      const response = await standIn.answer(await requestOf(url, request));
      if (request.method !== "GET") save();
      return response && passOn(response);
    },
  };
}
