import { Fragment, memo, type RefObject } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { formatMoment } from "#app/domain/time.ts";
import { isAside, isSameTurn, type TranscriptRow, type Turn } from "#app/domain/transcript/group-turns.ts";
import { momentAddress, segmentAnchor } from "#app/domain/transcript/moment-address.ts";
import { isInRecording } from "#app/domain/transcript/moments.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { NameThisSpeaker, TurnWords } from "#app/features/meeting/edit/transcript/turn-words.tsx";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { usePlayback, usePlayer } from "#app/features/meeting/player/playback.ts";
import type { Speaker } from "#app/features/meeting/transcript/list-speakers.ts";
import { isSameMarks, type RowMarks } from "#app/features/meeting/transcript/search/same-marks.ts";
import { useSearchState, useTranscriptSearch } from "#app/features/meeting/transcript/search/use-transcript-search.tsx";
import { SpeakerAvatar } from "#app/features/meeting/transcript/speaker-avatar.tsx";
import { keyOfRow } from "#app/features/meeting/transcript/use-transcript-window.ts";
import type { RowRange } from "#app/features/meeting/transcript/window/row-offsets.ts";
import { MomentMark } from "#app/ui/moment-mark.tsx";
import { Skeleton } from "#app/ui/progress.tsx";

type TurnRowProps = {
  turn: Turn;
  row: number;
  /** Of how many rows; null while the page has only an excerpt. */
  of: number | null;
  speaker: Speaker | null;
  spokenId: string | null;
  marks: RowMarks | null;
  /** Plays from there; null where there is nothing to play. */
  onPlay: ((ms: number) => void) | null;
  /** As in MeetingFacts. */
  durationMs: number | null;
  playLabel: string;
};

/**
 * A paragraph: who (where it changed), its mark, and its segments, each of which can be played. Rows are drawn while
 * somebody scrolls, so they are given all that they say and ask for nothing themselves.
 */
export const TurnRow = memo(function TurnRow(props: TurnRowProps) {
  const { turn, row, of, speaker, spokenId, marks, onPlay, durationMs } = props;
  return (
    <li
      className={spokenId === null ? "turn" : "turn is-spoken"}
      data-row={row}
      aria-posinset={of === null ? undefined : row + 1}
      aria-setsize={of ?? undefined}
    >
      {turn.named && speaker && (
        <div className="turn__who">
          <SpeakerAvatar speaker={speaker} />
          <span className={`speaker s${speaker.colour}`}>{speaker.name}</span>
          <NameThisSpeaker name={speaker.name} />
        </div>
      )}
      <span className="turn__when">
        <MomentMark
          time={formatMoment(turn.startMs)}
          atMs={turn.startMs}
          label={props.playLabel}
          tabStop={false}
          {...(onPlay &&
            isInRecording(turn.startMs, durationMs) && {
              current: spokenId !== null,
              href: momentAddress(turn.startMs, turn.segments[0]?.id),
              onPlay,
            })}
        />
      </span>
      <TurnWords segments={turn.segments}>
        <p className="reading" dir="auto">
          {turn.segments.map((segment) => {
            const words = (
              <span
                key={segment.id}
                id={segmentAnchor(segment.id)}
                className={segment.id === spokenId ? "seg is-spoken" : "seg"}
                data-seek={onPlay && isInRecording(segment.startMs, durationMs) ? segment.startMs : undefined}
                tabIndex={-1}
              >
                <Words segment={segment} marks={marks} />{" "}
              </span>
            );
            // The name is outside of the segment: what is searched, copied and corrected are its words.
            return isAside(turn, segment) ? (
              <Fragment key={segment.id}>
                <i className="aside">
                  ({segment.speaker}: {words})
                </i>{" "}
              </Fragment>
            ) : (
              words
            );
          })}
        </p>
      </TurnWords>
    </li>
  );
}, isSameRow);

function Words({ segment, marks }: { segment: Segment; marks: RowMarks | null }) {
  const own = marks?.filter(({ segmentId }) => segmentId === segment.id);
  if (!own || own.length === 0) return segment.text;
  return <MarkedWords text={segment.text} marks={own} />;
}

function MarkedWords({ text: whole, marks }: { text: string; marks: RowMarks }) {
  return useTranscriptSearch()
    .cut(whole, marks)
    .map(({ at, text, mark }) =>
      mark === "plain" ? (
        text
      ) : (
        <mark key={at} className={mark === "current" ? "is-current" : undefined}>
          {text}
        </mark>
      ),
    );
}

function isSameRow(a: TurnRowProps, b: TurnRowProps): boolean {
  return (
    a.row === b.row &&
    a.of === b.of &&
    a.spokenId === b.spokenId &&
    a.onPlay === b.onPlay &&
    a.durationMs === b.durationMs &&
    a.speaker?.colour === b.speaker?.colour &&
    a.speaker?.name === b.speaker?.name &&
    isSameMarks(a.marks, b.marks) &&
    (a.turn === b.turn || isSameTurn(a.turn, b.turn))
  );
}

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
  const { marksOf } = useTranscriptSearch();
  // Draws again when other words are marked.
  useSearchState();
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
        marks={marksOf(index, segments)}
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
    <li className="turn" data-row={row}>
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
