import { useTranslation } from "react-i18next";
import type { MeetingStatus } from "#app/domain/meeting/status.ts";
import { Badge, type BadgeKind } from "#app/ui/badge.tsx";

const KINDS: Record<MeetingStatus, BadgeKind> = {
  SCHEDULE: "scheduled",
  TORECORD: "preparing",
  RECORDING: "recording",
  RECORDED: "recorded",
  TRANSCRIBING: "transcribing",
  TRANSCRIPTED: "transcribed",
  LLMING: "summarizing",
  SUMMARIZED: "done",
  REJECTED: "rejected",
  SKIPPED_SUMMARY: "skipped",
  ERROR_RECORDED: "error",
  ERROR_TRANSCRIPT: "error",
  ERROR_SUMMARY: "error",
};

/** The meeting's state as a glyph and a word; announced when it changes. */
export function StatusBadge({ status }: { status: MeetingStatus }) {
  const { t } = useTranslation("common");
  return (
    <output className="doc__status">
      <Badge kind={KINDS[status]}>{t(`status.${status}`)}</Badge>
    </output>
  );
}
