import { useTranslation } from "react-i18next";
import { formatMoment } from "#app/domain/time.ts";
import type { Moment } from "#app/features/meeting/document/moments.ts";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { useIsSpoken } from "#app/features/meeting/player/use-playback.ts";
import { isoDuration } from "#app/features/meeting/format-length.ts";
import { segmentAnchor } from "#app/features/meeting/transcript/segment-anchor.ts";

/**
 * The moment mark. It is a real link to this moment on this page, for a new tab or to pass on; a plain click seeks (see
 * use-seek-clicks.ts). Without a recording it is a plain time.
 */
export function MomentLink({ moment, focusable = true }: { moment: Moment; focusable?: boolean }) {
  const { t } = useTranslation("meeting");
  const { playable } = useMeetingFacts();
  const spoken = useIsSpoken(moment.segmentIds);
  const time = <time dateTime={isoDuration(moment.startMs)}>{formatMoment(moment.startMs)}</time>;
  if (!playable) return <span className="moment moment--text">{time}</span>;
  return (
    <a
      className="moment"
      href={`?t=${Math.floor(moment.startMs / 1000)}#${segmentAnchor(moment.segmentIds[0] ?? "")}`}
      data-seek={moment.startMs}
      aria-current={spoken || undefined}
      tabIndex={focusable ? undefined : -1}
    >
      <span className="sr">{t("playFrom")} </span>
      {time}
    </a>
  );
}
