import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingListItem } from "#app/contracts/meeting/lists.ts";

/** Says whether Acta is in the lobby or in the call, for a call that has not ended. A recording in a browser has neither. */
export function CallPlace({
  status,
  lobbyState,
  platform,
}: Pick<MeetingListItem, "status" | "lobbyState" | "platform">) {
  const { t } = useTranslation("call");
  const text = () => {
    if (platform === "here") return t("platform.here");
    return status === "RECORDING" ? t("live.inCall") : t(`lobby.${lobbyState ?? "connecting"}`);
  };
  return <p className="note muted">{text()}</p>;
}
