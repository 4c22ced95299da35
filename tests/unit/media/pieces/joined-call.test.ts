import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CALL_PART_BYTES } from "#app/domain/limits/calls.ts";
import { appendPiece, NOTHING_JOINED, stateAfter } from "#app/media/pieces/append-piece.ts";
import { finishRecording } from "#app/media/pieces/finish-recording.ts";
import { decodePieceIndex, eachPictureSample } from "#app/media/pieces/piece-index.ts";
import { parameterSets, readSegmentHeader } from "#app/media/pieces/segment-header.ts";
import { probeRecording } from "#app/media/probe-recording.ts";
import { type Call, type CallPiece, joinCall, recordedCall } from "#tests/support/call-pieces.ts";
import { memorySource } from "#tests/support/memory-source.ts";

const call = await recordedCall();
const without = (drop: (piece: CallPiece) => boolean): Call => ({
  ...call,
  pieces: call.pieces.filter((piece) => !drop(piece)),
});
const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function probe(file: Uint8Array) {
  const answer = await probeRecording(memorySource(file), { fragments: "headers" });
  if (!answer.ok) throw new Error(answer.reason);
  return answer.value;
}

test("two starts of both streams become one file that our reader accepts", async () => {
  const { file, durationMs, gaps, hasPicture, misplacedMs } = joinCall(call);
  const { audio } = await probe(file);
  expect(audio.config).toMatchObject({ codec: "opus", sampleRate: 48_000, channels: 1 });
  expect(audio.parts).toEqual([{ startMs: 0, mediaStart: 0, mediaEnd: audio.samples.duration }]);
  expect(durationMs).toBeGreaterThan(12_000);
  expect(hasPicture).toBe(true);
  expect(misplacedMs).toBe(0);
  // Nothing was recorded between the two starts, except the tab's last packet.
  expect(gaps).toHaveLength(1);
  const [first, second] = call.segments.filter((segment) => segment.stream === "mix");
  expect(gaps[0]?.endMs).toBe((second?.startedAt ?? 0) - (first?.startedAt ?? 0));
  expect(gaps[0]?.startMs).toBeGreaterThan(5200);
});

test("with the part size given, the head is as long as a part, and the rest of the file is the same", async () => {
  const small = joinCall(call);
  const large = joinCall(call, CALL_PART_BYTES);
  expect(large.head.byteLength).toBe(CALL_PART_BYTES);
  expect(large.tail.byteLength).toBe(0);
  const media = (joined: { file: Uint8Array; head: Uint8Array }) => joined.file.subarray(joined.head.byteLength);
  expect(digest(media(large))).toBe(digest(media(small)));
  expect((await probe(large.file)).audio.samples.count).toBe((await probe(small.file)).audio.samples.count);
});

test("a table that does not fit the head goes after the media", async () => {
  const joined = joinCall(call, 4096);
  expect(joined.head.byteLength).toBe(4096);
  expect(String.fromCharCode(...joined.tail.subarray(4, 8))).toBe("moov");
  expect((await probe(joined.file)).audio.samples.count).toBe((await probe(joinCall(call).file)).audio.samples.count);
});

test("after a kill, joining resumes with the same bytes from the stored indices alone", () => {
  const whole = joinCall(call);
  fc.assert(
    fc.property(fc.nat({ max: call.pieces.length - 1 }), (killedAt) => {
      const state = whole.indices.slice(0, killedAt).reduce(stateAfter, NOTHING_JOINED);
      const { bytes, stream, segment: number, seq } = call.pieces[killedAt] as CallPiece;
      const segment = call.segments.find((one) => one.stream === stream && one.segment === number);
      if (segment === undefined) throw new Error("no segment");
      const again = appendPiece(state, { segment, seq, piece: bytes });
      expect(digest(again.index)).toBe(digest(whole.indices[killedAt] ?? new Uint8Array(0)));
      const from = whole.head.byteLength + state.mediaBytes;
      expect(digest(again.media)).toBe(digest(whole.file.slice(from, from + again.media.byteLength)));
    }),
  );
});

test("a missing piece of the mix costs nothing where the tab was recorded, and is reported as a gap where it was not", () => {
  const missing = (piece: CallPiece) => piece.segment === 1000 && piece.seq === 3;
  const whole = joinCall(call);
  const filled = joinCall(without((piece) => piece.stream === "mix" && missing(piece)));
  expect(filled.gaps).toHaveLength(1);
  expect(filled.durationMs).toBe(whole.durationMs);
  const gone = joinCall(without(missing));
  expect(gone.gaps).toHaveLength(2);
  const gap = gone.gaps[0] ?? { startMs: 0, endMs: 0 };
  // The length of a piece: one second.
  expect(gap.endMs - gap.startMs).toBeGreaterThan(800);
  expect(gap.endMs - gap.startMs).toBeLessThan(1300);
  expect(Math.abs(gone.durationMs - whole.durationMs)).toBeLessThan(60);
});

test("bytes that are not a piece leave the same gaps as a missing piece", () => {
  const isIt = (piece: CallPiece) => piece.stream === "mix" && piece.segment === 1000 && piece.seq === 3;
  const clean = without(isIt);
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 4000 }), (rubbish) => {
      const pieces = call.pieces.map((piece) => (isIt(piece) ? { ...piece, bytes: rubbish } : piece));
      expect(joinCall({ ...call, pieces }).gaps).toEqual(joinCall(clean).gaps);
    }),
    { numRuns: 20 },
  );
});

test("a piece with one wrong byte never stops the joining", () => {
  const isIt = (piece: CallPiece) => piece.stream === "tab" && piece.seq === 2;
  fc.assert(
    fc.property(fc.nat({ max: 600 }), fc.nat({ max: 255 }), (at, value) => {
      const pieces = call.pieces.map((piece) => {
        if (!isIt(piece)) return piece;
        const bytes = piece.bytes.slice();
        bytes[at] = value;
        return { ...piece, bytes };
      });
      const { durationMs } = joinCall({ ...call, pieces });
      expect(durationMs).toBeGreaterThan(12_000);
    }),
    { numRuns: 100 },
  );
}, 60_000);

test("a late piece loses its place in the file, which reports it and continues", () => {
  const late = call.pieces.filter((piece) => piece.stream === "mix" && piece.segment === 1000 && piece.seq === 3);
  const rest = without((piece) => late.includes(piece) || (piece.stream === "tab" && piece.segment === 1000));
  const joined = joinCall({ ...call, pieces: [...rest.pieces, ...late] });
  expect(joined.misplacedMs).toBeGreaterThan(800);
  expect(Math.abs(joined.durationMs - joinCall(call).durationMs)).toBeLessThan(60);
});

test("the order of the two streams relative to each other does not matter", async () => {
  const tabFirst = call.pieces.toSorted((a, b) => Number(a.stream === "mix") - Number(b.stream === "mix"));
  const joined = joinCall({ ...call, pieces: tabFirst });
  // Only the tab's last packet loses its place.
  expect(Math.abs(joined.durationMs - joinCall(call).durationMs)).toBeLessThanOrEqual(60);
  expect((await probe(joined.file)).audio.samples.duration).toBeGreaterThan(12_000 * 48);
});

test("pieces are stored in the file in their order and without gaps", () => {
  const starts = joinCall(call).indices.map((index) => decodePieceIndex(index));
  let end = 0;
  for (const { mediaStart, mediaBytes } of starts) {
    expect(mediaStart).toBe(end);
    end += mediaBytes;
  }
});

test.each([
  ["nothing", new Uint8Array(0)],
  ["a fragment without its header", call.pieces.find((piece) => piece.seq === 1)?.bytes ?? new Uint8Array(0)],
  ["rubbish", new Uint8Array(800).fill(7)],
])("%s is not a header", async (_, bytes) => {
  expect(await readSegmentHeader(bytes)).toBeNull();
});

test("every key frame carries the parameter sets of its header", () => {
  const { file, head, indices } = joinCall(call);
  const sets = call.segments.flatMap(({ header }) =>
    header.picture === null ? [] : parameterSets(header.picture.entry),
  );
  expect(sets).toHaveLength(2);
  expect(sets[0]?.[4]).toBe(0x67);
  const seen: string[] = [];
  for (const { stream, segment, runs, mediaStart } of indices.map(decodePieceIndex)) {
    if (stream !== "tab") continue;
    const length = sets[segment - 1000]?.byteLength ?? 0;
    for (const run of runs.filter(({ track }) => track === "picture")) {
      let at = head.byteLength + mediaStart + run.offset;
      eachPictureSample(run, ({ size, key }) => {
        if (key) seen.push(digest(file.slice(at, at + length)));
        at += size;
      });
    }
  }
  expect(seen.length).toBeGreaterThan(8);
  expect(new Set(seen)).toEqual(new Set(sets.map(digest)));
});

test("without any piece there is no file", () => {
  expect(finishRecording({ segments: [], indices: [], headBytes: null })).toBeNull();
  expect(finishRecording({ segments: call.segments, indices: [], headBytes: null })).toBeNull();
});
