import type { AnalyticsEvent } from "#app/contracts/analytics-event.ts";

const ANALYTICS_PATH = "/api/acta/analytics";

/** In the browser: reports an action by its specified name. Never waits, never fails; the page may be leaving. */
export function track(event: AnalyticsEvent): void {
  const body = new Blob([JSON.stringify({ event })], { type: "application/json" });
  if (navigator.sendBeacon?.(ANALYTICS_PATH, body)) return;
  void fetch(ANALYTICS_PATH, { method: "POST", body, keepalive: true }).catch(() => undefined);
}
