import { useTranslation } from "react-i18next";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { linesOfAll } from "#app/domain/summary/summary.ts";

/** On a line that rests on words which were corrected since. */
export function OutdatedMark({ outdated }: { outdated: true | undefined }) {
  const { t } = useTranslation("editActions");
  return outdated ? <span className="outdated"> {t("outdated.mark")}</span> : null;
}

/** In the colophon: how much of the minutes is by hand, and in which language they are where that is not the meeting's. */
export function EditColophon({ view }: { view: MeetingView }) {
  const { t } = useTranslation(["editActions", "common"]);
  const { head, summary } = view;
  if (!summary) return null;
  const manualLines = linesOfAll(summary.fields).filter((line) => line.byHand).length;
  return (
    <>
      {manualLines > 0 && <p>{t("manualLines", { count: manualLines })}</p>}
      {summary.language !== head.language && (
        <p>{t("rewrite.writtenIn", { language: t(`common:language.${summary.language}`) })}</p>
      )}
    </>
  );
}
