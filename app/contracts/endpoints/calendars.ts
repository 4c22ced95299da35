import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";

/** Calendars. The first five are those of §7; every failure has its text in `detail` too. */

/** §7: refreshed every 30 s. */
export const readCalendars = endpoint({
  ...READS,
  path: "/api/acta/calendars",
  answer: async () => (await import("#app/contracts/calendars.ts")).calendarsAnswer,
  rate: { limit: "poll", counted: "calendars" },
  failure: "error.loadingData",
  detailed: true,
});

/** §7: activates a calendar, or several, or connects one. `outlook` is microsoft. */
export const connectCalendar = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/connect-calendar/:provider",
  params: { provider: "text" },
  body: async () => (await import("#app/contracts/calendar-payloads.ts")).connectCalendarPayload,
  answer: async () => (await import("#app/contracts/calendars.ts")).changedCalendars,
  rate: { limit: "edit", counted: "calendar-connect" },
  failure: "calendars:error.connect",
  detailed: true,
});

/** §7: deactivates calendars. */
export const removeCalendarSetup = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/calendar-setup/:provider",
  params: { provider: "text" },
  body: async () => (await import("#app/contracts/calendar-payloads.ts")).calendarSetupPayload,
  answer: async () => (await import("#app/contracts/calendars.ts")).changedCalendars,
  rate: { limit: "edit", counted: "calendar-setup" },
  failure: "calendars:error.update",
  detailed: true,
});

/** §7: every calendar of the account at its provider. */
export const readAvailableCalendars = endpoint({
  ...READS,
  path: "/api/acta/calendar-accounts/:account_id/available-calendars",
  params: { account_id: "text" },
  answer: async () => (await import("#app/contracts/calendars.ts")).availableCalendarsAnswer,
  rate: { limit: "edit", counted: "calendars-available" },
  failure: "error.loadingData",
  detailed: true,
});

/** §7: whether Home and the week view show the calendars. */
export const changeCalendarVisibility = endpoint({
  ...CHANGES,
  method: "PUT",
  path: "/api/acta/calendar-visibility",
  body: async () => (await import("#app/contracts/calendar-payloads.ts")).calendarVisibilityPayload,
  answer: async () => (await import("#app/contracts/calendars.ts")).changedCalendars,
  rate: { limit: "edit", counted: "calendar-visibility" },
  failure: "calendars:error.update",
  detailed: true,
});

/** Begins the consent at Google or Microsoft. A form, so that it works without JavaScript; the browser goes on to the provider. */
export const connectCalendarAccount = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/calendar-accounts/connect/:provider",
  params: { provider: "text" },
  body: async () => (await import("#app/contracts/calendar-payloads.ts")).connectAccountForm,
  bodyAs: "form",
  answer: "redirect",
  rate: { limit: "retry", counted: "calendar-consent" },
  failure: "calendars:error.couldNotConnect",
});

/** The provider sends the browser here; it goes on to the page of the attempt, with the result in `?calendar=` (ConnectResult). */
export const finishCalendarConsent = endpoint({
  method: "GET",
  path: "/api/acta/calendar-accounts/connect/:provider/callback",
  params: { provider: "text" },
  body: null,
  answer: "redirect",
  actors: ["session", "anyone"],
  scopes: ["write"],
  rate: { limit: "retry", counted: "calendar-callback" },
  failure: "calendars:error.couldNotConnect",
});

/** Disconnects an account: its token, our copy of its events and the meetings planned from them go. */
export const disconnectCalendarAccount = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/calendar-accounts/:account_id",
  params: { account_id: "text" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "retry", counted: "calendar-disconnect" },
  failure: "calendars:error.update",
  detailed: true,
});

/** Adds a calendar by its secret address. */
export const addCalendarFeed = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/calendar-accounts/ics",
  body: async () => (await import("#app/contracts/calendar-payloads.ts")).feedPayload,
  answer: async () => (await import("#app/contracts/calendars.ts")).feedAnswer,
  rate: { limit: "retry", counted: "calendar-feed" },
  failure: "calendars:error.couldNotConnect",
  detailed: true,
});

/** Default template, language, rule and join switch of one calendar. */
export const changeCalendarSettings = endpoint({
  ...CHANGES,
  method: "PATCH",
  path: "/api/acta/calendars/:calendar_id",
  params: { calendar_id: "text" },
  body: async () => (await import("#app/contracts/calendar-payloads.ts")).calendarSettingsPayload,
  answer: async () => (await import("#app/contracts/calendars.ts")).changedCalendars,
  rate: { limit: "edit", counted: "calendar-settings" },
  failure: "calendars:error.update",
  detailed: true,
});

/** The switch for all calendars. */
export const changeCalendarPreferences = endpoint({
  ...CHANGES,
  method: "PATCH",
  path: "/api/acta/calendar-preferences",
  body: async () => (await import("#app/contracts/calendar-payloads.ts")).calendarPreferencesPayload,
  answer: async () => (await import("#app/contracts/calendars.ts")).calendarPreferences,
  rate: { limit: "edit", counted: "calendar-preferences" },
  failure: "calendars:error.update",
  detailed: true,
});

/** Upcoming events, `?from=…&to=…` in epoch ms; without them the next seven days. */
export const readUpcomingEvents = endpoint({
  ...READS,
  path: "/api/acta/calendar-events",
  answer: async () => (await import("#app/contracts/calendars.ts")).upcomingAnswer,
  rate: { limit: "poll", counted: "calendar-events" },
  failure: "error.loadingData",
  detailed: true,
});

/** One event: join it, do not join it, or let the rule decide. A planned meeting of it is cancelled. */
export const switchCalendarEvent = endpoint({
  ...CHANGES,
  method: "PUT",
  path: "/api/acta/calendar-events/:event_id/joining",
  params: { event_id: "text" },
  body: async () => (await import("#app/contracts/calendar-payloads.ts")).eventJoiningPayload,
  answer: async () => (await import("#app/contracts/calendars.ts")).changedEvent,
  rate: { limit: "edit", counted: "calendar-event" },
  failure: "calendars:error.update",
  detailed: true,
});
