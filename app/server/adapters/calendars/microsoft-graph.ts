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
import { graphSubscriptions } from "#app/server/adapters/calendars/graph-subscriptions.ts";
import { oauthOf, parsed } from "#app/server/adapters/calendars/oauth-tokens.ts";
import { addressesOf } from "#app/server/adapters/calendars/provider-addresses.ts";
import { callProvider } from "#app/server/adapters/calendars/provider-request.ts";
import type { CalendarProviderClient, ProviderCalendar, SyncPage } from "#app/server/ports/calendar-provider.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** Microsoft Graph v1.0, calendars and calendarView delta: https://learn.microsoft.com/graph/delta-query-events */

const calendarList = z.object({
  "@odata.nextLink": z.string().optional(),
  value: z.array(z.object({ id: z.string(), name: z.string().nullish(), isDefaultCalendar: z.boolean().nullish() })),
});

const time = z.object({ dateTime: z.string(), timeZone: z.string().nullish() });
const address = z.object({
  emailAddress: z.object({ address: z.string().nullish(), name: z.string().nullish() }).nullish(),
});
const answer = z.object({ response: z.string().nullish() });
const attendee = z.object({ ...address.shape, status: answer.nullish() });
const calendarItem = z.object({ owner: z.object({ address: z.string().nullish() }).nullish() });
const eventItem = z.object({
  id: z.string(),
  "@removed": z.object({ reason: z.string().optional() }).optional(),
  type: z.string().nullish(),
  seriesMasterId: z.string().nullish(),
  iCalUId: z.string().nullish(),
  uid: z.string().nullish(),
  subject: z.string().nullish(),
  body: z.object({ content: z.string().nullish() }).nullish(),
  bodyPreview: z.string().nullish(),
  location: z.object({ displayName: z.string().nullish(), locationUri: z.string().nullish() }).nullish(),
  onlineMeeting: z.object({ joinUrl: z.string().nullish() }).nullish(),
  onlineMeetingUrl: z.string().nullish(),
  sensitivity: z.string().nullish(),
  showAs: z.string().nullish(),
  isAllDay: z.boolean().nullish(),
  isCancelled: z.boolean().nullish(),
  isOrganizer: z.boolean().nullish(),
  start: time.nullish(),
  end: time.nullish(),
  originalStart: z.string().nullish(),
  originalStartTimeZone: z.string().nullish(),
  responseStatus: answer.nullish(),
  organizer: address.nullish(),
  attendees: z.array(attendee).nullish(),
});
const eventList = z.object({
  "@odata.nextLink": z.string().optional(),
  "@odata.deltaLink": z.string().optional(),
  value: z.array(eventItem),
});

type Item = z.infer<typeof eventItem>;

export function microsoftGraph(settings: {
  clientId: string;
  clientSecret: string;
  localOrigin: string | null;
  redirectUri: string;
  links: LinkRules;
}): CalendarProviderClient {
  const addresses = addressesOf("microsoft", settings.localOrigin);
  const get = (accessToken: string, url: string) => {
    // Graph names the next page by its whole address: the token goes to Graph only.
    if (!url.startsWith(`${addresses.api}/`)) throw new UpstreamError({ service: "microsoft", retryable: false });
    return callProvider({
      service: "microsoft",
      url,
      init: {
        headers: {
          Authorization: `Bearer ${accessToken}`,
          Accept: "application/json",
          Prefer: `odata.maxpagesize=${CALENDAR_PAGE_EVENTS}, outlook.timezone="UTC"`,
        },
      },
    });
  };

  return {
    provider: "microsoft",
    channels: graphSubscriptions(addresses.api),
    ...oauthOf({
      provider: "microsoft",
      addresses,
      clientId: settings.clientId,
      clientSecret: settings.clientSecret,
      redirectUri: settings.redirectUri,
      scopes: ["openid", "profile", "email", "offline_access", "Calendars.Read"],
      neededScopes: ["Calendars.Read"],
      extra: { prompt: "select_account", response_mode: "query" },
    }),

    async listCalendars(accessToken) {
      const found: ProviderCalendar[] = [];
      let url: string | undefined = `${addresses.api}/me/calendars?$top=100`;
      while (url !== undefined && found.length < CALENDARS_MAX) {
        const { status, body } = await get(accessToken, url);
        if (status === 401) return refused("token-refused");
        const list: z.infer<typeof calendarList> = parsed("microsoft", status, calendarList, body);
        for (const { id, name, isDefaultCalendar } of list.value) {
          found.push({ providerCalendarId: id, name: name ?? id, primary: isDefaultCalendar === true });
        }
        url = list["@odata.nextLink"];
      }
      return ok(found.slice(0, CALENDARS_MAX));
    },

    async readPage(accessToken, { providerCalendarId, window, cursor, own, isMain }) {
      const calendarUrl = `${addresses.api}/me/calendars/${encodeURIComponent(providerCalendarId)}`;
      const span = `startDateTime=${new Date(window.from).toISOString()}&endDateTime=${new Date(window.to).toISOString()}`;
      const url = cursor.kind === "start" ? `${calendarUrl}/calendarView/delta?${span}` : cursor.token;
      const { status, body } = await get(accessToken, url);
      if (status === 401) return refused("token-refused");
      if (status === 410 || (status === 400 && cursor.kind !== "start")) return refused("gone");
      // A 403 may be a permission of our project: it must not empty everybody's calendars.
      if (status === 404) return refused("not-found");
      const list = parsed("microsoft", status, eventList, body);
      const [page, since] = [list["@odata.nextLink"], list["@odata.deltaLink"]];
      const next: SyncPage["next"] = page ? { kind: "page", token: page } : { kind: "since", token: since ?? "" };
      const owner =
        isMain || list.value.length === 0 ? null : await get(accessToken, `${calendarUrl}?$select=id,owner`);
      if (owner?.status === 401) return refused("token-refused");
      if (owner?.status === 404) return refused("not-found");
      const ownerOf = owner && parsed("microsoft", owner.status, calendarItem, owner.body).owner;
      const isOwn = isMain || (own !== null && ownerOf?.address?.toLowerCase() === own);
      return ok({ ...eventsOf(list.value, { links: settings.links, own, isOwn }), next });
    },
  };
}

type Read = {
  links: LinkRules;
  own: string | null;
  /** The calendar is the person's, and not one that somebody shares with them. */
  isOwn: boolean;
};

/** Of a series Graph sends the series with its text, and occurrences with little more than their times. */
function eventsOf(items: readonly Item[], read: Read): Omit<SyncPage, "next"> {
  const page: Omit<SyncPage, "next"> = { events: [], removed: [], partial: [], exceptions: [], series: [] };
  for (const item of items) {
    const event = item["@removed"] ? null : eventOf(item, read);
    if (event === null) page.removed.push(item.id);
    else if (item.type === "seriesMaster") page.series.push({ seriesId: item.id, event });
    else if (item.type === "occurrence" && item.seriesMasterId && item.subject === undefined)
      page.partial.push({ seriesId: item.seriesMasterId, event });
    else if (item.seriesMasterId) page.exceptions.push({ seriesId: item.seriesMasterId, event });
    else page.events.push(event);
  }
  return page;
}

function eventOf(item: Item, { links, own, isOwn }: Read): CalendarEvent | null {
  const startsAt = timeOf(item.start);
  const endsAt = timeOf(item.end);
  if (startsAt === null || endsAt === null) return null;
  // Graph's `isOrganizer` and `responseStatus` are of the calendar's owner, whoever reads it.
  const isPerson = ({ emailAddress }: z.infer<typeof address>) =>
    own !== null && emailAddress?.address?.toLowerCase() === own;
  const isVouched = isOwn && item.isOrganizer === true && isOutlookUid(item.uid ?? item.iCalUId ?? "");
  const response = (isOwn ? item.responseStatus : item.attendees?.find(isPerson)?.status)?.response;
  const people = [...(item.attendees ?? []), ...(item.organizer ? [item.organizer] : [])];
  const original = item.originalStart ? Date.parse(item.originalStart) : Number.NaN;
  const isOccurrence = item.type === "occurrence" || item.type === "exception";
  return {
    providerId: item.id,
    icalUid: unwrapUid(item.uid ?? item.iCalUId ?? item.id),
    originalStartAt: Number.isNaN(original) ? (isOccurrence ? startsAt : null) : original,
    startsAt,
    endsAt: Math.max(startsAt, endsAt),
    isAllDay: item.isAllDay === true,
    isTimeCertain: true,
    isCancelled:
      item.isCancelled === true || isCalledOff({ title: item.subject ?? "", isFree: item.showAs === "free" }),
    isTentative: response === "tentativelyAccepted",
    isPrivate: item.sensitivity === "private" || item.sensitivity === "confidential",
    isBusyOnly: false,
    title: beginningOf(item.subject ?? "", EVENT_TITLE_CHARS_MAX),
    // An imported file, and an invitation from another program, name whom they like as organiser.
    isOrganiser: isVouched,
    response: responseOf(response),
    people: [...new Set(people.flatMap(({ emailAddress }) => emailAddress?.address?.toLowerCase() ?? []))].slice(
      0,
      EVENT_PEOPLE_MAX,
    ),
    names: namesOfPeople(people.map(({ emailAddress }) => emailAddress?.name)),
    isVouched,
    ...eventLink(
      {
        added: [item.onlineMeeting?.joinUrl, item.onlineMeetingUrl],
        written: [item.location?.locationUri, item.location?.displayName, item.body?.content ?? item.bodyPreview],
      },
      links,
    ),
    timeZone: null,
  };
}

/**
 * [MS-OXOCAL] 2.2.1.27: Outlook wraps a UID that another program made. 40 bytes of a header end with the length of the rest, which is
 * `vCal-Uid`, a 1, and the text with a zero at its end. Unwrapped it is the UID that the event has in every other calendar.
 */
function unwrapUid(uid: string): string {
  const [, hex] =
    /^040000008200E00074C5B7101A82E008[\dA-F]{48}7643616C2D55696401000000((?:[\dA-F]{2})+?)(?:00)?$/iu.exec(uid) ?? [];
  if (hex === undefined) return uid;
  return new TextDecoder().decode(Uint8Array.from(hex.match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16)));
}

/** A UID that Outlook made. One from a file is wrapped, or stands as it is. */
function isOutlookUid(uid: string): boolean {
  return /^040000008200E00074C5B7101A82E008/iu.test(uid) && !/7643616C2D556964/iu.test(uid);
}

/** Asked for in UTC; Graph leaves the offset out: "2026-11-25T09:00:00.0000000". */
function timeOf(given: z.infer<typeof time> | null | undefined): number | null {
  if (!given) return null;
  const hasOffset = /(?:Z|[+-]\d{2}:\d{2})$/.test(given.dateTime);
  const at = Date.parse(hasOffset ? given.dateTime : `${given.dateTime.slice(0, 23)}Z`);
  return Number.isNaN(at) ? null : at;
}

function responseOf(response: string | null | undefined): CalendarEvent["response"] {
  if (response === "accepted" || response === "organizer") return "accepted";
  if (response === "declined") return "declined";
  return response === "tentativelyAccepted" ? "tentative" : "none";
}
