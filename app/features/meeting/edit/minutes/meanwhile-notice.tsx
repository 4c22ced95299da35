import { useTranslation } from "react-i18next";
import type { SummaryView } from "#app/features/meeting/edit/minutes/draft.ts";
import { formatTimeOfDay } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Icon } from "#app/ui/icon.tsx";

type Props = {
  theirs: SummaryView;
  both: number;
  comparing: boolean;
  onCompare: (comparing: boolean) => void;
  onGoOn: () => void;
};

/** Somebody else saved: what they touched, that nothing is lost, and the two ways on. */
export function MeanwhileNotice({ theirs, both, comparing, onCompare, onGoOn }: Props) {
  const { t } = useTranslation("edit");
  const locale = useLocale();
  const timeZone = useTimeZone();
  return (
    <div className="notice notice--doc" role="alert">
      <Icon name="alert" />
      <div className="stack">
        <p>
          <span className="strong">
            {theirs.savedAt === undefined
              ? t("meanwhile.written")
              : t("meanwhile.saved", { time: formatTimeOfDay(theirs.savedAt, locale, timeZone) })}
          </span>{" "}
          {both > 0 ? t("meanwhile.both", { count: both }) : t("meanwhile.none")} {t("meanwhile.safe")}
        </p>
        <p className="row row--wrap">
          {both > 0 && (
            <button
              className="btn btn--line"
              type="button"
              aria-pressed={comparing}
              onClick={() => onCompare(!comparing)}
            >
              {t(comparing ? "meanwhile.hide" : "meanwhile.compare")}
            </button>
          )}
          <button className="btn btn--quiet" type="button" onClick={onGoOn}>
            {t("meanwhile.goOn")}
          </button>
        </p>
      </div>
    </div>
  );
}
