import { expect, test } from "vitest";
import type { HerePiece } from "#app/contracts/recording/here-piece.ts";
import {
  HERE_FRESH_BYTES_MAX,
  HERE_HELD_BYTES_MAX,
  HERE_HELD_RESERVE_BYTES,
  HERE_WAITS_MS_MAX,
} from "#app/domain/limits/here.ts";
import { parsePieceName, pieceName } from "#app/features/here/spool/here-piece.ts";
import { keptParts, readKeptPart } from "#app/features/here/spool/kept-parts.ts";
import type { RecordingAbout } from "#app/features/here/spool/recording-about.ts";
import {
  forgetAccount,
  makeSpool,
  measureWaiting,
  openAgain,
  openWaiting,
  removeExpired,
} from "#app/features/here/spool/recording-spool.ts";
import { settled } from "#tests/fakes/here-clock.ts";
import { fakeFiles } from "#tests/fakes/here-files.ts";

const STARTED = 1_800_000_000_000;

const about = (change: Partial<RecordingAbout> = {}): RecordingAbout => ({
  meetId: "meeting1",
  title: "Call with the authors",
  source: "microphone",
  startedAt: STARTED,
  lastAt: STARTED,
  recordedMs: 0,
  segments: [],
  notes: [],
  isStopped: false,
  ...change,
});

const piece = (seq: number, change: Partial<HerePiece> = {}): Omit<HerePiece, "sha256"> => ({
  track: "mix",
  segment: 0,
  seq,
  segmentStartMs: 0,
  startMs: seq * 3000,
  durationMs: 3000,
  isLast: false,
  loud: [{ startMs: seq * 3000, endMs: seq * 3000 + 1200 }],
  echo: [],
  ...change,
});

const bytesOf = (text: string) => new TextEncoder().encode(text);
const place = (store = fakeFiles(), userId = "nora") => ({ store, userId });

test("a piece is read back with its facts, its bytes and their digest", async () => {
  const { store, userId } = place();
  await (await makeSpool({ store, userId }, about())).put(piece(0), bytesOf("sound"));
  const [spool] = await openWaiting({ store, userId });
  const [name] = spool?.waiting() ?? [];
  const read = name && (await spool?.read(name));
  expect(read?.bytes).toEqual(bytesOf("sound"));
  expect(read?.piece).toMatchObject(piece(0));
  // sha256sum of "sound".
  expect(read?.piece.sha256).toBe("dd29442deca69f52c50006b831cb216edf78a7da33748f0a80ff19f2ebe57ecd");
});

test("pieces that were just written are sent from memory, and those behind the limit from the disk", async () => {
  const { store, userId } = place();
  const spool = await makeSpool({ store, userId }, about());
  let reads = 0;
  const read = store.read.bind(store);
  store.read = async (path) => {
    reads += 1;
    return read(path);
  };
  await spool.put(piece(0), new Uint8Array(HERE_FRESH_BYTES_MAX));
  await spool.put(piece(1), bytesOf("behind it"));
  const [first, second] = spool.waiting();
  expect((first && (await spool.read(first)))?.bytes.byteLength).toBe(HERE_FRESH_BYTES_MAX);
  expect(reads).toBe(0);
  expect((second && (await spool.read(second)))?.bytes).toEqual(bytesOf("behind it"));
  expect(reads).toBe(1);
  // An acknowledgement gives its room to the next one.
  if (first) await spool.acknowledge(first);
  await spool.put(piece(2), bytesOf("in memory again"));
  const third = spool.waiting().at(-1);
  expect((third && (await spool.read(third)))?.bytes).toEqual(bytesOf("in memory again"));
  expect(reads).toBe(1);
});

test("a name says what a piece is, and no other file is one", () => {
  expect(parsePieceName(pieceName(piece(7)))).toEqual({
    track: "mix",
    segment: 0,
    seq: 7,
    startMs: 21_000,
    durationMs: 3000,
  });
  for (const name of ["about-1", "piece-other-0-0-0-0", "piece-mix-0-0-0", "piece-mix-0-0-0-x"]) {
    expect(parsePieceName(name)).toBeNull();
  }
});

test("waiting pieces are found after a crash, in the order in which it was recorded", async () => {
  const { store, userId } = place();
  const spool = await makeSpool({ store, userId }, about());
  for (const seq of [2, 0, 1]) await spool.put(piece(seq), bytesOf(`sound ${seq}`));
  await spool.note({ recordedMs: 9000 });
  const [found] = await openWaiting({ store, userId });
  expect(found?.waiting().map(({ seq }) => seq)).toEqual([0, 1, 2]);
  expect(found?.about()).toEqual(about({ recordedMs: 9000 }));
});

test("a piece that was not written to its end does not wait, and the others do", async () => {
  const { store, userId } = place();
  const spool = await makeSpool({ store, userId }, about());
  await spool.put(piece(0), bytesOf("whole"));
  store.killAtByte = 40;
  void spool.put(piece(1), bytesOf("broken off"));
  await settled();
  const [found] = await openWaiting({ store, userId });
  const read = await Promise.all((found?.waiting() ?? []).map(async (name) => found?.read(name)));
  expect(read.map((each) => each && each.piece.seq)).toEqual([0, null]);
  expect(found?.waiting().map(({ seq }) => seq)).toEqual([0]);
});

test("facts of a recording survive a crash while they are written", async () => {
  const { store, userId } = place();
  const spool = await makeSpool({ store, userId }, about());
  await spool.note({ recordedMs: 3000 });
  store.killAtByte = 50;
  void spool.note({ recordedMs: 6000 });
  await settled();
  const [found] = await openWaiting({ store, userId });
  expect(found?.about().recordedMs).toBe(3000);
  await found?.note({ recordedMs: 9000 });
  const [again] = await openWaiting({ store, userId });
  expect(again?.about().recordedMs).toBe(9000);
});

test("an acknowledged piece is removed, and a second acknowledgement does nothing", async () => {
  const { store, userId } = place();
  const spool = await makeSpool({ store, userId }, about());
  await spool.put(piece(0), bytesOf("one"));
  await spool.put(piece(1), bytesOf("two"));
  const [first] = spool.waiting();
  if (first) await spool.acknowledge(first);
  if (first) await spool.acknowledge(first);
  expect(spool.waiting().map(({ seq }) => seq)).toEqual([1]);
  expect([...store.files.keys()].filter((path) => path.includes("piece-"))).toHaveLength(1);
});

test("a piece that the server never took is a file with the header of its segment, also after a crash", async () => {
  const { store, userId } = place();
  const spool = await makeSpool({ store, userId }, about());
  // Each box is its length and its type alone.
  const boxes = (...types: string[]) => bytesOf(types.map((type) => `\0\0\0\b${type}`).join(""));
  await spool.put(piece(0), boxes("ftyp", "moov", "moof", "mdat"));
  await spool.put(piece(1), boxes("moof", "mdat"));
  const [first] = spool.waiting();
  if (first) await spool.acknowledge(first);
  const [found] = await openWaiting({ store, userId });
  const [part, ...others] = keptParts(found?.waiting() ?? []);
  expect(part).toMatchObject({ track: "mix", segment: 0, startMs: 3000, endMs: 6000 });
  expect(others).toEqual([]);
  const file = found && part && (await readKeptPart(found, part));
  expect(new Uint8Array((await file?.arrayBuffer()) ?? [])).toEqual(boxes("ftyp", "moov", "moof", "mdat"));
});

test("another account of this browser finds nothing", async () => {
  const store = fakeFiles();
  const spool = await makeSpool({ store, userId: "nora" }, about());
  await spool.put(piece(0), bytesOf("private"));
  expect(await openWaiting({ store, userId: "jonas" })).toEqual([]);
  // Not even an account whose id begins with the same letters.
  expect(await openWaiting({ store, userId: "nor" })).toEqual([]);
  await forgetAccount({ store, userId: "jonas" });
  expect(await openWaiting({ store, userId: "nora" })).toHaveLength(1);
});

test("a deleted account leaves nothing, and others keep theirs", async () => {
  const store = fakeFiles();
  for (const userId of ["nora", "jonas"])
    await (await makeSpool({ store, userId }, about())).put(piece(0), bytesOf(userId));
  await forgetAccount({ store, userId: "nora" });
  expect([...store.files.keys()].every((path) => path.startsWith("jonas/"))).toBe(true);
});

test("a recording is removed seven days after it began, whoever is signed in", async () => {
  const store = fakeFiles();
  await makeSpool({ store, userId: "nora" }, about());
  await makeSpool({ store, userId: "jonas" }, about({ meetId: "meeting2", startedAt: STARTED + 1000 }));
  const at = (now: number) => ({ browserNow: now, serverNow: now });
  await removeExpired(store, at(STARTED + HERE_WAITS_MS_MAX));
  expect(await openWaiting({ store, userId: "nora" })).toHaveLength(1);
  await removeExpired(store, at(STARTED + HERE_WAITS_MS_MAX + 1));
  expect(await openWaiting({ store, userId: "nora" })).toEqual([]);
  expect(await openWaiting({ store, userId: "jonas" })).toHaveLength(1);
});

test("a clock that jumps ahead removes nothing, be it the browser's or the server's", async () => {
  const store = fakeFiles();
  await makeSpool({ store, userId: "nora" }, about());
  const now = STARTED + 60_000;
  const ahead = now + 2 * HERE_WAITS_MS_MAX;
  await removeExpired(store, { browserNow: ahead, serverNow: now });
  await removeExpired(store, { browserNow: now, serverNow: ahead });
  expect(await openWaiting({ store, userId: "nora" })).toHaveLength(1);
});

test("a full disk holds pieces in memory, and half a file is not left behind", async () => {
  const { store, userId } = place();
  const spool = await makeSpool({ store, userId }, about());
  store.isFull = true;
  expect(await spool.put(piece(0), bytesOf("held"))).toBe("held");
  expect([...store.files.keys()].filter((path) => path.includes("piece-"))).toEqual([]);
  const [name] = spool.waiting();
  expect((name && (await spool.read(name)))?.bytes).toEqual(bytesOf("held"));
  store.isFull = false;
  expect(await spool.put(piece(1), bytesOf("on the disk"))).toBe("stored");
  if (name) await spool.acknowledge(name);
  expect(spool.waiting().map(({ seq }) => seq)).toEqual([1]);
});

test("a disk that has room again gets what was held, with the header of its segment, and nothing that was sent meanwhile", async () => {
  const { store, userId } = place();
  const spool = await makeSpool({ store, userId }, about());
  const boxes = (...types: string[]) => bytesOf(types.map((type) => `\0\0\0\b${type}`).join(""));
  store.isFull = true;
  await spool.put(piece(0), boxes("ftyp", "moov", "moof", "mdat"));
  await spool.put(piece(1), boxes("moof", "mdat"));
  expect(spool.held().map(({ seq }) => seq)).toEqual([0, 1]);
  store.isFull = false;
  const [sent] = spool.waiting();
  const write = store.write.bind(store);
  store.write = async (path, bytes) => {
    if (sent && path.includes("piece-mix-0-0")) await spool.acknowledge(sent);
    await write(path, bytes);
  };
  expect(await spool.put(piece(2), boxes("moof", "mdat"))).toBe("stored");
  expect(spool.held()).toEqual([]);
  const [found] = await openWaiting({ store, userId });
  expect(found?.waiting().map(({ seq }) => seq)).toEqual([1, 2]);
  const [part] = keptParts(found?.waiting() ?? []);
  const file = found && part && (await readKeptPart(found, part));
  expect(new Uint8Array((await file?.arrayBuffer()) ?? [])).toEqual(
    boxes("ftyp", "moov", "moof", "mdat", "moof", "mdat"),
  );
});

test("files that can no longer be written lose nothing: pieces are held in memory, and facts are written again later", async () => {
  const { store, userId } = place();
  const spool = await makeSpool({ store, userId }, about());
  await spool.put(piece(0), bytesOf("on the disk"));
  store.isBroken = true;
  expect(await spool.put(piece(1), bytesOf("held"))).toBe("held");
  await spool.note({ recordedMs: 6000 });
  const [first, second] = spool.waiting();
  expect((second && (await spool.read(second)))?.bytes).toEqual(bytesOf("held"));
  if (first) await spool.acknowledge(first);
  expect(spool.waiting().map(({ seq }) => seq)).toEqual([1]);
  store.isBroken = false;
  expect(await spool.put(piece(2), bytesOf("on the disk again"))).toBe("stored");
  await spool.note({ lastAt: STARTED + 9000 });
  const [found] = await openWaiting({ store, userId });
  expect(found?.about()).toMatchObject({ recordedMs: 6000, lastAt: STARTED + 9000 });
});

test("memory that is full as well keeps what comes until the recording has paused, and gives its room back once something is sent", async () => {
  const { store, userId } = place();
  const spool = await makeSpool({ store, userId }, about());
  store.isFull = true;
  expect(await spool.put(piece(0), new Uint8Array(HERE_HELD_BYTES_MAX))).toBe("held");
  expect(await spool.put(piece(1), bytesOf("the last one"))).toBe("full");
  expect(spool.waiting().map(({ seq }) => seq)).toEqual([0, 1]);
  expect(await spool.put(piece(2), new Uint8Array(HERE_HELD_RESERVE_BYTES))).toBe("full");
  expect(spool.waiting().map(({ seq }) => seq)).toEqual([0, 1]);
  const [name] = spool.waiting();
  if (name) await spool.acknowledge(name);
  expect(await spool.put(piece(2), bytesOf("room again"))).toBe("held");
});

test("a recording that another tab went on with is opened again as it is now", async () => {
  const { store, userId } = place();
  const spool = await makeSpool({ store, userId }, about());
  await spool.put(piece(0), bytesOf("first"));
  const [listed] = await openWaiting({ store, userId });
  if (!listed) throw new Error("nothing was found");
  // The other tab.
  await spool.put(piece(1), bytesOf("second"));
  await spool.note({ recordedMs: 6000 });
  const now = await openAgain({ store, userId }, listed);
  expect(now?.waiting().map(({ seq }) => seq)).toEqual([0, 1]);
  expect(now?.about().recordedMs).toBe(6000);
  await spool.remove();
  expect(await openAgain({ store, userId }, listed)).toBeNull();
});

test("a removed recording is not written again by an answer that comes late", async () => {
  const { store, userId } = place();
  const spool = await makeSpool({ store, userId }, about());
  await spool.remove();
  await spool.note({ notes: [{ id: "note1", atMs: 1, text: "Late", isSent: true }] });
  expect(store.files.size).toBe(0);
});

test("tracks that run side by side count once, and a hole does not count", () => {
  const waiting = [piece(0), piece(0, { track: "tab" }), piece(1), piece(5)];
  expect(measureWaiting(waiting)).toEqual({ ms: 9000, endMs: 18_000 });
  expect(measureWaiting([])).toEqual({ ms: 0, endMs: 0 });
});
