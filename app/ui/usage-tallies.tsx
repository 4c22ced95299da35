import { useTranslation } from "#app/i18n/use-translation.ts";
import { Tally } from "#app/ui/tally.tsx";

type Props = { usage: readonly { kind: "uploads" | "recordings"; used: number; limit: number }[] };

/** For each kind a stroke for every use that the plan includes, the used ones inked. */
export function UsageTallies({ usage }: Props) {
  const { t } = useTranslation("home");
  return (
    <div className="usage__kinds">
      {usage.map(({ kind, used, limit }) => (
        <div key={kind} className="usage">
          <Tally
            used={used}
            of={limit}
            label={t(kind === "uploads" ? "usage.label" : "usage.recordingsLabel", { used, limit })}
          />
          <p className="num">
            <b>{t("usage.count", { used, limit })}</b> {t(kind === "uploads" ? "usage.after" : "usage.recordingsAfter")}
          </p>
        </div>
      ))}
    </div>
  );
}
