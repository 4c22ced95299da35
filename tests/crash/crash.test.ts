import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type CrashBench,
  comparable,
  END_MS_MAX,
  type Remains,
  startCrashBench,
  type Trap,
} from "#tests/crash/crash-bench.ts";
import { type ChatEvent, chatEvent } from "#app/contracts/chat.ts";
import { eventually } from "#tests/support/look-inside.ts";
import { fixture } from "#tests/support/fixture.ts";
import { markedRecording, marksOf } from "#tests/support/marked-recording.ts";

/**
 * No data is lost: workerd is killed with SIGKILL in the middle of every step, started again, and left alone. Each meeting
 * then has to end like an undisturbed one: the same transcript and summary, its rows and keys and no others, and no window
 * paid for more than twice.
 */

const SECONDS = 16 * 60;
/** 16 minutes in windows of five: 5, 5, 5 and 1. */
const WINDOWS = 4;
/** At most three windows are in flight at once, so that one kill can cost no more than three. */
const IN_FLIGHT = 3;
const BYTES = new Uint8Array(markedRecording(SECONDS));
const TEST_MS_MAX = 180_000;

let bench: CrashBench;
let undisturbed: Remains;
let captioned: Remains | null = null;

beforeAll(async () => {
  bench = await startCrashBench();
  undisturbed = await bench.endOf(await upload());
}, 120_000);

afterAll(() => bench?.stop());

async function upload(bytes = BYTES): Promise<string> {
  const { meetId, refusal } = await bench.send(bytes);
  if (refusal !== null) throw new Error(`the recording was refused: ${refusal}`);
  return meetId;
}

/** A meeting from its submit to its end, with the process killed when the trap is struck. */
async function killedWhen({ struck }: Trap, bytes = BYTES): Promise<Remains> {
  bench.paid.clear();
  bench.language.asked = [];
  const meeting = upload(bytes);
  await struck;
  await bench.killAndStart();
  return bench.endOf(await meeting);
}

/** Payments since the last submit: windows, most payments for one window, and repeated payments in all. */
function overpaid() {
  const times = [...bench.paid.values()];
  return { windows: times.length, most: Math.max(...times), again: times.reduce((sum, count) => sum + count - 1, 0) };
}

/** Each window is paid for at most once more, and the one request for the summary too. */
function expectPayments(again: number): void {
  const { windows, ...many } = overpaid();
  expect(windows).toBe(WINDOWS);
  expect(many.most, "payments for one window").toBeLessThanOrEqual(2);
  expect(many.again, "windows paid for twice").toBeLessThanOrEqual(again);
  expect(bench.language.asked.length, "questions to the language model").toBeLessThanOrEqual(2);
}

const database = (about: string) => ({ call: "database", about });
const storage = (about: string) => ({ call: "storage", about });
const bucket = (call: string, about: string) => ({ call: `bucket.${call}`, about });
const TEXT = storage("INSERT OR REPLACE INTO recognised_windows");
const PROJECTION = database('insert into "meetings"');
type Case = [name: string, when: "before" | "after", steps: { call: string; about: string }[], again: number];
const CASES: Case[] = [
  ["the submit is reserved in D1", "before", [database('insert into "meeting_claims"')], 0],
  ["the submit is reserved in D1", "after", [database('insert into "meeting_claims"')], 0],
  ["the birth note is in R2", "after", [bucket("put", "birth.json")], 0],
  ["the object's tables are made", "before", [storage("CREATE TABLE recognised_windows")], 0],
  ["the object's migration is noted", "before", [storage("INSERT INTO store_migrations")], 0],
  ["the meeting is begun", "before", [storage("INSERT INTO meeting ")], 0],
  ["the first list row is written", "before", [PROJECTION], 0],
  ["the first list row is written", "after", [PROJECTION], 0],
  ["the bytes are stored", "before", [bucket("put", "original-")], 0],
  ["the bytes are stored and the PUT is answered", "after", [bucket("put", "original-")], 0],
  ["the bytes are looked for", "after", [bucket("put", "original-"), bucket("head", "original-")], 0],
  ["the recording is probed", "after", [bucket("put", "original-"), bucket("get", "original-")], 0],
  ["the plan of windows is saved", "before", [storage("INTO audio_windows"), storage("INTO audio_windows")], 0],
  [
    "the accepted upload is counted",
    "before",
    [storage("INTO audio_windows"), database('update "usage_ledger"')],
    IN_FLIGHT,
  ],
  [
    "the accepted upload is counted",
    "after",
    [storage("INTO audio_windows"), database('update "usage_ledger"')],
    IN_FLIGHT,
  ],
  ["an attempt is counted", "before", [storage("SET attempts = attempts + 1 WHERE key")], IN_FLIGHT],
  ["a window is looked up", "after", [bucket("list", "/text/")], IN_FLIGHT],
  ["a window is cut out", "before", [bucket("list", "/text/"), bucket("get", "original-")], IN_FLIGHT],
  ["a window is cut out", "after", [bucket("list", "/text/"), bucket("get", "original-")], IN_FLIGHT],
  ["a recognised window is put into R2", "before", [bucket("put", "/text/")], IN_FLIGHT],
  ["a recognised window is put into R2", "after", [bucket("put", "/text/")], IN_FLIGHT - 1],
  ["a window enters the meeting", "before", [TEXT], IN_FLIGHT - 1],
  ["the last window enters the meeting", "before", [TEXT, TEXT, TEXT, TEXT], 0],
  ["progress is told to the list", "before", [TEXT, PROJECTION], IN_FLIGHT],
  ["progress is told to the list", "after", [TEXT, PROJECTION], IN_FLIGHT],
  ["the windows are merged", "before", [storage("DELETE FROM segments")], 0],
  ["the merged segments are saved", "before", [storage("INSERT INTO segments"), storage("INSERT INTO segments")], 0],
  ["the summary is saved", "before", [storage("INSERT INTO summaries")], 0],
  [
    "the end is told to the list, when pages know it already",
    "before",
    [storage("INSERT INTO summaries"), PROJECTION],
    0,
  ],
  [
    "the end is told to the list, and its cursor does not know it",
    "after",
    [storage("INSERT INTO summaries"), PROJECTION],
    0,
  ],
];

test("an undisturbed meeting has the spoken words as its transcript, and pays for every window once", () => {
  expect(undisturbed.view?.segments.map(({ text }) => text)).toEqual(marksOf(SECONDS));
  expect(undisturbed.view?.summary?.engine.port).toBe("openai");
  expect(overpaid()).toEqual({ windows: WINDOWS, most: 1, again: 0 });
});

test.each(CASES)("killed when %s (%s)", { timeout: TEST_MS_MAX }, async (_name, when, steps, again) => {
  const remains = await killedWhen(await bench.stopsAt({ steps, when }));
  expect(comparable(remains)).toEqual(comparable(undisturbed));
  expectPayments(again);
});

test.each([
  ["the first windows are with the speech engine", "speech", IN_FLIGHT, IN_FLIGHT],
  ["the summary is with the language model", "language", 1, 0],
] as const)("killed when %s", { timeout: TEST_MS_MAX }, async (_name, engine, questions, again) => {
  const remains = await killedWhen(bench.keepsSilent(engine, questions));
  expect(comparable(remains)).toEqual(comparable(undisturbed));
  expectPayments(again);
});

test.each([
  ["the caption track is saved", "before", [storage("INTO caption_track")]],
  ["the captions are read", "before", [storage("SET attempts = attempts + 1 WHERE key"), bucket("get", "original-")]],
  ["the captions are read", "after", [storage("SET attempts = attempts + 1 WHERE key"), bucket("get", "original-")]],
] as const)("a recording with captions, killed when %s (%s)", { timeout: TEST_MS_MAX }, async (_name, when, steps) => {
  const bytes = await fixture("talk-captions.mp4");
  captioned ??= await bench.endOf(await upload(bytes));
  const remains = await killedWhen(await bench.stopsAt({ steps: [...steps], when }), bytes);
  expect(comparable(remains)).toEqual(comparable(captioned));
  expect(bench.paid.size).toBe(0);
});

test.each([
  ["it is emptied", "before", [storage("UPDATE meeting SET details = NULL")]],
  ["its row becomes a tombstone", "before", [database('update "recordings" set "references"')]],
  ["its row becomes a tombstone", "after", [database('update "recordings" set "references"')]],
  ["its birth note goes", "after", [bucket("delete", "birth.json")]],
  ["its bytes go", "before", [bucket("delete", "original-")]],
  ["its bytes go", "after", [bucket("delete", "original-")]],
] as const)("a refused recording, killed when %s (%s)", { timeout: TEST_MS_MAX }, async (_name, when, steps) => {
  const { struck } = await bench.stopsAt({ steps: [...steps], when });
  const sent = bench.send(await fixture("no-audio.mp4"));
  await struck;
  await bench.killAndStart();
  const { meetId, refusal } = await sent;
  // A submit that is repeated after the deletion of the meeting is answered with not-found.
  expect(["no-audio", "not-found"]).toContain(refusal);
  const remains = await eventually(
    () => bench.remainsOf(meetId),
    ({ row, keys, ledger }) => row?.deleted_at !== null && keys.length === 0 && ledger[0]?.state === "released",
    END_MS_MAX,
  );
  expect(remains).toMatchObject({ claims: 0, view: null, recordings: [{ references: 0 }] });
});

test("a kill during a chat answer keeps the question once and drops the answer until it is asked again", {
  timeout: TEST_MS_MAX,
}, async () => {
  const { meetId } = await bench.send(await fixture("talk-captions.mp4"));
  await bench.endOf(meetId);
  bench.language.asked = [];
  bench.language.hold();
  const question = { key: "crash-question", question: "Who sends the contract to the clinic by Friday?" };
  const events = chatEvents(await bench.chat(meetId, question));
  // The first words have arrived, and the model holds back the rest: the answer is incomplete.
  const [asked] = await events.until(({ type }) => type === "draft");
  expect(asked).toMatchObject({ type: "asked", exchange: { state: "answering" } });
  await bench.killAndStart();
  bench.language.release();

  const interrupted = { question: question.question, state: "interrupted", answer: null };
  expect(await history(meetId)).toMatchObject([interrupted]);
  // The same click, sent again by a network retry, is the same question.
  await chatEvents(await bench.chat(meetId, question)).until(({ type }) => type === "ended");
  const [kept, ...others] = await history(meetId);
  expect(others).toEqual([]);
  const again = await chatEvents(await bench.chat(meetId, { again: kept?.id })).until(({ type }) => type === "ended");
  expect(again.at(-1)).toMatchObject({
    type: "ended",
    exchange: { id: kept?.id, state: "answered", answer: { by: "model", trouble: null } },
  });
  const [answered, ...rest] = await history(meetId);
  expect(rest).toEqual([]);
  expect(answered?.answer?.lines.length).toBeGreaterThan(0);
  expect(bench.language.asked.length, "questions to the model").toBe(2);
});

async function history(meetId: string) {
  const [first] = await chatEvents(await bench.chat(meetId)).until(({ type }) => type === "history");
  return first?.type === "history" ? first.exchanges : [];
}

/** The events of a page's chat stream, in order of arrival. */
function chatEvents(answer: Response) {
  const lines = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  return {
    /** All events up to the first that satisfies `isSo`; all that the server sent, if the stream ends before. */
    async until(isSo: (event: ChatEvent) => boolean): Promise<ChatEvent[]> {
      expect(answer.status).toBe(200);
      const events: ChatEvent[] = [];
      let text = "";
      while (!events.some(isSo)) {
        const piece = await lines?.read();
        if (!piece || piece.done) throw new Error(`the stream ended after ${events.map(({ type }) => type).join()}`);
        text += piece.value;
        const whole = text.split("\n");
        text = whole.pop() ?? "";
        events.push(...whole.filter((line) => line !== "").map((line) => chatEvent.parse(JSON.parse(line))));
      }
      // The stream itself ends with the process.
      lines?.cancel().catch(() => {});
      return events;
    },
  };
}
