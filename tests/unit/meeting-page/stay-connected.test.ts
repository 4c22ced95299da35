import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { noteSession, SESSION_DOUBTED_EVENT, SESSION_ENDED_CODE } from "#app/contracts/session.ts";
import {
  browserSurroundings,
  type LineEvents,
  LOST_SPREAD_MS,
  stayConnected,
  type Surroundings,
} from "#app/contracts/stay-connected.ts";
import { PAGE_PING_MS } from "#app/domain/limits/lists.ts";
import { RECONNECT_MS_MAX, RECONNECT_MS_MIN, reconnectDelayMs } from "#app/domain/back-off.ts";

type FakeLine = { events: LineEvents; sent: string[]; closed: boolean };

/** A page, a network and a clock that the test controls. */
function surroundings() {
  const lines: FakeLine[] = [];
  let tasks: { ms: number; task: () => void }[] = [];
  let tellPresence = () => {};
  let present = true;
  const around: Surroundings = {
    open(events) {
      const line: FakeLine = { events, sent: [], closed: false };
      lines.push(line);
      return { send: (text) => line.sent.push(text), close: () => (line.closed = true) };
    },
    after(ms, task) {
      const entry = { ms, task };
      tasks.push(entry);
      return () => {
        tasks = tasks.filter((other) => other !== entry);
      };
    },
    random: () => 1,
    isPresent: () => present,
    onPresence(listener) {
      tellPresence = listener;
      return () => {
        tellPresence = () => {};
      };
    },
  };
  return {
    around,
    lines,
    last: () => {
      const line = lines.at(-1);
      if (!line) throw new Error("no line was opened");
      return line;
    },
    waiting: () => tasks.map(({ ms }) => ms),
    /** Runs the waiting tasks. Tasks that they schedule wait for the next call. */
    pass: () => {
      const due = tasks;
      tasks = [];
      for (const { task } of due) task();
    },
    setPresent: (value: boolean) => {
      present = value;
      tellPresence();
    },
  };
}

test("messages of the object are passed on, answers to pings are not", () => {
  const { around, last } = surroundings();
  const heard: string[] = [];
  stayConnected(
    around,
    (text) => heard.push(text),
    () => {},
  );
  last().events.opened();
  last().events.text("one");
  last().events.text("pong");
  last().events.text("two");
  expect(heard).toEqual(["one", "two"]);
});

test("a connection that fails is tried with growing delays, one that was open comes back within some seconds, as others do", () => {
  const { around, lines, last, pass, waiting } = surroundings();
  stayConnected(
    around,
    () => {},
    () => {},
  );
  last().events.closed();
  expect(waiting()).toEqual([RECONNECT_MS_MIN]);
  pass();
  last().events.closed();
  expect(waiting()).toEqual([2 * RECONNECT_MS_MIN]);
  pass();
  last().events.opened();
  last().events.closed();
  expect(waiting()).toEqual([LOST_SPREAD_MS]);
  pass();
  last().events.closed();
  expect(waiting()).toEqual([RECONNECT_MS_MIN]);
  pass();
  expect(lines).toHaveLength(5);
});

test("a connection that does not answer a ping is closed", () => {
  const { around, lines, last, pass, waiting } = surroundings();
  stayConnected(
    around,
    () => {},
    () => {},
  );
  const first = last();
  first.events.opened();
  expect(waiting()).toEqual([PAGE_PING_MS]);
  pass();
  expect(first.sent).toEqual(["ping"]);
  pass();
  expect(first.closed).toBe(true);
  pass();
  expect(lines).toHaveLength(2);
});

test("a connection that answers its pings is kept", () => {
  const { around, lines, last, pass } = surroundings();
  stayConnected(
    around,
    () => {},
    () => {},
  );
  last().events.opened();
  for (let beat = 0; beat < 5; beat += 1) {
    pass();
    last().events.text("pong");
  }
  expect(lines).toHaveLength(1);
  expect(last().sent).toHaveLength(5);
});

test("a hidden page does not reconnect; it connects at once when it is visible again", () => {
  const { around, lines, last, pass, setPresent } = surroundings();
  stayConnected(
    around,
    () => {},
    () => {},
  );
  setPresent(false);
  last().events.closed();
  pass();
  expect(lines).toHaveLength(1);
  setPresent(true);
  expect(lines).toHaveLength(2);
});

test("a page that is hidden from the start waits until it is visible", () => {
  const { around, lines, setPresent } = surroundings();
  setPresent(false);
  stayConnected(
    around,
    () => {},
    () => {},
  );
  expect(lines).toHaveLength(0);
  setPresent(true);
  expect(lines).toHaveLength(1);
});

test("after leaving, the page sends and opens nothing more", () => {
  const { around, lines, last, pass, waiting, setPresent } = surroundings();
  const heard: string[] = [];
  const leave = stayConnected(
    around,
    (text) => heard.push(text),
    () => {},
  );
  last().events.opened();
  leave();
  expect(last().closed).toBe(true);
  expect(waiting()).toEqual([]);
  last().events.text("late");
  last().events.closed();
  setPresent(true);
  pass();
  expect(heard).toEqual([]);
  expect(lines).toHaveLength(1);
});

test("the delay grows, is partly random, and never exceeds its limit", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1000 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
      const delay = reconnectDelayMs(attempt, random);
      expect(delay).toBeGreaterThanOrEqual(RECONNECT_MS_MIN / 2);
      expect(delay).toBeLessThanOrEqual(RECONNECT_MS_MAX);
    }),
  );
  expect(reconnectDelayMs(3, 0)).toBe(2000);
  expect(reconnectDelayMs(3, 1)).toBe(4000);
});

test("a page whose session has ended opens no socket until the session is there again", () => {
  const { page, opened, pass } = browser();
  const leave = stayConnected(
    browserSurroundings(() => "/live"),
    () => {},
    () => {},
  );
  const doubted = vi.fn();
  page.addEventListener(SESSION_DOUBTED_EVENT, doubted);
  opened.at(-1)?.dispatchEvent(Object.assign(new Event("close"), { code: SESSION_ENDED_CODE }));
  expect(doubted).toHaveBeenCalledOnce();
  pass();
  page.document.dispatchEvent(new Event("visibilitychange"));
  page.dispatchEvent(new Event("online"));
  pass();
  expect(opened).toHaveLength(1);
  noteSession(true);
  pass();
  expect(opened).toHaveLength(1);
  noteSession(false);
  expect(opened).toHaveLength(2);
  leave();
});

/** As much of a browser as a socket needs. */
function browser() {
  vi.useFakeTimers();
  const opened: EventTarget[] = [];
  class Socket extends EventTarget {
    constructor() {
      super();
      opened.push(this);
    }
    send() {}
    close() {}
  }
  const document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const page = Object.assign(new EventTarget(), { location: new URL("https://acta.example/history"), document });
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("window", page);
  vi.stubGlobal("document", document);
  vi.stubGlobal("navigator", { onLine: true });
  return { page, opened, pass: () => vi.advanceTimersByTime(10 * RECONNECT_MS_MAX) };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
