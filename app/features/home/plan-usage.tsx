import { Link } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { PlanUse } from "#app/contracts/billing.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Tally } from "#app/ui/tally.tsx";

/** Used part of one kind of the plan that has a limit. */
export type LimitedUse = { kind: "uploads" | "recordings"; used: number; limit: number };

/** The kinds that the plan limits: both on the free plan, none on the others. */
export function limitedUse(usage: { uploads: PlanUse; recordings: PlanUse }): LimitedUse[] {
  return (["uploads", "recordings"] as const).flatMap((kind) => {
    const { used, limit } = usage[kind];
    return limit === null ? [] : [{ kind, used, limit }];
  });
}

/** The kinds of which nothing is left. */
export function reachedLimits(usage: readonly LimitedUse[]): LimitedUse[] {
  return usage.filter(({ used, limit }) => used >= limit);
}

/** For each kind a stroke for every use that the plan includes, the used ones inked. At a limit the notice leads to the plans. */
export function PlanUsage({ usage }: { usage: readonly LimitedUse[] }) {
  const { t } = useTranslation("home");
  return (
    <div className="usage">
      <div className="usage__kinds">
        {usage.map(({ kind, used, limit }) => (
          <div key={kind} className="usage">
            <Tally
              used={used}
              of={limit}
              label={t(kind === "uploads" ? "usage.label" : "usage.recordingsLabel", { used, limit })}
            />
            <p className="num">
              <b>{t("usage.count", { used, limit })}</b>{" "}
              {t(kind === "uploads" ? "usage.after" : "usage.recordingsAfter")}
            </p>
          </div>
        ))}
      </div>
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
