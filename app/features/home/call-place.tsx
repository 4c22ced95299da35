import { useTranslation } from "react-i18next";
import type { MeetingListItem } from "#app/contracts/meeting-list.ts";

/** Says whether Acta is in the lobby or in the call, for a call that has not ended. */
export function CallPlace({ status, door }: Pick<MeetingListItem, "status" | "door">) {
  const { t } = useTranslation("call");
  return <p className="note muted">{status === "RECORDING" ? t("live.inCall") : t(`lobby.${door ?? "connecting"}`)}</p>;
}
