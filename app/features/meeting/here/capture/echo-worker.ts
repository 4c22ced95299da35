import { findEcho } from "#app/media/echo/find-echo.ts";
import type { SoundPair } from "#app/features/meeting/here/capture/echo-finder.ts";

/** The web worker that looks for echo: some 50 ms of work for each piece, which the page would feel. */
addEventListener("message", ({ data }: MessageEvent<{ id: number; pair: SoundPair }>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker answers its page only
  globalThis.postMessage({ id: data.id, found: findEcho(data.pair.microphone, data.pair.tab) });
});
