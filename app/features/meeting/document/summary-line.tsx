import { Fragment, type ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { formatMoment } from "#app/domain/time.ts";
import { momentAddress } from "#app/domain/transcript/moment-address.ts";
import type { Moment } from "#app/domain/transcript/moments.ts";
import type { Marked } from "#app/features/minutes/minutes-parts.ts";
import { isPlayable, useMeetingFacts, useMoments } from "#app/features/meeting/meeting-context.ts";
import { useIsSpoken, usePlayer } from "#app/features/meeting/player/playback.ts";
import { MomentMark } from "#app/ui/moment-mark.tsx";

type Item = Marked & { text: string; outdated?: true | undefined };

/** The moment at which a click on a line's text plays; undefined where there is nothing to play. */
export function useSeekTo(segmentIds: string[]): number | undefined {
  const facts = useMeetingFacts();
  const first = useMoments(segmentIds)[0];
  return first && isPlayable(facts, first.startMs) ? first.startMs : undefined;
}

/** A mark that shows the words behind it to whoever points at it or comes to it by keyboard. */
function ProvingMoment({ moment }: { moment: Moment }) {
  return (
    <span data-preview={moment.segmentIds.join(" ")}>
      <SpokenMoment moment={moment} />
    </span>
  );
}

/** The marks of a line, one under the other in the gutter; none where a person wrote it, or where no moment bears it out. */
export function LineMarks({ segmentIds, manual, unconfirmed }: Marked) {
  const { t } = useTranslation("editActions");
  const moments = useMoments(segmentIds);
  if (unconfirmed) return null;
  if (manual && moments.length === 0) return <span className="manual-edit">{t("manualEdit")}</span>;
  return moments.map((moment) => <ProvingMoment key={moment.startMs} moment={moment} />);
}

/** A line with its marks in the gutter; washed while its words are spoken. */
export function SummaryLine({ item, children }: { item: Omit<Item, "text">; children: ReactNode }) {
  const { segmentIds } = item;
  const spoken = useIsSpoken(segmentIds);
  return (
    <li className={spoken ? "line is-spoken" : "line"}>
      <div className="line__when">
        <LineMarks {...item} />
      </div>
      <div data-seek={useSeekTo(segmentIds)}>
        {children}
        <OutdatedMark outdated={item.outdated} />
        <UnconfirmedMark line={item} />
      </div>
    </li>
  );
}

/** A sentence of running text. A no-break space keeps its first mark on the line of the word before it. */
export function SummarySentence({ item }: { item: Item }) {
  const { t } = useTranslation("editActions");
  const moments = useMoments(item.segmentIds);
  const spoken = useIsSpoken(item.segmentIds);
  return (
    <>
      <span className={spoken ? "seg is-spoken" : "seg"} data-seek={useSeekTo(item.segmentIds)}>
        {item.text}
      </span>
      <OutdatedMark outdated={item.outdated} />
      <UnconfirmedMark line={item} />
      {item.manual && moments.length === 0 && (
        <>
          {"\u00a0"}
          <span className="manual-edit">{t("manualEdit")}</span>
        </>
      )}
      {(item.unconfirmed ? [] : moments).map((moment) => (
        <Fragment key={moment.startMs}>
          {"\u00a0"}
          <ProvingMoment moment={moment} />
        </Fragment>
      ))}{" "}
    </>
  );
}

/** On a line that rests on words which were corrected since. */
export function OutdatedMark({ outdated }: { outdated: true | undefined }) {
  const { t } = useTranslation("editActions");
  return outdated ? (
    <>
      {" "}
      <span className="outdated">{t("outdated.mark")}</span>
    </>
  ) : null;
}

/** On a line that the check did not find in the recording: quiet, with the nearest moment to listen to. */
export function UnconfirmedMark({ line: { segmentIds, unconfirmed } }: { line: Marked }) {
  const { t } = useTranslation("meeting");
  const [nearest] = useMoments(segmentIds);
  if (!unconfirmed) return null;
  return (
    <span className="unconfirmed">
      {" "}
      {t(nearest ? "check.listen" : "check.unconfirmed")}
      {nearest && (
        <>
          {"\u00a0"}
          <ProvingMoment moment={nearest} />
        </>
      )}
    </span>
  );
}

type MomentProps = { moment: Moment; current: boolean; tabStop?: boolean };

/** A mark that knows by itself when its words are spoken. */
function SpokenMoment({ moment }: { moment: Moment }) {
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
