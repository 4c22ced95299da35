import { HERE_BITS_PER_SECOND, HERE_COLLECTED_MS_MIN, HERE_TIMESLICE_MS } from "#app/domain/limits/here.ts";
import { HERE_FORMAT } from "#app/features/meeting/here/capture/capabilities.ts";

export type Encoder = { stop(): Promise<void> };

/** Each piece is whole fragments of MP4; the first begins with the header of the segment (contracts/recording/here-piece.ts). */
export function startEncoder(
  stream: MediaStream,
  onPiece: (bytes: Uint8Array<ArrayBuffer>, isLast: boolean) => void,
  onFailed: () => void,
): Encoder {
  const recorder = new MediaRecorder(stream, { mimeType: HERE_FORMAT, audioBitsPerSecond: HERE_BITS_PER_SECOND });
  let queue = Promise.resolve();
  let parts: Blob[] = [];
  let givenAt = performance.now();
  const give = (isLast: boolean) => {
    const blob = new Blob(parts);
    parts = [];
    givenAt = performance.now();
    const read = async () => onPiece(new Uint8Array(await blob.arrayBuffer()), isLast);
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
