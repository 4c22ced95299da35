import { createGrants } from "./calendar-grants.mjs";
import { createCalendarState } from "./calendar-state.mjs";
import { createGoogleCalendar } from "./google-calendar.mjs";
import { answerFeed } from "./ics-feed.mjs";
import { createMicrosoftGraph } from "./microsoft-graph.mjs";

/**
 * The calendar stand-ins in one: Google Calendar, Microsoft Graph, their consent, and feeds. Requests and answers are those of the web
 * platform, so that the same code answers in a test and, behind workers/stand-ins/server.mjs, in `npm start`.
 *
 * @typedef {import("./calendar-state.mjs").Account} Account
 * @typedef {import("./calendar-state.mjs").Calendar} Calendar
 * @typedef {import("./calendar-state.mjs").Provider} Provider
 */

/** More than any page that is asked for: pages are as long as the client wants. */
const PAGE_SIZE = 10_000;

/** @typedef {ReturnType<typeof createCalendarStandIn>} CalendarStandIn */

/**
 * `people` names the person of an id, null where there is none; `fill` puts calendars into an account that is opened. `send` carries a
 * notification to the app.
 *
 * @param {{
 *   clients: Record<Provider, { id: string, secret: string }>, isRedirectAllowed: (redirectUri: string) => boolean,
 *   now: () => number, send: (request: Request) => Promise<Response>,
 *   people: (provider: Provider, personId: string) => Omit<Account, "calendars"> | null,
 *   fill?: (state: import("./calendar-state.mjs").CalendarState, account: Account) => void,
 *   idToken?: (input: { provider: Provider, personId: string, nonce: string, audience: string }) => Promise<string>,
 * }} settings
 */
export function createCalendarStandIn({ clients, isRedirectAllowed, now, send, people, fill, idToken }) {
  const state = createCalendarState();
  const orders = {
    pageSize: PAGE_SIZE,
    /** Notifications are lost while it is false. */
    sendsNotifications: true,
    /** Answers of the next requests to a calendar or feed, before anything else is looked at. @type {(() => Response | Promise<Response>)[]} */
    failures: [],
  };
  /** Notifications that are under way. @type {Set<Promise<unknown>>} */
  const underWay = new Set();

  /** @param {Provider} provider @param {string} personId */
  function accountOf(provider, personId) {
    const person = people(provider, personId);
    if (person === null) return null;
    const account = state.openAccount(person);
    if (account.calendars.size === 0) fill?.(state, account);
    return account;
  }

  /** @param {Request} request */
  function deliver(request) {
    if (!orders.sendsNotifications) return;
    const sending = send(request).catch(() => undefined);
    underWay.add(sending);
    void sending.then(() => underWay.delete(sending));
  }

  const grants = createGrants({ clients, isRedirectAllowed, now, accountOf, idToken });
  const pageSize = () => orders.pageSize;
  const google = createGoogleCalendar({ state, grants, now, deliver, pageSize });
  const microsoft = createMicrosoftGraph({ state, grants, now, deliver, validate: send, pageSize });

  return {
    state,
    grants,
    google,
    microsoft,
    orders,
    accountOf,

    /** Resolves when every notification so far was answered. */
    async delivered() {
      while (underWay.size > 0) await Promise.all(underWay);
    },

    /** A new consent: the account's calendars are as for somebody who connects now. @param {Provider} provider @param {string} personId */
    refill(provider, personId) {
      const account = accountOf(provider, personId);
      if (account) fill?.(state, account);
    },

    /**
     * Answers a request to `/google/token`, `/google/revoke`, `/google/calendar/v3/…`, `/microsoft/token`, `/microsoft/graph/v1.0/…` or
     * `/ics/<id of a calendar>.ics`; null for any other, and for the token of a sign-in.
     *
     * @param {Request} request @returns {Promise<Response | null>}
     */
    async answer(request) {
      const { pathname, searchParams } = new URL(request.url);
      const [, feed] = /^\/ics\/(.+)\.ics$/.exec(pathname) ?? [];
      const [, provider, path = ""] = /^\/(google|microsoft)\/(.+)$/.exec(pathname) ?? [];
      if (feed === undefined && provider !== "google" && provider !== "microsoft") return null;
      if (path === "token" && request.method === "POST") {
        const form = new URLSearchParams(await textOf(request.clone()));
        if (!grants.isOurs(form)) return null;
        const { status, body } = await grants.exchange(provider === "google" ? "google" : "microsoft", form);
        return Response.json(body, { status });
      }
      if (provider === "google" && path === "revoke" && request.method === "POST") {
        const form = new URLSearchParams(await textOf(request));
        const { status, body } = await grants.revoke(form.get("token") ?? searchParams.get("token") ?? "");
        return Response.json(body, { status });
      }
      const [, api] = /^(?:calendar\/v3|graph\/v1\.0)\/(.+)$/.exec(path) ?? [];
      if (feed === undefined && api === undefined) return null;
      const failure = orders.failures.shift();
      if (failure) return failure();
      if (feed !== undefined) {
        const id = decodeURIComponent(feed);
        const calendar = [...state.accounts.values()].flatMap(({ calendars }) => calendars.get(id) ?? [])[0];
        return calendar ? answerFeed(calendar, request) : new Response(null, { status: 404 });
      }
      return provider === "google" ? google.answer(api ?? "", request) : microsoft.answer(api ?? "", request);
    },
  };
}

/** Not `text()`: workerd warns of it for forms. @param {{ arrayBuffer: () => Promise<ArrayBuffer> }} request */
async function textOf(request) {
  return new TextDecoder().decode(await request.arrayBuffer());
}
