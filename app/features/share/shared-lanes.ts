import type { MeetingView } from "#app/contracts/meeting-view.ts";
import type { SharedFacts, SpeakerColour } from "#app/features/share/shared-facts.ts";

export type LaneLine = { name: string | null; colour: SpeakerColour | null; path: string };

/** Height of a lane in the ruler's own units; the bar in it is 5 high. */
export const LANE_UNITS = 8;
const BAR = 5;
/** A pause shorter than this fraction of the recording would be thinner than a pixel. */
const FINEST = 1 / 900;
const PAUSE_S_MIN = 1.5;

/** The speaker lanes, one path per lane, in whole seconds, which is finer than the ruler can show. */
export function laneLines(
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
