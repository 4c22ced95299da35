import { memo } from "react";
import { NameThisSpeaker, TurnWords } from "#app/features/meeting/edit/transcript/turn-words.tsx";
import { formatMoment } from "#app/domain/time.ts";
import { isSameTurn, type Turn } from "#app/domain/transcript/group-turns.ts";
import { isInRecording } from "#app/domain/transcript/moments.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import type { Speaker } from "#app/features/meeting/transcript/list-speakers.ts";
import { cutText, isSameMarks, type RowMarks } from "#app/features/meeting/transcript/search/row-marks.ts";
import { momentAddress, segmentAnchor } from "#app/features/meeting/transcript/segment-anchor.ts";
import { SpeakerAvatar } from "#app/features/meeting/transcript/speaker-avatar.tsx";
import { MomentMark } from "#app/ui/moment-mark.tsx";

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
        <p className="reading">
          {turn.segments.map((segment) => (
            <span
              key={segment.id}
              id={segmentAnchor(segment.id)}
              className={segment.id === spokenId ? "seg is-spoken" : "seg"}
              data-seek={onPlay && isInRecording(segment.startMs, durationMs) ? segment.startMs : undefined}
              tabIndex={-1}
            >
              <Words segment={segment} marks={marks} />{" "}
            </span>
          ))}
        </p>
      </TurnWords>
    </li>
  );
}, isSameRow);

function Words({ segment, marks }: { segment: Segment; marks: RowMarks | null }) {
  const own = marks?.filter(({ segmentId }) => segmentId === segment.id);
  if (!own || own.length === 0) return segment.text;
  return cutText(segment.text, own).map(({ at, text, mark }) =>
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
