import type { AnalyticsEvent } from "#app/contracts/analytics-event.ts";
import { lazy } from "#app/i18n/lazy.ts";

/** The code that sends. */
const reporter = lazy(async () => (await import("#app/analytics/report-action.ts")).reportAction);

/**
 * In the browser: reports an action by its specified name. Never waits, never fails. The code that sends loads with the first
 * action, so that pages do not begin with it; an action that leaves the page at once calls `reportLeaving` instead.
 */
export function track(event: AnalyticsEvent): void {
  reporter.load().then(
    (reportAction) => reportAction(event),
    () => undefined,
  );
}
