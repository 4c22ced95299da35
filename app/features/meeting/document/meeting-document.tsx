import { useTranslation } from "react-i18next";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { CallPart } from "#app/features/meeting/call/call-part.tsx";
import { showsCall } from "#app/features/meeting/call/call-state.ts";
import { Colophon } from "#app/features/meeting/document/colophon.tsx";
import { ProgressPart } from "#app/features/meeting/document/progress-part.tsx";
import { DOCUMENT_TITLE_ID, DocumentHead } from "#app/features/meeting/document/document-head.tsx";
import { NotesPlace } from "#app/features/meeting/document/notes-place.tsx";
import { SummaryFields } from "#app/features/meeting/document/summary-fields.tsx";

/** The minutes, or where they are on their way. A summary that is there is shown whatever the status says. */
export function MeetingDocument({ view }: { view: MeetingView }) {
  const { t } = useTranslation("common");
  const { head, segments, summary } = view;
  const hasText = segments.length > 0;
  const isCall = showsCall(head);
  return (
    <article className="doc" id="minutes" aria-labelledby={DOCUMENT_TITLE_ID}>
      <div className="doc__in">
        <DocumentHead head={head} hasText={hasText} hasMinutes={summary !== null} />
        {isCall && <CallPart head={head} hasText={hasText} />}
        {!isCall && head.status !== "SUMMARIZED" && <ProgressPart head={head} hasText={hasText} />}
        <NotesPlace view={view} />
        {summary && <SummaryFields summary={summary} />}
        {!summary && head.status === "SUMMARIZED" && <p className="reading lead">{t("error.noSummary")}</p>}
        <Colophon view={view} />
      </div>
    </article>
  );
}
