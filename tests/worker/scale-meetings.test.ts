import { afterEach, expect, test, vi } from "vitest";
import { standInForSpeech } from "#tests/fakes/speech-server.ts";
import { newUserId } from "#app/domain/ids.ts";
import { callInLobby, WINDOW_MS } from "#tests/support/live-call.ts";
import { uploadUntilMinutes } from "#tests/support/long-meeting.ts";
import { seedManyMeetings } from "#tests/support/many-meetings.ts";
import { callUntilMinutes, standInForCalls } from "#tests/support/recorded-call.ts";
import { costsOf } from "#tests/support/request-costs.ts";
import { signIn } from "#tests/support/sign-in.ts";

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

test("a call asks D1 fifteen times at most, from its planning to its minutes and its file, and reads no rows of others", async () => {
  const { recorder } = standInForCalls();
  const { userId } = await signIn({ plan: "pro" });
  await callUntilMinutes(recorder, userId);
  await seedManyMeetings(newUserId(), 3000, "others-");
  const { trips, rows } = await costsOf(() => callUntilMinutes(recorder, userId));
  expect(trips).toBeLessThanOrEqual(15);
  expect(rows).toBeLessThanOrEqual(400);
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
