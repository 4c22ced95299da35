import { Link, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { track } from "#app/analytics/track.ts";
import type { CallView, MeetingHead } from "#app/contracts/meeting-view.ts";
import { isCallReason } from "#app/domain/meeting/status.ts";
import { ADVICE } from "#app/features/meeting/call/call-advice.ts";
import { CallAdvice } from "#app/features/meeting/call/call-advice-list.tsx";
import { InviteFrom } from "#app/features/meeting/call/call-actions.tsx";
import { AskAgainButton, AskAgainNote, useAskAgain } from "#app/features/meeting/call/call-ask-again.tsx";
import { CallHistory } from "#app/features/meeting/call/call-history.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** It came to nothing: what happened, what it costs, one ink button, what can be done, what Acta saw, the log. */
export function CallEnded({ head, call }: { head: MeetingHead; call: CallView }) {
  const { t } = useTranslation(["call", "common"]);
  const { pathname } = useLocation();
  const { reason } = head;
  const again = useAskAgain(head.meetId, call);
  if (!isCallReason(reason)) return null;
  const advice = ADVICE[reason];
  return (
    <>
      <p className="reading lead">
        {t(`happened.${reason}`)} {call.recordingSince === null && t("nothingRecorded")}
      </p>
      <div className="stack">
        <div className="actions">
          <AskAgainButton again={again} ink />
          {again.offer === "none" && <JoinOrUpgrade head={head} call={call} />}
          <Link
            className={buttonClass("line", "btn--l")}
            to={`${pathname}?upload=1`}
            preventScrollReset
            onClick={() => track("upload recording")}
          >
            <Icon name="upload" />
            <span className="cap">{t("common:menu.uploadRecording")}</span>
          </Link>
        </div>
        <AskAgainNote again={again} inLobby={false} />
      </div>
      <CallAdvice who={advice.who} steps={advice.steps} />
      {call.screenshot && <Screenshot meetId={head.meetId} />}
      <CallHistory head={head} />
    </>
  );
}

/** One ink button at a time: where Acta can ask again for this same meeting, another one is not offered. */
function JoinOrUpgrade({ head, call }: { head: MeetingHead; call: CallView }) {
  const { t } = useTranslation("call");
  if (head.reason !== "limit") return <InviteFrom head={head} call={call} again />;
  return (
    <Link className={buttonClass("primary", "btn--l")} to="/pricing">
      {t("action.upgrade")}
    </Link>
  );
}

function Screenshot({ meetId }: { meetId: string }) {
  const { t } = useTranslation("call");
  return (
    <figure className="advice">
      <img
        className="call-shot"
        // The bot's window; the space is kept until the picture is there.
        width={1280}
        height={720}
        src={`/api/acta/meetings/${meetId}/call/screenshot`}
        alt={t("screenshot.alt")}
        loading="lazy"
      />
      <figcaption className="note muted">{t("screenshot.caption")}</figcaption>
    </figure>
  );
}
