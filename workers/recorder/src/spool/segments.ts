import type { BotStream } from "#app/contracts/recording/recorder.ts";
import type { CaptureEventOf } from "../capture/capture-events.ts";
import type { EventLog } from "./event-log.ts";
import type { PieceSpool } from "./piece-spool.ts";

/** Segments of one attempt are numbered from here on, per stream. */
const SEGMENTS_PER_ATTEMPT = 1000;

type Open = { stream: BotStream; segment: number; pieces: number; lastAt: number };

export type Segments = {
  started(event: CaptureEventOf<"started">): void;
  /** False where there was no room on the disk (video). */
  piece(event: CaptureEventOf<"piece">): boolean;
  stopped(recorder: string, at: number): void;
  /** The page or the browser is gone: what it recorded ends where its last piece ends. */
  abandon(stream: BotStream): void;
  open(stream: BotStream): boolean;
};

/** Each start of a MediaRecorder is a segment: its pieces count from 0, its first sound is at `startedAt`. */
export function openSegments(deps: {
  attempt: number;
  spool: PieceSpool;
  events: Pick<EventLog, "add">;
  now: () => number;
}): Segments {
  const open = new Map<string, Open>();
  const next: Record<BotStream, number> = {
    mix: deps.attempt * SEGMENTS_PER_ATTEMPT,
    tab: deps.attempt * SEGMENTS_PER_ATTEMPT,
  };

  function end(recorder: string, endedAt: number): void {
    const one = open.get(recorder);
    if (!one) return;
    open.delete(recorder);
    const { stream, segment, pieces } = one;
    deps.events.add({ type: "segment-ended", stream, segment, pieces, endedAt: Math.round(endedAt) });
  }

  return {
    started({ stream, recorder, at, mimeType }) {
      if (open.has(recorder)) return;
      const segment = next[stream];
      next[stream] += 1;
      open.set(recorder, { stream, segment, pieces: 0, lastAt: at });
      deps.events.add({ type: "segment-started", stream, segment, startedAt: Math.round(at), mimeType });
    },
    piece({ recorder, seq, bytes }) {
      const one = open.get(recorder);
      // A piece of a segment that was closed already, or one that came twice: our answer did not reach the page.
      if (!one || seq < one.pieces) return true;
      const kept = deps.spool.write(
        { stream: one.stream, segment: one.segment, seq: one.pieces },
        Buffer.from(bytes, "base64"),
      );
      if (kept) one.pieces += 1;
      one.lastAt = deps.now();
      return kept;
    },
    stopped: end,
    abandon(stream) {
      for (const [recorder, one] of open) {
        if (one.stream === stream) end(recorder, one.lastAt);
      }
    },
    open: (stream) => [...open.values()].some((one) => one.stream === stream),
  };
}
