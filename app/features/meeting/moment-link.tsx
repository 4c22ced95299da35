import { useTranslation } from "react-i18next";
import { formatMoment } from "#app/domain/time.ts";
import { momentAddress } from "#app/domain/transcript/moment-address.ts";
import type { Moment } from "#app/domain/transcript/moments.ts";
import { isPlayable, useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { useIsSpoken, usePlayer } from "#app/features/meeting/player/playback.ts";
import { MomentMark } from "#app/ui/moment-mark.tsx";

type MomentProps = { moment: Moment; current: boolean; tabStop?: boolean };

/** A mark that knows by itself when its words are spoken. */
export function SpokenMoment({ moment }: { moment: Moment }) {
  return <MomentLink moment={moment} current={useIsSpoken(moment.segmentIds)} />;
}

/** A moment of this meeting: plays from there, and is a link to it. Without a recording, or behind its end, it is a plain time. */
export function MomentLink({ moment, current, tabStop = true }: MomentProps) {
  const { t } = useTranslation("meeting");
  const facts = useMeetingFacts();
  const { seek } = usePlayer();
  const time = { time: formatMoment(moment.startMs), atMs: moment.startMs, label: t("playFrom") };
  if (!isPlayable(facts, moment.startMs)) return <MomentMark {...time} />;
  return (
    <MomentMark
      {...time}
      current={current}
      href={momentAddress(moment.startMs, moment.segmentIds[0])}
      onPlay={(ms) => seek(ms, { play: true })}
      tabStop={tabStop}
    />
  );
}
