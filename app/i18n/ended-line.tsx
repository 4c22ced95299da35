import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { type EndReason, isCallReason } from "#app/domain/meeting/status.ts";
import { laterPart } from "#app/i18n/later-part.tsx";

const CallEndedLine = laterPart(async () => (await import("#app/i18n/call-ended-line.tsx")).CallEndedLine);

/** Why a meeting ended without minutes, in one line for lists; its page says what to do. */
export function EndedLine({ reason }: { reason: EndReason }) {
  const { t } = useTranslation("common");
  if (!isCallReason(reason)) return <>{t(`ended.${reason}`)}</>;
  return (
    <Suspense fallback={null}>
      <CallEndedLine reason={reason} />
    </Suspense>
  );
}
