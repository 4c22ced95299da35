import { useTranslation } from "react-i18next";
import { formatMoment } from "#app/domain/time.ts";
import type { Moment } from "#app/features/meeting/document/moments.ts";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { useIsSpoken, usePlayer } from "#app/features/meeting/player/use-playback.ts";
import { momentAddress } from "#app/features/meeting/transcript/segment-anchor.ts";
import { MomentMark } from "#app/ui/moment-mark.tsx";

/** A moment of this meeting: plays from there, and is a link to it. Without a recording it is a plain time. */
export function MomentLink({ moment, tabStop = true }: { moment: Moment; tabStop?: boolean }) {
  const { t } = useTranslation("meeting");
  const { playable } = useMeetingFacts();
  const { seek } = usePlayer();
  const spoken = useIsSpoken(moment.segmentIds);
  const time = { time: formatMoment(moment.startMs), atMs: moment.startMs, label: t("playFrom") };
  if (!playable) return <MomentMark {...time} />;
  return (
    <MomentMark
      {...time}
      current={spoken}
      href={momentAddress(moment.startMs, moment.segmentIds[0])}
      onPlay={(ms) => seek(ms, { play: true })}
      tabStop={tabStop}
    />
  );
}
