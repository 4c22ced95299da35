import { faultOf, type Log } from "#app/server/log.ts";
import type { AnalyticsSink } from "#app/server/ports/analytics-sink.ts";

/** Of one machine, and of a Worker without Analytics Engine: one line for each event. */
export function logAnalytics(log: Log): AnalyticsSink {
  return {
    track: (name, { userId, session }) => log("analytics", { name, userId, session: session ?? undefined }),
  };
}

/**
 * Workers Analytics Engine, https://developers.cloudflare.com/analytics/analytics-engine/get-started/. A data point has the event as
 * its only blob and the session as its index, by which the engine samples. It does not name the person: a data point cannot be
 * deleted with the account, and is kept for three months.
 */
export function engineAnalytics(dataset: Pick<AnalyticsEngineDataset, "writeDataPoint">, log: Log): AnalyticsSink {
  return {
    track(name, { session }) {
      try {
        dataset.writeDataPoint({ blobs: [name], doubles: [1], indexes: [session ?? ""] });
      } catch (error) {
        log("analytics.failed", { error: faultOf(error) });
      }
    },
  };
}
