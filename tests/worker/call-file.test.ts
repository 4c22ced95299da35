import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { CALL_PART_BYTES } from "#app/domain/limits/calls.ts";
import { stateAfter } from "#app/media/pieces/append-piece.ts";
import { encodePieceIndex } from "#app/media/pieces/piece-index.ts";
import { toHex } from "#app/server/tokens/sink-token.ts";
import { callPieceKey } from "#app/server/storage/keys.ts";
import { CALL_SEGMENTS, callPiece } from "#tests/support/call-fixture.ts";
import { askOf, newRoom, roomOf } from "#tests/support/call-bot.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { PieceJoiner } from "#workers/call/join-pieces.ts";
import type { CallMedia } from "#workers/call/media.ts";
import { readCall } from "#workers/call/call-rows.ts";
import { applyCallEvent } from "#workers/call/apply-event.ts";
import { joinCall } from "#workers/call/store-calls.ts";
import { noteSegmentStarted, notePiece } from "#workers/call/store-sound.ts";
import { composeCall } from "#workers/compose.ts";

/** The rolling file where it is larger than a part: what R2 really makes of the parts, with media of which every byte is known. */

const MIB = 1024 * 1024;
const HEAD = new Uint8Array(CALL_PART_BYTES).fill(1);
const TAIL = new Uint8Array(1000).fill(2);
const header = { sound: null, picture: null, defaults: new Map() };
const media: CallMedia = {
  header: async () => header,
  append(state, { segment: { stream, segment }, seq, piece }) {
    const place = { mediaStart: state.mediaBytes, mediaBytes: piece.byteLength };
    const index = encodePieceIndex({ stream, segment, seq, ...place, damaged: false, soundEnd: null, runs: [] });
    return { media: new Uint8Array(piece), index, damaged: false, state: stateAfter(state, index) };
  },
  finish: ({ indices, headBytes }) => {
    expect([...indices].length).toBeGreaterThan(0);
    const head = headBytes === null ? HEAD.subarray(0, 100) : HEAD;
    return { head, tail: TAIL, durationMs: 1234, gaps: [], hasPicture: true, misplacedMs: 0 };
  },
  start: () => null,
  rebase: (piece) => new Uint8Array(piece),
  bare: (piece) => new Uint8Array(piece),
  window: () => null,
};

/** A piece of which each byte says whose it is. */
function pieceBytes(seq: number, size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(size).fill(seq + 3);
}

test.each([
  { what: "smaller than a part", sizes: [700_000, 1, 900_000], restartAfter: [] },
  { what: "of three parts and a rest", sizes: Array.from({ length: 9 }, () => 2 * MIB - 7), restartAfter: [] },
  { what: "of whole parts", sizes: Array.from({ length: 5 }, () => 2 * MIB), restartAfter: [] },
  {
    what: "made in four lives of the object",
    sizes: Array.from({ length: 9 }, () => 2 * MIB - 7),
    restartAfter: [0, 3, 6],
  },
])("a file $what is its head, the media in order, its tail", async ({ sizes, restartAfter }) => {
  const ask = askOf(newRoom());
  await runInDurableObject(roomOf(ask), async (_object, { storage }) => {
    const { sql } = storage;
    const deps = { ...composeCall(workerEnv), media };
    const { callId, recordingId } = joinCall(storage, ask, Date.now());
    applyCallEvent(storage, callId, { type: "due" }, { now: Date.now() });
    const segment = { stream: "mix", segment: 1000 } as const;
    const startedAt = Date.now();
    noteSegmentStarted(sql, callId, { ...segment, startedAt, mimeType: "audio/mp4" });
    const read = () => {
      const call = readCall(sql, callId);
      if (call === null) throw new Error("the call is gone");
      return call;
    };
    let joiner = new PieceJoiner(deps, sql);
    for (const [seq, size] of sizes.entries()) {
      const name = { ...segment, seq };
      await env.RECORDINGS.put(callPieceKey(recordingId, name), pieceBytes(seq, size));
      notePiece(sql, callId, { ...name, size, sha256: "" }, startedAt + seq);
      await joiner.join(read());
      // Another life of the object knows only what is stored.
      if (restartAfter.some((one) => one === seq)) joiner = new PieceJoiner(deps, sql);
    }
    const stored = await joiner.finish(read());
    if (stored.type !== "file-stored") throw new Error("not stored");
    expect(stored.durationMs).toBe(1234);

    const file = new Uint8Array((await (await env.RECORDINGS.get(stored.key))?.arrayBuffer()) ?? new ArrayBuffer());
    expect(file.byteLength).toBe(stored.version.sizeBytes);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const headBytes = total >= CALL_PART_BYTES ? CALL_PART_BYTES : 100;
    expect(file.byteLength).toBe(headBytes + total + TAIL.byteLength);
    let at = headBytes;
    for (const [seq, size] of sizes.entries()) {
      expect(await isSame(file.subarray(at, at + size), pieceBytes(seq, size)), `piece ${seq}`).toBe(true);
      at += size;
    }
    expect(await isSame(file.subarray(0, headBytes), HEAD.subarray(0, headBytes))).toBe(true);
    expect(await isSame(file.subarray(at), TAIL)).toBe(true);

    // Killed between completing and storing that it is: asked again, the same file is the answer.
    expect(await new PieceJoiner(deps, sql).finish(read())).toEqual(stored);
    await joiner.discard(read());
    expect(await env.RECORDINGS.head(stored.key)).toBeNull();
    for (const table of ["calls", "outbox", "call_meetings"]) sql.exec(`DELETE FROM ${table}`);
  });
});

function isSame(one: Uint8Array<ArrayBuffer>, other: Uint8Array<ArrayBuffer>): Promise<boolean> {
  return Promise.all([digest(one), digest(other)]).then(([a, b]) => a === b);
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return `${bytes.byteLength} ${toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)))}`;
}

type Arrival = { segment: number; seq: number };
const arrivals = (segment: number, from: number, to: number): Arrival[] =>
  Array.from({ length: to - from }, (_, index) => ({ segment, seq: from + index }));
const LATE: { what: string; first: Arrival[]; late: Arrival[]; size: number; killAt: number | null }[] = [
  // The first bot's disk is emptied when the second one's pieces are in parts already.
  {
    what: "in three parts",
    first: [...arrivals(1000, 0, 3), ...arrivals(2000, 0, 6)],
    late: arrivals(1000, 3, 5),
    size: 2 * MIB - 7,
    killAt: null,
  },
  {
    what: "and killed while they are put right",
    first: [...arrivals(1000, 0, 3), ...arrivals(2000, 0, 6)],
    late: arrivals(1000, 3, 5),
    size: 2 * MIB - 7,
    killAt: 2,
  },
  {
    what: "before any part",
    first: [...arrivals(1000, 0, 1), ...arrivals(2000, 0, 2)],
    late: arrivals(1000, 1, 2),
    size: 900_000,
    killAt: null,
  },
];

test.each(LATE)("pieces that come late stand where they belong: $what", async ({ first, late, size, killAt }) => {
  const ask = askOf(newRoom());
  await runInDurableObject(roomOf(ask), async (_object, { storage }) => {
    const { sql } = storage;
    let appended = 0;
    let kills = killAt === null ? 0 : 1;
    const killing: CallMedia = {
      ...media,
      append(state, given) {
        appended += 1;
        if (kills > 0 && appended > first.length + late.length + (killAt ?? 0)) {
          kills -= 1;
          throw new Error("killed");
        }
        return media.append(state, given);
      },
    };
    const events: string[] = [];
    const deps = { ...composeCall(workerEnv), media: killing, log: (event: string) => void events.push(event) };
    const { callId, recordingId } = joinCall(storage, ask, Date.now());
    applyCallEvent(storage, callId, { type: "due" }, { now: Date.now() });
    const startedAt = Date.now();
    for (const segment of [1000, 2000]) {
      const started = { stream: "mix", segment, startedAt: startedAt + segment } as const;
      noteSegmentStarted(sql, callId, { ...started, mimeType: "audio/mp4" });
    }
    const read = () => {
      const call = readCall(sql, callId);
      if (call === null) throw new Error("the call is gone");
      return call;
    };
    const bytesOf = ({ segment, seq }: Arrival) => pieceBytes(seq + (segment / 1000) * 20, size);
    const joiner = new PieceJoiner(deps, sql);
    for (const arrival of [...first, ...late]) {
      const name = { stream: "mix", ...arrival } as const;
      await env.RECORDINGS.put(callPieceKey(recordingId, name), bytesOf(arrival));
      notePiece(sql, callId, { ...name, size, sha256: "" }, startedAt);
      await joiner.join(read());
    }
    const isKilled = await joiner.finish(read()).then(
      () => false,
      () => true,
    );
    expect(isKilled).toBe(killAt !== null);
    const stored = await new PieceJoiner(deps, sql).finish(read());
    if (stored.type !== "file-stored") throw new Error("not stored");
    expect(events).toEqual(["call.file.joined-again"]);

    const file = new Uint8Array((await (await env.RECORDINGS.get(stored.key))?.arrayBuffer()) ?? new ArrayBuffer());
    const inOrder = [...first, ...late].toSorted((a, b) => a.segment - b.segment || a.seq - b.seq);
    const headBytes = size * inOrder.length >= CALL_PART_BYTES ? CALL_PART_BYTES : 100;
    expect(file.byteLength).toBe(headBytes + size * inOrder.length + TAIL.byteLength);
    for (const [place, arrival] of inOrder.entries()) {
      const at = headBytes + place * size;
      expect(await isSame(file.slice(at, at + size), bytesOf(arrival)), JSON.stringify(arrival)).toBe(true);
    }
    // Asked once more it is the same file, and nothing is put right that is right.
    expect(await new PieceJoiner(deps, sql).finish(read())).toEqual(stored);
    for (const table of ["calls", "outbox", "call_meetings"]) sql.exec(`DELETE FROM ${table}`);
  });
});

test("a real call whose first bot's pieces come last has the very bytes of one whose pieces came in time", async () => {
  const files = [];
  for (const order of ["in time", "late"] as const) {
    const ask = askOf(newRoom());
    files.push(
      await runInDurableObject(roomOf(ask), async (_object, { storage }) => {
        const { sql } = storage;
        const deps = composeCall(workerEnv);
        const { callId, recordingId } = joinCall(storage, ask, Date.now());
        applyCallEvent(storage, callId, { type: "due" }, { now: Date.now() });
        for (const segment of CALL_SEGMENTS) {
          const event = { type: "segment-started", ...segment, mimeType: "", seq: 1, at: segment.startedAt } as const;
          noteSegmentStarted(sql, callId, event);
        }
        const names = CALL_SEGMENTS.flatMap(({ stream, segment, pieces }) =>
          Array.from({ length: pieces }, (_, seq) => ({ stream, segment, seq })),
        ).toSorted((a, b) => a.segment - b.segment || a.seq - b.seq || (a.stream < b.stream ? -1 : 1));
        const isLate = (name: (typeof names)[number]) => name.segment === 1000 && name.seq >= 2;
        const arriving = order === "late" ? [...names.filter((name) => !isLate(name)), ...names.filter(isLate)] : names;
        const joiner = new PieceJoiner(deps, sql);
        for (const name of arriving) {
          const call = readCall(sql, callId);
          if (call === null) throw new Error("the call is gone");
          const bytes = await callPiece(name);
          await env.RECORDINGS.put(callPieceKey(recordingId, name), bytes);
          notePiece(sql, callId, { ...name, size: bytes.byteLength, sha256: "" }, Date.now());
          await joiner.join(call);
        }
        const call = readCall(sql, callId);
        const stored = call && (await joiner.finish(call));
        if (stored?.type !== "file-stored") throw new Error("not stored");
        const file = new Uint8Array((await (await env.RECORDINGS.get(stored.key))?.arrayBuffer()) ?? new ArrayBuffer());
        for (const table of ["calls", "outbox", "call_meetings"]) sql.exec(`DELETE FROM ${table}`);
        return { file, durationMs: stored.durationMs };
      }),
    );
  }
  const [inTime, late] = files;
  if (!inTime || !late) throw new Error("no files");
  expect(late.durationMs).toBe(inTime.durationMs);
  expect(await isSame(late.file, inTime.file)).toBe(true);
});
