import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { buttonClass } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Tally } from "#app/ui/tally.tsx";

/** The plan's uploads that are used: a stroke for each that it has, the used ones inked. */
export type LimitedUse = { used: number; limit: number };

export function PlanUsage({ used, limit }: LimitedUse) {
  const { t } = useTranslation("home");
  return (
    <div className="usage">
      <Tally used={used} of={limit} label={t("usage.label", { used, limit })} />
      <p className="num">
        <b>{t("usage.count", { used, limit })}</b> {t("usage.after")}
      </p>
    </div>
  );
}

/** §2: the limit-reached notice, with its way out. */
export function LimitNotice({ limit }: Pick<LimitedUse, "limit">) {
  const { t } = useTranslation("home");
  return (
    <div className="block--s">
      <Notice
        title={t("limit.title")}
        action={
          <Link className={buttonClass("line")} to="/pricing">
            {t("limit.upgrade")}
          </Link>
        }
      >
        {t("limit.text", { limit })}
      </Notice>
    </div>
  );
}
