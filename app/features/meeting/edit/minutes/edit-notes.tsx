import { useTranslation } from "react-i18next";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { useEditActions } from "#app/features/meeting/edit/edit-actions.ts";
import { linesOfAll } from "#app/domain/summary/summary.ts";
import { Notice } from "#app/ui/notice.tsx";

/** Over the minutes: writing again did not work, or lines rest on words that were corrected since; each with its way out. */
export function EditNotes({ view }: { view: MeetingView }) {
  const { t } = useTranslation("edit");
  const actions = useEditActions();
  const { head, summary } = view;
  if (!summary || !actions || head.status !== "SUMMARIZED") return null;
  const outdated = linesOfAll(summary.fields).filter((line) => line.outdated).length;
  if (!head.rewriteFailed && outdated === 0) return null;
  const again = (
    <button
      className="btn btn--line"
      type="button"
      aria-busy={actions.awaited === "rewrite" || undefined}
      onClick={actions.writeAgain}
    >
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
