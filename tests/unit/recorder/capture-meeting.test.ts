import type { Browser } from "playwright-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { captureMeeting } from "#workers/recorder/src/capture/capture-meeting.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Simulates Playwright with a page whose process hangs: the promise never settles. */
const never = () => new Promise<never>(() => {});

/** A browser with only the members that the recorder uses of pages. */
function browserOf(pages: (() => Promise<unknown>)[]): Browser {
  const context = {
    exposeBinding: async () => {},
    newPage: () => (pages.shift() ?? never)(),
    close: async () => {},
  };
  return { newContext: async () => context } as unknown as Browser;
}

function pageOf(changes: Record<string, unknown> = {}) {
  return async () => ({
    setDefaultTimeout() {},
    setDefaultNavigationTimeout() {},
    on() {},
    addInitScript: async () => {},
    route: async () => {},
    goto: async () => {},
    title: async () => "a meeting",
    evaluate: async () => {},
    bringToFront: async () => {},
    isClosed: () => false,
    close: async () => {},
    ...changes,
  });
}

function capture(...pages: (() => Promise<unknown>)[]) {
  return captureMeeting({
    browser: browserOf(pages),
    adapter: { browser: { permissions: [], fakeDevices: false } },
    profile: null,
    onEvent: () => {},
    onCrash: () => {},
  });
}

/** Result of the work after one minute: "done", the error's message, or "waits for ever". */
async function inAMinute(work: Promise<unknown>): Promise<string> {
  const said = work.then(
    () => "done",
    (error: unknown) => (error instanceof Error ? error.message : "?"),
  );
  const late = new Promise<string>((resolve) => {
    setTimeout(resolve, 60_000, "waits for ever");
  });
  const first = Promise.race([said, late]);
  await vi.advanceTimersByTimeAsync(60_000);
  return first;
}

test("a browser that opens no page is an error, and the bot does not wait without a lobby", async () => {
  expect(await inAMinute(capture(never))).toBe("the page did not answer");
});

test("a tab that cannot be opened is an error: the sound is recorded without the picture", async () => {
  const meeting = await capture(pageOf(), never);
  expect(await inAMinute(meeting.startTab())).toBe("the page did not answer");
});

test("a meeting page that never gives its title does not block the bot", async () => {
  const meeting = await capture(pageOf({ title: never }), pageOf());
  expect(await inAMinute(meeting.startTab())).toBe("the page did not answer");
});

test("a tab that does not close is abandoned: the bot leaves, and another tab can open", async () => {
  const meeting = await capture(pageOf(), pageOf({ close: never }), pageOf({ close: never }));
  await meeting.startTab();
  expect(await inAMinute(meeting.startTab())).toBe("done");
  expect(await inAMinute(meeting.dropTab())).toBe("done");
});
