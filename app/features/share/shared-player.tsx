import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { formatLength, formatMoment } from "#app/domain/time.ts";
import { isInRecording, momentsOf, type Places } from "#app/domain/transcript/moments.ts";
import { RulerLegend } from "#app/features/minutes/ruler-legend.tsx";
import { type SharedFacts, type SpeakerColour, useSharedFacts } from "#app/features/share/shared-facts.ts";
import { Icon } from "#app/ui/icon.tsx";

/** The meeting from end to end: key points, tasks, who spoke when (where the transcript is shared), and the playhead. */
function SharedRuler({ view, durationMs, marks }: { view: MeetingView; durationMs: number; marks: Marks }) {
  const { t } = useTranslation("meeting");
  const { speakers } = useSharedFacts();
  const seconds = durationMs / 1000;
  const { keyPoints, tasks } = marks;
  const lanes = laneLines(view.segments, speakers, durationMs);
  const count = Math.max(1, lanes.length);
  const names = lanes.flatMap(({ name }) => name ?? []).join(", ");
  return (
    <div className="ruler">
      <svg
        className="marks"
        viewBox={`0 0 ${seconds} 16`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t("player.marks", { keyPoints: keyPoints.length, tasks: tasks.length })}
      >
        {keyPoints.map((at) => (
          <line key={at} className="tick-key" x1={at} x2={at} y1="4" y2="16" />
        ))}
        {tasks.map((at) => (
          <g key={at}>
            <line className="tick-task" x1={at} x2={at} y1="10" y2="10" />
            <line className="tick-task-in" x1={at} x2={at} y1="10" y2="10" />
          </g>
        ))}
      </svg>
      <svg
        className={`lanes lanes--${count}`}
        viewBox={`0 0 ${seconds} ${count * LANE_UNITS}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={names === "" ? t("player.spokenWhen") : t("player.whoWhen", { names })}
      >
        {Array.from({ length: count }, (_, index) => {
          const y = index * LANE_UNITS + LANE_UNITS / 2;
          return <line key={y} className="lane" x1="0" x2={seconds} y1={y} y2={y} />;
        })}
        {lanes.map(({ name, colour, path }) => (
          <path key={name ?? "nobody"} className={colour === null ? "heard" : `s${colour}`} d={path} />
        ))}
      </svg>
      <div className="ruler__scale" aria-hidden="true">
        <span>{formatMoment(0)}</span>
        <span>{formatMoment(durationMs / 2)}</span>
        <span>{formatLength(durationMs)}</span>
      </div>
      <input
        className="ruler__seek"
        type="range"
        min="0"
        max={Math.max(1, Math.round(seconds))}
        step="1"
        defaultValue="0"
        aria-label={t("player.position")}
        data-of={t("player.positionOf", { at: "%", length: formatLength(durationMs) })}
        hidden
      />
      <span className="ruler__now" hidden />
    </div>
  );
}

type Marks = { keyPoints: number[]; tasks: number[] };

/** Seconds at which key points and tasks are first proved, each once, as far as the recording reaches. */
function marksOf(summary: MeetingView["summary"], places: Places, durationMs: number): Marks {
  const starts = (type: "keypoints" | "tasks") => [
    ...new Set(
      (summary?.fields ?? []).flatMap(({ content }) =>
        content.type === type
          ? content.items.flatMap(({ segmentIds }) => momentsOf(segmentIds, places)[0]?.startMs ?? [])
          : [],
      ),
    ),
  ];
  const inSeconds = (ms: number) => (isInRecording(ms, durationMs) ? [ms / 1000] : []);
  return { keyPoints: starts("keypoints").flatMap(inSeconds), tasks: starts("tasks").flatMap(inSeconds) };
}

type LaneLine = { name: string | null; colour: SpeakerColour | null; path: string };

/** Height of a lane in the ruler's own units; the bar in it is 5 high. */
const LANE_UNITS = 8;
const BAR = 5;
/** A pause shorter than this fraction of the recording would be thinner than a pixel. */
const FINEST = 1 / 900;
const PAUSE_S_MIN = 1.5;

/** The speaker lanes, one path per lane, in whole seconds, which is finer than the ruler can show. */
function laneLines(
  segments: MeetingView["segments"],
  speakers: SharedFacts["speakers"],
  durationMs: number,
): LaneLine[] {
  const pause = Math.max(PAUSE_S_MIN, (durationMs / 1000) * FINEST);
  const blocks = new Map<string | null, { start: number; end: number }[]>();
  for (const { speaker, startMs, endMs } of segments) {
    const lane = blocks.get(speaker) ?? [];
    blocks.set(speaker, lane);
    const [start, end] = [startMs / 1000, Math.min(endMs, durationMs) / 1000];
    const last = lane.at(-1);
    if (last && start - last.end < pause) last.end = Math.max(last.end, end);
    else if (end > start) lane.push({ start, end });
  }
  const names = [...speakers.keys(), ...(blocks.has(null) ? [null] : [])];
  return names.map((name, index) => ({
    name,
    colour: name === null ? null : (speakers.get(name)?.colour ?? null),
    path: (blocks.get(name) ?? []).map(({ start, end }) => bar(start, end, index * LANE_UNITS + 1.5)).join(""),
  }));
}

function bar(start: number, end: number, top: number): string {
  const left = Math.round(start);
  const width = Math.max(1, Math.round(end) - left);
  return `M${left} ${top}h${width}v${BAR}h${-width}z`;
}

/**
 * The recording. With the page's script it uses the player of the meeting page; without it the browser's own player, which
 * begins at the position from `?t=`.
 */
export function SharedPlayer({ view, path, startS }: { view: MeetingView; path: string; startS: number | null }) {
  const { t } = useTranslation(["meeting", "share", "shared"]);
  const source = `${path}/recording`;
  const durationMs = view.head.durationMs ?? view.segments.at(-1)?.endMs ?? 0;
  const marks = marksOf(view.summary, useSharedFacts().places, durationMs);
  return (
    <section className="player" aria-label={t("player.label")} id="player">
      <noscript>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what is said is what the page shows, where it is shared */}
        <video controls preload="none" src={startS === null ? source : `${source}#t=${startS}`} />
      </noscript>
      <div
        className="player__side"
        hidden
        data-script="player"
        data-source={source}
        data-start={startS ?? undefined}
        data-parts={partsOf(view.head)}
      >
        <Controls durationMs={durationMs} />
        <RulerLegend marks={marks} summary={view.summary} />
        <p className="note player__failed" role="alert" hidden>
          {t("player.failed")}
        </p>
      </div>
      {durationMs > 0 && <SharedRuler view={view} durationMs={durationMs} marks={marks} />}
    </section>
  );
}

/** The recordings of a merged meeting, as pairs of seconds; nothing for one recording. */
function partsOf({ parts }: MeetingView["head"]): string | undefined {
  return parts && JSON.stringify(parts.map(({ startMs, endMs }) => [startMs / 1000, endMs / 1000]));
}

/** The controls that the page's script handles. They are hidden until the script runs. */
function Controls({ durationMs }: { durationMs: number }) {
  const { t } = useTranslation(["meeting", "share", "shared"]);
  return (
    <div className="player__do">
      <button className="btn btn--quiet btn--icon" type="button" aria-label={t("player.back")} data-do="back">
        <Icon name="rewind" />
      </button>
      <button
        className="play"
        type="button"
        aria-label={t("player.play")}
        data-do="play"
        data-play={t("player.play")}
        data-pause={t("player.pause")}
      >
        <Icon name="play" />
        <Icon name="pause" />
      </button>
      <button className="btn btn--quiet btn--icon" type="button" aria-label={t("player.forward")} data-do="forward">
        <Icon name="forward" />
      </button>
      <p className="player__time">
        <b data-room={formatLength(durationMs)}>{formatMoment(0)}</b> / {formatLength(durationMs)}
      </p>
      <button
        className="btn btn--quiet num player__speed"
        type="button"
        aria-label={t("player.speed", { rate: 1 })}
        data-do="speed"
        data-label={t("player.speed", { rate: "%" })}
      >
        1×
      </button>
      <button
        className="btn btn--quiet btn--icon"
        type="button"
        aria-label={t("shared:picture")}
        aria-pressed="false"
        data-do="picture"
        hidden
      >
        <Icon name="film" />
      </button>
    </div>
  );
}
