import type { HereStretch } from "#app/domain/here/here.ts";
import { HERE_ECHO_CONTEXT_MS, HERE_ECHO_MS_MAX, HERE_PIECE_MS_MAX } from "#app/domain/limits/here.ts";
import type { Loudness } from "#app/features/here/capture/source-watch.ts";
import { ECHO_RATE } from "#app/media/echo/find-echo.ts";

/** The sound of both inputs in one stretch, mono at ECHO_RATE. Their buffers may be longer: they are used again. */
export type SoundPair = { microphone: Float32Array<ArrayBuffer>; tab: Float32Array<ArrayBuffer> };

/** Report of the worklet: the loudness of the microphone and of the tab, null where there is none, and the sound where there are both. */
export type Measured = { loudness: (Loudness | null)[]; sound: SoundPair | null };

/**
 * Looks for stretches in which the microphone only repeats the tab, in ms of these frames together (media/echo/find-echo.ts). Has read the
 * frames when it returns.
 */
export type FindEcho = (frames: readonly SoundPair[]) => Promise<HereStretch[]>;

export interface EchoFinder {
  /** The sound up to a moment of the recording. It belongs to the finder then. */
  add(pair: SoundPair, endMs: number): void;
  /** The stretches of echo in a piece, in ms of the recording. */
  take(startMs: number, endMs: number): Promise<HereStretch[]>;
}

type Frame = SoundPair & { startMs: number };

type Deps = {
  find: FindEcho;
  after: (ms: number, task: () => void) => () => void;
  /** Takes sound that is not needed any more, so that its buffers are used again. */
  giveBack: (pair: SoundPair) => void;
};

const lengthMs = (frames: readonly SoundPair[]) =>
  frames.reduce((sum, { microphone }) => sum + (microphone.length * 1000) / ECHO_RATE, 0);

/**
 * Keeps the last seconds of both inputs, because a piece is shorter than what the search needs. An answer that takes too long is none: a
 * piece waits for nothing, and without it words are only there twice.
 */
export function echoFinder({ find, after, giveBack }: Deps): EchoFinder {
  let frames: Frame[] = [];
  const drop = (isOld: (frame: Frame) => boolean) => {
    for (const frame of frames) if (isOld(frame)) giveBack(frame);
    frames = frames.filter((frame) => !isOld(frame));
  };
  return {
    add(pair, endMs) {
      frames.push({ ...pair, startMs: endMs - lengthMs([pair]) });
      // No piece is longer. Without a bound, an encoder that gives none would fill the memory with some 230 MB an hour.
      const fromMs = endMs - HERE_PIECE_MS_MAX - HERE_ECHO_CONTEXT_MS;
      drop((frame) => frame.startMs < fromMs);
    },
    async take(startMs, endMs) {
      const fromMs = startMs - HERE_ECHO_CONTEXT_MS;
      drop((frame) => frame.startMs < fromMs);
      const [first] = frames;
      const searched = frames.filter((frame) => frame.startMs < endMs);
      // A hole in the sound would shift what comes after it.
      const isWhole =
        first !== undefined && Math.abs(endMs - first.startMs - lengthMs(searched)) < HERE_ECHO_CONTEXT_MS / 4;
      if (!isWhole) return [];
      const late = new Promise<HereStretch[]>((resolve) => after(HERE_ECHO_MS_MAX, () => resolve([])));
      const found = await Promise.race([find(searched).catch(() => []), late]);
      return found
        .map((each) => ({ startMs: first.startMs + each.startMs, endMs: first.startMs + each.endMs }))
        .map((each) => ({ startMs: Math.max(startMs, each.startMs), endMs: Math.min(endMs, each.endMs) }))
        .filter((each) => each.endMs > each.startMs);
    },
  };
}
