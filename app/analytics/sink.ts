import type { AnalyticsEvent } from "#app/contracts/analytics-event.ts";

/** Receives analytics events. The local sink is a log; an operator may add another. Events never carry content. */
export interface AnalyticsSink {
  track(event: AnalyticsEvent, who: { userId: string | null }): void;
}
