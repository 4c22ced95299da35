import { expect, test } from "vitest";
import { HERE_RETRY, HERE_SENT_AT_ONCE_MAX, HERE_SIGNED_OUT_RETRY_MS } from "#app/domain/limits/here.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/limits/units.ts";
import { makeSpool } from "#app/features/here/spool/recording-spool.ts";
import { sendPieces } from "#app/features/here/spool/send-pieces.ts";
import { fakeClock, settled } from "#tests/fakes/here-clock.ts";
import { fakeFiles } from "#tests/fakes/here-files.ts";
import { fakeHereServer } from "#tests/fakes/here-server.ts";

async function waitingPieces(count: number) {
  const store = fakeFiles();
  const spool = await makeSpool(
    { store, userId: "nora" },
    {
      meetId: "meeting1",
      title: "Call",
      source: "microphone",
      startedAt: 1,
      lastAt: 1,
      recordedMs: 0,
      segments: [],
      notes: [],
      isStopped: false,
    },
  );
  const put = (seq: number) =>
    spool.put(
      {
        track: "mix",
        segment: 0,
        seq,
        segmentStartMs: 0,
        startMs: seq * 3000,
        durationMs: 3000,
        isLast: false,
        loud: null,
        echo: [],
      },
      new TextEncoder().encode(`sound ${seq}`),
    );
  for (let seq = 0; seq < count; seq += 1) await put(seq);
  const clock = fakeClock();
  const server = fakeHereServer();
  const sender = sendPieces({ spool, send: server.piece, clock, onChange() {} });
  return { store, spool, put, clock, server, sender };
}

test("everything that waits is sent and removed", async () => {
  const { store, sender, server } = await waitingPieces(5);
  expect(await sender.drained()).toBe(true);
  expect(server.pieces.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4]);
  expect([...store.files.keys()].filter((path) => path.includes("piece-"))).toEqual([]);
});

test("no more pieces than the limit are sent at a time", async () => {
  const { spool, clock, server } = await waitingPieces(10);
  let under = 0;
  let most = 0;
  const sender = sendPieces({
    spool,
    clock,
    onChange() {},
    async send(piece, bytes) {
      under += 1;
      most = Math.max(most, under);
      await settled();
      under -= 1;
      return server.piece(piece, bytes);
    },
  });
  expect(await sender.drained()).toBe(true);
  expect(most).toBe(HERE_SENT_AT_ONCE_MAX);
});

test("a piece whose answer got lost is sent again, and is there once", async () => {
  const { sender, server, clock } = await waitingPieces(1);
  server.losesAnswer = true;
  const drained = sender.drained();
  await clock.pass(MINUTE_MS);
  expect(await drained).toBe(true);
  expect(server.attempts).toBe(2);
  expect(server.stored.size).toBe(1);
});

test("an hour without network costs few attempts, and then everything is sent", async () => {
  const { put, sender, server, clock } = await waitingPieces(1);
  server.answer = "later";
  sender.wake();
  for (let minute = 1; minute <= 60; minute += 1) {
    await put(minute);
    sender.added();
    await clock.pass(MINUTE_MS);
  }
  expect(sender.state()).toBe("offline");
  expect(server.attempts).toBeLessThan(2 * (HOUR_MS / HERE_RETRY.maxMs));
  server.answer = "stored";
  const drained = sender.drained();
  await clock.pass(MINUTE_MS);
  expect(await drained).toBe(true);
  expect(server.pieces.map(({ seq }) => seq)).toEqual(Array.from({ length: 61 }, (_, seq) => seq));
  expect(sender.state()).toBe("sending");
});

test("a network that comes back is used at once", async () => {
  const { sender, server, clock } = await waitingPieces(1);
  server.answer = "later";
  sender.wake();
  await clock.pass(10 * MINUTE_MS);
  server.answer = "stored";
  sender.wake();
  expect(await sender.drained()).toBe(true);
});

test("an ended session says so, keeps everything, and a sign-in sends it", async () => {
  const { spool, sender, server, clock } = await waitingPieces(2);
  server.answer = "signed-out";
  sender.wake();
  await clock.pass(HERE_SIGNED_OUT_RETRY_MS);
  expect(sender.state()).toBe("signed-out");
  expect(spool.waiting()).toHaveLength(2);
  server.answer = "stored";
  const drained = sender.drained();
  await clock.pass(HERE_SIGNED_OUT_RETRY_MS);
  expect(await drained).toBe(true);
});

test("a refused piece stays here and does not hold up the others", async () => {
  const { spool, clock, server } = await waitingPieces(3);
  const sender = sendPieces({
    spool,
    clock,
    onChange() {},
    send: async (piece, bytes) => (piece.seq === 1 ? "refused" : server.piece(piece, bytes)),
  });
  expect(await sender.drained()).toBe(true);
  expect(sender.refused().map(({ seq }) => seq)).toEqual([1]);
  expect(spool.waiting().map(({ seq }) => seq)).toEqual([1]);
});

test("a recording that the server no longer takes keeps what it has, and sends no more", async () => {
  const { spool, sender, server, clock } = await waitingPieces(4);
  server.answer = "gone";
  expect(await sender.drained()).toBe(false);
  // Those that were on their way together.
  await settled();
  const { attempts } = server;
  sender.added();
  await clock.pass(HOUR_MS);
  expect(server.attempts).toBe(attempts);
  expect(spool.waiting()).toHaveLength(4);
});
