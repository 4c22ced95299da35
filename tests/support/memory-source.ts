import type { ByteSource } from "#app/media/byte-source.ts";

/** Counts of the reads from a source. */
export type SourceUse = { reads: number; streams: number; bytes: number; largestRead: number };

/**
 * Bytes in memory as a ByteSource. Its streams deliver chunks of `chunkBytes` in one buffer that is reused, as the contract
 * allows, so that a test fails if a reader keeps a chunk.
 */
export function memorySource(file: Uint8Array, chunkBytes = 64 * 1024): ByteSource & { use: SourceUse } {
  const use: SourceUse = { reads: 0, streams: 0, bytes: 0, largestRead: 0 };
  return {
    size: file.byteLength,
    use,
    read(start, end) {
      const bytes = file.slice(start, Math.min(end, file.byteLength));
      use.reads++;
      use.bytes += bytes.byteLength;
      use.largestRead = Math.max(use.largestRead, bytes.byteLength);
      return Promise.resolve(bytes);
    },
    stream(start, end) {
      const buffer = new Uint8Array(chunkBytes);
      const stop = Math.min(end, file.byteLength);
      let at = start;
      use.streams++;
      return {
        next() {
          if (at >= stop) return Promise.resolve(null);
          const chunk = file.subarray(at, Math.min(at + chunkBytes, stop));
          buffer.fill(0xee);
          buffer.set(chunk);
          at += chunk.byteLength;
          use.bytes += chunk.byteLength;
          return Promise.resolve(buffer.subarray(0, chunk.byteLength));
        },
        cancel() {
          at = stop;
          return Promise.resolve();
        },
      };
    },
  };
}
