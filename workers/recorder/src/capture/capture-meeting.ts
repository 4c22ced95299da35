import type { Browser, BrowserContext, Page } from "playwright-core";
import type { PlatformAdapter } from "../platforms/platform-adapter.ts";
import { type CaptureEvent, captureEvent } from "./capture-events.ts";
import { CAPTURED_TITLE, tabScript } from "./tab-page.ts";
import { hookScript, MIX } from "./page-hook.ts";

/** Any name under .invalid is nobody's; the page never leaves the browser, and https makes it a secure context. */
const TAB_PAGE = "https://recorder.acta.invalid/";
const TAB = {
  pieceMs: 2_000,
  videoBitsPerSecond: 1_000_000,
  audioBitsPerSecond: 64_000,
  width: 1280,
  height: 720,
  framesPerSecond: 25,
};
const PAGE_CALL_MS_MAX = 8_000;
/** A context and its first page, in a browser that has just been started on a busy machine. */
const PREPARE_MS_MAX = 30_000;

/** One page of a meeting and everything that listens to it. */
export type MeetingCapture = {
  page: Page;
  startMix(): Promise<void>;
  /** Resolves when the last piece is on the disk. */
  stopMix(): Promise<void>;
  /** Records the tab as it is seen, from a second tab; throws where the browser does not let it. */
  startTab(): Promise<void>;
  stopTab(): Promise<void>;
  /** Ends the tab's capture, whatever state it is in. */
  dropTab(): Promise<void>;
  close(): Promise<void>;
};

export type CaptureDeps = {
  browser: Browser;
  adapter: Pick<PlatformAdapter, "browser">;
  /** Cookies and storage of an account that the operator signed in; null: the bot comes as a guest. */
  profile: string | null;
  onEvent: (event: CaptureEvent) => void;
  /** The page's process died, or the browser. */
  onCrash: () => void;
};

/** Opens the meeting's page. Nothing in it waits for ever: Playwright sets no limit to opening and closing pages; throws when one is met. */
export function captureMeeting(deps: CaptureDeps): Promise<MeetingCapture> {
  return within(prepare(deps), PREPARE_MS_MAX);
}

async function prepare(deps: CaptureDeps): Promise<MeetingCapture> {
  const { browser, adapter } = deps;
  const context = await browser.newContext({
    viewport: { width: TAB.width, height: TAB.height },
    locale: "en-US",
    permissions: adapter.browser.permissions,
    acceptDownloads: false,
    ...(deps.profile ? { storageState: deps.profile } : {}),
  });
  let tab: Page | null = null;
  await context.exposeBinding("__actaSay", ({ page }, kind: unknown, body: unknown) => {
    const event = parseEvent(kind, body);
    // Each page speaks for what it records: the meeting's for the mix, ours for the tab.
    if (!event || (page === tab) !== isTabEvent(event)) return;
    deps.onEvent(event);
  });
  const page = await openMeetingPage(context, deps.onCrash);
  const dropTab = async () => {
    const was = tab;
    tab = null;
    if (was) await within(was.close()).catch(() => {});
  };
  return {
    page,
    startMix: () => callHook(page, "start"),
    stopMix: () => callHook(page, "stop"),
    async startTab() {
      await dropTab();
      tab = await within(openTabPage(context));
      const title = await within(page.title());
      await setTitle(page, CAPTURED_TITLE);
      try {
        await within(tab.evaluate(tabScript(TAB)));
      } finally {
        await setTitle(page, title).catch(() => {});
        await within(page.bringToFront()).catch(() => {});
      }
    },
    async stopTab() {
      if (tab && !tab.isClosed()) await within(tab.evaluate("globalThis.__actaStopTab?.()"));
    },
    dropTab,
    close: () => context.close(),
  };
}

async function openMeetingPage(context: BrowserContext, onCrash: () => void): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(PAGE_CALL_MS_MAX);
  page.setDefaultNavigationTimeout(30_000);
  page.on("crash", onCrash);
  await page.addInitScript({ content: hookScript(MIX) });
  return page;
}

async function openTabPage(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  await tab.route(`${TAB_PAGE}**`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Acta's recorder</title>" }),
  );
  await tab.goto(TAB_PAGE);
  return tab;
}

function setTitle(page: Page, title: string): Promise<void> {
  return within(
    page.evaluate((wanted) => {
      document.title = wanted;
    }, title),
  );
}

function callHook(page: Page, call: "start" | "stop"): Promise<void> {
  return within(page.evaluate(`globalThis.__actaHook.${call}()`)).then(() => undefined);
}

/** A page whose process hangs answers nothing, for ever. */
export async function within<Value>(work: Promise<Value>, ms = PAGE_CALL_MS_MAX): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the page did not answer")), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}

function parseEvent(kind: unknown, body: unknown): CaptureEvent | null {
  const parsed = captureEvent.safeParse(typeof body === "object" ? { ...body, kind } : { kind });
  return parsed.success ? parsed.data : null;
}

function isTabEvent(event: CaptureEvent): boolean {
  switch (event.kind) {
    case "started":
    case "piece":
      return event.stream === "tab";
    case "tab-level":
      return true;
    case "stopped":
      // The recorder's id is known to one page only.
      return !event.recorder.includes("-");
    case "ready":
    case "levels":
      return false;
  }
}
