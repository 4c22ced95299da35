import { afterAll, beforeAll, expect, test } from "vitest";
import { startCallIngest } from "#tests/fakes/call-ingest.ts";
import { ended, openStage, type Stage, talk } from "./stage/open-stage.ts";
import { decode, findSentence } from "./stage/voices.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 30_000);
afterAll(async () => {
  await stage?.close();
});

test("two people speak, both are in the recording under their names, and the bot leaves when they have left", async () => {
  const ingest = await startCallIngest();
  const room = await stage.room();
  const botId = await stage.send(ingest, room, { limits: { aloneMs: 3_000 } });
  const alice = await stage.speakers.join(stage.janus, room, "Alice", "Alice");
  const bob = await stage.speakers.join(stage.janus, room, "Bob", "Bob");
  await talk(18);
  await Promise.all([alice.leave(), bob.leave()]);
  const ending = await ended(ingest);
  expect(ending).toMatchObject({ state: "left", reason: "left-alone" });
  const mix = decode(ingest.segment("mix", 1000));
  const scores = stage.sentences.map((each) => findSentence(mix, each.samples));
  console.info(scores, mix.length / 16000, ingest.events().map((e) => JSON.stringify(e)).join("\n"));
  for (const { score } of scores) expect(score).toBeGreaterThan(0.3);
  expect(ingest.complaints).toEqual([]);
  expect(botId).toBeTruthy();
}, 90_000);
