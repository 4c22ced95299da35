import { useTranslation } from "react-i18next";
import { statusGlyph } from "#app/domain/meeting/status-glyph.ts";
import type { MeetingStatus } from "#app/domain/meeting/status.ts";
import { Badge } from "#app/ui/badge.tsx";

/** The meeting's state as a glyph and a word; announced when it changes. */
export function StatusBadge({ status }: { status: MeetingStatus }) {
  const { t } = useTranslation("common");
  return (
    <output className="doc__status">
      <Badge kind={statusGlyph(status)}>{t(`status.${status}`)}</Badge>
    </output>
  );
}
