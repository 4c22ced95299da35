import type { AnalyticsEvent } from "#app/contracts/analytics-event.ts";

/** Receives analytics events. Events never carry content. */
export interface AnalyticsSink {
  /** `session`: the page's analytics session; null where the page named none. Never waits, never fails. */
  track(event: AnalyticsEvent, who: { userId: string | null; session: string | null }): void;
}
