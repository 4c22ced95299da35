import type { HereStretch } from "#app/domain/here/here.ts";
import { type FindEcho, releasePair, type SoundPair } from "#app/features/meeting/here/capture/echo-finder.ts";

/** Starts the worker with the first question; `end` ends it. */
export function askEchoWorker(): { find: FindEcho; end: () => void } {
  let worker: Worker | null = null;
  let asked = 0;
  const waiting = new Map<number, (found: HereStretch[]) => void>();
  const start = () => {
    const started = new Worker(new URL("./echo-worker.ts", import.meta.url), { type: "module" });
    started.addEventListener(
      "message",
      ({ data }: MessageEvent<{ id: number; found: HereStretch[]; pair: SoundPair }>) => {
        releasePair(data.pair);
        waiting.get(data.id)?.(data.found);
        waiting.delete(data.id);
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
    find(pair) {
      worker ??= start();
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
