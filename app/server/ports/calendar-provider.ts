import type { ConsentProvider } from "#app/domain/calendar/calendar.ts";
import type { CalendarEvent } from "#app/domain/calendar/event.ts";
import type { Outcome } from "#app/domain/outcome.ts";

/** Tokens of an account. `refresh` is null only where the provider gave none. */
export type CalendarTokens = { access: string; refresh: string; expiresAt: number };

/** Holder of the account, as the provider's id_token says. */
export type CalendarOwner = {
  subject: string;
  /** Lower case. */
  email: string;
};

/** A calendar of an account at its provider. */
export type ProviderCalendar = { providerCalendarId: string; name: string; primary: boolean };

/** Events of this span are read: epoch ms. */
export type CalendarWindow = { from: number; to: number };

/** State of a sync: `page` is a page of a round under way, `since` asks for what changed since the last round. */
export type SyncCursor = { kind: "start" } | { kind: "page"; token: string } | { kind: "since"; token: string };

/**
 * `removed` names events that are gone; `partial` are occurrences that take what they lack from their series (Graph sends no more).
 * `next` of kind `since` ends the round.
 */
export type SyncPage = {
  events: CalendarEvent[];
  removed: string[];
  /** Ids of occurrences whose text is their series' (`series`), with what the provider sent of them. */
  partial: { seriesId: string; event: CalendarEvent }[];
  /** Changed occurrences, which have a text of their own and go with their series. */
  exceptions: { seriesId: string; event: CalendarEvent }[];
  /** Series: never joined themselves. */
  series: { seriesId: string; event: CalendarEvent }[];
  next: Exclude<SyncCursor, { kind: "start" }>;
};

/**
 * Google Calendar or Microsoft Graph. Throws UpstreamError; refusals are values. `token-refused`: the access token is not accepted.
 */
export interface CalendarProviderClient {
  readonly provider: ConsentProvider;
  readonly channels: CalendarChannels;
  /** The address to send the browser to. */
  consentUrl(attempt: { state: string; nonce: string; codeChallenge: string }): string;
  exchange(input: {
    code: string;
    codeVerifier: string;
    nonce: string;
    now: number;
  }): Promise<Outcome<{ tokens: CalendarTokens; owner: CalendarOwner }, "code-refused" | "scopes-missing">>;
  /** The answer's refresh token replaces the former one. */
  refresh(refreshToken: string, now: number): Promise<Outcome<CalendarTokens, "invalid-grant">>;
  /** Gives the tokens back where the provider can take them. */
  revoke(tokens: CalendarTokens): Promise<void>;
  listCalendars(accessToken: string): Promise<Outcome<ProviderCalendar[], "token-refused">>;
  /** `gone`: the cursor is too old, and the calendar has to be read from the start. */
  readPage(
    accessToken: string,
    asked: {
      providerCalendarId: string;
      window: CalendarWindow;
      cursor: SyncCursor;
      /** The account's address, in lower case: on a calendar of somebody else the person's events and answers are told apart by it. */
      own: string | null;
      /** The account's main calendar. */
      isMain: boolean;
    },
  ): Promise<Outcome<SyncPage, "gone" | "token-refused" | "not-found">>;
}

/** A channel on which a provider tells that a calendar has changed. `remoteId` is the provider's name of it. */
export type CalendarChannel = { remoteId: string; expiresAt: number };

/**
 * Meaning of a notification for its channel: something changed, the provider has ended the channel, or it wants the channel renewed.
 * `opened`: the channel begins. Nothing else of a notification is used; the account reads its calendars by its own cursor.
 */
export type ChannelNotification = "changed" | "ended" | "expiring" | "opened";

/** Watch channels of Google, subscriptions of Graph. Throws UpstreamError; refusals are values. */
export interface CalendarChannels {
  /** `token` comes back with each notification. `not-offered`: the provider does not watch this calendar for us. */
  open(
    accessToken: string,
    asked: { providerCalendarId: string; channelId: string; address: string; token: string; expiresAt: number },
  ): Promise<Outcome<CalendarChannel, "token-refused" | "not-offered">>;
  /** `gone`: there is no such channel any more, or channels of this provider are not renewed. */
  renew(
    accessToken: string,
    asked: { remoteId: string; expiresAt: number },
  ): Promise<Outcome<CalendarChannel, "token-refused" | "gone">>;
  /** A channel that is not there any more is closed too. */
  close(accessToken: string, channel: { channelId: string; remoteId: string }): Promise<void>;
}

/** A calendar by its secret address. */
export interface CalendarFeedReader {
  /** Null where the address may not be read: no https, a private address. */
  parseAddress(text: string): string | null;
  /** `unchanged`: the file is that of `etag`. */
  read(
    address: string,
    asked: FeedAsked,
  ): Promise<Outcome<(FeedEvents & { etag: string | null }) | "unchanged", "feed-content" | "feed-address">>;
}

export type FeedAsked = {
  window: CalendarWindow;
  etag: string | null;
  /** The person's address, by which their answers are told apart; null without one. */
  own: string | null;
  /** The person's IANA zone: times without a zone are in it where the calendar has none. */
  timeZone: string;
  /** The person said that the feed is their own calendar, and not one that they follow. */
  isMine: boolean;
};

export type FeedEvents = {
  events: CalendarEvent[];
  /** The file has more bytes, events or occurrences than are read. */
  isCut: boolean;
  /** Events of the file that could not be read. */
  unreadable: number;
  name: string | null;
};
