import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MinutesProps } from "#app/features/minutes/section-view.tsx";

/** Above the minutes, where a line without a mark proves little. */
export function Caution({ caution }: { caution: NonNullable<MinutesProps["summary"]["caution"]> }) {
  const { t } = useTranslation("colophon");
  return <p className="note muted caution">{t(`caution.${caution}`)}</p>;
}
