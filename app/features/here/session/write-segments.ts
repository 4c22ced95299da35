import type { HereTrack } from "#app/domain/here/here.ts";
import { HERE_LEVEL_MS, HERE_MS_MAX, HERE_PIECE_MS_MAX, HERE_SEGMENTS_RESERVED } from "#app/domain/limits/here.ts";
import type { Capture, Levels } from "#app/features/here/capture/capture.ts";
import { echoFinder, type SoundPair } from "#app/features/here/capture/echo-finder.ts";
import { collectLoud } from "#app/features/here/capture/loud-stretches.ts";
import { isNextReserved, nextSegment } from "#app/features/here/session/go-on-later.ts";
import type { Put, RecordingSpool } from "#app/features/here/spool/recording-spool.ts";
import type { Clock } from "#app/features/here/spool/send-pieces.ts";

/**
 * One start of a track's encoder. `endMs`: end of its newest piece. `fedAt`: when that came, in epoch ms. `written`: number of its pieces
 * that the spool has. After a crash the server is told this number, and waits for each piece.
 */
type Segment = {
  track: HereTrack;
  segment: number;
  startMs: number;
  endMs: number;
  pieces: number;
  written: number;
  fedAt: number;
};

export interface SegmentWriter {
  /** Length of the recording now: pauses and sleep are not in it. */
  recordedMs: () => number;
  isRunning: () => boolean;
  /** Tracks whose encoders have given no piece for `ms`. */
  stalled: (ms: number) => HereTrack[];
  /** Whether every encoder has given a piece. */
  areFed: () => boolean;
  /** Resolves when the encoders of the segments before have stopped. */
  halted: () => Promise<void>;
  /** The end of the newest piece. */
  endMs: () => number;
  /** Notes the number of the next segments on the disk, unless it is there. False where the disk does not take it. */
  reserve: () => Promise<boolean>;
  /** Starts a segment of each track where the recording ends. */
  begin: () => void;
  /** Stops the clock at `at`, and the encoders. Resolves when their last pieces are written. */
  halt: (at: number) => Promise<void>;
  take: (track: HereTrack, bytes: Uint8Array<ArrayBuffer>, isLast: boolean) => void;
  takeLevels: (levels: Levels) => void;
  sound: (pair: SoundPair) => void;
}

type Deps = {
  capture: Capture;
  spool: RecordingSpool;
  clock: Clock;
  /** A piece was written, or was not. */
  onPut: (put: Put) => void;
};

/** The recording's clock, and the pieces of its segments on their way to the spool. */
export function writeSegments({ capture, spool, clock, onPut }: Deps): SegmentWriter {
  // The clock: `baseMs` up to `since`, and running from there unless `since` is null.
  let baseMs = spool.about().recordedMs;
  let since: number | null = null;
  let segments: Segment[] = [];
  let queue = Promise.resolve();
  let stopping = Promise.resolve();
  const loud = collectLoud();
  const echo = echoFinder({ find: capture.findEcho, after: clock.after, giveBack: capture.giveBack });

  const recordedMs = () => (since === null ? baseMs : Math.min(baseMs + clock.now() - since, HERE_MS_MAX));
  const save = () => noteSegments(spool, segments, { recordedMs: recordedMs(), lastAt: clock.now() });
  const write = async (segment: Segment, bytes: Uint8Array<ArrayBuffer>, isLast: boolean) => {
    const { track, startMs: segmentStartMs, endMs: startMs } = segment;
    // The server takes no longer ones. What is cut off is in the next piece.
    const endMs = Math.min(Math.max(recordedMs(), startMs), startMs + HERE_PIECE_MS_MAX);
    const facts = { track, segment: segment.segment, seq: segment.pieces, segmentStartMs, startMs };
    const stretches = loud.take(track, startMs, endMs);
    segment.pieces += 1;
    segment.endMs = endMs;
    segment.fedAt = clock.now();
    // A search that fails finds nothing: the piece is kept as it is.
    const repeated = track === "microphone" ? echo.take(startMs, endMs).catch(() => []) : [];
    const store = async () => {
      const piece = { ...facts, durationMs: endMs - startMs, isLast, loud: stretches, echo: await repeated };
      const put = await spool.put(piece, bytes);
      segment.written = facts.seq + 1;
      if (track === "mix") await save();
      onPut(put);
    };
    queue = queue.then(store);
    await queue;
  };

  return {
    recordedMs,
    isRunning: () => since !== null,
    stalled: (ms) =>
      since === null ? [] : segments.filter(({ fedAt }) => clock.now() - fedAt >= ms).map(({ track }) => track),
    areFed: () => segments.every(({ pieces }) => pieces > 0),
    halted: () => stopping,
    endMs: () => Math.max(0, ...segments.map(({ endMs }) => endMs)),
    async reserve() {
      if (!isNextReserved(spool)) await save();
      return isNextReserved(spool);
    },
    begin() {
      baseMs = recordedMs();
      since = clock.now();
      const segment = nextSegment(spool);
      segments = capture.tracks.map((track) => ({
        track,
        segment,
        startMs: baseMs,
        endMs: baseMs,
        pieces: 0,
        written: 0,
        fedAt: clock.now(),
      }));
      void save();
      capture.start();
    },
    halt(at) {
      if (since === null) return stopping;
      // The server takes no time beyond the longest recording, neither of a piece nor of a note.
      baseMs = Math.min(baseMs + Math.max(0, at - since), HERE_MS_MAX);
      since = null;
      const stop = async () => {
        await capture.stop();
        await queue;
        await save();
      };
      stopping = stop();
      return stopping;
    },
    take(track, bytes, isLast) {
      const segment = segments.find((each) => each.track === track);
      if (segment) void write(segment, bytes, isLast);
    },
    takeLevels(levels) {
      if (since !== null) loud.add(levels, recordedMs() - HERE_LEVEL_MS, recordedMs());
    },
    sound(pair) {
      if (since === null) capture.giveBack(pair);
      else echo.add(pair, recordedMs());
    },
  };
}

/** Notes the recording's length and its segments on the disk, with room for the numbers of the next ones. */
function noteSegments(
  spool: RecordingSpool,
  segments: readonly Segment[],
  { recordedMs, lastAt }: { recordedMs: number; lastAt: number },
) {
  const own = segments.map(({ track, segment, startMs, written }) => ({ track, segment, startMs, pieces: written }));
  const isOwn = (each: { track: HereTrack; segment: number }) =>
    own.some(({ track, segment }) => each.track === track && each.segment === segment);
  const before = spool.about().segments.filter((each) => !isOwn(each));
  const { from = 0, to = 0 } = spool.about().segmentNumbers ?? {};
  return spool.note({
    recordedMs,
    lastAt,
    segments: [...before, ...own],
    segmentNumbers: { from, to: Math.max(to, nextSegment(spool) + HERE_SEGMENTS_RESERVED) },
  });
}
