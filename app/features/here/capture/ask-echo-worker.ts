import type { HereStretch } from "#app/domain/here/here.ts";
import { HERE_ECHO_CONTEXT_MS, HERE_PIECE_MS_MAX } from "#app/domain/limits/here.ts";
import type { FindEcho, SoundPair } from "#app/features/here/capture/echo-finder.ts";
import { ECHO_RATE } from "#app/media/echo/find-echo.ts";

/** Room for the sound of the longest piece and what is looked at before it, in samples; a frame may begin earlier and end later. */
const SEARCHED_LENGTH = ((HERE_PIECE_MS_MAX + 2 * HERE_ECHO_CONTEXT_MS) * ECHO_RATE) / 1000;

/**
 * Searches of one worker; the next one starts another. What a worker leaves to its garbage collector is two megabytes a minute, of which a
 * collector that sees a nearly empty heap comes to little.
 */
const SEARCHES_MAX = 100;

/** Starts the worker with the first question; `end` ends it. */
export function askEchoWorker(): { find: FindEcho; end: () => void } {
  let worker: Worker | null = null;
  let asked = 0;
  /** The number of the search with which the worker was started. */
  let startedWith = 0;
  /**
   * Buffers of searches that are over. New ones for each search would be garbage of five megabytes a minute, which the page's collector comes
   * to seldom: the browser keeps the memory of a message's buffer until then, also where the script has freed it.
   */
  const spare: SoundPair[] = [];
  const waiting = new Map<number, (found: HereStretch[]) => void>();
  const start = () => {
    startedWith = asked;
    const started = new Worker(new URL("./echo-worker.ts", import.meta.url), { type: "module" });
    started.addEventListener(
      "message",
      ({ data }: MessageEvent<{ id: number; found: HereStretch[]; pair: SoundPair }>) => {
        spare.push(data.pair);
        waiting.get(data.id)?.(data.found);
        waiting.delete(data.id);
        if (waiting.size > 0 || asked - startedWith < SEARCHES_MAX || worker !== started) return;
        started.terminate();
        worker = null;
      },
    );
    started.addEventListener("error", () => {
      started.terminate();
      // The next question starts another one. A microphone that repeats the others is transcribed twice then, and no piece waits.
      if (worker === started) worker = null;
      for (const found of waiting.values()) found([]);
      waiting.clear();
    });
    return started;
  };
  return {
    find(frames) {
      worker ??= start();
      const pair = join(frames, spare.pop());
      asked += 1;
      const id = asked;
      worker.postMessage({ id, pair }, [pair.microphone.buffer, pair.tab.buffer]);
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    end() {
      worker?.terminate();
      waiting.clear();
    },
  };
}

/** Copies the frames, one behind the other, into the buffers of `room` where they are large enough. */
function join(frames: readonly SoundPair[], room: SoundPair | undefined): SoundPair {
  const length = frames.reduce((sum, { microphone }) => sum + microphone.length, 0);
  const inRoom = (used: Float32Array<ArrayBuffer> | undefined) =>
    used !== undefined && used.buffer.byteLength >= length * Float32Array.BYTES_PER_ELEMENT
      ? new Float32Array(used.buffer, 0, length)
      : new Float32Array(Math.max(length, SEARCHED_LENGTH)).subarray(0, length);
  const pair = { microphone: inRoom(room?.microphone), tab: inRoom(room?.tab) };
  let at = 0;
  for (const { microphone, tab } of frames) {
    pair.microphone.set(microphone, at);
    pair.tab.set(tab, at);
    at += microphone.length;
  }
  return pair;
}
