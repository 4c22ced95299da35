import type { AccountState, CalendarProvider, JoinRule } from "#app/domain/calendar/calendar.ts";
import type { InvitingEvent } from "#app/domain/calendar/entitle-guest.ts";
import type { LanguageChoice } from "#app/domain/meeting-languages.ts";
import type { CalendarMail, CalendarMailContent } from "#app/domain/mail/mail-content.ts";
import type { Outcome } from "#app/domain/outcome.ts";
import type { CalendarOwner, CalendarTokens, ChannelNotification } from "#app/server/ports/calendar-provider.ts";

/** Settings of one calendar, as the account's object keeps them. */
export type CalendarSettings = {
  active: boolean;
  visible: boolean;
  joins: boolean;
  templateId: string | null;
  language: LanguageChoice | null;
  rule: JoinRule;
  /** Of a feed: whether it is the person's own calendar, or one that they follow. Null: not asked yet, or no feed. */
  isMine: boolean | null;
};

/** A new account, or a new consent for one that is known. */
export type AccountBirth = {
  accountId: string;
  userId: string;
  workspaceId: string;
  name: string;
  createdAt: number;
} & (
  | { provider: Exclude<CalendarProvider, "ics">; owner: CalendarOwner; tokens: CalendarTokens }
  | { provider: "ics"; subject: string; address: string }
);

/** A calendar as its account's object has it. */
export type ConnectedCalendar = {
  calendarId: string;
  name: string;
  isPrimary: boolean;
  settings: CalendarSettings;
  /** Events of a feed's file that could not be read. */
  unreadable: number;
};

export type AvailableCalendar = {
  calendarId: string | null;
  providerCalendarId: string;
  name: string;
  primary: boolean;
  active: boolean;
  visible: boolean;
};

export type CalendarRefusal = "not-found" | "calendar-reconnect" | "calendar-unavailable";

/**
 * The methods of an account's object. One object per connected account, by the account's id; it alone writes the account's rows of
 * D1. `userId` is the person who asks: an account of somebody else is not found.
 */
export interface CalendarAccountMethods {
  /** Stores the account and begins its first sync. The same account again keeps its calendars and gets the new tokens. */
  begin(birth: AccountBirth): Promise<void>;
  available(userId: string): Promise<Outcome<AvailableCalendar[], CalendarRefusal>>;
  /** Connects a calendar of the account, active. Answers it; a known one keeps its settings. */
  connectCalendar(userId: string, providerCalendarId: string): Promise<Outcome<ConnectedCalendar[], CalendarRefusal>>;
  /** Changes those of the calendars that are the account's, and answers them. What is stored is never refused: D1 may have it later. */
  changeCalendars(
    userId: string,
    calendarIds: string[],
    change: Partial<CalendarSettings>,
  ): Promise<Outcome<ConnectedCalendar[], "not-found">>;
  /** Joins an event, does not join it, or lets the rule decide (null). A meeting that is planned is cancelled. */
  switchEvent(userId: string, eventKey: string, joins: boolean | null): Promise<Outcome<null, "not-found">>;
  /** Reads the account now, and answers its state then. */
  sync(): Promise<AccountState | null>;
  /** A proven notification. Only of a channel that the account has now; the calendars are then read soon. */
  receiveNotification(channelId: string, notification: ChannelNotification): Promise<void>;
  /** Hands the events that are due over to their meetings. Answers how many have one. */
  handOver(): Promise<number>;
  /** Writes all events into the lists of the person's workspace again, which may have lost them: now, or as soon as they take them. */
  writeEventsAgain(userId: string): Promise<void>;
  /** The content of a mail about the account as it is now; null where its reason is gone. */
  mailable(mail: CalendarMail): Promise<CalendarMailContent | null>;
  /** Ends the account: revokes its token where that is possible, removes its events and the meetings planned from them. */
  disconnect(userId: string): Promise<void>;
  /** The events of these meetings as the provider has them now; none where it cannot be read. */
  invitations(userId: string, meetIds: string[]): Promise<InvitingEvent[]>;
  /** Names of the people whom the events of this meeting invite, as they were read last. */
  invitedNames(userId: string, meetId: string): Promise<string[]>;
  /** Their addresses, in lower case. Also those that no provider vouches for: for the person's own order, not for rights. */
  invitedAddresses(userId: string, meetId: string): Promise<string[]>;
  /** The people whom an event invites, without its person, as it was read last: names, or addresses where there are none. */
  peopleOf(userId: string, eventId: string): Promise<string[]>;
  /** Encrypts its secrets with the current key, also a token that waits to be given back. False: it keeps none. */
  reseal(): Promise<boolean>;
}
export type CalendarAccountStub = CalendarAccountMethods;

/** The account objects of use cases. */
export interface CalendarAccounts {
  of(accountId: string): CalendarAccountMethods;
}
