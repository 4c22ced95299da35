import { FILE_READ_THROUGH_BYTES_MAX } from "#app/domain/limits/media.ts";
import { type OpenedSound, openSound } from "#app/features/upload/sound/open-sound.ts";
import type { SoundAnswer, SoundQuestion } from "#app/features/upload/sound/sound-messages.ts";
import { type ByteSource, type ByteStream, releaseBytes, SourceChangedError } from "#app/media/byte-source.ts";

/** The properties of a Blob that are used here, so that tests need no Blob. */
export type SlicedBytes = { size: number; slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> } };

const CHUNK_BYTES_MIN = 16 * 1024;
const CHUNK_BYTES_MAX = 2 * 1024 * 1024;

/**
 * A chosen file as a ByteSource: one slice per read, and streams read at most 2 MiB at once. A failed read means that the file
 * was changed. Slices are cheap, so the bytes between the sound are skipped; the picture is read only when it is sent. A
 * stream begins with a small slice, because the reader may skip to another position after it.
 */
export function blobSource(blob: SlicedBytes): ByteSource {
  const read = async (start: number, end: number): Promise<Uint8Array<ArrayBuffer>> => {
    const to = Math.min(end, blob.size);
    const bytes = await blob
      .slice(Math.min(start, to), to)
      .arrayBuffer()
      .catch(() => null);
    if (bytes === null) throw new SourceChangedError("changed");
    return new Uint8Array(bytes);
  };
  return {
    size: blob.size,
    readThroughBytesMax: FILE_READ_THROUGH_BYTES_MAX,
    read,
    stream(start, end): ByteStream {
      const stop = Math.min(end, blob.size);
      let at = start;
      let bytes = CHUNK_BYTES_MIN;
      let last = new ArrayBuffer(0);
      return {
        async next() {
          releaseBytes(last);
          if (at >= stop) return null;
          const chunk = await read(at, Math.min(at + bytes, stop));
          if (chunk.byteLength === 0) throw new SourceChangedError("changed");
          last = chunk.buffer;
          at += chunk.byteLength;
          bytes = Math.min(bytes * 2, CHUNK_BYTES_MAX);
          return chunk;
        },
        cancel() {
          releaseBytes(last);
          at = stop;
          return Promise.resolve();
        },
      };
    },
  };
}

/** The web worker that reads a chosen file: looks at it, and cuts its sound, off the page's own thread. One for each upload. */
let sound: OpenedSound | null = null;
/** One thing after the other, as it was asked: a window is only read when the one before it has been handed over. */
let last = Promise.resolve();

addEventListener("message", ({ data }: MessageEvent<SoundQuestion>) => {
  last = last
    .then(() => answer(data))
    .catch(() => say({ type: "failed", index: data.type === "cut" ? data.index : null }));
});

async function answer(question: SoundQuestion): Promise<void> {
  if (question.type === "cut") {
    if (sound === null) throw new Error("nothing is open");
    const window = await sound.cut(question.index);
    return say({ type: "cut", index: question.index, window }, [window.audio]);
  }
  const opened = await openSound(blobSource(question.file), question);
  if (!opened.ok) return say({ type: "refused", reason: opened.reason });
  sound = opened.value;
  if (sound === null) return say({ type: "none" });
  say({ type: "opened", plan: sound.plan, bytes: sound.bytes });
}

function say(message: SoundAnswer, transfer: Transferable[] = []): void {
  globalThis.postMessage(message, { transfer });
}
