import { useTranslation } from "react-i18next";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import type { SummaryView } from "#app/features/meeting/edit/draft.ts";
import { useEditDoor } from "#app/features/meeting/edit/edit-door.ts";
import { Notice } from "#app/ui/notice.tsx";

/** Over the minutes: writing again did not work, or lines rest on words that were corrected since; each with its way out. */
export function EditNotes({ view }: { view: MeetingView }) {
  const { t } = useTranslation("edit");
  const door = useEditDoor();
  const { head, summary } = view;
  if (!summary || !door || head.status !== "SUMMARIZED") return null;
  const outdated = linesOf(summary).filter((line) => line.outdated).length;
  if (!head.rewriteFailed && outdated === 0) return null;
  const again = (
    <button className="btn btn--line" type="button" onClick={door.writeAgain}>
      {t("outdated.again")}
    </button>
  );
  return (
    <div className="edit-note">
      {head.rewriteFailed ? (
        <Notice title={t(FAILED[head.rewriteFailed])} action={again} role="alert">
          {t("rewrite.failedSafe")}
        </Notice>
      ) : (
        <Notice action={again} role="status">
          {t("outdated.note", { count: outdated })}
        </Notice>
      )}
    </div>
  );
}

const FAILED = {
  template: "rewrite.failedTemplate",
  language: "rewrite.failedLanguage",
  same: "rewrite.failedSame",
} as const;

/** On a line that rests on words which were corrected since. */
export function OutdatedMark({ outdated }: { outdated: true | undefined }) {
  const { t } = useTranslation("edit");
  return outdated ? <span className="outdated"> {t("outdated.mark")}</span> : null;
}

/** In the colophon: how much of the minutes is by hand, and in which language they are where that is not the meeting's. */
export function EditColophon({ view }: { view: MeetingView }) {
  const { t } = useTranslation(["edit", "common"]);
  const { head, summary } = view;
  if (!summary) return null;
  const byHand = linesOf(summary).filter((line) => line.byHand).length;
  return (
    <>
      {byHand > 0 && <p>{t("byHandLines", { count: byHand })}</p>}
      {summary.language !== head.language && (
        <p>{t("rewrite.writtenIn", { language: t(`common:language.${summary.language}`) })}</p>
      )}
    </>
  );
}

function linesOf({ fields }: SummaryView): { byHand?: true | undefined; outdated?: true | undefined }[] {
  return fields.flatMap(({ content }): { byHand?: true | undefined; outdated?: true | undefined }[] =>
    content.type === "customTable" ? content.rows : content.items,
  );
}
