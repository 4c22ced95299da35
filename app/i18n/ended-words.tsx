import { useTranslation } from "react-i18next";
import { type EndReason, isCallReason } from "#app/domain/meeting/status.ts";

export function EndedWords({ reason }: { reason: EndReason }) {
  const { t } = useTranslation(["ended", "call"]);
  return <>{t(isCallReason(reason) ? `call:ended.${reason}` : `ended:${reason}`)}</>;
}
