import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { formatLength, formatMoment } from "#app/domain/time.ts";
import { NUDGE_MS } from "#app/features/meeting/player/player-keys.ts";
import { usePlayback, usePlayer } from "#app/features/meeting/player/use-playback.ts";
import type { RulerMarks } from "#app/features/meeting/player/use-ruler-marks.ts";

/** The playhead, and over the whole ruler a slider that everybody can use; it draws nothing but its focus ring. */
export function RulerSlider({ durationMs, marks }: { durationMs: number; marks: RulerMarks }) {
  const { t } = useTranslation("meeting");
  const playback = usePlayer();
  const ms = Math.min(
    usePlayback((state) => state.ms),
    durationMs,
  );
  const at = ms / 1000;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const forward = event.key === "ArrowRight";
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey) playback.seek(nextMark(marks, ms, forward) ?? ms);
    else playback.seekBy(forward ? NUDGE_MS : -NUDGE_MS);
  };

  return (
    <>
      <svg
        className="ruler__head"
        viewBox={`0 0 ${durationMs / 1000} 100`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <line className="playhead" x1={at} x2={at} y1="0" y2="100" />
        <line className="playhead-knob" x1={at} x2={at} y1="0" y2="0" />
      </svg>
      <input
        className="ruler__seek"
        type="range"
        min={0}
        max={durationMs}
        step="any"
        value={ms}
        aria-label={t("player.position")}
        aria-valuetext={t("player.positionOf", { at: formatMoment(ms), length: formatLength(durationMs) })}
        onChange={(event) => playback.seek(Number(event.currentTarget.value))}
        onKeyDown={onKeyDown}
      />
    </>
  );
}

/** A mark counts as reached within half a second, so that the key moves on from the one it stands on. */
const REACHED_MS = 500;

function nextMark({ keyPoints, tasks }: RulerMarks, ms: number, forward: boolean): number | undefined {
  const all = [...keyPoints, ...tasks].sort((a, b) => a - b);
  return forward ? all.find((mark) => mark > ms + REACHED_MS) : all.findLast((mark) => mark < ms - REACHED_MS);
}
