import { useTranslation } from "react-i18next";
import type { CallView, MeetingHead } from "#app/contracts/meeting-view.ts";
import { isEndedBadly } from "#app/domain/meeting/status.ts";
import { CancelCall, InviteFrom, OpenCall } from "#app/features/meeting/call/call-actions.tsx";
import { CallEnded } from "#app/features/meeting/call/call-ended.tsx";
import { CallHistory } from "#app/features/meeting/call/call-history.tsx";
import { CallLive } from "#app/features/meeting/call/call-live.tsx";
import { CallLobby } from "#app/features/meeting/call/call-lobby.tsx";
import { LocalTime } from "#app/i18n/local-time.tsx";

/** An online call on its meeting's page, by where it stands. */
export function CallDocument({ head, hasText }: { head: MeetingHead; hasText: boolean }) {
  const { call } = head;
  if (!call) return null;
  if (isEndedBadly(head.status)) return <CallEnded head={head} call={call} />;
  if (call.recordingSince !== null) return <CallLive head={head} call={call} hasText={hasText} />;
  if (head.status === "SCHEDULE") return <CallPlanned head={head} call={call} />;
  return <CallLobby head={head} call={call} />;
}

/** Before its time: when Acta comes, and everything that can still be changed. */
function CallPlanned({ head, call }: { head: MeetingHead; call: CallView }) {
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
