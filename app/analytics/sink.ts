import type { AnalyticsEvent } from "#app/contracts/analytics-event.ts";

/** Where events go. Locally a log; an operator may add another sink. Never carries content. */
export interface AnalyticsSink {
  track(event: AnalyticsEvent, who: { userId: string | null }): void;
}
