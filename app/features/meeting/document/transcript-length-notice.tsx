import { useTranslation } from "react-i18next";
import type { MeetingHead } from "#app/contracts/meeting-view.ts";
import { Notice } from "#app/ui/notice.tsx";

/**
 * Captions or a given transcript that are much shorter or longer than the recording may be those of another meeting: the
 * minutes are written all the same, and whoever reads them is told.
 */
export function TranscriptLengthNotice({ head }: { head: MeetingHead }) {
  const { t } = useTranslation("progress");
  if (head.transcriptLength === null) return null;
  return (
    <div className="mt-5">
      <Notice role="status" title={t(`transcriptLength.${head.transcriptLength}`)}>
        {t(head.transcriptSource === "captions" ? "transcriptLength.checkCaptions" : "transcriptLength.check")}
      </Notice>
    </div>
  );
}
