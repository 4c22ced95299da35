import * as z from "zod";
import { isCalledOff } from "#app/domain/calendar/called-off.ts";
import {
  type CalendarEvent,
  EVENT_PEOPLE_MAX,
  EVENT_TITLE_CHARS_MAX,
  namesOfPeople,
} from "#app/domain/calendar/event.ts";
import { eventLink } from "#app/domain/calendar/find-link.ts";
import { beginningOf } from "#app/domain/beginning-of.ts";
import { CALENDAR_PAGE_EVENTS, CALENDARS_MAX } from "#app/domain/limits/calendars.ts";
import type { LinkRules } from "#app/domain/meeting/link.ts";
import { ok, refused } from "#app/domain/outcome.ts";
import { googleChannels } from "#app/server/adapters/calendars/google-channels.ts";
import { oauthOf, parsed } from "#app/server/adapters/calendars/oauth-tokens.ts";
import { addressesOf } from "#app/server/adapters/calendars/provider-addresses.ts";
import { callProvider } from "#app/server/adapters/calendars/provider-request.ts";
import type { CalendarProviderClient, ProviderCalendar, SyncPage } from "#app/server/ports/calendar-provider.ts";

/** Google Calendar API v3: https://developers.google.com/calendar/api/v3/reference */

const EVENTS_SCOPE = "https://www.googleapis.com/auth/calendar.events.readonly";
const LIST_SCOPE = "https://www.googleapis.com/auth/calendar.calendarlist.readonly";

const calendarList = z.object({
  nextPageToken: z.string().optional(),
  items: z
    .array(
      z.object({
        id: z.string(),
        summary: z.string().optional(),
        summaryOverride: z.string().optional(),
        primary: z.boolean().optional(),
        deleted: z.boolean().optional(),
      }),
    )
    .default([]),
});

const time = z.object({
  date: z.string().optional(),
  dateTime: z.string().optional(),
  timeZone: z.string().optional(),
});
const person = z.object({
  email: z.string().optional(),
  displayName: z.string().optional(),
  self: z.boolean().optional(),
  resource: z.boolean().optional(),
  responseStatus: z.string().optional(),
});
const eventItem = z.object({
  id: z.string(),
  status: z.string().optional(),
  iCalUID: z.string().optional(),
  recurringEventId: z.string().optional(),
  privateCopy: z.boolean().optional(),
  summary: z.string().optional(),
  description: z.string().optional(),
  location: z.string().optional(),
  hangoutLink: z.string().optional(),
  visibility: z.string().optional(),
  transparency: z.string().optional(),
  start: time.optional(),
  end: time.optional(),
  originalStartTime: time.optional(),
  organizer: person.optional(),
  creator: person.optional(),
  attendees: z.array(person).optional(),
  conferenceData: z
    .object({
      entryPoints: z.array(z.object({ entryPointType: z.string().optional(), uri: z.string().optional() })).optional(),
    })
    .optional(),
});
const eventList = z.object({
  nextPageToken: z.string().optional(),
  nextSyncToken: z.string().optional(),
  accessRole: z.string().optional(),
  timeZone: z.string().optional(),
  items: z.array(eventItem).default([]),
});

export function googleCalendar(settings: {
  clientId: string;
  clientSecret: string;
  localOrigin: string | null;
  redirectUri: string;
  links: LinkRules;
}): CalendarProviderClient {
  const addresses = addressesOf("google", settings.localOrigin);
  const get = (accessToken: string, path: string, query: Record<string, string>) =>
    callProvider({
      service: "google",
      url: `${addresses.api}${path}?${new URLSearchParams(query)}`,
      init: { headers: { Authorization: `Bearer ${accessToken}`, Accept: "application/json" } },
    });

  return {
    provider: "google",
    channels: googleChannels(addresses.api),
    ...oauthOf({
      provider: "google",
      addresses,
      clientId: settings.clientId,
      clientSecret: settings.clientSecret,
      redirectUri: settings.redirectUri,
      scopes: ["openid", "email", EVENTS_SCOPE, LIST_SCOPE],
      neededScopes: [EVENTS_SCOPE, LIST_SCOPE],
      // A refresh token comes with these two only.
      extra: { access_type: "offline", prompt: "consent select_account" },
    }),

    async listCalendars(accessToken) {
      const found: ProviderCalendar[] = [];
      let pageToken: string | undefined;
      do {
        const query: Record<string, string> = pageToken ? { maxResults: "250", pageToken } : { maxResults: "250" };
        const { status, body } = await get(accessToken, "/users/me/calendarList", query);
        if (status === 401) return refused("token-refused");
        const list = parsed("google", status, calendarList, body);
        for (const item of list.items) {
          if (item.deleted) continue;
          const name = item.summaryOverride ?? item.summary ?? item.id;
          found.push({ providerCalendarId: item.id, name, primary: item.primary === true });
        }
        pageToken = list.nextPageToken;
      } while (pageToken && found.length < CALENDARS_MAX);
      return ok(found.slice(0, CALENDARS_MAX));
    },

    async readPage(accessToken, { providerCalendarId, window, cursor, own, isMain }) {
      // With a sync token Google refuses a window; every other parameter has to be that of the first call.
      const span =
        cursor.kind === "since"
          ? { syncToken: cursor.token }
          : {
              timeMin: new Date(window.from).toISOString(),
              timeMax: new Date(window.to).toISOString(),
              ...(cursor.kind === "page" ? { pageToken: cursor.token } : {}),
            };
      const path = `/calendars/${encodeURIComponent(providerCalendarId)}/events`;
      const asked = cursor.kind === "page" && cursor.token.startsWith("since:") ? sinceQuery(cursor.token) : span;
      const query = { singleEvents: "true", maxResults: String(CALENDAR_PAGE_EVENTS), ...asked };
      const { status, body } = await get(accessToken, path, query);
      if (status === 401) return refused("token-refused");
      if (status === 410 || (status === 400 && cursor.kind !== "start")) return refused("gone");
      // A 403 may be a permission of our project: it must not empty everybody's calendars.
      if (status === 404) return refused("not-found");
      const list = parsed("google", status, eventList, body);
      const isBusyOnly = list.accessRole === "freeBusyReader";
      // A colleague who shares a main calendar may make others its owners: it stays the colleague's.
      const isOwn = isMain || (list.accessRole === "owner" && CALENDAR_ADDRESS.test(providerCalendarId));
      const read = { links: settings.links, isBusyOnly, timeZone: list.timeZone ?? null, own, isOwn };
      return ok({ ...eventsOf(list.items, read), next: nextOf(list, cursor) });
    },
  };
}

/** A page of a round that began with a sync token keeps that token: Google wants both on every page. */
function nextOf(list: z.infer<typeof eventList>, cursor: { kind: string; token?: string }): SyncPage["next"] {
  if (list.nextPageToken === undefined) return { kind: "since", token: list.nextSyncToken ?? "" };
  const since =
    cursor.kind === "since"
      ? cursor.token
      : cursor.token?.startsWith("since:")
        ? sinceQuery(cursor.token).syncToken
        : null;
  return {
    kind: "page",
    token: since ? `since:${JSON.stringify([since, list.nextPageToken])}` : list.nextPageToken,
  };
}

function sinceQuery(token: string): { syncToken: string; pageToken: string } {
  const [syncToken, pageToken] = z.tuple([z.string(), z.string()]).parse(JSON.parse(token.slice("since:".length)));
  return { syncToken, pageToken };
}

type Read = {
  links: LinkRules;
  isBusyOnly: boolean;
  timeZone: string | null;
  own: string | null;
  /** The calendar is the person's, and not one that somebody shares with them. */
  isOwn: boolean;
};

function eventsOf(items: readonly z.infer<typeof eventItem>[], read: Read): Omit<SyncPage, "next"> {
  const events: CalendarEvent[] = [];
  const removed: string[] = [];
  for (const item of items) {
    const event = item.status === "cancelled" ? null : eventOf(item, read);
    // A cancelled event may come without times and without a text: it is no event any more.
    if (event === null) removed.push(item.id);
    else events.push(event);
  }
  return { events, removed, partial: [], exceptions: [], series: [] };
}

function eventOf(item: z.infer<typeof eventItem>, read: Read): CalendarEvent | null {
  const { links, isBusyOnly, timeZone } = read;
  const startsAt = timeOf(item.start);
  const endsAt = timeOf(item.end);
  if (startsAt === null || endsAt === null) return null;
  const attendees = (item.attendees ?? []).filter(({ resource }) => resource !== true);
  // Google's `self` is the calendar on which this copy appears, whoever reads it.
  const isPerson = ({ email, self }: z.infer<typeof person>) =>
    (read.isOwn && self === true) || (email !== undefined && email.toLowerCase() === read.own);
  const people = [...attendees, ...(item.organizer ? [item.organizer] : [])].flatMap(({ email }) =>
    email === undefined || CALENDAR_ADDRESS.test(email) ? [] : email.toLowerCase(),
  );
  const isVouched = isOwnCopy(item);
  const entryPoints = item.conferenceData?.entryPoints ?? [];
  const videos = entryPoints.flatMap(({ entryPointType, uri }) => (entryPointType === "video" && uri ? [uri] : []));
  return {
    providerId: item.id,
    icalUid: item.iCalUID ?? item.id,
    originalStartAt: item.originalStartTime ? timeOf(item.originalStartTime) : null,
    startsAt,
    endsAt: Math.max(startsAt, endsAt),
    isAllDay: item.start?.dateTime === undefined,
    isTimeCertain: true,
    // An invitation from Outlook that was called off stays in Google's calendar as Outlook left it.
    isCancelled: isCalledOff({ title: item.summary ?? "", isFree: item.transparency === "transparent" }),
    isTentative: item.status === "tentative",
    isPrivate: item.visibility === "private" || item.visibility === "confidential",
    isBusyOnly,
    title: beginningOf(item.summary ?? "", EVENT_TITLE_CHARS_MAX),
    // An imported file, and an invitation from another program, name whom they like as organiser.
    isOrganiser: isVouched && isPerson(item.organizer ?? item.creator ?? {}),
    response: responseOf(attendees.find(isPerson)?.responseStatus),
    people: [...new Set(people)].slice(0, EVENT_PEOPLE_MAX),
    names: namesOfPeople([...attendees, item.organizer].map((one) => one?.displayName)),
    isVouched,
    ...eventLink({ added: [item.hangoutLink, ...videos], written: [item.location, item.description] }, links),
    timeZone: item.start?.timeZone ?? timeZone,
  };
}

/**
 * Google made the event and keeps the guests of all its copies alike. An imported event, and an invitation from another program, is a
 * private copy under an id of its own: its guests are whatever its file says.
 */
function isOwnCopy({ id, iCalUID, recurringEventId, privateCopy }: z.infer<typeof eventItem>): boolean {
  return privateCopy !== true && iCalUID === `${recurringEventId ?? id}@google.com`;
}

/** The organiser of an event on a calendar that is not somebody's main one is that calendar: nobody from outside. */
const CALENDAR_ADDRESS = /@(?:[a-z]+\.)+calendar\.google\.com$/iu;

/** A day is midnight UTC. */
function timeOf(given: z.infer<typeof time> | undefined): number | null {
  const text = given?.dateTime ?? (given?.date ? `${given.date}T00:00:00Z` : null);
  const at = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

function responseOf(status: string | undefined): CalendarEvent["response"] {
  if (status === "accepted" || status === "declined" || status === "tentative") return status;
  return "none";
}
