import { Fragment, type ReactNode } from "react";
import type { Moment } from "#app/domain/transcript/moments.ts";
import { useMeetingFacts, useMoments } from "#app/features/meeting/meeting-context.ts";
import { SpokenMoment } from "#app/features/meeting/moment-link.tsx";
import { useIsSpoken } from "#app/features/meeting/player/use-playback.ts";

type Item = { text: string; segmentIds: string[] };

/** The moment at which a click on a line's text plays; undefined where there is nothing to play. */
export function useSeekTo(segmentIds: string[]): number | undefined {
  const { playable } = useMeetingFacts();
  const first = useMoments(segmentIds)[0];
  return playable ? first?.startMs : undefined;
}

/** A mark that shows the words behind it to whoever points at it or comes to it by keyboard. */
function ProvingMoment({ moment }: { moment: Moment }) {
  return (
    <span data-preview={moment.segmentIds.join(" ")}>
      <SpokenMoment moment={moment} />
    </span>
  );
}

/** The marks of a line, one under the other in the gutter. */
export function LineMarks({ segmentIds }: { segmentIds: string[] }) {
  return useMoments(segmentIds).map((moment) => <ProvingMoment key={moment.startMs} moment={moment} />);
}

/** A line with its marks in the gutter; washed while its words are spoken. */
export function SummaryLine({ segmentIds, children }: { segmentIds: string[]; children: ReactNode }) {
  const spoken = useIsSpoken(segmentIds);
  return (
    <li className={spoken ? "line is-spoken" : "line"}>
      <div className="line__when">
        <LineMarks segmentIds={segmentIds} />
      </div>
      <div data-seek={useSeekTo(segmentIds)}>{children}</div>
    </li>
  );
}

/** A sentence of running text. A no-break space keeps its first mark on the line of the word before it. */
export function SummarySentence({ item }: { item: Item }) {
  const moments = useMoments(item.segmentIds);
  const spoken = useIsSpoken(item.segmentIds);
  return (
    <>
      <span className={spoken ? "seg is-spoken" : "seg"} data-seek={useSeekTo(item.segmentIds)}>
        {item.text}
      </span>
      {moments.map((moment) => (
        <Fragment key={moment.startMs}>
          {"\u00a0"}
          <ProvingMoment moment={moment} />
        </Fragment>
      ))}{" "}
    </>
  );
}
