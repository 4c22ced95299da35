import { HERE_BITS_PER_SECOND, HERE_COLLECTED_MS_MIN, HERE_TIMESLICE_MS } from "#app/domain/limits/here.ts";
import { HERE_FORMAT, HERE_WEBM, recordedFormat } from "#app/features/here/capture/capabilities.ts";
import { lazy } from "#app/i18n/lazy.ts";

export type Encoder = { stop(): Promise<void> };

type Rewrite = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

/** For each start of an encoder: makes fragments of MP4 of the bytes that this browser records, one piece after the other. */
export type Rewriting = () => Rewrite;

const webm = lazy(() => import("#app/media/fragments/webm-to-fragments.ts"));

/** Loads what this browser needs before its first start: nothing where it records MP4 itself. */
export async function loadRewriting(): Promise<Rewriting> {
  if (recordedFormat(window.MediaRecorder) !== HERE_WEBM) return () => (bytes) => bytes;
  const { webmToFragments } = await webm.load();
  return () => {
    const fragments = webmToFragments();
    return (bytes) => fragments.push(bytes);
  };
}

/** Each piece is whole fragments of MP4; the first begins with the header of the segment (contracts/recording/here-piece.ts). */
export function startEncoder(
  stream: MediaStream,
  rewriting: Rewriting,
  onPiece: (bytes: Uint8Array<ArrayBuffer>, isLast: boolean) => void,
  onFailed: () => void,
): Encoder {
  const mimeType = recordedFormat(MediaRecorder) ?? HERE_FORMAT;
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: HERE_BITS_PER_SECOND });
  const rewrite = rewriting();
  let queue = Promise.resolve();
  let parts: Blob[] = [];
  let givenAt = performance.now();
  const give = (isLast: boolean) => {
    const blob = new Blob(parts);
    parts = [];
    givenAt = performance.now();
    const read = async () => {
      const bytes = rewrite(new Uint8Array(await blob.arrayBuffer()));
      // Bytes that are a part of something wait for its rest.
      if (bytes.byteLength > 0) onPiece(bytes, isLast);
    };
    // Bytes that cannot be read are lost as if the encoder had failed; the pieces behind them go on.
    queue = queue.then(read).catch(onFailed);
  };
  recorder.addEventListener("dataavailable", ({ data }) => {
    if (data.size > 0) parts.push(data);
    // The last piece is known when the encoder has stopped.
    if (recorder.state === "inactive" || parts.length === 0) return;
    if (performance.now() - givenAt >= HERE_COLLECTED_MS_MIN) give(false);
  });
  const stopped = new Promise<void>((resolve) => {
    recorder.addEventListener("stop", () => {
      if (parts.length > 0) give(true);
      void queue.then(resolve);
    });
  });
  recorder.addEventListener("error", onFailed);
  recorder.start(HERE_TIMESLICE_MS);
  return {
    async stop() {
      if (recorder.state !== "inactive") recorder.stop();
      await stopped;
    },
  };
}
