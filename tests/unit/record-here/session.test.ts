import { expect, test } from "vitest";
import type { HereSource } from "#app/domain/here/here.ts";
import { tracksOf } from "#app/domain/here/here.ts";
import {
  HERE_HELD_BYTES_MAX,
  HERE_MARKS_MAX,
  HERE_MS_MAX,
  HERE_SEGMENTS_RESERVED,
  HERE_SILENT_MS_MAX,
  HERE_STALLED_MS_MAX,
} from "#app/domain/limits/here.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/limits/units.ts";
import { findProblem } from "#app/features/meeting/here/find-problem.ts";
import { finishRecording } from "#app/features/here/session/finish-recording.ts";
import { readyToGoOn } from "#app/features/here/session/go-on-later.ts";
import { isRecordingNow } from "#app/features/here/session/run-session.ts";
import { showSession } from "#app/features/here/session/running-session.ts";
import { startSession } from "#app/features/here/session/recording-session.ts";
import { makeSpool, measureWaiting, openWaiting } from "#app/features/here/spool/recording-spool.ts";
import { sendPieces } from "#app/features/here/spool/send-pieces.ts";
import { fakeCapture } from "#tests/fakes/here-capture.ts";
import { fakeClock, settled } from "#tests/fakes/here-clock.ts";
import { fakeFiles } from "#tests/fakes/here-files.ts";
import { fakeHereServer } from "#tests/fakes/here-server.ts";

async function recording(source: HereSource = "microphone", recordedMs = 0) {
  const store = fakeFiles();
  const clock = fakeClock();
  const server = fakeHereServer();
  const place = { store, userId: "nora" };
  const spool = await makeSpool(place, {
    meetId: "meeting1",
    title: "Call",
    source,
    startedAt: clock.now(),
    lastAt: clock.now(),
    recordedMs,
    segments: [],
    segmentNumbers: { from: 0, to: HERE_SEGMENTS_RESERVED },
    notes: [],
    isStopped: false,
  });
  const inputs = source === "both" ? (["microphone", "tab"] as const) : ([source] as const);
  const capture = fakeCapture(tracksOf(source), inputs);
  const session = startSession({ capture, spool, server, clock });
  /** Records: sound each second, a piece every three. */
  const record = async (seconds: number, giveLevels = () => capture.giveLevels()) => {
    for (let second = 1; second <= seconds; second += 1) {
      await clock.pass(1000);
      giveLevels();
      if (second % 3 === 0) capture.give();
    }
    await settled();
  };
  const problem = () => findProblem(session.state(), session.levels(), session.recordedMs())?.name ?? null;
  return { store, place, clock, server, spool, capture, session, record, problem };
}

test("pieces are written, sent, acknowledged and removed while it records", async () => {
  const { session, server, spool, record } = await recording();
  await record(9);
  expect(server.pieces.map(({ seq, startMs, durationMs }) => [seq, startMs, durationMs])).toEqual([
    [0, 0, 3000],
    [1, 3000, 3000],
    [2, 6000, 3000],
  ]);
  expect(server.pieces[1]?.loud).toEqual(
    [4, 5, 6].map((second) => ({ startMs: second * 1000 - 100, endMs: second * 1000 })),
  );
  expect(spool.waiting()).toEqual([]);
  expect(session.state()).toMatchObject({ phase: "recording", sending: "sending", safeMs: 9000 });
});

test("two sources are recorded apart and together", async () => {
  const { server, record, session } = await recording("both");
  await record(3);
  expect(server.pieces.map(({ track }) => track).toSorted()).toEqual(["microphone", "mix", "tab"]);
  await session.stop();
  expect(server.finished).toEqual([
    ["mix", "microphone", "tab"].map((track) => ({ track, segments: [{ segment: 0, startMs: 0, pieces: 2 }] })),
  ]);
});

test("stop sends the rest, says how many pieces there are, and leaves nothing in the browser", async () => {
  const { session, server, store, capture, record } = await recording();
  await record(4);
  await session.stop();
  expect(server.pieces.map(({ isLast }) => isLast)).toEqual([false, true]);
  expect(server.finished).toEqual([[{ track: "mix", segments: [{ segment: 0, startMs: 0, pieces: 2 }] }]]);
  expect(store.files.size).toBe(0);
  expect(capture.isReleased).toBe(true);
  expect(session.state().phase).toBe("over");
});

test("an end whose numbers of pieces the server does not take is told without them", async () => {
  const { session, server, record } = await recording();
  await record(4);
  const { finish } = server;
  server.finish = async (tracks) => (tracks === null ? finish(tracks) : "refused");
  await session.stop();
  expect(server.finished).toEqual([null]);
  expect(session.state().phase).toBe("over");
});

test("pieces and notes that the server refuses stay in the browser, are said, and the rest is finished", async () => {
  const { session, server, store, place, record, problem } = await recording();
  server.refuses = ({ seq }) => seq === 1;
  // The refused piece is in memory only until the end.
  store.isFull = true;
  await record(6);
  store.isFull = false;
  await record(3);
  expect(problem()).toBe("refused");
  server.note = async () => "refused";
  await session.addNote({ id: "note1", atMs: 2400, text: "Ask for the second file" });
  await session.stop();
  expect(server.finished).toEqual([null]);
  expect(server.pieces.map(({ seq }) => seq)).toEqual([0, 2, 3]);
  expect(session.state()).toMatchObject({ phase: "kept", waitingPieces: 1 });
  expect(problem()).toBe("kept");
  const [found] = await openWaiting(place);
  expect(found?.waiting().map(({ seq }) => seq)).toEqual([1]);
  expect(found?.about()).toMatchObject({ isFinished: true, notes: [{ id: "note1", isSent: false }] });
});

test("a recording that is as large as the server takes ends, with everything up to there", async () => {
  const { session, server, place, record, problem } = await recording();
  await record(3);
  server.isFull = true;
  await record(3);
  expect(session.state().phase).toBe("kept");
  expect(problem()).toBe("full");
  expect(server.finished).toEqual([null]);
  const [found] = await openWaiting(place);
  expect(found?.waiting().map(({ startMs }) => startMs)).toEqual([3000, 6000]);
});

test("a note that waits is not removed with a recording that the server takes no more", async () => {
  const { session, server, place, record } = await recording();
  await record(3);
  server.note = async () => "later";
  await session.addNote({ id: "note1", atMs: 2400, text: "Ask for the second file" });
  server.note = async () => "gone";
  await session.stop();
  expect(session.state()).toMatchObject({ phase: "gone", waitingPieces: 0 });
  const [found] = await openWaiting(place);
  expect(found?.about().notes).toMatchObject([{ id: "note1", isSent: false }]);
});

test("a pause stands the clock still, and the next segment begins where the last one ended", async () => {
  const { session, server, clock, record } = await recording();
  await record(6);
  await session.pause();
  await clock.pass(10 * MINUTE_MS);
  expect(session.recordedMs()).toBe(6000);
  session.resume();
  await record(3);
  const later = server.pieces.filter(({ segment }) => segment === 1);
  expect(later.map(({ segmentStartMs, startMs, seq }) => [segmentStartMs, startMs, seq])).toEqual([[6000, 6000, 0]]);
  expect(server.told.map(({ type, atMs }) => [type, atMs])).toEqual([
    ["paused", 6000],
    ["resumed", 6000],
  ]);
});

test("a machine that slept begins a new segment, and its clock leaves the sleep out", async () => {
  const { session, server, clock, capture, record, problem } = await recording();
  await record(6);
  clock.sleep(HOUR_MS);
  capture.giveLevels();
  await settled();
  expect(session.recordedMs()).toBe(6000);
  expect(session.state().sleptMs).toBe(HOUR_MS);
  expect(problem()).toBe("slept");
  await record(3);
  expect(server.pieces.at(-1)).toMatchObject({ segment: 1, segmentStartMs: 6000, startMs: 6000, durationMs: 3000 });
});

test("a clock that is set back leaves no hole: pieces, their loud stretches and notes keep their time", async () => {
  const { session, server, capture, clock, record, problem } = await recording();
  await record(6);
  clock.sleep(-HOUR_MS);
  capture.giveLevels();
  await record(6);
  expect(session.recordedMs()).toBe(12_000);
  expect(server.pieces.map(({ segment, startMs, durationMs }) => [segment, startMs, durationMs])).toEqual(
    [0, 3000, 6000, 9000].map((startMs) => [0, startMs, 3000]),
  );
  expect(server.pieces.every(({ loud }) => loud?.length === 3)).toBe(true);
  expect(problem()).toBeNull();
  await session.pause();
  expect(server.told.map(({ type, atMs }) => [type, atMs])).toEqual([["paused", 12_000]]);
});

test("a crash loses what the encoder held, and the rest is found, sent and finished later", async () => {
  const { server, place, record } = await recording();
  server.answer = "later";
  await record(720);
  // The browser is killed: nothing of the session runs any more.
  const [found] = await openWaiting(place);
  expect(found && measureWaiting(found.waiting())).toEqual({ ms: 720_000, endMs: 720_000 });
  expect(found?.about().segments).toEqual([{ track: "mix", segment: 0, startMs: 0, pieces: 240 }]);
});

test("a crash between the pieces of two sources leaves no number of a piece that was never written", async () => {
  const { server, place, store, clock, capture, record } = await recording("both");
  await record(3);
  // The mix is written; the browser is killed within the piece of the microphone.
  const write = store.write.bind(store);
  store.write = async (path, bytes) => {
    if (path.includes("piece-microphone")) store.killAtByte = 40;
    return write(path, bytes);
  };
  await clock.pass(3000);
  capture.give();
  await settled();
  store.write = write;
  const [found] = await openWaiting(place);
  if (!found) throw new Error("nothing was found");
  const sender = sendPieces({ spool: found, send: server.piece, clock, onChange() {} });
  await finishRecording({ spool: found, sender, server, clock });
  const arrived = (track: string) => server.pieces.filter((piece) => piece.track === track).length;
  const named = (server.finished.at(-1) ?? []).map(({ track, segments }) => [track, segments[0]?.pieces]);
  expect(named.map(([track]) => [track, arrived(String(track))])).toEqual([
    ["mix", 2],
    ["microphone", 1],
    ["tab", 1],
  ]);
  for (const [track, pieces] of named) expect(pieces).toBeLessThanOrEqual(arrived(String(track)));
});

test("a recording that goes on after a crash uses no number twice, and its clock goes on", async () => {
  const { server, place, clock, record } = await recording();
  await record(6);
  const [found] = await openWaiting(place);
  if (!found) throw new Error("nothing was found");
  const capture = fakeCapture(["mix"], ["microphone"]);
  const session = startSession({ capture, spool: found, server, clock });
  await clock.pass(3000);
  capture.give();
  await settled();
  expect(server.pieces.at(-1)).toMatchObject({ segment: 1, seq: 0, segmentStartMs: 6000, startMs: 6000 });
  await session.stop();
  expect(server.finished.at(-1)?.[0]?.segments.map(({ segment, pieces }) => [segment, pieces])).toEqual([
    [0, 2],
    [1, 2],
  ]);
});

test.each([
  { answer: "later", startMs: 3000 },
  { answer: "stored", startMs: 6000 },
] as const)(
  "a number that was used while the disk was full is not used again after a crash, where the server answers $answer",
  async ({ answer, startMs }) => {
    const { session, store, server, place, clock, record } = await recording();
    await record(3);
    store.isFull = true;
    await session.pause();
    session.resume();
    await record(3);
    expect(server.pieces.at(-1)).toMatchObject({ segment: 1, seq: 0 });
    // The browser is killed. Its disk knows nothing of the second segment, which the server has.
    const [found] = await openWaiting(place);
    if (!found) throw new Error("nothing was found");
    expect(found.about().segments.map(({ segment }) => segment)).toEqual([0]);
    server.answer = answer;
    expect(await readyToGoOn(found, server)).toBe(false);
    store.isFull = false;
    expect(await readyToGoOn(found, server)).toBe(true);
    const before = new Map(server.stored);
    const capture = fakeCapture(["mix"], ["microphone"]);
    startSession({ capture, spool: found, server, clock });
    server.answer = "stored";
    await clock.pass(3000);
    capture.give();
    await settled();
    for (const [name, sound] of before) expect(server.stored.get(name)).toBe(sound);
    expect(server.stored.size).toBe(before.size + 1);
    expect(server.pieces.find(({ segment }) => segment > 1)).toMatchObject({ seq: 0, startMs });
  },
);

test("a recording whose next number does not get on the disk pauses, and goes on when it does", async () => {
  const { session, store, server, record } = await recording();
  store.isFull = true;
  const starts = [];
  while (session.state().pausedBy !== "disk") {
    await session.pause();
    session.resume();
    await settled();
    starts.push(session.state().phase);
  }
  expect(starts).toHaveLength(HERE_SEGMENTS_RESERVED);
  store.isFull = false;
  session.resume();
  await record(3);
  expect(server.pieces.at(-1)).toMatchObject({ segment: HERE_SEGMENTS_RESERVED, seq: 0 });
});

test("an hour offline is recorded, said, and sent when the network is back", async () => {
  const { session, server, clock, capture, problem } = await recording();
  server.answer = "later";
  for (let minute = 0; minute < 60; minute += 1) {
    for (let second = 0; second < 60; second += 4) {
      await clock.pass(4000);
      capture.giveLevels();
      capture.give();
    }
  }
  await settled();
  expect(session.state()).toMatchObject({ phase: "recording", sending: "offline" });
  expect(problem()).toBe("offline");
  server.answer = "stored";
  session.wake();
  while (session.state().waitingPieces > 0) await settled();
  expect(session.state().sending).toBe("sending");
});

test.each([
  ["later", "rest-offline"],
  ["signed-out", "rest-signed-out"],
] as const)("after the stop, a server that answers %s is said to get the rest later", async (answer, name) => {
  const { session, server, record, problem } = await recording();
  server.answer = answer;
  await record(6);
  const stopped = session.stop();
  await settled();
  expect(session.state().phase).toBe("stopping");
  expect(problem()).toBe(name);
  server.answer = "stored";
  session.wake();
  await stopped;
  expect(problem()).toBe(null);
});

test("an ended session is said, the recording goes on, and a sign-in sends it", async () => {
  const { session, server, record, problem } = await recording();
  server.answer = "signed-out";
  await record(6);
  expect(problem()).toBe("signed-out");
  expect(session.state().phase).toBe("recording");
  server.answer = "stored";
  await record(9);
  expect(session.state()).toMatchObject({ sending: "sending", waitingPieces: 0 });
  expect(problem()).toBeNull();
});

test("an unplugged microphone is said, the other source goes on, and it can be connected again", async () => {
  const { session, capture, record, problem } = await recording("both");
  await record(3);
  capture.lose("microphone");
  expect(problem()).toBe("ended");
  expect(session.state().phase).toBe("recording");
  await session.reopen("microphone");
  expect(problem()).toBeNull();
});

test("an ended sharing is said, the microphone goes on, and the tab can be shared again", async () => {
  const { session, capture, server, record, problem } = await recording("both");
  await record(3);
  capture.lose("tab");
  expect(problem()).toBe("ended");
  await record(3);
  expect(session.state()).toMatchObject({ phase: "recording", waitingPieces: 0 });
  expect(server.pieces.filter(({ track }) => track === "microphone")).toHaveLength(2);
  expect(await session.reopen("tab")).toBe(true);
  expect(problem()).toBeNull();
});

test("a microphone that takes the place of the only one is recorded without a question", async () => {
  const { session, capture, server, record } = await recording();
  await record(3);
  capture.lose("microphone");
  await settled();
  expect(session.state()).toMatchObject({ phase: "paused", pausedBy: "inputs" });
  capture.plug("microphone");
  await record(3);
  expect(session.state()).toMatchObject({ phase: "recording", pausedBy: null });
  expect(server.pieces.at(-1)).toMatchObject({ segment: 1, startMs: 3000, durationMs: 3000 });
});

test("a recording that goes on before its encoders have stopped puts no piece into the wrong segment", async () => {
  const { session, capture, server, record } = await recording();
  await record(3);
  let letStop = () => {};
  capture.stopsAfter = new Promise((resolve) => {
    letStop = resolve;
  });
  void session.pause();
  session.resume();
  await settled();
  expect(capture.starts).toBe(1);
  letStop();
  await record(3);
  expect(server.pieces.map(({ segment, seq, isLast }) => [segment, seq, isLast])).toEqual([
    [0, 0, false],
    [0, 1, true],
    [1, 0, false],
  ]);
});

test("without any source it pauses by itself, and goes on once one is there", async () => {
  const { session, capture, record, problem } = await recording("tab");
  await record(3);
  capture.lose("tab");
  await settled();
  expect(session.state()).toMatchObject({ phase: "paused", pausedBy: "inputs" });
  expect(problem()).toBe("paused-inputs");
  await session.reopen("tab");
  expect(session.state().phase).toBe("recording");
  await settled();
  expect(capture.starts).toBe(2);
});

test("a source that is opened again during the person's pause does not end the pause", async () => {
  const { session, capture, record, problem } = await recording("both");
  await record(3);
  await session.pause();
  capture.lose("microphone");
  expect(problem()).toBe("ended");
  expect(await session.reopen("microphone")).toBe(true);
  await settled();
  expect(session.state()).toMatchObject({ phase: "paused", pausedBy: "person" });
  expect(capture.starts).toBe(1);
});

test("an encoder that fails pauses, and what was recorded is safe", async () => {
  const { session, capture, server, record, problem } = await recording();
  await record(3);
  capture.fail();
  await settled();
  expect(problem()).toBe("paused-encoder");
  session.resume();
  await record(3);
  expect(server.pieces.map(({ segment }) => segment)).toEqual([0, 0, 1]);
});

test("an encoder that gives nothing any more is started again, and where that does not help, it is said", async () => {
  const { session, capture, server, record, problem } = await recording("both");
  await record(3);
  capture.stalled = ["mix"];
  capture.isCuredByStart = true;
  await record(HERE_STALLED_MS_MAX / 1000 + 3);
  expect(capture.starts).toBe(2);
  expect(server.pieces.findLast(({ track }) => track === "mix")).toMatchObject({ segment: 1 });
  expect(problem()).toBeNull();
  capture.isCuredByStart = false;
  capture.stalled = ["mix"];
  await record(2 * (HERE_STALLED_MS_MAX / 1000) + 3);
  expect(session.state()).toMatchObject({ phase: "paused", pausedBy: "encoder" });
  expect(problem()).toBe("paused-encoder");
});

test("an encoder of one voice that gives nothing leaves the mix to be recorded, and the voice is reported", async () => {
  const { session, capture, server, record, problem } = await recording("both");
  await record(3);
  capture.stalled = ["tab"];
  await record(60);
  expect(session.state().phase).toBe("recording");
  expect(capture.starts).toBe(2);
  const mix = server.pieces.filter(({ track }) => track === "mix");
  expect(mix.at(-1)?.startMs).toBeGreaterThanOrEqual(54_000);
  expect(problem()).toBe("dead");
  expect(session.levels()).toMatchObject({ microphone: { state: "good" }, tab: { state: "dead" } });
  expect(server.told.at(-1)).toMatchObject({ type: "silent", source: "tab" });
  capture.stalled = [];
  await record(5);
  expect(problem()).toBeNull();
  expect(server.told.at(-1)).toMatchObject({ type: "heard", source: "tab" });
});

test("a search for echoes that fails keeps the piece, and those behind it", async () => {
  const { server, capture, record } = await recording("both");
  capture.findEcho = () => Promise.reject(new Error("no memory"));
  await record(12);
  const own = server.pieces.filter(({ track }) => track === "microphone");
  expect(own.map(({ seq, echo }) => [seq, echo])).toEqual(Array.from({ length: 4 }, (_, seq) => [seq, []]));
});

test("more marks than a request takes arrive in order once the server answers again", async () => {
  const { session, server, record } = await recording();
  server.answer = "later";
  for (let pause = 0; pause < HERE_MARKS_MAX; pause += 1) {
    await session.pause();
    session.resume();
    await record(1);
  }
  server.answer = "stored";
  await record(60);
  expect(server.told.map(({ type }) => type)).toEqual(
    Array.from({ length: 2 * HERE_MARKS_MAX }, (_, at) => (at % 2 === 0 ? "paused" : "resumed")),
  );
});

test("a dead microphone is reported within 30 s, to the person and to the server", async () => {
  const { server, capture, clock, record, problem } = await recording();
  await record(3);
  const before = clock.now();
  const zeros = () => capture.giveLevels({ microphone: { rms: 0, peak: 0 } });
  while (problem() === null) await record(1, zeros);
  expect(clock.now() - before).toBeLessThanOrEqual(30_000);
  expect(problem()).toBe("dead");
  expect(server.told).toMatchObject([{ type: "silent", source: "microphone" }]);
});

test("inputs of which nothing comes at all are reported within 30 s, whether encoders go on or not", async () => {
  for (const encodes of [true, false]) {
    const { server, capture, clock, record, problem } = await recording();
    await record(3);
    const before = clock.now();
    while (problem() === null) {
      await clock.pass(1000);
      if (encodes) capture.give();
      await settled();
    }
    expect(clock.now() - before).toBeLessThanOrEqual(30_000);
    expect(problem()).toBe("dead");
    await record(3);
    expect(problem()).not.toBe("dead");
    expect(server.told).toMatchObject([{ type: "silent" }, { type: "heard" }]);
  }
});

test("a silent source is reported within 30 s, to the person and to the server, and so is its return", async () => {
  const { server, capture, record, problem } = await recording("both");
  await record(3);
  const silence = () => capture.giveLevels({ microphone: { rms: 0.1, peak: 0.4 }, tab: { rms: 0, peak: 0 } });
  await record(HERE_SILENT_MS_MAX / 1000 + 1, silence);
  expect(problem()).toBe("silent");
  expect(server.told).toMatchObject([{ type: "silent", source: "tab" }]);
  await record(1);
  expect(server.told).toMatchObject([{ type: "silent" }, { type: "heard", source: "tab" }]);
  expect(problem()).toBeNull();
});

test("a full disk is said, and pieces are sent from memory until there is room", async () => {
  const { store, session, server, record, problem } = await recording();
  store.isFull = true;
  await record(3);
  expect(problem()).toBe("disk-full");
  expect(server.pieces).toHaveLength(1);
  expect(session.state().waitingPieces).toBe(0);
  store.isFull = false;
  await record(3);
  expect(problem()).toBeNull();
});

test("a full disk without network pauses before anything is lost, and goes on when there is room", async () => {
  const { store, session, server, capture, clock, record, problem } = await recording();
  store.isFull = true;
  server.answer = "later";
  capture.pieceBytes = HERE_HELD_BYTES_MAX;
  await record(3);
  capture.pieceBytes = 0;
  // The digest of so much takes its time.
  while (session.state().phase === "recording") await record(3);
  expect(session.state()).toMatchObject({ phase: "paused", pausedBy: "disk" });
  expect(problem()).toBe("paused-disk");
  store.isFull = false;
  server.answer = "stored";
  session.wake();
  await clock.pass(MINUTE_MS);
  session.resume();
  await record(3);
  expect(session.state()).toMatchObject({ phase: "recording", waitingPieces: 0, isDiskFull: false });
  expect(problem()).toBeNull();
  const first = server.pieces.filter(({ segment }) => segment === 0);
  expect(first.map(({ seq }) => seq)).toEqual(first.map((_, index) => index));
  expect(first.at(-1)?.isLast).toBe(true);
});

test.each(["signed-out", "later"] as const)(
  "a full disk says what keeps the pieces in memory from being sent, where the server answers %s",
  async (answer) => {
    const { store, session, server, capture, clock, record, problem } = await recording();
    store.isFull = true;
    server.answer = answer;
    await record(3);
    await clock.pass(MINUTE_MS);
    expect(problem()).toBe(answer === "later" ? "disk-full-offline" : "disk-full-signed-out");
    capture.pieceBytes = HERE_HELD_BYTES_MAX;
    await record(3);
    capture.pieceBytes = 0;
    while (session.state().phase === "recording") await record(3);
    expect(problem()).toBe(answer === "later" ? "paused-disk" : "paused-disk-signed-out");
  },
);

test("files that the browser takes away while it records lose nothing", async () => {
  const { store, session, server, record } = await recording();
  await record(3);
  store.isBroken = true;
  await record(6);
  expect(server.pieces.map(({ seq }) => seq)).toEqual([0, 1, 2]);
  expect(session.state()).toMatchObject({ phase: "recording", waitingPieces: 0 });
  store.isBroken = false;
  await session.stop();
  expect(server.finished).toEqual([[{ track: "mix", segments: [{ segment: 0, startMs: 0, pieces: 4 }] }]]);
});

test("files that cannot be removed at the end do not keep the recording from ending", async () => {
  const { store, session, server, record } = await recording();
  await record(3);
  store.isBroken = true;
  await session.stop();
  expect(session.state().phase).toBe("over");
  expect(server.finished).toHaveLength(1);
});

test("notes keep their moment, reach the server, and survive a crash before they do", async () => {
  const { session, server, place, record, clock } = await recording();
  server.answer = "later";
  await record(3);
  await session.addNote({ id: "note1", atMs: 2400, text: "Ask for the second file" });
  const [found] = await openWaiting(place);
  expect(found?.about().notes).toEqual([{ id: "note1", atMs: 2400, text: "Ask for the second file", isSent: false }]);
  server.answer = "stored";
  session.wake();
  await clock.pass(MINUTE_MS);
  expect(server.notes).toMatchObject([{ id: "note1", atMs: 2400, text: "Ask for the second file" }]);
  expect(session.state().notes).toMatchObject([{ id: "note1", isSent: true }]);
});

test("a recording that was ended elsewhere stops, and keeps what the server did not take", async () => {
  const { session, server, capture, spool, record, problem } = await recording();
  await record(3);
  server.answer = "gone";
  await record(3);
  expect(session.state().phase).toBe("gone");
  expect(problem()).toBe("gone");
  expect(capture.isReleased).toBe(true);
  expect(spool.waiting().length).toBeGreaterThan(0);
});

test("a recording that was ended elsewhere keeps no other from beginning in its tab", async () => {
  const { session, server, record } = await recording();
  showSession(session);
  await record(3);
  expect(isRecordingNow()).toBe(true);
  server.answer = "gone";
  await record(3);
  expect(isRecordingNow()).toBe(false);
  showSession(null);
});

test("the longest recording pauses at its end, and nothing of it lies behind that", async () => {
  const { session, clock, capture, server } = await recording("microphone", HERE_MS_MAX - 5000);
  for (const ms of [3000, 3000]) {
    clock.sleep(ms);
    capture.giveLevels();
    capture.give();
    await settled();
  }
  expect(session.recordedMs()).toBe(HERE_MS_MAX);
  expect(session.state()).toMatchObject({ phase: "paused", pausedBy: "length" });
  session.resume();
  await settled();
  expect(session.state()).toMatchObject({ phase: "paused", pausedBy: "length" });
  expect(Math.max(...server.pieces.map(({ startMs, durationMs }) => startMs + durationMs))).toBe(HERE_MS_MAX);
});

test("echo of the tab is named with the piece of the microphone, and with no other", async () => {
  const { server, capture, record } = await recording("both");
  await record(3, () => {
    capture.giveLevels();
    capture.sound();
  });
  const echo = server.pieces.map(({ track, echo: found }) => [track, found]);
  expect(Object.fromEntries(echo)).toEqual({ mix: [], tab: [], microphone: [{ startMs: 500, endMs: 1500 }] });
});
