import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";

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

export const quotedMinutes = lazy(
  async () => (await import("#app/features/minutes/quoted-sections.tsx")).QuotedSections,
  ["highlights"],
);

const leftOutLines = lazy(
  async () => (await import("#app/features/meeting/document/left-out.tsx")).LeftOutLines,
  ["colophon"],
);

/** Over minutes whose check did not finish, or that a small model wrote. */
export const CautionPart = lazyPart(
  lazy(async () => (await import("#app/features/minutes/caution.tsx")).Caution, ["colophon"]),
  { isAbove: true },
);

/** Beside the tasks of the minutes. */
export const ViewTasks = lazyPart(
  lazy(async () => (await import("#app/features/meeting/document/view-tasks.tsx")).ViewTasks, ["colophon"]),
  { as: "span" },
);

/** Lines that are not among the minutes. Most minutes have none. */
export const LeftOutLines = lazyPart(leftOutLines);

/** Minutes that only quote. Pages of meetings whose minutes a model wrote never load them. */
export const QuotedMinutes = lazyPart(quotedMinutes);
