import { isInRecording } from "#app/domain/transcript/moments.ts";
import type { SegmentView } from "#app/features/meeting/live/live-view.ts";
import type { Speaker } from "#app/features/meeting/transcript/list-speakers.ts";

/** One lane of the ruler: the speaker (null when the source gives no name) and their blocks, in seconds of the recording. */
export type Lane = { name: string | null; colour: Speaker["colour"] | null; blocks: { start: number; end: number }[] };

/** The approximate width of the ruler; pauses thinner than one pixel are not drawn. */
export const RULER_PIXELS = 900;
const PAUSE_MS_MIN = 1500;

/** The speaker lanes. Blocks are merged until each can be seen: at most one per pixel, for any number of segments. */
export function layLanes(
  segments: readonly SegmentView[],
  speakers: ReadonlyMap<string, Speaker>,
  durationMs: number,
): Lane[] {
  const pauseMs = Math.max(PAUSE_MS_MIN, durationMs / RULER_PIXELS);
  const lanes: Lane[] = [...speakers.values()].map(({ name, colour }) => ({ name, colour, blocks: [] }));
  const nobody: Lane = { name: null, colour: null, blocks: [] };
  for (const segment of segments) {
    if (!isInRecording(segment.startMs, durationMs)) continue;
    const lane = segment.speaker === null ? nobody : lanes[speakers.get(segment.speaker)?.lane ?? -1];
    const last = lane?.blocks.at(-1);
    const end = Math.min(segment.endMs, durationMs) / 1000;
    const start = Math.min(segment.startMs / 1000, end);
    if (last && start - last.end < pauseMs / 1000) last.end = Math.max(last.end, end);
    else lane?.blocks.push({ start, end });
  }
  return nobody.blocks.length > 0 ? [...lanes, nobody] : lanes;
}

/** Height of a lane in the ruler's own units; the bar in it is 5 high. */
export const LANE_HEIGHT = 8;
const BAR_HEIGHT = 5;

/** One path for a whole lane: an hour of talk has a few hundred blocks, which would otherwise be one element each. */
export function lanePath(lane: Lane, index: number): string {
  const top = index * LANE_HEIGHT + 1.5;
  return lane.blocks
    .map(({ start, end }) => {
      const width = Math.max(0.1, end - start);
      return `M${round(start)} ${top}h${round(width)}v${BAR_HEIGHT}h${-round(width)}z`;
    })
    .join("");
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

const SCALE_STEPS_S = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200];
const SCALE_MARKS_MAX = 6;

/** Times under the ruler, in ms: round steps from 0, without a time that would touch the label of the end. */
export function scaleTimes(durationMs: number): number[] {
  const seconds = durationMs / 1000;
  const step = SCALE_STEPS_S.find((step) => seconds / step <= SCALE_MARKS_MAX) ?? 14_400;
  const times: number[] = [];
  for (let at = 0; at < seconds - step * 0.4; at += step) times.push(at * 1000);
  return times;
}
