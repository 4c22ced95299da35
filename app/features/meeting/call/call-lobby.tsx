import { useTranslation } from "react-i18next";
import type { CallView, MeetingHead } from "#app/contracts/meeting-view.ts";
import { CancelCall, OpenCall } from "#app/features/meeting/call/call-actions.tsx";
import { CallAdvice } from "#app/features/meeting/call/call-advice-list.tsx";
import { AskAgainButton, AskAgainNote, useAskAgain } from "#app/features/meeting/call/call-ask-again.tsx";
import { CallHistory } from "#app/features/meeting/call/call-history.tsx";
import { useNow } from "#app/features/meeting/call/use-now.ts";
import { formatExactDuration } from "#app/i18n/format.ts";
import { LocalTime, useLocale } from "#app/i18n/local-time.tsx";
import { Progress } from "#app/ui/progress.tsx";

/** In the lobby: how long it has waited of how long it will, and what opens it. */
export function CallLobby({ head, call }: { head: MeetingHead; call: CallView }) {
  const { t } = useTranslation("call");
  const lobbyState = call.door ?? "connecting";
  const again = useAskAgain(head.meetId, call);
  return (
    <>
      <p className="reading lead">
        {t(`lobby.${lobbyState}`)}{" "}
        {call.doorUntil !== null && (
          <>
            {t("lobby.until")} <LocalTime at={call.doorUntil} format="time" />.{" "}
          </>
        )}
        {t("lobby.nothingYet")}
      </p>
      <Waited call={call} />
      <div className="stack">
        <div className="actions">
          <OpenCall call={call} ink />
          <AskAgainButton again={again} ink={false} />
          <CancelCall meetId={head.meetId} inLobby />
        </div>
        <AskAgainNote again={again} inLobby />
      </div>
      {lobbyState === "waiting" && <CallAdvice who="host" steps={["admit", "guests"]} />}
      {lobbyState === "host-absent" && <CallAdvice who="you" steps={["start"]} />}
      <CallHistory head={head} />
    </>
  );
}

/** A bar only where both ends are known. */
function Waited({ call: { doorSince, doorUntil } }: { call: CallView }) {
  const { t } = useTranslation("call");
  const locale = useLocale();
  const now = useNow(doorUntil !== null);
  if (doorSince === null || doorUntil === null) return null;
  const allMs = doorUntil - doorSince;
  // Its place is kept until there is a clock: nothing below it moves.
  if (now === null) return <WaitedBar waitedMs={0} allMs={allMs} text={"\u00a0"} hidden />;
  const waitedMs = Math.min(Math.max(0, now - doorSince), allMs);
  const text = t("lobby.waited", {
    waited: formatExactDuration(waitedMs, locale),
    all: formatExactDuration(allMs, locale),
  });
  return <WaitedBar waitedMs={waitedMs} allMs={allMs} text={text} hidden={false} />;
}

type WaitedBarProps = { waitedMs: number; allMs: number; text: string; hidden: boolean };

function WaitedBar({ waitedMs, allMs, text, hidden }: WaitedBarProps) {
  const { t } = useTranslation("call");
  return (
    <div className="stack lead" aria-hidden={hidden || undefined}>
      <Progress value={waitedMs} max={allMs} label={t("lobby.waitedLabel")} />
      <p className="note muted num">{text}</p>
    </div>
  );
}
