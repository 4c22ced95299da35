import process from "node:process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startCallIngest } from "#tests/fakes/call-ingest.ts";
import { commandOf, descendantsOf, ended, openStage, type Stage, talk } from "./stage/open-stage.ts";
import { expectItsTime, expectKept, reachedVoices, type RecordedSound, recordedSound } from "./stage/recorded-sound.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage?.close();
});

type Pause = { from: number; to: number };

/** Takes the processor from processes for some seconds, and answers from when until when. */
async function starve(pids: readonly number[], seconds: number): Promise<Pause> {
  const from = Date.now();
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  await talk(seconds);
  for (const pid of pids) process.kill(pid, "SIGCONT");
  return { from, to: Date.now() };
}

test("a page and then a whole bot get no processor for some seconds: the rest is at its time, and the gaps are told", async () => {
  const ingest = await startCallIngest();
  const room = await stage.room();
  await stage.send(ingest, room, { url: stage.janus.witnessedUrl(room), limits: { aloneMs: 3_000 } });
  const people = await Promise.all(["Alice", "Bob"].map((who) => stage.speakers.join(stage.janus, room, who, who)));
  await talk(13);
  const [bot = 0] = stage.recorder.botPids();
  const below = descendantsOf(bot);
  const pages = below.filter((pid) => commandOf(pid).includes("--type=renderer"));
  expect(pages.length).toBeGreaterThan(0);
  const pauses = [await starve(pages, 5)];
  await talk(13);
  pauses.push(await starve([bot, ...below], 6));
  await talk(13);
  await Promise.all(people.map((each) => each.leave()));
  expect(await ended(ingest)).toMatchObject({ state: "left", reason: "left-alone" });
  expect(ingest.complaints).toEqual([]);
  const sound = await recordedSound(ingest);
  expectItsTime(sound);
  expectKept(sound, reachedVoices(stage.janus.reached(room), sound));
  for (const pause of pauses) expectTold(sound, pause);
  // A capture that is only late is not a dead one: none was started again, and the bot stayed in the meeting.
  expect(ingest.events().filter(({ type }) => type === "segment-started")).toHaveLength(1);
  await ingest.close();
});

/** Expects a gap that begins with the pause and ends before the sound after it. A page brings up to two seconds of its pause afterwards. */
function expectTold({ startedAt, gaps }: RecordedSound, { from, to }: Pause): void {
  const inside = gaps.filter(({ startMs, endMs }) => startedAt + endMs > from && startedAt + startMs < to);
  expect(inside).toHaveLength(1);
  const [{ startMs, endMs } = { startMs: 0, endMs: 0 }] = inside;
  expect(Math.abs(startedAt + startMs - from)).toBeLessThan(1_000);
  expect(startedAt + endMs).toBeLessThan(to + 1_000);
  expect(endMs - startMs).toBeGreaterThan((to - from) / 2 - 500);
}
