import { useEffect } from "react";
import { browserTimeZone } from "#app/i18n/time-zone.ts";

/** Tells the profile when the browser's zone is not the kept one: cron, mail and PDF have no cookie (D §10). */
export function KeepTimeZone({ kept }: { kept: string }) {
  useEffect(() => {
    const timeZone = browserTimeZone();
    if (timeZone === kept) return;
    // Where it fails, the next page tries again.
    void import("#app/contracts/page-calls.ts").then(
      ({ saveTimeZone }) => saveTimeZone(timeZone),
      () => undefined,
    );
  }, [kept]);
  return null;
}
