import { useEffect } from "react";
import { lazy } from "#app/i18n/lazy.ts";
import { browserTimeZone } from "#app/i18n/time-zone.ts";

const pageCalls = lazy(() => import("#app/contracts/page-calls.ts"));

/** Saves the browser's time zone in the profile when it differs from `kept`: cron, mail and PDF have no cookie (D §10). */
export function KeepTimeZone({ kept }: { kept: string }) {
  useEffect(() => {
    const timeZone = browserTimeZone();
    if (timeZone === kept) return;
    // After a failure, the next page tries again.
    pageCalls.load().then(
      ({ saveTimeZone }) => saveTimeZone(timeZone),
      () => undefined,
    );
  }, [kept]);
  return null;
}
