import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { RecordingRefusedError } from "#app/media/refuse-recording.ts";
import { webmToFragments } from "#app/media/fragments/webm-to-fragments.ts";
import { probeRecording } from "#app/media/probe-recording.ts";
import { appendPiece, NOTHING_JOINED } from "#app/media/pieces/append-piece.ts";
import { finishRecording } from "#app/media/pieces/finish-recording.ts";
import { readSegmentHeader } from "#app/media/pieces/segment-header.ts";
import { memorySource } from "#tests/support/memory-source.ts";

const STARTED_AT = 1_700_000_000_000;

/** The file that the server joins of a recording that comes in chunks of these lengths. */
async function joinedOf(
  webm: Uint8Array,
  chunkBytes: number,
): Promise<{ media: Uint8Array; durationMs: number; gaps: unknown }> {
  const writer = webmToFragments();
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < webm.byteLength; at += chunkBytes) {
    const piece = writer.push(webm.subarray(at, at + chunkBytes));
    if (piece.byteLength > 0) pieces.push(piece);
  }
  const header = await readSegmentHeader(pieces[0] ?? new Uint8Array(0));
  if (header === null) throw new Error("the first piece has no header");
  const segment = { stream: "mix" as const, segment: 0, startedAt: STARTED_AT, header };
  let state = NOTHING_JOINED;
  const indices: Uint8Array[] = [];
  const media: Uint8Array[] = [];
  for (const [seq, piece] of pieces.entries()) {
    const added = appendPiece(state, { segment, seq, piece });
    expect(added.damaged).toBe(false);
    state = added.state;
    indices.push(added.index);
    media.push(added.media);
  }
  const finished = finishRecording({ segments: [segment], indices, headBytes: null });
  if (finished === null) throw new Error("nothing was joined");
  const file = Buffer.concat([finished.head, ...media, finished.tail]);
  return { media: new Uint8Array(file), durationMs: finished.durationMs, gaps: finished.gaps };
}

test("WebM with Opus becomes pieces that the server joins, wherever the browser cuts it", async () => {
  const webm = new Uint8Array(await readFile(path.join(import.meta.dirname, "../../fixtures/talk.webm")));
  const whole = await joinedOf(webm, webm.byteLength);
  expect(whole.gaps).toEqual([]);
  // 401 packets of 20 ms, as ffprobe counts them.
  expect(whole.durationMs).toBe(8020);
  const probed = await probeRecording(memorySource(whole.media));
  expect(probed.ok && probed.value.durationMs).toBe(8020);
  for (const chunkBytes of [1, 7, 333, 4096]) expect(await joinedOf(webm, chunkBytes)).toEqual(whole);
});

/** An EBML element. Without a length it is one of unknown length. */
const element = (id: number[], content: number[] | null): number[] =>
  content === null
    ? [...id, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]
    : [...id, 0x40 | (content.length >> 8), content.length & 255, ...content];
const PACKET = [0xf8, 0xff, 0xfe];
const block = (atMs: number) => element([0xa3], [0x81, atMs >> 8, atMs & 255, 0x80, ...PACKET]);
const BEGINNING = [
  ...element([0x18, 0x53, 0x80, 0x67], null),
  ...element([0x1f, 0x43, 0xb6, 0x75], null),
  ...element([0xe7], [0]),
];

test("a hole in the recording stays a hole, and milliseconds that are rounded make none", async () => {
  const webm = Uint8Array.from([...BEGINNING, ...block(0), ...block(21), ...block(39), ...block(3060)]);
  const { gaps, durationMs } = await joinedOf(webm, webm.byteLength);
  expect(durationMs).toBe(3080);
  expect(gaps).toEqual([{ startMs: 60, endMs: 3060 }]);
});

test("bytes that are no WebM, and several packets in one block, are refused", () => {
  const refused = (bytes: number[]) => () => webmToFragments().push(Uint8Array.from(bytes));
  expect(refused(Array.from({ length: 16 }, () => 0))).toThrow(RecordingRefusedError);
  const laced = element([0xa3], [0x81, 0, 0, 0x82, 1, ...PACKET, ...PACKET]);
  expect(refused([...BEGINNING, ...laced])).toThrow(RecordingRefusedError);
});
