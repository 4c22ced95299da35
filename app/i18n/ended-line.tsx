import { useTranslation } from "react-i18next";
import { type EndReason, isCallReason } from "#app/domain/meeting/status.ts";
import { laterPart } from "#app/i18n/later-part.tsx";

const CallEndedLine = laterPart(async () => (await import("#app/i18n/call-ended-line.tsx")).CallEndedLine, {
  as: "span",
});

/** Why a meeting ended without minutes, in one line for lists; its page says what to do. */
export function EndedLine({ reason }: { reason: EndReason }) {
  const { t } = useTranslation("common");
  return isCallReason(reason) ? <CallEndedLine reason={reason} /> : <>{t(`ended.${reason}`)}</>;
}
