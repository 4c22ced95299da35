import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef, useState } from "react";
import { type ClipSpan, fitSpan } from "#app/domain/clips/clip.ts";
import { CLIP_STEP_MS } from "#app/domain/limits/clips.ts";
import { MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";
import { formatMoment } from "#app/domain/time.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";

type End = "from" | "to";
type Recorded = { startMs: number; endMs: number };
type Props = {
  span: ClipSpan;
  /** The recording that holds the clip. */
  within: Recorded;
  segments: readonly Segment[];
  /** The moment that is being played; null where nothing is. */
  playedMs: number | null;
  onChange: (span: ClipSpan) => void;
};

/** Time that is shown on both sides of a passage: enough to move its ends. */
const AROUND_MS_MIN = 15 * SECOND_MS;
const AROUND_MS_MAX = MINUTE_MS;
/** With Shift, or Page Up and Page Down. */
const LARGE_STEPS = 10;

/**
 * The part of the timeline around a clip, with the speech in it. Both ends are dragged or moved by the keys of a slider. The shown part stays
 * while an end is held, so that it does not run away under the pointer.
 */
export function ClipStrip({ span, within, segments, playedMs, onChange }: Props) {
  const { t } = useTranslation("sharing");
  const strip = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const [held, setHeld] = useState<(Recorded & { end: End }) | null>(null);
  const [kept, setKept] = useState(() => shownAround(span, within));
  const isBeyond = span.fromMs < kept.startMs || span.toMs > kept.endMs;
  const shown = held ?? (isBeyond ? shownAround(span, within) : kept);
  const lengthMs = shown.endMs - shown.startMs;
  const percent = (ms: number) =>
    (100 * (Math.min(Math.max(ms, shown.startMs), shown.endMs) - shown.startMs)) / lengthMs;
  const move = (end: End, ms: number) =>
    onChange(fitSpan(end === "from" ? { ...span, fromMs: ms } : { ...span, toMs: ms }, within, end));

  const onKeyDown = (end: End) => (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const ms = end === "from" ? span.fromMs : span.toMs;
    move(end, ms + step * (event.shiftKey ? LARGE_STEPS : 1) * CLIP_STEP_MS);
  };
  const msAt = (x: number) => {
    const { left = 0, width = 1 } = strip.current?.getBoundingClientRect() ?? {};
    return Math.round((shown.startMs + ((x - left) / width) * lengthMs) / 100) * 100;
  };
  const hold = (end: End) => (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setHeld({ ...shown, end });
  };
  const drag = (event: PointerEvent<HTMLElement>) => held && move(held.end, msAt(event.clientX));
  const release = () => {
    if (!held) return;
    setHeld(null);
    setKept(shownAround(span, within));
  };
  const handle = (end: End) => {
    const ms = end === "from" ? span.fromMs : span.toMs;
    return (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- two thumbs on one track, which an input of type range cannot have
      <span
        className={`strip__end strip__end--${end}`}
        role="slider"
        tabIndex={0}
        aria-label={t(end === "from" ? "clips.start" : "clips.end")}
        aria-valuemin={Math.round(within.startMs / 1000)}
        aria-valuemax={Math.round(within.endMs / 1000)}
        aria-valuenow={Math.round(ms / 1000)}
        aria-valuetext={formatMoment(ms)}
        aria-describedby={hintId}
        style={{ insetInlineStart: `${percent(ms)}%` }}
        onKeyDown={onKeyDown(end)}
        onPointerDown={hold(end)}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
      >
        <span className="strip__time num">{formatMoment(ms)}</span>
      </span>
    );
  };
  return (
    <div className="stack">
      <div className="strip" ref={strip}>
        <Speech segments={segments} shown={shown} />
        <div
          className="strip__span"
          style={{
            insetInlineStart: `${percent(span.fromMs)}%`,
            width: `${percent(span.toMs) - percent(span.fromMs)}%`,
          }}
        />
        {playedMs !== null && <div className="strip__now" style={{ insetInlineStart: `${percent(playedMs)}%` }} />}
        {handle("from")}
        {handle("to")}
      </div>
      <p className="hint" id={hintId}>
        {t("clips.keys")}
      </p>
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -LARGE_STEPS,
  PageUp: LARGE_STEPS,
};

function shownAround({ fromMs, toMs }: ClipSpan, within: Recorded): Recorded {
  const around = Math.min(Math.max((toMs - fromMs) / 2, AROUND_MS_MIN), AROUND_MS_MAX);
  return { startMs: Math.max(within.startMs, fromMs - around), endMs: Math.min(within.endMs, toMs + around) };
}

/** When somebody speaks. */
function Speech({ segments, shown }: { segments: readonly Segment[]; shown: Recorded }) {
  const { startMs, endMs } = shown;
  const path = useMemo(() => {
    const inside = segments.filter((each) => each.endMs > startMs && each.startMs < endMs);
    return inside
      .map((each) => `M${each.startMs - startMs} 0H${each.endMs - startMs}V10H${each.startMs - startMs}z`)
      .join("");
  }, [segments, startMs, endMs]);
  return (
    <svg className="strip__speech" viewBox={`0 0 ${endMs - startMs} 10`} preserveAspectRatio="none" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
