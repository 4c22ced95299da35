import { Link, useLocation } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { SourceIcon } from "#app/ui/source-icon.tsx";
import { dialogHref } from "#app/features/shell/dialog-href.ts";
import { buttonClass } from "#app/ui/button.tsx";

/** Opens the dialog "Record here" over the current page. */
export function RecordLink({ narrow = false }: { narrow?: boolean }) {
  const { t } = useTranslation("recordHere");
  return (
    <Link
      className={buttonClass("line")}
      to={dialogHref("record", useLocation())}
      preventScrollReset
      title={narrow ? t("action") : undefined}
    >
      <SourceIcon name="microphone" />
      <span className="cap">{t("action")}</span>
    </Link>
  );
}
