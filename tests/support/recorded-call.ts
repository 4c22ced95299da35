import { expect, vi } from "vitest";
import type { BotOrder } from "#app/contracts/recording/recorder.ts";
import { randomId, type UserId } from "#app/domain/ids.ts";
import { type RecorderStandIn, standInForRecorder } from "#tests/fakes/recorder-server.ts";
import { SpeechStandIn } from "#tests/fakes/speech-protocol.mjs";
import { SPEECH_ORIGIN } from "#tests/fakes/speech-server.ts";
import { callBirth, ROOM } from "#tests/support/call-bench.ts";
import { botOf } from "#tests/support/call-bot.ts";
import { CALL_SEGMENTS } from "#tests/support/call-fixture.ts";
import { settled } from "#tests/support/long-meeting.ts";
import { toldWorkspace } from "#tests/support/told-workspace.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";

/** For worker tests: a call with real meeting objects and the real call object. Only recorder and engine stand in. */

export function standInForCalls(): { recorder: RecorderStandIn; speech: SpeechStandIn } {
  const speech = new SpeechStandIn();
  const recorder = standInForRecorder();
  // Both stand in for the network, which can be replaced only once.
  const network = vi.mocked(globalThis.fetch);
  const ofRecorder = network.getMockImplementation();
  network.mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).origin === SPEECH_ORIGIN) return speech.answer(request);
    return ofRecorder ? ofRecorder(request) : new Response(null, { status: 500 });
  });
  return { recorder, speech };
}

export const newRoom = () => {
  const roomKey = `meet.jit.si/${randomId()}`;
  return { ...ROOM, roomKey, url: `https://${roomKey}` };
};
export async function recordAll(order: BotOrder) {
  const bot = botOf(order);
  await bot.say({ type: "state", state: "joining", reason: null }, { type: "state", state: "waiting", reason: null });
  await bot.say({ type: "people", count: 1, people: [{ id: "p1", name: "Iria Bosch" }] });
  await bot.begin("mix", 1000);
  await bot.pieces("mix", 1000);
  await bot.end("mix", 1000);
  const startedAt = CALL_SEGMENTS[0]?.startedAt ?? 0;
  await bot.say({ type: "speech", personId: "p1", startAt: startedAt, endAt: startedAt + 5000, confidence: 0.9 });
  await bot.say({ type: "loud", startAt: startedAt, endAt: startedAt + 5000 });
  return bot;
}

export const left = [
  { type: "state", state: "leaving", reason: null },
  { type: "state", state: "left", reason: "meeting-ended" },
] as const;

/** A call of a person from its planning to its minutes and its file, with all that follows them. */
export async function callUntilMinutes(recorder: RecorderStandIn, userId: UserId): Promise<void> {
  const { end } = await callUntilRecorded(recorder, userId);
  await end();
}

/** The same until it is recorded. `end`: the rest of it. */
export async function callUntilRecorded(
  recorder: RecorderStandIn,
  userId: UserId,
): Promise<{ end: () => Promise<void> }> {
  const soon = { timeout: 20_000, interval: 50 };
  const { length: before } = recorder.orders;
  const birth = { ...callBirth({}, userId), place: newRoom() };
  const object = objectOf(birth.meetId);
  const becomes = (wanted: object) =>
    vi.waitFor(async () => expect((await object.view({ kind: "owner", userId }))?.head).toMatchObject(wanted), soon);
  await object.begin(birth);
  await vi.waitFor(() => expect(recorder.orders.length).toBeGreaterThan(before), soon);
  const bot = await recordAll(recorder.orders[before] as BotOrder);
  await becomes({ status: "RECORDING" });
  return {
    async end() {
      await bot.say(...left);
      await becomes({ status: "SUMMARIZED", pdf: "ready", playable: true });
      await toldWorkspace(object);
      await settled(userId);
    },
  };
}
