import { expect, test } from "vitest";
import { type CrashBench } from "#tests/crash/crash-bench.ts";
import {
  bucket,
  type Case,
  crashesOfThisFile,
  database,
  type End,
  endOf,
  expectPayments,
  IN_FLIGHT,
  killedTogether,
  SECONDS,
  storage,
  upload,
  WINDOWS,
} from "#tests/crash/crashes.ts";
import {
  END_MS_MAX,
  expectQuestions,
  MINUTES_QUESTIONS,
  type KillCase,
  killTogether,
  type Subject,
  TEST_MS_MAX,
} from "#tests/crash/kill-together.ts";
import { type ChatEvent, chatEvent } from "#app/contracts/meeting/chat.ts";
import { eventually } from "#tests/support/look-inside.ts";
import { fixture } from "#tests/support/fixture.ts";
import { marksOf } from "#tests/support/marked-recording.ts";

/** Kills from the submit to the accepted upload; of recordings with captions and of refused ones; and in a chat. */

const crashes = crashesOfThisFile();
let captioned: End | null = null;

const PROJECTION = database('insert into "meetings"');
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
];

test("an undisturbed meeting has the spoken words as its transcript, and pays for every window once", () => {
  const { meeting, payments } = crashes().undisturbed;
  expect(meeting.segments?.map(({ text }) => text)).toEqual(marksOf(SECONDS));
  expect(meeting.summary.engine?.port).toBe("openai");
  expect(payments).toEqual({ windows: WINDOWS, most: 1, again: 0 });
});

const endOfCase = killedTogether(crashes, CASES);

test.each(CASES)("killed when %s (%s)", { timeout: TEST_MS_MAX }, async (name, when, _steps, again) => {
  const { meeting, payments, ...group } = await endOfCase(name, when);
  expect(meeting).toEqual(crashes().undisturbed.meeting);
  expectPayments(payments, again);
  expectQuestions(group, MINUTES_QUESTIONS);
});

const CAPTIONED: KillCase[] = [
  ["the caption track is saved", "before", [storage("INTO caption_track")]],
  ["the captions are read", "before", [storage("SET attempts = attempts + 1 WHERE key"), bucket("get", "original-")]],
  ["the captions are read", "after", [storage("SET attempts = attempts + 1 WHERE key"), bucket("get", "original-")]],
];
const endOfCaptioned = killedTogether(crashes, CAPTIONED, () => fixture("talk-captions.mp4"));

test.each(CAPTIONED)("a recording with captions, killed when %s (%s)", { timeout: TEST_MS_MAX }, async (name, when) => {
  const { bench } = crashes();
  captioned ??= await endOf(bench, await upload(bench, await bench.subject(), await fixture("talk-captions.mp4")));
  const { meeting, payments } = await endOfCaptioned(name, when);
  expect(meeting).toEqual(captioned.meeting);
  expect(payments.windows).toBe(0);
});

const REFUSED: KillCase[] = [
  ["it is emptied", "before", [storage("UPDATE meeting SET details = NULL")]],
  ["its row becomes a tombstone", "before", [database('delete from "recorded_notices"')]],
  ["its row becomes a tombstone", "after", [database('delete from "recorded_notices"')]],
  ["its birth note goes", "after", [bucket("delete", "birth.json")]],
  ["its bytes go", "before", [bucket("delete", "original-")]],
  ["its bytes go", "after", [bucket("delete", "original-")]],
];
const endOfRefused = killTogether(REFUSED, {
  async begin([_name, when, steps]) {
    const { bench } = crashes();
    const subject = await bench.subject();
    const { struck } = await bench.stopsAt(subject, { steps, when });
    const sent = bench.send(subject, await fixture("no-audio.mp4"));
    sent.catch(() => {});
    await struck;
    return { subject, sent };
  },
  kill: () => crashes().bench.killAndStart(),
  async end({ subject, sent }) {
    const { meetId, refusal } = await sent;
    const remains = await eventually(
      () => crashes().bench.remainsOf(subject, meetId),
      ({ row, keys, ledger }) => row?.deleted_at !== null && keys.length === 0 && ledger[0]?.state === "released",
      END_MS_MAX,
    );
    return { refusal, remains, faults: await crashes().bench.listFaults(subject) };
  },
});

test.each(REFUSED)("a refused recording, killed when %s (%s)", { timeout: TEST_MS_MAX }, async (name, when) => {
  const { refusal, remains, faults } = await endOfRefused(name, when);
  // A submit that is repeated after the deletion of the meeting is answered with not-found.
  expect(["no-audio", "not-found"]).toContain(refusal);
  expect(remains).toMatchObject({ claims: 0, view: null });
  expect(faults).toEqual([]);
});

test("a kill during a chat answer keeps the question once and drops the answer until it is asked again", {
  timeout: TEST_MS_MAX,
}, async () => {
  const { bench } = crashes();
  const subject = await bench.subject();
  const { meetId } = await upload(bench, subject, await fixture("talk-captions.mp4"));
  await bench.endOf(subject, meetId);
  bench.language.asked = [];
  bench.language.hold();
  const question = { key: "crash-question", question: "Who sends the contract to the clinic by Friday?" };
  const events = chatEvents(await bench.chat(subject, meetId, question));
  // The first words have arrived, and the model holds back the rest: the answer is incomplete.
  const [asked] = await events.until(({ type }) => type === "draft");
  expect(asked).toMatchObject({ type: "asked", exchange: { state: "answering" } });
  await bench.killAndStart();
  bench.language.release();

  const interrupted = { question: question.question, state: "interrupted", answer: null };
  expect(await history(bench, subject, meetId)).toMatchObject([interrupted]);
  // The same click, sent again by a network retry, is the same question.
  await chatEvents(await bench.chat(subject, meetId, question)).until(({ type }) => type === "ended");
  const [kept, ...others] = await history(bench, subject, meetId);
  expect(others).toEqual([]);
  const again = await chatEvents(await bench.chat(subject, meetId, { again: kept?.id })).until(
    ({ type }) => type === "ended",
  );
  expect(again.at(-1)).toMatchObject({
    type: "ended",
    exchange: { id: kept?.id, state: "answered", answer: { by: "model", trouble: null } },
  });
  const [answered, ...rest] = await history(bench, subject, meetId);
  expect(rest).toEqual([]);
  expect(answered?.answer?.lines.length).toBeGreaterThan(0);
  expect(bench.language.asked.length, "questions to the model").toBe(2);
});

async function history(bench: CrashBench, subject: Subject, meetId: string) {
  const [first] = await chatEvents(await bench.chat(subject, meetId)).until(({ type }) => type === "history");
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
