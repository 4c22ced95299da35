import { calendarEntry, eventOf } from "./google-events.mjs";

/**
 * Google Calendar API v3 as far as Acta reads it: calendarList, events with pages and sync tokens, watch channels.
 * https://developers.google.com/workspace/calendar/api/v3/reference
 *
 * @typedef {import("@googleapis/calendar").calendar_v3.Schema$Events} GoogleEvents
 * @typedef {import("@googleapis/calendar").calendar_v3.Schema$CalendarList} GoogleCalendarList
 * @typedef {import("@googleapis/calendar").calendar_v3.Schema$Channel} GoogleChannel
 * @typedef {import("./calendar-state.mjs").Account} Account
 * @typedef {import("./calendar-state.mjs").Calendar} Calendar
 * @typedef {{ seq: number, generation: number, calendarId: string, timeMin: string | null, timeMax: string | null, single: string | null }} SyncToken
 * @typedef {{ id: string, resourceId: string, address: string, token: string, expiresAt: number, calendarId: string, personId: string, messages: number }} Channel
 */

const CHANNEL_LIFE_MS = 7 * 24 * 3_600_000;
const EVENTS_SCOPES = ["calendar.events.readonly", "calendar.readonly"];
const LIST_SCOPES = ["calendar.calendarlist.readonly", "calendar.readonly"];
/** Parameters that events.list refuses beside a sync token. */
const NOT_WITH_TOKEN = [
  "iCalUID",
  "orderBy",
  "privateExtendedProperty",
  "q",
  "sharedExtendedProperty",
  "timeMin",
  "timeMax",
  "updatedMin",
];

/**
 * @param {{
 *   state: import("./calendar-state.mjs").CalendarState, grants: import("./calendar-grants.mjs").Grants, now: () => number,
 *   deliver: (request: Request) => void, pageSize: () => number,
 * }} settings `deliver` sends a notification; `pageSize` makes pages shorter than was asked for
 */
export function createGoogleCalendar({ state, grants, now, deliver, pageSize }) {
  const { channels, watch, stop } = createChannels({ state, now, deliver });
  const { listCalendars, listEvents } = createLists(pageSize);

  return {
    channels,

    /** Answers a request below `/calendar/v3/`. @param {string} path without a slash at its beginning @param {Request} request */
    async answer(path, request) {
      const url = new URL(request.url);
      const access = await grants.accessOf("google", request.headers.get("Authorization"));
      if (access === null) return failure(401, "authError", "Invalid Credentials");
      const { account, scopes } = access;
      /** @param {string[]} names */
      const may = (names) => names.some((name) => scopes.includes(`https://www.googleapis.com/auth/${name}`));
      if (path === "users/me/calendarList" && request.method === "GET") {
        return may(LIST_SCOPES) ? listCalendars(account, url) : notPermitted();
      }
      if (!may(EVENTS_SCOPES)) return notPermitted();
      if (path === "channels/stop" && request.method === "POST") return stop(request);
      const [, name = "", rest] = /^calendars\/([^/]+)\/events(\/watch)?$/.exec(path) ?? [];
      const wanted = decodeURIComponent(name);
      const calendar =
        wanted === "primary"
          ? [...account.calendars.values()].find(({ isPrimary }) => isPrimary)
          : account.calendars.get(wanted);
      if (!calendar) return failure(404, "notFound", "Not Found");
      if (rest === "/watch" && request.method === "POST") return watch(account, calendar, request);
      if (rest === undefined && request.method === "GET") return listEvents(calendar, url);
      return failure(404, "notFound", "Not Found");
    },
  };
}

/**
 * @param {{
 *   state: import("./calendar-state.mjs").CalendarState, now: () => number, deliver: (request: Request) => void,
 * }} settings
 */
function createChannels({ state, now, deliver }) {
  /** @type {Map<string, Channel>} */
  const channels = new Map();

  state.onChange(({ account, calendar }) => {
    if (account.provider !== "google") return;
    for (const channel of channels.values()) {
      if (channel.calendarId === calendar.id && channel.personId === account.personId && channel.expiresAt > now()) {
        notify(channel, "exists");
      }
    }
  });

  /** @param {Channel} channel @param {"sync" | "exists"} resourceState */
  function notify(channel, resourceState) {
    channel.messages++;
    const headers = {
      "X-Goog-Channel-ID": channel.id,
      "X-Goog-Message-Number": String(channel.messages),
      "X-Goog-Resource-ID": channel.resourceId,
      "X-Goog-Resource-State": resourceState,
      "X-Goog-Resource-URI": `https://www.googleapis.com/calendar/v3/calendars/${encodeURIComponent(channel.calendarId)}/events?alt=json`,
      "X-Goog-Channel-Expiration": new Date(channel.expiresAt).toUTCString(),
      ...(channel.token === "" ? {} : { "X-Goog-Channel-Token": channel.token }),
    };
    deliver(new Request(channel.address, { method: "POST", headers }));
  }

  /** @param {Account} account @param {Calendar} calendar @param {Request} request */
  async function watch(account, calendar, request) {
    /** @type {GoogleChannel} */
    const asked = await request.json();
    const { id, address, token, type } = asked;
    if (!id || id.length > 64 || type !== "web_hook" || !address)
      return failure(400, "required", "Missing channel fields");
    if (!/^https:|^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(address)) {
      return failure(400, "push.webhookUrlNotHttps", "WebHook callback must be HTTPS");
    }
    if (channels.has(id)) return failure(400, "channelIdNotUnique", "Channel id not unique");
    const wanted = Number(asked.expiration ?? Number.NaN);
    const expiresAt = Math.min(Number.isFinite(wanted) ? wanted : Infinity, now() + CHANNEL_LIFE_MS);
    /** @type {Channel} */
    const channel = {
      id,
      resourceId: `resource-${calendar.id}`,
      address,
      token: token ?? "",
      expiresAt,
      calendarId: calendar.id,
      personId: account.personId,
      messages: 0,
    };
    channels.set(id, channel);
    notify(channel, "sync");
    /** @type {GoogleChannel} */
    const answer = { kind: "api#channel", id, resourceId: channel.resourceId, expiration: String(expiresAt) };
    return Response.json({ ...answer, ...(token ? { token } : {}) });
  }

  /** @param {Request} request */
  async function stop(request) {
    /** @type {GoogleChannel} */
    const { id, resourceId } = await request.json();
    const channel = channels.get(id ?? "");
    if (!channel || channel.resourceId !== resourceId) return failure(404, "notFound", "Channel not found");
    channels.delete(channel.id);
    return new Response(null, { status: 204 });
  }

  return { channels, watch, stop };
}

/** Lists, with pages. @param {() => number} pageSize */
function createLists(pageSize) {
  /** Answers of calendarList and events that go on. @type {Map<string, { items: object[], offset: number, last: object }>} */
  const pages = new Map();

  /** One page of `items`; `last` is what only the last page has. @param {object[]} items @param {number} offset @param {object} last @param {number} asked */
  function pageOf(items, offset, last, asked) {
    const size = Math.max(1, Math.min(asked, pageSize()));
    const end = offset + size;
    if (end >= items.length) return { items: items.slice(offset), ...last };
    const nextPageToken = crypto.randomUUID();
    pages.set(nextPageToken, { items, offset: end, last });
    return { items: items.slice(offset, end), nextPageToken };
  }

  /** @param {Account} account @param {URL} url */
  function listCalendars(account, url) {
    const asked = Number(url.searchParams.get("maxResults") ?? 100);
    const page = url.searchParams.get("pageToken");
    /** @type {Partial<GoogleCalendarList>} */
    const frame = { kind: "calendar#calendarList", etag: '"list"' };
    if (page !== null) {
      const going = pages.get(page);
      if (!going) return failure(400, "invalid", "Invalid page token");
      return Response.json({ ...frame, ...pageOf(going.items, going.offset, going.last, asked) });
    }
    const items = [...account.calendars.values()].map(calendarEntry);
    return Response.json({ ...frame, ...pageOf(items, 0, { nextSyncToken: crypto.randomUUID() }, asked) });
  }

  /** @param {Calendar} calendar @param {URL} url */
  function listEvents(calendar, url) {
    const { searchParams: query } = url;
    const asked = Number(query.get("maxResults") ?? 250);
    /** @type {Partial<GoogleEvents>} */
    const frame = {
      kind: "calendar#events",
      summary: calendar.name,
      timeZone: calendar.timeZone,
      accessRole: calendar.access,
    };
    const page = query.get("pageToken");
    if (page !== null) {
      const going = pages.get(page);
      if (!going) return failure(400, "invalid", "Invalid page token");
      return Response.json({ ...frame, ...pageOf(going.items, going.offset, going.last, asked) });
    }
    const given = query.get("syncToken");
    const token = given === null ? null : readToken(given);
    const refusal = given === null ? null : tokenRefusal(token, calendar, query);
    if (refusal !== null) return refusal;
    const timeMin = token ? token.timeMin : query.get("timeMin");
    const timeMax = token ? token.timeMax : query.get("timeMax");
    const events = [...calendar.events.values()].filter(({ id, state: stands, startsAt, endsAt }) => {
      if (token) return (calendar.changes.get(id) ?? 0) > token.seq;
      const isInWindow =
        (timeMin === null || endsAt > Date.parse(timeMin)) && (timeMax === null || startsAt < Date.parse(timeMax));
      return stands === "present" ? isInWindow : isInWindow && query.get("showDeleted") === "true";
    });
    /** @type {SyncToken} */
    const next = {
      seq: calendar.sequence,
      generation: calendar.generation,
      calendarId: calendar.id,
      timeMin,
      timeMax,
      single: query.get("singleEvents"),
    };
    const items = events.map((event) => eventOf(calendar, event));
    return Response.json({
      ...frame,
      ...pageOf(items, 0, { nextSyncToken: btoa(encodeURIComponent(JSON.stringify(next))) }, asked),
    });
  }

  return { listCalendars, listEvents };
}

/** The answer to a sync token that is not good for a request; else null. @param {SyncToken | null} token @param {Calendar} calendar @param {URLSearchParams} query */
function tokenRefusal(token, calendar, query) {
  if (NOT_WITH_TOKEN.some((name) => query.has(name))) {
    return failure(400, "badRequest", "Sync token cannot be combined with other query restrictions");
  }
  if (token?.calendarId !== calendar.id || token.generation !== calendar.generation) {
    return failure(410, "fullSyncRequired", "Sync token is no longer valid, a full sync is required.");
  }
  if (token.single !== query.get("singleEvents")) return failure(400, "badRequest", "The parameters have changed.");
  return null;
}

/** 403 in which Google asks a client to slow down. */
export const googleRateLimit = () => failure(403, "rateLimitExceeded", "Rate Limit Exceeded", "usageLimits");

const notPermitted = () => failure(403, "insufficientPermissions", "Request had insufficient authentication scopes.");

/** @param {number} code @param {string} reason @param {string} message @param {string} [domain] */
function failure(code, reason, message, domain = "global") {
  return Response.json({ error: { code, message, errors: [{ domain, reason, message }] } }, { status: code });
}

/** @param {string} text @returns {SyncToken | null} */
function readToken(text) {
  try {
    return JSON.parse(decodeURIComponent(atob(text)));
  } catch {
    return null;
  }
}
