import { useTranslation } from "#app/i18n/use-translation.ts";

const DAYS_PER_YEAR = 365;
const DAYS_PER_MONTH = 30;

/** A number of days as people say it: "90 days", "6 months", "1 year". */
export function useDaysText(): (days: number) => string {
  const { t } = useTranslation("privacy");
  return (days) => {
    if (days % DAYS_PER_YEAR === 0) return t("keep.years", { count: days / DAYS_PER_YEAR });
    if (days > 90 && days % DAYS_PER_MONTH === 0) return t("keep.months", { count: days / DAYS_PER_MONTH });
    return t("keep.days", { count: days });
  };
}
