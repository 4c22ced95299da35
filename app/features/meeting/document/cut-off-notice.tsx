import { useTranslation } from "react-i18next";
import type { MeetingHead } from "#app/contracts/meeting-view.ts";
import { formatMoment } from "#app/domain/time.ts";
import { Notice } from "#app/ui/notice.tsx";

/** The file ends before the recording does (a crashed recorder, a full card): where, and what can be done. */
export function CutOffNotice({ head }: { head: MeetingHead }) {
  const { t } = useTranslation(["progress", "meeting"]);
  if (!head.cutOff || head.durationMs === null) return null;
  return (
    <div className="mt-5">
      <Notice role="status" title={t("meeting:colophon.cutOff", { at: formatMoment(head.durationMs) })}>
        {t("cutOff")}
      </Notice>
    </div>
  );
}
