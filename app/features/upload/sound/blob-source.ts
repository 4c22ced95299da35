import { FILE_READ_THROUGH_BYTES_MAX } from "#app/domain/limits/media.ts";
import { type ByteSource, type ByteStream, SourceChangedError } from "#app/media/byte-source.ts";
import { releaseInBrowser } from "#app/media/release-in-browser.ts";

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
          releaseInBrowser(last);
          if (at >= stop) return null;
          const chunk = await read(at, Math.min(at + bytes, stop));
          if (chunk.byteLength === 0) throw new SourceChangedError("changed");
          last = chunk.buffer;
          at += chunk.byteLength;
          bytes = Math.min(bytes * 2, CHUNK_BYTES_MAX);
          return chunk;
        },
        cancel() {
          releaseInBrowser(last);
          at = stop;
          return Promise.resolve();
        },
      };
    },
  };
}
