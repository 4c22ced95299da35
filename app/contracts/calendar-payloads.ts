import * as z from "zod";
import { cleanName } from "#app/domain/clean-name.ts";
import { GUEST_RULES } from "#app/domain/calendar/calendar.ts";
import { LANGUAGE_CHOICES } from "#app/domain/meeting-languages.ts";
import {
  CALENDAR_ID_CHARS_MAX,
  CALENDARS_MAX,
  FEED_ADDRESS_CHARS_MAX,
  FEED_NAME_CHARS_MAX,
  SKIP_TITLE_CHARS_MAX,
  SKIP_TITLES_MAX,
} from "#app/domain/limits/calendars.ts";
import { LOCAL_PATH_CHARS_MAX } from "#app/domain/limits/account.ts";

/** Bodies of the calendar calls of §7, and of ours beside them. Only the server loads them. */

const id = z.string().min(1).max(CALENDAR_ID_CHARS_MAX);
const ids = z.array(id).min(1).max(CALENDARS_MAX);
const minute = z.int().min(0).max(1440);
const hours = z
  .object({ from: minute, to: minute, days: z.array(z.int().min(1).max(7)).min(1).max(7) })
  .refine(({ from, to }) => from < to);

const joinRule = z.object({
  accepted: z.boolean(),
  guests: z.enum(GUEST_RULES),
  skipTitles: z.array(z.string().trim().min(1).max(SKIP_TITLE_CHARS_MAX)).max(SKIP_TITLES_MAX),
  hours: hours.nullable(),
});

/**
 * POST /api/acta/connect-calendar/{provider}: activates a calendar, or connects one of the account's available calendars. Ours beside §7:
 * `calendar_ids` activates several by one call.
 */
export const connectCalendarPayload = z.union([
  z.object({ provider_calendar_id: id, account_id: id }),
  z.object({ calendar_id: id }),
  z.object({ calendar_ids: ids }),
]);
export type ConnectCalendarPayload = z.infer<typeof connectCalendarPayload>;

/** DELETE /api/acta/calendar-setup/{provider}: the calendars are no longer active. */
export const calendarSetupPayload = z.object({ calendar_ids: ids });

/** PUT /api/acta/calendar-visibility. */
export const calendarVisibilityPayload = z.object({ calendar_ids: ids, visible: z.boolean() });

/** POST /api/acta/calendar-accounts/connect/{provider}, a form: the browser goes on to the provider. */
export const connectAccountForm = z.object({ returnTo: z.string().max(LOCAL_PATH_CHARS_MAX).startsWith("/") });

/** POST /api/acta/calendar-accounts/ics. The address is a secret: it is never sent back. */
export const feedPayload = z.object({
  url: z.string().trim().min(1).max(FEED_ADDRESS_CHARS_MAX),
  name: z.string().max(FEED_NAME_CHARS_MAX).transform(cleanName),
});
export type FeedPayload = z.infer<typeof feedPayload>;

/** PATCH /api/acta/calendars/{calendar_id}: absent fields stay as they are. */
export const calendarSettingsPayload = z
  .object({
    joins: z.boolean(),
    template_id: id.nullable(),
    language: z.enum(LANGUAGE_CHOICES).nullable(),
    rule: joinRule,
    mine: z.boolean(),
  })
  .partial();
export type CalendarSettingsPayload = z.infer<typeof calendarSettingsPayload>;

/** PATCH /api/acta/calendar-preferences: the switch for all calendars. */
export const calendarPreferencesPayload = z.object({ joins: z.boolean() });

/** PUT /api/acta/calendar-events/{event_id}/joining; null: the rule decides again. */
export const eventJoiningPayload = z.object({ joins: z.boolean().nullable() });
