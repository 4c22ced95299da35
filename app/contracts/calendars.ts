import * as z from "zod/mini";
import {
  ACCOUNT_STATES,
  CALENDAR_PROVIDERS,
  GUEST_RULES,
  JOIN_REASONS,
  SKIP_REASONS,
} from "#app/domain/calendar/calendar.ts";
import { LANGUAGE_CHOICES } from "#app/domain/meeting-languages.ts";

/**
 * Answers of the calendar calls of §7, and of ours beside them; the bodies are in calendar-payloads.ts. Names of fields follow §7:
 * calendar_id, account_id, calendar_integrations.
 */

/** Which events are joined, in plain words (domain/calendar/calendar.ts, JoinRule). */
const joinRule = z.object({
  accepted: z.boolean(),
  guests: z.enum(GUEST_RULES),
  skipTitles: z.array(z.string()),
  hours: z.nullable(z.object({ from: z.number(), to: z.number(), days: z.array(z.number()) })),
});

/** Settings of one calendar. A template of null is the person's default, "system" Basic system; a language of null is the team's, or else that of the pages. */
const settings = {
  joins: z.boolean(),
  template_id: z.nullable(z.string()),
  language: z.nullable(z.enum(LANGUAGE_CHOICES)),
  rule: joinRule,
  /** Of a feed: whether it is the person's own calendar, or one that they follow. Null: not asked yet, or no feed. */
  mine: z.nullable(z.boolean()),
};

/** §3: id, active, visible, name, primary. `active`: Acta joins its events. `visible`: Home and the week show its events. */
const calendar = z.object({
  id: z.string(),
  active: z.boolean(),
  visible: z.boolean(),
  name: z.string(),
  primary: z.boolean(),
  /** Events of a feed's file that could not be read. */
  unreadable: z.number(),
  ...settings,
});
export type CalendarView = z.infer<typeof calendar>;

const account = z.object({
  account_id: z.string(),
  /** The account's address; of a feed its name. Never the address of a feed. */
  name: z.string(),
  state: z.enum(ACCOUNT_STATES),
  /** When it was last read, in epoch ms. */
  synced_at: z.nullable(z.number()),
  calendars: z.array(calendar),
});
export type CalendarAccountView = z.infer<typeof account>;

/** GET /api/acta/calendars. */
export const calendarsAnswer = z.object({
  calendar_integrations: z.array(z.object({ provider: z.enum(CALENDAR_PROVIDERS), accounts: z.array(account) })),
  /** The switch for all calendars. */
  joins: z.boolean(),
});
export type CalendarsAnswer = z.infer<typeof calendarsAnswer>;

/** The calendars that a call changed, as they are now. */
export const changedCalendars = z.object({ calendars: z.array(calendar) });
export type ChangedCalendars = z.infer<typeof changedCalendars>;

/** GET /api/acta/calendar-accounts/{account_id}/available-calendars: every calendar of the account at its provider. */
export const availableCalendarsAnswer = z.object({
  available_calendars: z.array(
    z.object({
      /** Null until the calendar is connected. */
      id: z.nullable(z.string()),
      provider_calendar_id: z.string(),
      account_id: z.string(),
      name: z.string(),
      primary: z.boolean(),
      active: z.boolean(),
      visible: z.boolean(),
    }),
  ),
});
export type AvailableCalendarsAnswer = z.infer<typeof availableCalendarsAnswer>;

/** POST /api/acta/calendar-accounts/ics. */
export const feedAnswer = z.object({ account_id: z.string() });

/** PATCH /api/acta/calendar-preferences: the switch for all calendars. */
export const calendarPreferences = z.object({ joins: z.boolean() });

const event = z.object({
  id: z.string(),
  calendar_id: z.string(),
  calendar_name: z.string(),
  provider: z.enum(CALENDAR_PROVIDERS),
  /** Empty: the provider tells none, or the event has none. */
  title: z.string(),
  /** Epoch ms. All-day events begin at midnight UTC of their first day. */
  starts_at: z.number(),
  ends_at: z.number(),
  all_day: z.boolean(),
  private: z.boolean(),
  tentative: z.boolean(),
  is_organiser: z.boolean(),
  /** The platform of the meeting link; null without one. */
  platform: z.nullable(z.string()),
  joins: z.boolean(),
  /** Why Acta joins, or why not. */
  reason: z.enum([...JOIN_REASONS, ...SKIP_REASONS]),
  /** The person's switch for this event; null: the rule decides. */
  switched: z.nullable(z.boolean()),
  /** The meeting, once there is one. */
  meet_id: z.nullable(z.string()),
  /** Whether that meeting is being recorded or was; null before, or where nothing was recorded. The switch ends no recording. */
  recording: z.nullable(z.enum(["running", "done"])),
  /** The meeting of the same series before this event, and its open tasks; null where there is none, or another event of the series comes first. */
  last_time: z.nullable(z.object({ meet_id: z.string(), open_tasks: z.number() })),
});
export type UpcomingEvent = z.infer<typeof event>;
export const changedEvent = z.object({ event });

/** GET /api/acta/calendar-events?from=…&to=… (epoch ms): events of visible calendars, by start. */
export const upcomingAnswer = z.object({
  events: z.array(event),
  /** The switch for all calendars. */
  joins: z.boolean(),
  /** Accounts that must be connected again. */
  reconnect: z.array(z.object({ account_id: z.string(), provider: z.enum(CALENDAR_PROVIDERS), name: z.string() })),
  /** False: the person has connected nothing. */
  is_connected: z.boolean(),
});
export type UpcomingAnswer = z.infer<typeof upcomingAnswer>;
