import { findEcho } from "#app/media/echo/find-echo.ts";
import type { SoundPair } from "#app/features/here/capture/echo-finder.ts";

/** The web worker that looks for echo: some 50 ms of work for each piece, which the page would feel. */
addEventListener("message", ({ data }: MessageEvent<{ id: number; pair: SoundPair }>) => {
  const { id, pair } = data;
  const found = findEcho(pair.microphone, pair.tab);
  // The buffers go back with the answer, for the next search.
  globalThis.postMessage({ id, found, pair }, { transfer: [pair.microphone.buffer, pair.tab.buffer] });
});
