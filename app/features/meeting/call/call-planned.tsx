import { useTranslation } from "react-i18next";
import type { CallView, MeetingHead } from "#app/contracts/meeting-view.ts";
import { CancelCall, InviteFrom, OpenCall } from "#app/features/meeting/call/call-actions.tsx";
import { CallHistory } from "#app/features/meeting/call/call-history.tsx";
import { LocalTime } from "#app/i18n/local-time.tsx";

/** Before its time: when Acta comes, and everything that can still be changed. */
export function CallPlanned({ head, call }: { head: MeetingHead; call: CallView }) {
  const { t } = useTranslation("call");
  return (
    <>
      <p className="reading lead">
        {t("planned.joins", { platform: t(`platform.${call.platform}`) })}{" "}
        <LocalTime at={head.startsAt} format="date-time" />. {t("planned.until")}
      </p>
      <div className="actions">
        <InviteFrom head={head} call={call} again={false} />
        <OpenCall call={call} ink={false} />
        <CancelCall meetId={head.meetId} inLobby={false} />
      </div>
      <CallHistory head={head} />
    </>
  );
}
