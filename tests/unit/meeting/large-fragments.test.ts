import { expect, test } from "vitest";
import { FRAGMENTED_SCAN_BYTES_MAX } from "#app/domain/limits.ts";
import { recordingMedia } from "#workers/meeting/recording-media.ts";
import { memorySource } from "#tests/support/memory-source.ts";
import { readFile } from "node:fs/promises";

const fragmented = new Uint8Array(await readFile(new URL("../../fixtures/fragmented.mp4", import.meta.url)));

test("a fragmented recording is scanned while somebody waits, a very large one is refused by its headers", async () => {
  const source = memorySource(fragmented);
  expect(await recordingMedia.inspect(source, "en")).toMatchObject({ ok: true });
  const size = FRAGMENTED_SCAN_BYTES_MAX + 1;
  const large = {
    size,
    // The file's own head, and nothing but zeros behind it.
    async read(start: number, end: number) {
      const bytes = new Uint8Array(Math.min(end, size) - start);
      bytes.set(fragmented.subarray(start, end));
      return bytes;
    },
    stream: (start: number, end: number) => source.stream(start, end),
  };
  expect(await recordingMedia.inspect(large, "en")).toEqual({ ok: false, reason: "fragmented" });
});
