import type { AnalyticsEvent } from "#app/contracts/analytics-event.ts";

/** Analytics events whose screens do not exist yet, and what brings them. Their browser test comes with the screen. */
export const LATER_EVENTS = {
  "pro plan": "plans and payments: the plans page has nothing to choose yet",
  "free plan": "plans and payments: the plans page has nothing to choose yet",
} as const satisfies Partial<Record<AnalyticsEvent, string>>;
