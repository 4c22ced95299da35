import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { parseArgs } from "node:util";
import { PEOPLE } from "./identity/people.mjs";
import { choicePage, refusalPage } from "./identity/pages.mjs";
import { createProtocol } from "./identity/protocol.mjs";
import { createBillingRoutes } from "./billing/billing-routes.mjs";
import { createCalendarRoutes } from "./calendar/calendar-routes.mjs";
import { createCollaborationRoutes } from "./collaboration/collaboration-routes.mjs";
import { createCrmRoutes } from "./crm/crm-routes.mjs";
import { createTaskRoutes } from "./tasks/task-routes.mjs";
import { createWebhookReceiver } from "./webhook-receiver.mjs";

/**
 * A small OAuth 2.0 and OpenID Connect server on loopback that plays Google (/google/…), Microsoft (/microsoft/…) and a provider of any make (/oidc/…), so that
 * signing in works on one machine over the same code path as with the real ones. Anybody can be anybody here: it binds to
 * 127.0.0.1 only, sends browsers back to loopback origins only, and a production configuration refuses to use it.
 *
 *   node workers/stand-ins/server.mjs --port 8788 --redirect-origin http://localhost:8787
 *
 * or IDENTITY_PORT and IDENTITY_REDIRECT_ORIGIN (several with commas); port 0 takes a free one. GET /health tells that it
 * stands. Calendars and their consent are in calendar/calendar-routes.mjs, payments in billing/billing-routes.mjs, Slack and Notion in
 * collaboration/collaboration-routes.mjs, services of tasks in tasks/task-routes.mjs. Without a browser: GET <authorize address>, POST it again with person=<id> as a form, follow the Location
 * (tests/support/local-sign-in.ts does).
 */

/** @typedef {import("./identity/protocol.mjs").Provider} Provider */
/** @typedef {{ status: number, headers?: Record<string, string>, body?: string }} Answer */

const LABELS = { google: "Google", microsoft: "Microsoft", oidc: "Taller" };
const FORM_BYTES_MAX = 16 * 1024;
const LOOPBACK = /^http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;
/** Names that end on this machine in every browser (RFC 6761), for an Acta behind a proxy. */
const HERE = /^https:\/\/([a-z0-9-]+\.)?localhost(:\d+)?$/;

const { values } = parseArgs({
  options: { port: { type: "string" }, "redirect-origin": { type: "string", multiple: true } },
});
const port = Number(values.port ?? process.env.IDENTITY_PORT ?? 8788);
const redirectOrigins =
  values["redirect-origin"] ?? (process.env.IDENTITY_REDIRECT_ORIGIN ?? "http://localhost:8787").split(",");
for (const each of redirectOrigins) {
  if (!LOOPBACK.test(each) && !HERE.test(each)) {
    process.stderr.write(`The local identity provider sends people back to this machine only, not to ${each}.\n`);
    process.exit(1);
  }
}

let origin = `http://127.0.0.1:${port}`;
// Its own, whatever the environment says of the real providers': the Worker sends it no others (workers/config.ts).
const clients = {
  google: { id: "acta-local-google", secret: "acta-local-google-secret" },
  microsoft: { id: "acta-local-microsoft", secret: "acta-local-microsoft-secret" },
  oidc: { id: "taller-acta", secret: "taller-acta-secret" },
};
const protocol = await createProtocol({ origin: () => origin, redirectOrigins, clients });
const meetingOrigin = process.env.LOCAL_MEETING_ORIGIN || null;
const calendars = createCalendarRoutes({ origin: () => origin, redirectOrigins, clients, protocol, meetingOrigin });

const billing = createBillingRoutes({
  origin: () => origin,
  redirectOrigins,
  file: process.env.BILLING_STATE_FILE || null,
});

const webhooks = createWebhookReceiver();
const collaboration = createCollaborationRoutes({ redirectOrigins });
const tasks = createTaskRoutes({ redirectOrigins });
const crms = createCrmRoutes({ origin: () => origin, redirectOrigins });

/** @param {unknown} body @param {number} status @returns {Answer} */
function json(body, status = 200) {
  return { status, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

/** @param {number} status @param {(nonce: string) => string} render @returns {Answer} */
function html(status, render) {
  const nonce = randomBytes(16).toString("base64url");
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self' ${redirectOrigins.join(" ")}; frame-ancestors 'none'; base-uri 'none'`;
  return {
    status,
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy },
    body: render(nonce),
  };
}

/**
 * @param {Provider} provider
 * @param {URL} url
 * @param {import("node:http").IncomingMessage} request
 * @returns {Promise<Answer>}
 */
async function authorize(provider, url, request) {
  const label = LABELS[provider];
  const problem = protocol.problem(provider, url.searchParams);
  if (problem !== null) return html(400, (nonce) => refusalPage({ label, problem, nonce }));
  if (request.method === "POST") {
    const location = protocol.decide(provider, url.searchParams, await readForm(request));
    if (location !== null) return { status: 303, headers: { Location: location } };
  }
  const action = `${url.pathname}${url.search}`;
  return html(200, (nonce) => choicePage({ label, people: PEOPLE[provider], action, nonce }));
}

/**
 * @param {URL} url
 * @param {import("node:http").IncomingMessage} request
 * @returns {Promise<Answer>}
 */
async function answer(url, request) {
  const { method } = request;
  if (url.pathname === "/health") return json({ ok: true });
  // Browsers ask for it by themselves; a 404 would stand in their console.
  if (url.pathname === "/favicon.ico") return { status: 204 };
  const ofCalendars = await calendars.answer(url, request, { html, json, readForm });
  if (ofCalendars !== null) return ofCalendars;
  const ofBilling = await billing.answer(url, request);
  if (ofBilling !== null) return ofBilling;
  const ofCollaboration = await collaboration.answer(url, request, { html });
  if (ofCollaboration !== null) return ofCollaboration;
  const ofTasks = await tasks.answer(url, request, { html });
  if (ofTasks !== null) return ofTasks;
  const ofWebhooks = await webhooks.answer(url, request);
  if (ofWebhooks !== null) return ofWebhooks;
  const ofCrms = await crms.answer(url, request, { html, json, readForm });
  if (ofCrms !== null) return ofCrms;
  const [, provider, ...rest] = url.pathname.split("/");
  if (provider !== "google" && provider !== "microsoft" && provider !== "oidc") return { status: 404 };
  switch (`${method} ${rest.join("/")}`) {
    case "GET .well-known/openid-configuration":
      return json(protocol.discovery(provider));
    case "GET keys":
      return json(protocol.keys());
    case "GET authorize":
    case "POST authorize":
      return authorize(provider, url, request);
    case "POST token": {
      const form = await readForm(request);
      const { authorization } = request.headers;
      const isOfCalendars = provider !== "oidc" && calendars.isOurs(form);
      const { status, body } = await (isOfCalendars
        ? calendars.exchange(provider, form)
        : protocol.exchange(provider, form, authorization));
      return json(body, status);
    }
    case "GET userinfo": {
      const { authorization } = request.headers;
      const info =
        protocol.userInfo(provider, authorization) ??
        (provider === "oidc" ? null : await calendars.userInfo(provider, authorization));
      if (info) return json(info);
      return { status: 401, headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' } };
    }
    default:
      return { status: 404 };
  }
}

/** @param {import("node:http").IncomingMessage} request */
async function readForm(request) {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) {
    text += chunk;
    if (text.length > FORM_BYTES_MAX) throw new RangeError("the form is too long");
  }
  return new URLSearchParams(text);
}

/** @param {import("node:http").IncomingMessage} request @returns {Promise<Answer>} */
async function answerSafely(request) {
  const target = request.url ?? "/";
  // A page elsewhere that points its own name at 127.0.0.1 is not a browser of ours.
  if (!URL.canParse(target, origin) || !LOOPBACK.test(`http://${request.headers.host ?? ""}`)) return { status: 400 };
  try {
    return await answer(new URL(target, origin), request);
  } catch (error) {
    // Never the message: it can hold the code or the client's secret that was sent.
    process.stderr.write(`A request failed: ${error instanceof Error ? error.name : "unknown"}\n`);
    return { status: 400 };
  }
}

/** @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response */
async function respond(request, response) {
  const { status, headers, body } = await answerSafely(request);
  response.writeHead(status, { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", ...headers });
  response.end(body ?? "");
}

const server = createServer((request, response) => void respond(request, response));

server.listen(port, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") origin = `http://127.0.0.1:${address.port}`;
  process.stdout.write(`Identity provider ready on ${origin}\n`);
});
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.once(signal, () => {
    server.close();
    server.closeAllConnections();
  });
}
