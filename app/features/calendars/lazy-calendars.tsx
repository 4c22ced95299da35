import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";
// With the page, so that nothing moves when a section's script has come.
import "#app/features/calendars/agenda.css";
import "#app/features/calendars/calendars.css";

/** The section of Settings, which loads with that page only. */
export const LazyCalendars = lazyPart(
  lazy(async () => (await import("#app/features/calendars/calendars-section.tsx")).CalendarsSection, ["calendars"]),
  { isAbove: true },
);

/** The agenda on Home. */
export const LazyAgenda = lazyPart(
  lazy(async () => (await import("#app/features/calendars/agenda.tsx")).Agenda, ["calendars", "call"]),
  { isAbove: true },
);

/** The buttons of the onboarding. */
export const LazyConnect = lazyPart(
  lazy(async () => (await import("#app/features/calendars/onboarding-connect.tsx")).OnboardingConnect, ["calendars"]),
);
