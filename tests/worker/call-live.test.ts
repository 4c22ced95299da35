import { afterEach, expect, test, vi } from "vitest";
import { standInForSpeech } from "#tests/fakes/speech-server.ts";
import { callInLobby, WINDOW_MS } from "#tests/support/live-call.ts";
import { openLive } from "#tests/support/live-page.ts";
import { marksOf } from "#tests/support/marked-recording.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** The real object with its own alarm and sockets; the test plays only the call, and the speech engine is a stand-in. */

afterEach(() => {
  vi.restoreAllMocks();
});

test("an open page reads along while people talk, and the summary follows the end of the call at once", async () => {
  const speech = standInForSpeech();
  const { userId, cookie } = await signIn();
  const { meetId, tell, tellWindow } = await callInLobby(userId);
  const page = await openLive(meetId, cookie);
  await page.until(({ view }) => view().head.status === "TORECORD");
  await tell({ type: "recording", startedAt: Date.now() });
  for (let index = 0; index < 4; index += 1) {
    await tellWindow(index);
    await page.until(({ view }) => view().segments.length === marksOf(((index + 1) * WINDOW_MS) / 1000).length);
    expect(page.view().head.status).toBe("RECORDING");
  }
  await tellWindow(4);
  await tell({ type: "ended", end: "meeting-ended", durationMs: 5 * WINDOW_MS, gaps: [] });
  await page.until(({ view }) => view().head.status === "SUMMARIZED" && view().summary !== null);
  expect(page.view().segments.map(({ text }) => text)).toEqual(marksOf(150));
  const heads = page.messages.flatMap((message) => (message.type === "head" ? [message.head.status] : []));
  expect(new Set(heads)).toContain("RECORDING");
  const later = await openLive(meetId, cookie);
  await later.until(() => true);
  expect(later.view().segments).toEqual(page.view().segments);
  page.socket.close();
  later.socket.close();
  expect(speech.asked).toHaveLength(5);
});

test("a window that takes its time does not make the next one wait", async () => {
  const speech = standInForSpeech({ delayMs: 4000 });
  const { userId, cookie } = await signIn();
  const { meetId, tell, tellWindow } = await callInLobby(userId);
  const page = await openLive(meetId, cookie);
  await tell({ type: "recording", startedAt: Date.now() });
  await tellWindow(0);
  await vi.waitFor(() => expect(speech.active).toBe(1), 20_000);
  await tellWindow(1);
  await vi.waitFor(() => expect(speech.mostActive).toBe(2), 20_000);
  await tell({ type: "ended", end: "stopped", durationMs: 2 * WINDOW_MS, gaps: [] });
  await page.until(({ view }) => view().head.status === "SUMMARIZED");
  expect(page.view().segments.map(({ text }) => text)).toEqual(marksOf(60));
  expect(speech.asked).toHaveLength(2);
  page.socket.close();
});
