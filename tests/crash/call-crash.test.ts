import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallCrashBench, type CallSize, startCallCrashBench } from "#tests/crash/call-crash-bench.ts";
import { comparable, type Remains } from "#tests/crash/crash-bench.ts";
import { expectQuestions, type KillCase, killTogether, TEST_MS_MAX } from "#tests/crash/kill-together.ts";

/**
 * A call that is never lost: workerd is killed with SIGKILL in every step between the invite and the stored file. Each call then
 * has to end as one that nothing happened to: one bot, the same text and minutes, the same file, no key left over.
 */

/** The call is short: one window. */
const WINDOWS = 1;

let bench: CallCrashBench;
let undisturbed: Remains;
/** Questions to the speech engine for the undisturbed call. */
let questions: number;

beforeAll(async () => {
  bench = await startCallCrashBench();
  undisturbed = (await playedToEnd("small")).remains;
  questions = bench.questions();
}, 240_000);

afterAll(() => bench?.stop());

const storage = (about: string) => ({ call: "storage", about });
const bucket = (call: string, about: string) => ({ call: `bucket.${call}`, about });
const PIECE = bucket("put", "/pieces/");
const JOINED = storage("UPDATE pieces SET media_start");
const WINDOW = bucket("put", "/audio/");
const CASES: KillCase[] = [
  ["the call is made", "before", [storage("INSERT INTO calls")]],
  ["the note of its room is in R2", "after", [bucket("put", "calls/")]],
  ["the bot is ordered and its name is noted", "before", [storage("UPDATE calls SET bot_ref")]],
  ["the first event is taken", "before", [storage("INSERT INTO bot_events")]],
  ["the meeting is told of the lobby", "before", [storage("UPDATE call_meetings SET told")]],
  ["a piece is put into R2", "before", [PIECE]],
  ["a piece is in R2 and in no list", "after", [PIECE]],
  ["a piece is listed and not acknowledged", "before", [PIECE, PIECE, storage("UPDATE calls SET piece_at")]],
  ["a piece is joined", "before", [JOINED]],
  ["the tenth piece is joined", "before", Array.from({ length: 10 }, () => JOINED)],
  ["a window is cut", "before", [WINDOW]],
  ["a window is cut, and not told", "after", [WINDOW]],
  ["a window is told, and the cursor does not know it", "before", [WINDOW, storage("UPDATE call_meetings SET told")]],
  ["a window enters the meeting", "before", [storage("INTO call_windows")]],
  ["the end is told", "before", [WINDOW, storage("UPDATE calls SET state")]],
  ["the file is written", "before", [bucket("put", ".mp4")]],
  ["the file is written, and nobody knows it", "after", [bucket("put", ".mp4")]],
  ["the stored file is noted", "before", [bucket("put", ".mp4"), storage("UPDATE calls SET state")]],
  ["the pieces go", "before", [bucket("delete", "/pieces/")]],
  ["the pieces go", "after", [bucket("delete", "/pieces/")]],
  ["the call forgets its people", "before", [storage("UPDATE calls SET details = NULL")]],
];

test("undisturbed, both starts of the call are in the text, and its pieces are gone", () => {
  expect(undisturbed.view?.segments.length).toBeGreaterThan(0);
  expect(undisturbed.view?.head.call).toMatchObject({ end: "meeting-ended", people: [{ name: "Iria Bosch" }] });
  expect(undisturbed.keys.filter((key) => key.endsWith(".mp4"))).toHaveLength(1);
  expect(questions).toBe(WINDOWS);
});

const endOfCase = killedTogether(CASES, "small");

test.each(CASES)("killed when %s (%s)", { timeout: TEST_MS_MAX }, async (name, when) => {
  const { remains, orders, ...group } = await endOfCase(name, when);
  expect(ofCall(remains)).toEqual(ofCall(undisturbed));
  expect(orders, "bots that were sent").toBe(1);
  expectQuestions(group, 1);
});

const PART = { call: "upload.uploadPart", about: "" };
const COMPLETE = { call: "upload.complete", about: "" };
const LARGE: KillCase[] = [
  ["the first part is in R2, and nobody knows it", "after", [PART]],
  ["the second part is put", "before", [PART, PART]],
  ["the parts are made one file", "before", [COMPLETE]],
  ["the parts are one file, and nobody knows it", "after", [COMPLETE]],
];

const endOfLarge = killedTogether(LARGE, "large");
/** An undisturbed call of several parts; played at the first use. */
let wholeLarge: Remains | undefined;

/** A kill while parts of a file are put results in the same file: R2 computes the etag of a file from the etags of its parts. */
test.each(LARGE)("a call of several parts, killed when %s (%s)", { timeout: TEST_MS_MAX }, async (name, when) => {
  wholeLarge ??= (await playedToEnd("large")).remains;
  const { remains, orders } = await endOfLarge(name, when);
  expect(ofCall(remains)).toEqual(ofCall(wholeLarge));
  expect(orders, "bots that were sent").toBe(1);
});

async function playedToEnd(size: CallSize) {
  const subject = await bench.subject();
  return bench.endOf(subject, await bench.playCall(subject, size));
}

/** The end of each case's call, after one kill for all cases of a group. */
function killedTogether(cases: KillCase[], size: CallSize) {
  return killTogether(cases, {
    async begin([_name, when, steps]) {
      const subject = await bench.subject();
      const { struck } = await bench.stopsAt(subject, { steps, when });
      const playing = bench.playCall(subject, size);
      playing.catch(() => {});
      await struck;
      return { subject, playing };
    },
    kill: () => bench.killAndStart(),
    end: async ({ subject, playing }) => bench.endOf(subject, await playing),
    asked: () => bench.questions(),
  });
}

/** Everything but the times of this day. */
function ofCall(remains: Remains) {
  const { head, ...rest } = comparable(remains);
  const call = remains.view?.head.call;
  const { stoppedAt, link, ...said } = call ?? {};
  return {
    ...rest,
    head: { ...head, call: { ...said, stopped: stoppedAt !== null, linked: link !== undefined } },
  };
}
