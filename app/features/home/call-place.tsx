import { useTranslation } from "react-i18next";
import type { MeetingListItem } from "#app/contracts/meeting-list.ts";

/** Where Acta is while its call has not ended: in the lobby, or in. */
export function CallPlace({ status, door }: Pick<MeetingListItem, "status" | "door">) {
  const { t } = useTranslation("call");
  return <p className="note muted">{status === "RECORDING" ? t("live.inCall") : t(`lobby.${door ?? "connecting"}`)}</p>;
}
