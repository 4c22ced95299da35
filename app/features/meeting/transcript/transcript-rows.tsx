import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { formatMoment } from "#app/domain/time.ts";
import type { TranscriptRow } from "#app/domain/transcript/group-turns.ts";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { usePlayback, usePlayer } from "#app/features/meeting/player/use-playback.ts";
import { marksOfRow } from "#app/features/meeting/transcript/search/row-marks.ts";
import { useSearchState } from "#app/features/meeting/transcript/search/use-transcript-search.tsx";
import { TurnRow } from "#app/features/meeting/transcript/turn-row.tsx";
import { keyOfRow } from "#app/features/meeting/transcript/use-transcript-window.ts";
import type { RowRange } from "#app/features/meeting/transcript/window/row-offsets.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";

type RowsProps = {
  list: RefObject<HTMLOListElement>;
  rows: readonly TranscriptRow[];
  drawn: readonly RowRange[];
  whole: boolean;
};

/**
 * The paragraphs that are drawn, with empty stretches in place of the others. When the spoken segment changes, only the
 * paragraph that had it and the one that has it now are drawn anew: the others get the same properties as before.
 */
export function TranscriptRows({ list, rows, drawn, whole }: RowsProps) {
  const { t } = useTranslation("meeting");
  const { speakers, playable, durationMs } = useMeetingFacts();
  const { playFrom } = usePlayer();
  const spokenId = usePlayback((state) => state.spokenId);
  const search = useSearchState();
  const draw = (row: TranscriptRow, index: number) => {
    if (row.kind === "gap") return <GapRow key={keyOfRow(row)} gap={row.gap} row={index} />;
    const { segments, speaker } = row.turn;
    return (
      <TurnRow
        key={keyOfRow(row)}
        turn={row.turn}
        row={index}
        of={whole ? rows.length : null}
        speaker={speaker === null ? null : (speakers.get(speaker) ?? null)}
        spokenId={segments.some(({ id }) => id === spokenId) ? spokenId : null}
        marks={marksOfRow(index, segments, search)}
        onPlay={playable ? playFrom : null}
        durationMs={durationMs}
        playLabel={t("playFrom")}
      />
    );
  };
  return (
    <ol ref={list}>
      {layOut(rows, drawn).map((each) =>
        each.row ? draw(each.row, each.index) : <li key={each.key} data-gap aria-hidden="true" />,
      )}
    </ol>
  );
}

type Laid = { row: TranscriptRow; index: number } | { row: null; key: string };

/**
 * Rows and empty stretches, in one list. A stretch is named by the row after it, so that a row which stays is never moved
 * in the document: it would lose the focus, and the page its target.
 */
function layOut(rows: readonly TranscriptRow[], drawn: readonly RowRange[]): Laid[] {
  const laid: Laid[] = [];
  let at = 0;
  for (const { first, last } of drawn) {
    const next = rows[first];
    if (first > at && next) laid.push({ row: null, key: `before ${keyOfRow(next)}` });
    for (const [index, row] of rows.slice(first, last).entries()) laid.push({ row, index: first + index });
    at = last;
  }
  if (at < rows.length) laid.push({ row: null, key: "end" });
  return laid;
}

/** A stretch that has no text yet, named. */
function GapRow({ gap, row }: { gap: { startMs: number; endMs: number }; row: number }) {
  const { t } = useTranslation("meeting");
  const from = formatMoment(gap.startMs);
  return (
    <li className="turn gap" data-row={row}>
      <span className="turn__when">
        <span className="moment moment--text">{from}</span>
      </span>
      <div className="stack turn__gap">
        <Skeleton lines={2} />
        <p className="note muted">{t("transcript.gap", { from, to: formatMoment(gap.endMs) })}</p>
      </div>
    </li>
  );
}
