import { useEffect } from "react";
import { callApi } from "#app/contracts/call-api.ts";
import { savePreferences } from "#app/contracts/endpoints/account.ts";
import { browserTimeZone } from "#app/i18n/time-zone.ts";

/** Tells the profile when the browser's zone is not the kept one: cron, mail and PDF have no cookie (D §10). */
export function KeepTimeZone({ kept }: { kept: string }) {
  useEffect(() => {
    const timeZone = browserTimeZone();
    if (timeZone === kept) return;
    // Where it fails, the next page tries again.
    void callApi(savePreferences, { body: { timeZone } });
  }, [kept]);
  return null;
}
