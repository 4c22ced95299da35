import { memo } from "react";
import { MomentLink } from "#app/features/meeting/moment-link.tsx";
import { NameThisSpeaker, TurnWords } from "#app/features/meeting/edit/turn-words.tsx";
import { isSameTurn, type Turn } from "#app/domain/transcript/group-turns.ts";
import type { Speaker } from "#app/features/meeting/transcript/list-speakers.ts";
import { segmentAnchor } from "#app/features/meeting/transcript/segment-anchor.ts";
import { SpeakerAvatar } from "#app/features/meeting/transcript/speaker-avatar.tsx";

type TurnRowProps = { turn: Turn; speaker: Speaker | null; playable: boolean; spokenId: string | null };

/** A paragraph: who (where it changed), its mark, and its segments, each of which can be played. */
export const TurnRow = memo(function TurnRow({ turn, speaker, playable, spokenId }: TurnRowProps) {
  return (
    <li className={spokenId === null ? "turn" : "turn is-spoken"}>
      {turn.named && speaker && (
        <div className="turn__who">
          <SpeakerAvatar speaker={speaker} />
          <span className={`speaker s${speaker.colour}`}>{speaker.name}</span>
          <NameThisSpeaker name={speaker.name} />
        </div>
      )}
      <span className="turn__when">
        <MomentLink
          moment={{ startMs: turn.startMs, segmentIds: turn.segments.map(({ id }) => id) }}
          current={spokenId !== null}
          tabStop={false}
        />
      </span>
      <TurnWords segments={turn.segments}>
        <p className="reading">
          {turn.segments.map((segment) => (
            <span
              key={segment.id}
              id={segmentAnchor(segment.id)}
              className={segment.id === spokenId ? "seg is-spoken" : "seg"}
              data-seek={playable ? segment.startMs : undefined}
              tabIndex={-1}
            >
              {segment.text}{" "}
            </span>
          ))}
        </p>
      </TurnWords>
    </li>
  );
}, isSameRow);

function isSameRow(a: TurnRowProps, b: TurnRowProps): boolean {
  return (
    a.spokenId === b.spokenId &&
    a.playable === b.playable &&
    a.speaker?.colour === b.speaker?.colour &&
    (a.turn === b.turn || isSameTurn(a.turn, b.turn))
  );
}
