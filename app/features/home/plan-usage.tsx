import { Link } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { LimitedUse } from "#app/domain/plan/limited-use.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { UsageTallies } from "#app/ui/usage-tallies.tsx";

/** The kinds of which nothing is left. */
export function reachedLimits(usage: readonly LimitedUse[]): LimitedUse[] {
  return usage.filter(({ used, limit }) => used >= limit);
}

/** The plan's use. At a limit the notice leads to the plans. */
export function PlanUsage({ usage }: { usage: readonly LimitedUse[] }) {
  const { t } = useTranslation("home");
  return (
    <div className="usage">
      <UsageTallies usage={usage} />
      {reachedLimits(usage).length === 0 && (
        <Link className="note" to="/pricing">
          {t("limit.upgrade")}
        </Link>
      )}
    </div>
  );
}

/** §2: the limit-reached notice, with its way out. One notice for both kinds. */
export function LimitNotice({ reached }: { reached: readonly LimitedUse[] }) {
  const { t } = useTranslation("home");
  const [first] = reached;
  if (!first) return null;
  const text = reached.length > 1 ? "limit.both" : (`limit.${first.kind}` as const);
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
        {t(text, { limit: first.limit })}
      </Notice>
    </div>
  );
}
