import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isSessionProven } from "#app/contracts/session.ts";
import { SESSION_REFRESH_MS } from "#app/domain/limits/screens.ts";
import { subscribeToMeeting } from "#app/features/meeting/live/meeting-socket.ts";

/** A meeting that answers pings, unless it is `dead`. */
const server = { isDead: false };

class FakeSocket extends EventTarget {
  constructor() {
    super();
    if (!server.isDead) setTimeout(() => this.dispatchEvent(new Event("open")), 1);
  }
  send(text: string) {
    if (text !== "ping" || server.isDead) return;
    setTimeout(() => this.dispatchEvent(new MessageEvent("message", { data: "pong" })), 1);
  }
  close() {}
}

beforeEach(() => {
  vi.useFakeTimers();
  server.isDead = false;
  vi.stubGlobal(
    "window",
    Object.assign(new EventTarget(), { location: { href: "http://localhost/", hostname: "localhost" } }),
  );
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("WebSocket", FakeSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the signs of life of a meeting's socket prove the session, so that its page does not ask for it each ten seconds", async () => {
  const leave = subscribeToMeeting({ meetId: "m", seen: () => 0 }, () => {});
  for (let times = 0; times < 12; times += 1) {
    await vi.advanceTimersByTimeAsync(SESSION_REFRESH_MS);
    expect(isSessionProven(SESSION_REFRESH_MS)).toBe(true);
  }
  server.isDead = true;
  await vi.advanceTimersByTimeAsync(3 * SESSION_REFRESH_MS);
  expect(isSessionProven(SESSION_REFRESH_MS)).toBe(false);
  leave();
});
