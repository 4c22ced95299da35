import { Link } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { RecordingLock } from "#app/features/meeting/player/locked-part.ts";
import { formatDate } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";

/** The recording is kept and locked: since when, and what opens it. */
export function LockedNotice({ lockedAt, plan, months }: RecordingLock) {
  const { t } = useTranslation("pricing");
  const date = formatDate(lockedAt, useLocale(), useTimeZone());
  return (
    <div className="locked">
      <Notice
        title={t("locked.title")}
        action={
          <Link className={buttonClass("line")} to="/pricing">
            {t("locked.plans")}
          </Link>
        }
      >
        {t("locked.text", { plan: t(`name.${plan}`), months, date })}
      </Notice>
    </div>
  );
}
