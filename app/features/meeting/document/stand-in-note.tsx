import { useTranslation } from "react-i18next";
import type { MeetingHead } from "#app/contracts/meeting-view.ts";
import { RetryForm } from "#app/features/meeting/document/retry-form.tsx";

/** Over minutes that were only extracted because the language model stayed down: what they are, and one click to have it asked again. */
export function StandInNote({ head }: { head: MeetingHead }) {
  const { t } = useTranslation("progress");
  return (
    <>
      <p className="reading lead">
        {t("standIn.note")} {head.retryable && t("standIn.todo")}
      </p>
      {head.retryable && <RetryForm meetId={head.meetId} status={head.status} />}
    </>
  );
}
