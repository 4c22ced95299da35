import { afterEach, expect, test, vi } from "vitest";
import type { BotOrder } from "#app/contracts/recording/recorder.ts";
import { standInForSpeech } from "#tests/fakes/speech-server.ts";
import { newUserId } from "#app/domain/ids.ts";
import { callBirth } from "#tests/support/call-bench.ts";
import { botOf } from "#tests/support/call-bot.ts";
import { callInLobby, WINDOW_MS } from "#tests/support/live-call.ts";
import { uploadUntilMinutes } from "#tests/support/long-meeting.ts";
import { seedManyMeetings } from "#tests/support/many-meetings.ts";
import { callUntilMinutes, newRoom, standInForCalls } from "#tests/support/recorded-call.ts";
import { costsOf } from "#tests/support/request-costs.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";

/** Counts of what a meeting asks of D1 from its beginning to its minutes, of a person who had one before. */

afterEach(() => {
  vi.restoreAllMocks();
});

test("an upload asks D1 nine times at most until its minutes, their mail and the search", async () => {
  standInForSpeech();
  const { userId } = await signIn({ plan: "pro" });
  await uploadUntilMinutes(userId);
  const { trips } = await costsOf(() => uploadUntilMinutes(userId));
  expect(trips).toBeLessThanOrEqual(9);
});

test("a call asks D1 fourteen times at most, from its planning to its minutes and its file, and reads no rows of others", async () => {
  const { recorder } = standInForCalls();
  const { userId } = await signIn({ plan: "pro" });
  await callUntilMinutes(recorder, userId);
  await seedManyMeetings(newUserId(), 3000, "others-");
  const { trips, rows } = await costsOf(() => callUntilMinutes(recorder, userId));
  expect(trips).toBeLessThanOrEqual(14);
  expect(rows).toBeLessThanOrEqual(400);
});

test("a piece of a call is one write of the bucket and four rows at most, and a report eight rows", async () => {
  const { recorder } = standInForCalls();
  const { userId } = await signIn({ plan: "pro" });
  const birth = { ...callBirth({}, userId), place: newRoom() };
  await objectOf(birth.meetId).begin(birth);
  await vi.waitFor(() => expect(recorder.orders).toHaveLength(1), { timeout: 20_000 });
  const bot = botOf(recorder.orders[0] as BotOrder);
  await bot.say({ type: "state", state: "joining", reason: null }, { type: "state", state: "recording", reason: null });
  await bot.begin("mix", 1000);
  await bot.pieces("mix", 1000, [0, 1]);
  // The meeting takes the news of the beginning.
  await scheduler.wait(1000);
  const piece = await costsOf(() => bot.pieces("mix", 1000, [2]));
  expect([piece.trips, piece.bucketWrites]).toEqual([0, 1]);
  expect(piece.objectWrites).toBeLessThanOrEqual(4);
  const at = Date.now();
  const speech = { type: "speech", personId: "p1", startAt: at - 1000, endAt: at, confidence: 0.9 } as const;
  // The first one has a row more, of the bot's events.
  await bot.say(speech);
  const report = await costsOf(() => bot.say(speech));
  expect([report.trips, report.bucketWrites]).toEqual([0, 0]);
  expect(report.objectWrites).toBeLessThanOrEqual(8);
  const quiet = await costsOf(() => bot.sendEvents([]));
  expect(quiet.objectWrites).toBeLessThanOrEqual(2);
});

test("half minutes of a call that goes on ask D1 nothing", async () => {
  standInForSpeech();
  const { userId } = await signIn({ plan: "pro" });
  const { object, tell, tellWindow } = await callInLobby(userId);
  const recognised = (windows: number) =>
    vi.waitFor(
      async () => expect((await object.view({ kind: "owner", userId }))?.head.recognisedMs).toBe(windows * WINDOW_MS),
      { timeout: 20_000 },
    );
  await tell({ type: "recording", startedAt: Date.now() });
  await tellWindow(0);
  await recognised(1);
  // Of the first one: the search reads it, and its words were asked for.
  await scheduler.wait(1000);
  const { trips } = await costsOf(async () => {
    for (let index = 1; index < 4; index++) {
      await tellWindow(index);
      await recognised(index + 1);
    }
    await scheduler.wait(500);
  });
  expect(trips).toBe(0);
});
