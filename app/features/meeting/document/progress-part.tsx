import { useTranslation } from "react-i18next";
import type { MeetingHead } from "#app/contracts/meeting-view.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { lazyPart } from "#app/i18n/lazy-part.tsx";

/** Shown when the script cannot be loaded: the status in a text that the page already has. */
export function PlainProgress({ head }: { head: MeetingHead }) {
  const { t } = useTranslation("common");
  return <p className="reading lead">{t(`status.${head.status}`)}</p>;
}

export const meetingProgress = lazy(
  async () => (await import("#app/features/meeting/document/meeting-progress.tsx")).MeetingProgress,
  ["progress"],
);

/** The progress of a meeting, or the reason that it ended. Pages of completed meetings, the most common ones, never load it. */
export const ProgressPart = lazyPart(meetingProgress, { lost: PlainProgress });
