import { failure, notFound } from "./graph-failures.mjs";
import { changesSince, fullEvent, graphCalendar, isWithin, masterOf } from "./graph-events.mjs";
import { createSubscriptions } from "./graph-subscriptions.mjs";

/**
 * Microsoft Graph v1.0 as far as Acta reads it: calendars, calendarView with delta, single events, subscriptions.
 * https://learn.microsoft.com/graph/api/event-delta and https://learn.microsoft.com/graph/change-notifications-delivery-webhooks
 *
 * Three things that clients get wrong are as in the real one: an occurrence in a delta has its time and its master's id only (the master
 * comes with it); a series of which anything changed comes whole again, and a deleted occurrence is only missing from it; removed
 * events are named wherever in time they stood.
 *
 * @typedef {import("./calendar-state.mjs").Account} Account
 * @typedef {import("./calendar-state.mjs").Calendar} Calendar
 * @typedef {{ seq: number, generation: number, calendarId: string, from: number, to: number }} DeltaToken
 */

const REFUSED_IN_DELTA = ["$select", "$filter", "$expand", "$orderby", "$search"];

/**
 * @param {{
 *   state: import("./calendar-state.mjs").CalendarState, grants: import("./calendar-grants.mjs").Grants, now: () => number,
 *   deliver: (request: Request) => void, validate: (request: Request) => Promise<Response>, pageSize: () => number,
 * }} settings `validate` sends the first request to a notification address, whose answer decides; `deliver` sends the others
 */
export function createMicrosoftGraph({ state, grants, now, deliver, validate, pageSize }) {
  const { subscriptions, subscribe, changeSubscription } = createSubscriptions({ state, now, deliver, validate });
  const { delta, calendarsOf, view } = createLists(pageSize);

  return {
    subscriptions,

    /** Answers a request below `/v1.0/`. @param {string} path without a slash at its beginning @param {Request} request */
    async answer(path, request) {
      const url = new URL(request.url);
      const access = await grants.accessOf("microsoft", request.headers.get("Authorization"));
      if (access === null)
        return failure(401, "InvalidAuthenticationToken", "Access token has expired or is not yet valid.");
      const { account, scopes } = access;
      if (path === "me" && request.method === "GET") {
        const { subject: id, name: displayName, email } = account;
        return Response.json({ id, displayName, mail: email, userPrincipalName: email });
      }
      if (!scopes.includes("Calendars.Read")) return failure(403, "ErrorAccessDenied", "Access is denied.");
      if (path === "subscriptions" && request.method === "POST") return subscribe(account, request);
      const [, subscriptionId] = /^subscriptions\/([^/]+)$/.exec(path) ?? [];
      if (subscriptionId !== undefined) return changeSubscription(account, subscriptionId, request);
      if (request.method !== "GET") return failure(405, "Request_BadRequest", "The method is not allowed.");
      const asked = Number(
        /odata\.maxpagesize=(\d+)/.exec(request.headers.get("Prefer") ?? "")?.[1] ?? url.searchParams.get("$top") ?? 10,
      );
      if (path === "me/calendars") return calendarsOf(account, url, asked);
      const [, only] = /^me\/calendars\/([^/]+)$/.exec(path) ?? [];
      if (only !== undefined) return oneCalendar(account, decodeURIComponent(only));
      const [, name, rest = ""] =
        /^me(?:\/calendars\/([^/]+))?\/(calendarView(?:\/delta)?|events\/[^/]+)$/.exec(path) ?? [];
      const calendar = calendarOf(account, name);
      if (!calendar || rest === "") return notFound();
      if (rest === "calendarView/delta") return delta(calendar, url, asked);
      if (rest === "calendarView") return view(calendar, url, asked);
      return oneEvent(
        name === undefined ? [...account.calendars.values()] : [calendar],
        decodeURIComponent(rest.slice("events/".length)),
      );
    },
  };
}

/** Lists, with pages. @param {() => number} pageSize */
function createLists(pageSize) {
  /** @type {Map<string, { items: object[], offset: number, last: object, deltaToken: DeltaToken | null }>} */
  const pages = new Map();

  /** @param {URL} url @param {object[]} items @param {number} offset @param {object} last @param {number} asked */
  function pageOf(url, items, offset, last, asked) {
    const size = Math.max(1, Math.min(asked, pageSize()));
    const end = offset + size;
    if (end >= items.length) return { value: items.slice(offset), ...last };
    const token = crypto.randomUUID();
    pages.set(token, { items, offset: end, last, deltaToken: null });
    const next = new URL(url);
    next.search = "";
    next.searchParams.set("$skiptoken", token);
    return { value: items.slice(offset, end), "@odata.nextLink": next.href };
  }

  /** @param {Calendar} calendar @param {URL} url @param {number} asked */
  function delta(calendar, url, asked) {
    const { searchParams: query } = url;
    if (REFUSED_IN_DELTA.some((name) => query.has(name))) {
      return failure(400, "ErrorInvalidUrlQuery", "The following parameters are not supported with change tracking.");
    }
    const skip = query.get("$skiptoken");
    if (skip !== null) {
      const going = pages.get(skip);
      if (!going) return failure(410, "SyncStateNotFound", "The sync state is not found.");
      return Response.json(pageOf(url, going.items, going.offset, going.last, asked));
    }
    const given = query.get("$deltatoken");
    const token = given === null ? null : readToken(given);
    if (given !== null && (token?.calendarId !== calendar.id || token.generation !== calendar.generation)) {
      return failure(410, "SyncStateNotFound", "The sync state generation is not found.");
    }
    const from = token?.from ?? Date.parse(query.get("startDateTime") ?? "");
    const to = token?.to ?? Date.parse(query.get("endDateTime") ?? "");
    if (Number.isNaN(from) || Number.isNaN(to)) {
      return failure(
        400,
        "ErrorInvalidParameter",
        "This request requires a time window specified by the query string parameters.",
      );
    }
    const items = changesSince(calendar, token?.seq ?? null, { from, to });
    /** @type {DeltaToken} */
    const next = { seq: calendar.sequence, generation: calendar.generation, calendarId: calendar.id, from, to };
    const link = new URL(url);
    link.search = "";
    link.searchParams.set("$deltatoken", btoa(encodeURIComponent(JSON.stringify(next))));
    return Response.json(pageOf(url, items, 0, { "@odata.deltaLink": link.href }, asked));
  }

  /** @param {Account} account @param {URL} url @param {number} asked */
  function calendarsOf(account, url, asked) {
    const going = pages.get(url.searchParams.get("$skiptoken") ?? "");
    const items = going?.items ?? [...account.calendars.values()].map(graphCalendar);
    return Response.json(pageOf(url, items, going?.offset ?? 0, {}, asked));
  }

  /** @param {Calendar} calendar @param {URL} url @param {number} asked */
  function view(calendar, url, asked) {
    const going = pages.get(url.searchParams.get("$skiptoken") ?? "");
    const from = Date.parse(url.searchParams.get("startDateTime") ?? "");
    const to = Date.parse(url.searchParams.get("endDateTime") ?? "");
    const items =
      going?.items ??
      [...calendar.events.values()]
        .filter((event) => event.state !== "removed" && isWithin(event, { from, to }))
        .map((event) => fullEvent(calendar, event));
    return Response.json(pageOf(url, items, going?.offset ?? 0, {}, asked));
  }

  return { delta, calendarsOf, view };
}

/** Without a name, the person's own. @param {Account} account @param {string | undefined} name */
function calendarOf({ calendars }, name) {
  if (name === undefined) return [...calendars.values()].find(({ isPrimary }) => isPrimary);
  return calendars.get(decodeURIComponent(name));
}

/** @param {Account} account @param {string} id */
function oneCalendar({ calendars }, id) {
  const calendar = calendars.get(id);
  return calendar ? Response.json(graphCalendar(calendar)) : notFound();
}

/** @param {Calendar[]} calendars @param {string} id */
function oneEvent(calendars, id) {
  for (const calendar of calendars) {
    const event = calendar.events.get(id);
    if (event && event.state !== "removed") return Response.json(fullEvent(calendar, event));
    const series = calendar.series.get(id);
    if (series && !series.isRemoved) return Response.json(masterOf(calendar, series));
  }
  return notFound();
}

/** @param {string} text @returns {DeltaToken | null} */
function readToken(text) {
  try {
    return JSON.parse(decodeURIComponent(atob(text)));
  } catch {
    return null;
  }
}
