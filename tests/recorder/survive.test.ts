import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallIngest, startCallIngest } from "#tests/fakes/call-ingest.ts";
import { commandOf, descendantsOf, ended, openStage, type Stage, stateOf, talk } from "./stage/open-stage.ts";
import { startRecorder } from "./stage/recorder.ts";
import { decode, sentenceScore } from "./stage/voices.ts";
import { eventually } from "./stage/waits.ts";

/** Maximum loss by a SIGKILL of the recorder at any moment, in ms. */
const LOST_MS_MAX = 10_000;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage?.close();
});

test("the bot's process is killed: at most a few seconds are lost, and the next attempt goes on in a segment of its own", async () => {
  const recorder = await startRecorder({ localOrigin: stage.janus.origin });
  const ingest = await startCallIngest();
  const room = await stage.room();
  const order = stage.order(ingest, room);
  await recorder.start(order);
  await eventually(() => stateOf(ingest.events(), "recording"), "the bot records");
  const alice = await stage.speakers.join(stage.janus, room, "Alice", "Alice");
  await talk(8);
  const [pid = 0] = recorder.botPids();
  const browsers = descendantsOf(pid).filter((each) => commandOf(each).includes("chrom"));
  expect(browsers.length).toBeGreaterThan(0);
  const killedAt = Date.now();
  process.kill(pid, "SIGKILL");
  const lost = await ended(ingest);
  expect(lost).toMatchObject({ state: "failed", reason: "recorder-lost" });
  await expectAllPieces(ingest);
  const begun = ingest.events().find((event) => event.type === "segment-started");
  const kept = (decode(ingest.segment("mix", 1000)).length / 16_000) * 1000;
  expect(killedAt - (begun?.type === "segment-started" ? begun.startedAt : 0) - kept).toBeLessThan(LOST_MS_MAX);
  await eventually(() => browsers.every((each) => commandOf(each) === ""), "no browser is left");

  expect(await recorder.start({ ...order, attempt: 2 })).toMatchObject({ attempt: 2 });
  await eventually(() => stateOf(ingest.events(2), "recording"), "the second attempt records");
  const said = stage.sentences.find((each) => each.who === "Alice");
  const heard = () => sentenceScore(decode(ingest.segment("mix", 2000)), said?.samples ?? new Float32Array());
  // A busy machine drops parts of its sound, so the sentence is repeated until it is recorded completely.
  for (let loops = 1; loops === 1 || (loops <= 5 && heard() <= 0.3); loops += 1) await talk(13);
  await recorder.stop(order.botId);
  expect(await ended(ingest, 2)).toMatchObject({ state: "left", reason: "stopped" });
  expect(heard()).toBeGreaterThan(0.3);
  expect(ingest.complaints).toEqual([]);
  // The room has seen the first bot go: nobody sits there twice.
  await alice.leave();
  await Promise.all([recorder.close(), ingest.close()]);
});

test.each([
  ["page's process", (command: string) => command.includes("--type=renderer")],
  ["browser", (command: string) => command.includes("chrom") && !command.includes("--type=")],
])("after a crash of the %s the bot rejoins in a new segment and reports it", async (_what, isIt) => {
  const ingest = await startCallIngest();
  const room = await stage.room();
  const botId = await stage.send(ingest, room);
  await eventually(() => ingest.pieces().length > 2, "something is recorded");
  const [bot = 0] = stage.recorder.botPids();
  const crashing = descendantsOf(bot).filter((pid) => isIt(commandOf(pid)));
  expect(crashing.length).toBeGreaterThan(0);
  for (const pid of crashing) process.kill(pid, "SIGKILL");
  const again = () => ingest.events().find((event) => event.type === "segment-started" && event.segment === 1001);
  await eventually(again, "a second segment");
  await eventually(() => ingest.pieces().some((piece) => piece.segment === 1001), "sound in it");
  const warnings = () => ingest.events().flatMap((event) => (event.type === "warning" ? [event.warning] : []));
  await eventually(() => warnings().at(-1) === null, "all is well again");
  expect(warnings()).toEqual(["reconnecting", null]);
  await stage.recorder.stop(botId);
  expect(await ended(ingest)).toMatchObject({ state: "left", reason: "stopped" });
  expect(ingest.complaints).toEqual([]);
  await ingest.close();
});

test("after a kill of the service while Acta is away no browser is left, and the next start delivers the stored pieces", async () => {
  const first = await startRecorder({ localOrigin: stage.janus.origin });
  const ingest = await startCallIngest();
  const room = await stage.room();
  const order = stage.order(ingest, room);
  await first.start(order);
  await eventually(() => ingest.pieces().length > 1, "the first pieces");
  ingest.setFault("refuse");
  await talk(12);
  const below = descendantsOf(first.pid);
  await first.kill("SIGKILL");
  await eventually(() => below.every((pid) => commandOf(pid) === ""), "no process is left");
  const bots = path.join(first.data, "bots");
  const waiting = readdirSync(path.join(bots, `${order.botId}-1`, "pieces")).length;
  expect(waiting).toBeGreaterThan(2);

  ingest.setFault("none");
  const second = await startRecorder({ localOrigin: stage.janus.origin, data: first.data });
  expect(await ended(ingest)).toMatchObject({ state: "failed", reason: "recorder-lost" });
  await expectAllPieces(ingest);
  expect(ingest.complaints).toEqual([]);
  await eventually(() => !existsSync(path.join(bots, `${order.botId}-1`)), "nothing is left on the disk");
  await Promise.all([second.close(), ingest.close()]);
});

/** Expects the dead bot's segment to be closed, and all of its pieces to arrive. */
async function expectAllPieces(ingest: CallIngest): Promise<void> {
  const over = ingest.events().find((event) => event.type === "segment-ended");
  if (over?.type !== "segment-ended") throw new Error("the segment was not closed");
  expect(over).toMatchObject({ stream: "mix", segment: 1000 });
  await eventually(() => ingest.pieces().length >= over.pieces, "every piece");
  expect(ingest.pieces().map((piece) => piece.seq)).toEqual(Array.from({ length: over.pieces }, (_, index) => index));
}
