import { useTranslation } from "react-i18next";
import type { CallReason } from "#app/domain/meeting/status.ts";

/** The words of a call's end come later than a list's other texts. */
export function CallEndedLine({ reason }: { reason: CallReason }) {
  const { t } = useTranslation("call");
  return <>{t(`ended.${reason}`)}</>;
}
