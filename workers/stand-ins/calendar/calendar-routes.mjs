import { PEOPLE } from "../identity/people.mjs";
import { consentPage, meetingPage, refusalPage } from "../identity/pages.mjs";
import { asksForCalendars, CALENDAR_SCOPES, scopesOf } from "./calendar-grants.mjs";
import { createCalendarStandIn } from "./calendar-stand-in.mjs";
import { control } from "./control.mjs";
import { fillSampleCalendars } from "./sample-calendar.mjs";

/**
 * The calendar stand-ins behind the local identity provider, at the paths of the real ones:
 *
 *   /google/authorize, /google/token, /google/revoke, /google/calendar/v3/…
 *   /microsoft/authorize, /microsoft/token, /microsoft/graph/v1.0/…
 *   /ics/<id of a calendar>.ics, /meet?room=…, and POST /calendar-control for tests (control.mjs)
 *
 * @typedef {import("./calendar-state.mjs").Provider} Provider
 * @typedef {import("node:http").IncomingMessage} IncomingMessage
 * @typedef {{ status: number, headers?: Record<string, string>, body?: string }} Answer
 * @typedef {{
 *   html: (status: number, render: (nonce: string) => string) => Answer, json: (body: unknown, status?: number) => Answer,
 *   readForm: (request: IncomingMessage) => Promise<URLSearchParams>,
 * }} Tools
 */

const LABELS = { google: "Google", microsoft: "Microsoft" };
const BODY_BYTES_MAX = 64 * 1024;
const METHODS_WITH_BODY = new Set(["POST", "PUT", "PATCH"]);

/**
 * @param {{
 *   origin: () => string, redirectOrigins: readonly string[], clients: Record<Provider, { id: string, secret: string }>,
 *   protocol: { idToken: (provider: Provider, personId: string, nonce: string) => Promise<string> }, meetingOrigin: string | null,
 * }} settings `meetingOrigin`: the meeting server of this machine; null: a page of ours stands in
 */
export function createCalendarRoutes({ origin, redirectOrigins, clients, protocol, meetingOrigin }) {
  const standIn = createCalendarStandIn({
    clients,
    isRedirectAllowed: (uri) => URL.canParse(uri) && redirectOrigins.includes(new URL(uri).origin),
    now: Date.now,
    send: (request) => fetch(request),
    people: personOf,
    fill: (state, account) =>
      fillSampleCalendars(state, account, { now: Date.now(), meetingOrigin: meetingOrigin ?? origin() }),
    idToken: ({ provider, personId, nonce }) => protocol.idToken(provider, personId, nonce),
  });

  /** @param {Provider} provider @param {URL} url @param {IncomingMessage} request @param {Tools} tools */
  async function authorize(provider, url, request, { html, readForm }) {
    const label = LABELS[provider];
    const problem = standIn.grants.problem(provider, url.searchParams);
    if (problem !== null) return html(400, (nonce) => refusalPage({ label, problem, nonce }));
    if (request.method === "POST") {
      const form = await readForm(request);
      const location = standIn.grants.decide(provider, url.searchParams, form);
      if (location !== null && !form.has("cancel")) standIn.refill(provider, form.get("person") ?? "");
      if (location !== null) return { status: 303, headers: { Location: location } };
    }
    const permissions = scopesOf(url.searchParams).flatMap((scope) => {
      const text = CALENDAR_SCOPES[scope];
      return text === undefined ? [] : [{ scope, text }];
    });
    const action = `${url.pathname}${url.search}`;
    return html(200, (nonce) => consentPage({ label, people: PEOPLE[provider], permissions, action, nonce }));
  }

  return {
    /** Whether a token request belongs to a grant of calendars. @param {URLSearchParams} form */
    isOurs: (form) => standIn.grants.isOurs(form),

    /** @param {Provider} provider @param {URLSearchParams} form */
    exchange: (provider, form) => standIn.grants.exchange(provider, form),

    /** @param {Provider} provider @param {string | undefined} authorization */
    async userInfo(provider, authorization) {
      const access = await standIn.grants.accessOf(provider, authorization ?? null);
      if (access === null) return null;
      const { subject: sub, name, email } = access.account;
      return provider === "google" ? { sub, name, email, email_verified: true } : { sub, name, email };
    },

    /** Null for requests that are not about calendars. @param {URL} url @param {IncomingMessage} request @param {Tools} tools @returns {Promise<Answer | null>} */
    async answer(url, request, tools) {
      const { pathname } = url;
      const [, first = "", ...rest] = pathname.split("/");
      if (pathname === "/meet") {
        return tools.html(200, (nonce) => meetingPage({ room: url.searchParams.get("room") ?? "", nonce }));
      }
      if (pathname === "/calendar-control" && request.method === "POST") {
        // A page of another origin has no business here.
        if (request.headers.origin !== undefined) return { status: 403 };
        return tools.json(control(standIn, JSON.parse(await readText(request))));
      }
      const isProvider = first === "google" || first === "microsoft";
      if (isProvider && rest.join("/") === "authorize" && asksForCalendars(url.searchParams)) {
        return authorize(first, url, request, tools);
      }
      // The body can be read once, and a sign-in's requests are not ours.
      const isSignIn =
        isProvider &&
        ["authorize", "token", "keys", "userinfo", ".well-known/openid-configuration"].includes(rest.join("/"));
      if (isSignIn || !(isProvider || first === "ics")) return null;
      const response = await standIn.answer(await requestOf(url, request));
      return response && passOn(response);
    },
  };
}

/** @param {Provider} provider @param {string} personId */
function personOf(provider, personId) {
  const person = PEOPLE[provider].find(({ id }) => id === personId);
  if (!person) return null;
  const { name, email, claims } = person;
  return { provider, personId, name, email, subject: String(claims.oid ?? claims.sub) };
}

/** @param {IncomingMessage} request */
async function readText(request) {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) {
    text += chunk;
    if (text.length > BODY_BYTES_MAX) throw new RangeError("the body is too long");
  }
  return text;
}

/** @param {URL} url @param {IncomingMessage} request */
export async function requestOf(url, request) {
  const method = request.method ?? "GET";
  const headers = Object.entries(request.headers).map(
    ([name, value]) => /** @type {[string, string]} */ ([name, String(value)]),
  );
  const body = METHODS_WITH_BODY.has(method) ? { body: await readText(request) } : {};
  return new Request(url, { method, headers, ...body });
}

/** @param {Response} response @returns {Promise<Answer>} */
export async function passOn(response) {
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
}
