import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isSessionProven, noteSession } from "#app/contracts/session.ts";
import type { LineEvents, Surroundings } from "#app/contracts/stay-connected.ts";
import { isAnswering, noteAnswer } from "#app/contracts/answering.ts";
import { noteTold, readInTime, readUntold } from "#app/contracts/told-page.ts";
import { HOUR_MS } from "#app/domain/limits/units.ts";
import { CREDITS_REFRESH_MS, READINGS_REST_MS, SESSION_REFRESH_MS } from "#app/domain/limits/screens.ts";
import { LISTS_IDLE_REFRESH_MS, PAGE_RENEWED_MS, PAGE_TOLD_MS_MIN } from "#app/domain/limits/lists.ts";
import { followChanges } from "#app/features/shell/follow-changes.ts";

/** An open page, with the clock of the tests. Its server answers pings, unless it is `dead`. */
function home() {
  const lines: (LineEvents & { isOpen: boolean })[] = [];
  const server = { isDead: false };
  const around: Surroundings = {
    open(events) {
      const line = { ...events, isOpen: true };
      lines.push(line);
      if (!server.isDead) setTimeout(() => line.opened(), 1);
      return {
        send: () => void (server.isDead || line.text("pong")),
        close: () => void (line.isOpen = false),
      };
    },
    after(ms, task) {
      const timer = setTimeout(task, ms);
      return () => clearTimeout(timer);
    },
    random: () => 1,
    isPresent: () => true,
    onPresence: () => () => {},
  };
  return { around, lines, server, say: (text: string) => lines.at(-1)?.text(text) };
}

let stops: (() => void)[] = [];
beforeEach(() => {
  vi.stubGlobal("window", new EventTarget());
  vi.useFakeTimers();
});
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  noteTold(false);
  noteAnswer(true);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a page that is told of changes reads once after it was connected, after each change, and every two hours", () => {
  const { around, say } = home();
  const read = vi.fn();
  stops = [followChanges(around), readInTime(read, LISTS_IDLE_REFRESH_MS)];
  vi.advanceTimersByTime(2);
  say("7");
  vi.advanceTimersByTime(LISTS_IDLE_REFRESH_MS * 20);
  expect(read).toHaveBeenCalledTimes(1);
  say("8");
  expect(read).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(2 * HOUR_MS - 2 * LISTS_IDLE_REFRESH_MS);
  expect(read).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(4 * LISTS_IDLE_REFRESH_MS);
  expect(read).toHaveBeenCalledTimes(3);
});

test("credits and agenda are read by the clock only while the page is not told of changes", () => {
  vi.stubGlobal("document", new EventTarget());
  const { around, say } = home();
  const read = vi.fn();
  stops = [readUntold(read, CREDITS_REFRESH_MS)];
  vi.advanceTimersByTime(2 * CREDITS_REFRESH_MS);
  expect(read).toHaveBeenCalledTimes(2);
  stops.push(followChanges(around));
  vi.advanceTimersByTime(2);
  say("7");
  say("8");
  document.dispatchEvent(new Event("visibilitychange"));
  vi.advanceTimersByTime(20 * CREDITS_REFRESH_MS);
  expect(read).toHaveBeenCalledTimes(2);
});

test("changes that follow on each other are read together", () => {
  const { around, say } = home();
  const read = vi.fn();
  stops = [followChanges(around), readInTime(read, HOUR_MS)];
  vi.advanceTimersByTime(2);
  for (const number of ["1", "2", "3", "4"]) say(number);
  expect(read).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(PAGE_TOLD_MS_MIN);
  expect(read).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(3 * PAGE_TOLD_MS_MIN);
  expect(read).toHaveBeenCalledTimes(2);
});

test("signs of life prove the session; without them the page reads by the clock again", () => {
  const { around, server } = home();
  const read = vi.fn();
  stops = [followChanges(around), readInTime(read, CREDITS_REFRESH_MS)];
  vi.advanceTimersByTime(2 * CREDITS_REFRESH_MS);
  const before = read.mock.calls.length;
  for (let ms = 0; ms < 60_000; ms += 1000) {
    vi.advanceTimersByTime(1000);
    expect(isSessionProven(SESSION_REFRESH_MS)).toBe(true);
  }
  expect(read.mock.calls.length).toBe(before);
  server.isDead = true;
  vi.advanceTimersByTime(60_000);
  expect(isSessionProven(SESSION_REFRESH_MS)).toBe(false);
  expect(read.mock.calls.length).toBeGreaterThanOrEqual(before + 4);
});

test("the connection is renewed by the clock, and nothing is read where nothing was missed", () => {
  const { around, lines, say } = home();
  const read = vi.fn();
  stops = [followChanges(around), readInTime(read, 60_000, 10 * HOUR_MS)];
  vi.advanceTimersByTime(2);
  say("5");
  vi.advanceTimersByTime(PAGE_RENEWED_MS + 10);
  expect(lines.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  say("5");
  expect(read).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(PAGE_RENEWED_MS + 10);
  say("6");
  expect(read).toHaveBeenCalledTimes(2);
});

test("a page whose session has ended reads nothing by the clock until the session is there again", () => {
  vi.stubGlobal("document", new EventTarget());
  const read = vi.fn();
  stops = [readUntold(read, CREDITS_REFRESH_MS), readInTime(read, CREDITS_REFRESH_MS)];
  noteSession(true);
  vi.advanceTimersByTime(10 * CREDITS_REFRESH_MS);
  expect(read).not.toHaveBeenCalled();
  noteSession(false);
  vi.advanceTimersByTime(CREDITS_REFRESH_MS);
  expect(read).toHaveBeenCalledTimes(2);
});

test("while the server does not answer, a page reads by the clock less and less often, and at once when its socket is back", () => {
  vi.stubGlobal("document", new EventTarget());
  const { around } = home();
  const read = vi.fn(() => noteAnswer(false));
  stops = [readInTime(read, CREDITS_REFRESH_MS), readUntold(read, CREDITS_REFRESH_MS)];
  vi.advanceTimersByTime(HOUR_MS);
  // Both find the server silent in the first ten seconds; the second one waits for the first.
  expect(read.mock.calls.length).toBeLessThanOrEqual(HOUR_MS / (READINGS_REST_MS.max / 2) + 6);
  expect(read.mock.calls.length).toBeGreaterThanOrEqual(HOUR_MS / READINGS_REST_MS.max);
  expect(isAnswering()).toBe(false);
  stops.push(followChanges(around));
  vi.advanceTimersByTime(2);
  expect(isAnswering()).toBe(true);
});

test("calls that fail together are one try, and an answer ends the rest", () => {
  for (let call = 0; call < 50; call++) noteAnswer(false);
  vi.advanceTimersByTime(READINGS_REST_MS.first);
  expect(isAnswering()).toBe(true);
  noteAnswer(false);
  expect(isAnswering()).toBe(false);
  noteAnswer(true);
  expect(isAnswering()).toBe(true);
});
