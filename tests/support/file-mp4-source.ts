import type { FileHandle } from "node:fs/promises";
import type { ByteSource } from "#app/media/byte-source.ts";
import type { SourceUse } from "#tests/support/memory-source.ts";

const CHUNK_BYTES = 1024 * 1024;

/** An open file as a ByteSource, in chunks of 1 MiB as a Worker reads them from its bucket. Never holds the file. */
export async function fileSource(handle: FileHandle): Promise<ByteSource & { use: SourceUse }> {
  const { size } = await handle.stat();
  const use: SourceUse = { reads: 0, streams: 0, bytes: 0, largestRead: 0 };
  return {
    size,
    use,
    async read(start, end) {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start));
      const { bytesRead } = await handle.read(bytes, 0, bytes.byteLength, start);
      use.reads++;
      use.bytes += bytesRead;
      use.largestRead = Math.max(use.largestRead, bytesRead);
      return bytes.subarray(0, bytesRead);
    },
    stream(start, end) {
      const buffer = new Uint8Array(CHUNK_BYTES);
      const stop = Math.min(end, size);
      let at = start;
      use.streams++;
      return {
        async next() {
          if (at >= stop) return null;
          const { bytesRead } = await handle.read(buffer, 0, Math.min(CHUNK_BYTES, stop - at), at);
          at += bytesRead;
          use.bytes += bytesRead;
          return bytesRead === 0 ? null : buffer.subarray(0, bytesRead);
        },
        cancel() {
          at = stop;
          return Promise.resolve();
        },
      };
    },
  };
}
