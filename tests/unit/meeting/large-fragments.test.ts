import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { SCAN_AT_ONCE_BYTES_MAX } from "#app/domain/limits/media.ts";
import { memorySource } from "#tests/support/memory-source.ts";
import { recordingMedia } from "#workers/meeting/upload/recording-media.ts";

const fragmented = new Uint8Array(await readFile(new URL("../../fixtures/fragmented.mp4", import.meta.url)));

test("a fragmented recording is scanned while somebody waits, a large one is left to a step of its own", async () => {
  const source = memorySource(fragmented);
  expect(await recordingMedia.inspect(source, "en")).toMatchObject({ ok: true, value: { plan: [{ index: 0 }] } });
  const size = SCAN_AT_ONCE_BYTES_MAX + 1;
  const use = { bytes: 0 };
  const large = {
    size,
    // The file's own head, and nothing but zeros behind it.
    async read(start: number, end: number) {
      const bytes = new Uint8Array(Math.min(end, size) - start);
      bytes.set(fragmented.subarray(start, end));
      use.bytes += bytes.byteLength;
      return bytes;
    },
    stream: (start: number, end: number) => source.stream(start, end),
  };
  expect(await recordingMedia.inspect(large, "en")).toEqual({ ok: true, value: "needs-scan" });
  expect(use.bytes).toBeLessThan(100_000);
});
