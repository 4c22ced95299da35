import { useTranslation } from "react-i18next";
import type { MeetingHead } from "#app/contracts/meeting-view.ts";
import { laterPart } from "#app/i18n/later-part.tsx";

/** Without its script the page still says how far the meeting is, in words that it has. */
export function PlainProgress({ head }: { head: MeetingHead }) {
  const { t } = useTranslation("common");
  return <p className="reading lead">{t(`status.${head.status}`)}</p>;
}

/** How far a meeting is, or why it ended: a completed one, which is what most people open, never loads it to be read. */
export const ProgressPart = laterPart(
  async () => (await import("#app/features/meeting/document/meeting-progress.tsx")).MeetingProgress,
  { lost: PlainProgress },
);
