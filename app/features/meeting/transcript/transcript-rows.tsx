import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatMoment } from "#app/domain/time.ts";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { usePlayback } from "#app/features/meeting/player/use-playback.ts";
import type { TranscriptRow } from "#app/domain/transcript/group-turns.ts";
import { TurnRow } from "#app/features/meeting/transcript/turn-row.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";

/**
 * The paragraphs. When the spoken segment changes, only the paragraph that had it and the one that has it now are drawn:
 * the others get the same properties as before.
 */
export function TranscriptRows({ rows }: { rows: TranscriptRow[] }) {
  const { speakers, playable } = useMeetingFacts();
  const turnOf = useMemo(() => indexTurns(rows), [rows]);
  const spokenId = usePlayback((state) => state.spokenId);
  const spokenTurn = spokenId === null ? undefined : turnOf.get(spokenId);
  return (
    <ol>
      {rows.map((row) =>
        row.kind === "gap" ? (
          <GapRow key={`gap ${row.gap.startMs}`} gap={row.gap} />
        ) : (
          <TurnRow
            key={row.turn.key}
            turn={row.turn}
            speaker={row.turn.speaker === null ? null : (speakers.get(row.turn.speaker) ?? null)}
            playable={playable}
            spokenId={spokenTurn === row.turn.key ? spokenId : null}
          />
        ),
      )}
    </ol>
  );
}

function indexTurns(rows: TranscriptRow[]): Map<string, string> {
  const turnOf = new Map<string, string>();
  for (const row of rows) {
    if (row.kind === "turn") for (const segment of row.turn.segments) turnOf.set(segment.id, row.turn.key);
  }
  return turnOf;
}

/** A stretch that has no text yet, named. */
function GapRow({ gap }: { gap: { startMs: number; endMs: number } }) {
  const { t } = useTranslation("meeting");
  const from = formatMoment(gap.startMs);
  return (
    <li className="turn gap">
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
