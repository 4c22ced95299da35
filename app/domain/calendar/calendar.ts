/** Connected calendars: the words of §3 and of the person's own settings. */

/** Providers whose accounts are connected by consent. */
export const CONSENT_PROVIDERS = ["google", "microsoft"] as const;
export type ConsentProvider = (typeof CONSENT_PROVIDERS)[number];

/** `ics`: any calendar by its secret address. */
export const CALENDAR_PROVIDERS = [...CONSENT_PROVIDERS, "ics"] as const;
export type CalendarProvider = (typeof CALENDAR_PROVIDERS)[number];

/** The names of §7 in addresses. */
export const PROVIDER_PATHS = { google: "google", microsoft: "outlook" } as const satisfies Record<
  ConsentProvider,
  string
>;

/** §7: outlook is mapped to microsoft. */
export function parseCalendarProvider(text: string | undefined): CalendarProvider | null {
  const name = text === "outlook" ? "microsoft" : text;
  return CALENDAR_PROVIDERS.find((provider) => provider === name) ?? null;
}

export function parseConsentProvider(text: string | undefined): ConsentProvider | null {
  const provider = parseCalendarProvider(text);
  return CONSENT_PROVIDERS.find((name) => name === provider) ?? null;
}

/**
 * The state of an account. `reconnect`: the provider no longer accepts our token, and the person has to consent again.
 * `failing`: it could not be read lately, and is tried again. `reading`: its first sync is not complete. `cut`: the file of its feed has more
 * than Acta reads. `parked`: Acta ended more than once while it read the feed, and reads it no more.
 */
export const ACCOUNT_STATES = ["reading", "ok", "cut", "failing", "reconnect", "parked"] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** Minutes of a day: 0 is midnight, 1440 the end of the day. `days` are 1 (Monday) to 7 (Sunday). */
export type WorkingHours = { from: number; to: number; days: readonly number[] };

/** The other guests. `internal`: everybody has the person's mail domain. `external`: somebody has another one. */
export const GUEST_RULES = ["any", "internal", "external"] as const;
export type GuestRule = (typeof GUEST_RULES)[number];

/** Which events of a calendar Acta joins. Without a rule: those that the person organises (§6). */
export type JoinRule = {
  /** Also invitations of other people that the person has accepted. */
  accepted: boolean;
  guests: GuestRule;
  /** Titles that contain one of these texts are skipped; case and accents do not matter. */
  skipTitles: readonly string[];
  /** In the person's time zone; null: at any time. The start of the event counts. */
  hours: WorkingHours | null;
};

export const JOIN_RULE_DEFAULT: JoinRule = { accepted: false, guests: "any", skipTitles: [], hours: null };

/** Why Acta joins an event. */
export const JOIN_REASONS = ["organiser", "accepted", "switched-on"] as const;
export type JoinReason = (typeof JOIN_REASONS)[number];

/** Why Acta does not. Only the first that applies is told, in this order. */
export const SKIP_REASONS = [
  /** The event is over, or it began too long ago. */
  "past",
  "cancelled",
  /** The provider tells nothing but that the time is taken. */
  "busy-only",
  "all-day",
  "no-link",
  /** Its only link has a name in place of the meeting's number. */
  "personal-room",
  /** The calendar names a time zone that nobody knows. */
  "time-uncertain",
  /** The person switched this event off. */
  "switched-off",
  "declined",
  /** Joining is switched off for all calendars. */
  "all-off",
  "calendar-inactive",
  /** Joining is switched off for this calendar. */
  "calendar-off",
  /** The person has not said whether the feed is their own calendar. */
  "feed-unanswered",
  "not-organiser",
  "not-accepted",
  "rule-title",
  "rule-guests",
  "rule-hours",
  /** Another calendar of the person shows the same event and joins it. */
  "other-calendar",
  /** Another event of the person at that time is joined in the same room. */
  "same-room",
  /** The person's plan has no recording left. */
  "limit-reached",
  /** The calendar could not be read lately, so the event may have been moved or cancelled. */
  "not-readable",
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export type JoinDecision = { joins: true; reason: JoinReason } | { joins: false; reason: SkipReason };

/** End of connecting an account; the page that the browser returns to has it in `?calendar=`. */
export const CONNECT_RESULTS = [
  "connected",
  /** The person pressed Cancel at the provider. */
  "cancelled",
  /** The person unticked a permission that Acta needs. */
  "scopes-missing",
  /** The attempt is too old, was used, or belongs to another session. */
  "expired",
  "too-many",
  "unavailable",
  "failed",
] as const;
export type ConnectResult = (typeof CONNECT_RESULTS)[number];
