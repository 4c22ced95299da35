import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallIngest, startCallIngest } from "#tests/fakes/call-ingest.ts";
import { ended, openStage, type Stage } from "./stage/open-stage.ts";
import { eventually } from "./stage/waits.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage?.close();
});

/** Name of the bot in the room, which accepts letters and digits only. */
const BOT = "ActanotesforNora";

test.concurrent("stop: the last second is delivered, then the bot has left; stopping again is no error", async () => {
  const { ingest, room, botId } = await inRoom({});
  expect(await stage.janus.participants(room)).toEqual([BOT]);
  await stage.recorder.stop(botId);
  expect(await ended(ingest)).toMatchObject({ state: "left", reason: "stopped" });
  const states = ingest.events().flatMap((event) => (event.type === "state" ? [event.state] : []));
  expect(states).toEqual(["starting", "joining", "recording", "leaving", "left"]);
  const over = ingest.events().find((event) => event.type === "segment-ended");
  expect(over).toMatchObject({ stream: "mix", segment: 1000, pieces: ingest.pieces().length });
  await eventually(async () => (await stage.janus.participants(room)).length === 0, "the room is empty");
  await stage.recorder.stop(botId);
  expect(await stage.recorder.report(botId)).toMatchObject({ state: "left", reason: "stopped", spooledPieces: 0 });
  expect(ingest.complaints).toEqual([]);
  await ingest.close();
});

test.concurrent("Acta's answer to the events can stop the bot, too", async () => {
  const { ingest } = await inRoom({});
  ingest.askToStop();
  expect(await ended(ingest)).toMatchObject({ state: "left", reason: "stopped" });
  await ingest.close();
});

test.concurrent("a removed bot reports its removal, although the page shows nothing", async () => {
  const { ingest, room } = await inRoom({});
  await stage.janus.kick(room, BOT);
  expect(await ended(ingest)).toMatchObject({ state: "left", reason: "removed" });
  await ingest.close();
});

test.concurrent("a closed room is reported as the end of the meeting", async () => {
  const { ingest, room } = await inRoom({});
  await stage.janus.destroyRoom(room);
  expect(await ended(ingest)).toMatchObject({ state: "left", reason: "meeting-ended" });
  await ingest.close();
});

test.concurrent("the bot leaves with the reason nobody-came when nobody joins", async () => {
  const { ingest } = await inRoom({ limits: { nobodyMs: 4_000 } });
  expect(await ended(ingest)).toMatchObject({ state: "left", reason: "nobody-came" });
  await ingest.close();
});

test.concurrent("the maximum duration is announced by a warning, then enforced", async () => {
  // A busy machine may judge the time some seconds late.
  const { ingest } = await inRoom({ limits: { maximumMs: 12_000, warnBeforeMs: 10_000 } });
  expect(await ended(ingest)).toMatchObject({ state: "left", reason: "limit" });
  const warned = ingest.events().find((event) => event.type === "warning");
  const left = ingest.events().find((event) => event.type === "state" && event.state === "leaving");
  expect(warned).toMatchObject({ warning: "limit-near" });
  expect((left?.at ?? 0) - (warned?.at ?? 0)).toBeGreaterThan(2_000);
  await ingest.close();
});

test.concurrent("a room that does not exist is reported as a bad link, with a screenshot of its page", async () => {
  const ingest = await startCallIngest();
  await stage.recorder.start(stage.order(ingest, 999_999));
  expect(await ended(ingest)).toMatchObject({ state: "failed", reason: "bad-link" });
  const [png] = ingest.screenshots();
  expect(
    Buffer.from(png ?? [])
      .subarray(1, 4)
      .toString(),
  ).toBe("PNG");
  expect(ingest.pieces()).toEqual([]);
  await ingest.close();
});

test.concurrent("the bot leaves and keeps nothing when Acta answers that the call is gone", async () => {
  const { ingest, room, botId } = await inRoom({});
  ingest.setFault("gone");
  const left = async () => (await stage.recorder.report(botId))?.state === "left";
  await eventually(left, "the bot has left");
  await eventually(async () => (await stage.janus.participants(room)).length === 0, "the room is empty");
  await eventually(async () => (await stage.recorder.report(botId))?.spooledPieces === 0, "the spool is empty");
  expect(await stage.recorder.report(botId)).toMatchObject({ state: "left", reason: "stopped" });
  await ingest.close();
});

test.concurrent("silence in a meeting with people is reported within 30 s", async () => {
  const { ingest, room } = await inRoom({});
  const dan = await stage.speakers.join(stage.janus, room, "Dan", "");
  const silent = () => ingest.events().find((event) => event.type === "warning" && event.warning === "silent");
  const warning = await eventually(silent, "silence is told");
  const begun = ingest.events().find((event) => event.type === "segment-started");
  expect(warning.at - (begun?.at ?? 0)).toBeLessThan(30_000);
  await dan.leave();
  await ingest.close();
});

async function inRoom(
  changes: Parameters<Stage["send"]>[2],
): Promise<{ ingest: CallIngest; room: number; botId: string }> {
  const ingest = await startCallIngest();
  const room = await stage.room();
  const botId = await stage.send(ingest, room, changes);
  await eventually(() => ingest.pieces().length > 0, "the first piece");
  return { ingest, room, botId };
}
