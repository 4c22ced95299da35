import { afterEach, expect, test, vi } from "vitest";
import { HERE_SEGMENTS_RESERVED } from "#app/domain/limits/here.ts";
import { findProblem } from "#app/features/meeting/here/find-problem.ts";
import { startSession } from "#app/features/here/session/recording-session.ts";
import { warnBeforeLeaving } from "#app/features/here/session/run-session.ts";
import { keptParts, readKeptPart } from "#app/features/here/spool/kept-parts.ts";
import { makeSpool, openWaiting } from "#app/features/here/spool/recording-spool.ts";
import { fakeCapture } from "#tests/fakes/here-capture.ts";
import { fakeClock, settled } from "#tests/fakes/here-clock.ts";
import { fakeFiles } from "#tests/fakes/here-files.ts";
import { fakeHereServer } from "#tests/fakes/here-server.ts";

/** Pieces that neither the disk nor the server takes: they go with the tab, unless the person downloads them before. */

afterEach(() => {
  vi.unstubAllGlobals();
});

async function recording() {
  const [store, clock, server] = [fakeFiles(), fakeClock(), fakeHereServer()];
  const place = { store, userId: "nora" };
  const spool = await makeSpool(place, {
    meetId: "meeting1",
    title: "Call",
    source: "microphone",
    startedAt: clock.now(),
    lastAt: clock.now(),
    recordedMs: 0,
    segments: [],
    segmentNumbers: { from: 0, to: HERE_SEGMENTS_RESERVED },
    notes: [],
    isStopped: false,
  });
  const capture = fakeCapture(["mix"], ["microphone"]);
  const session = startSession({ capture, spool, server, clock });
  const tab = new EventTarget();
  vi.stubGlobal("window", tab);
  warnBeforeLeaving(session, new AbortController().signal);
  return {
    store,
    place,
    server,
    session,
    record: async (pieces: number) => {
      for (let piece = 0; piece < pieces; piece += 1) {
        await clock.pass(3000);
        capture.giveLevels();
        capture.give();
        await settled();
      }
    },
    problem: () => findProblem(session.state(), session.levels(), session.recordedMs())?.name ?? null,
    /** Whether the browser would ask before the tab closes. */
    asks: () => !tab.dispatchEvent(new Event("beforeunload", { cancelable: true })),
  };
}

test("a refused piece for which the disk has no room is said and offered at once, and the tab asks before it closes", async () => {
  const { store, place, server, session, record, problem, asks } = await recording();
  server.refuses = ({ seq }) => seq === 1;
  await record(1);
  store.isFull = true;
  await record(1);
  expect(problem()).toBe("only-in-tab");
  // The piece behind it is on its way, and is not offered.
  server.answer = "later";
  await record(1);
  expect(session.spool.waiting().map(({ seq }) => seq)).toEqual([1]);
  const [part] = keptParts(session.spool.waiting());
  expect(part && (await readKeptPart(session.spool, part)).size).toBe("mix 2".length);
  server.answer = "stored";
  session.wake();
  await session.stop();
  expect(session.state()).toMatchObject({ phase: "kept", heldPieces: 1, isOnlyInTab: true });
  expect(problem()).toBe("only-in-tab");
  expect(asks()).toBe(true);
  expect((await openWaiting(place)).flatMap((found) => found.waiting())).toEqual([]);

  // Room for it.
  store.isFull = false;
  session.wake();
  await settled();
  expect(problem()).toBe("kept");
  expect(asks()).toBe(false);
  const [found] = await openWaiting(place);
  expect(found?.waiting().map(({ seq }) => seq)).toEqual([1]);
});

test("a tab asks before it closes while it records, and no more when the server has all of it", async () => {
  const { session, record, asks } = await recording();
  await record(1);
  expect(asks()).toBe(true);
  await session.pause();
  expect(asks()).toBe(true);
  await session.stop();
  expect(session.state().phase).toBe("over");
  expect(asks()).toBe(false);
});

test("pieces that a full disk did not take are on it when a recording ends because its meeting is gone", async () => {
  const { store, place, server, session, record, problem } = await recording();
  await record(1);
  store.isFull = true;
  server.answer = "later";
  await record(2);
  expect(session.state()).toMatchObject({ heldPieces: 2, isOnlyInTab: false });
  store.isFull = false;
  server.answer = "gone";
  session.wake();
  await settled();
  expect(problem()).toBe("gone");
  const [found] = await openWaiting(place);
  expect(found?.waiting().map(({ seq }) => seq)).toEqual([1, 2, 3]);
});
