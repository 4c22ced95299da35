import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";

/**
 * Contexts of a browser that serve one test after the other. A new context begins with an empty cache and a process of its own, and
 * compiles every script again, which took half of the CPU of a short test. Between two tests everything is removed that pages store.
 * Playwright cannot remove init scripts and bindings from a context: tests add them to their page.
 */
export type KeptContexts = {
  take(options: Options): Promise<BrowserContext>;
  /** Closes the pages and removes what they stored. */
  clean(context: BrowserContext): Promise<void>;
};

/** As Playwright's fixtures pass them: undefined is the browser's own. */
type Options = { [Name in keyof BrowserContextOptions]: BrowserContextOptions[Name] | undefined };

type Kept = {
  context: BrowserContext;
  /** A page that stays open, so that the process that renders the pages of the context does not end between tests. */
  anchor: Page;
  /** Origins that the pages of the current test have opened. */
  origins: Set<string>;
};

/** One for each choice of options. Each holds a process, so the one that no test has taken for longest closes when there are more. */
const KEPT_MAX = 3;
/** Listeners that tests add to a context. */
const EVENTS = ["page", "console", "request", "requestfailed", "requestfinished", "response"] as const;

const anchors = new WeakMap<BrowserContext, Page>();

export function keepContexts(browser: Browser): KeptContexts {
  const kept = new Map<string, Kept>();

  async function make(name: string, options: Options): Promise<Kept> {
    const [oldest] = kept.size < KEPT_MAX ? [] : kept;
    if (oldest) {
      kept.delete(oldest[0]);
      await oldest[1].context.close();
    }
    // To Playwright an option that is undefined is one that is absent.
    const context = await browser.newContext(options as BrowserContextOptions);
    const made = { context, anchor: await context.newPage(), origins: new Set<string>() };
    anchors.set(context, made.anchor);
    context.once("close", () => kept.delete(name));
    return made;
  }

  return {
    async take(options) {
      const name = JSON.stringify(options);
      const own = kept.get(name) ?? (await make(name, options));
      // The last one in the order of the map.
      kept.delete(name);
      kept.set(name, own);
      const { context, origins } = own;
      context.on("page", (page) => page.on("framenavigated", (frame) => origins.add(new URL(frame.url()).origin)));
      return context;
    },
    async clean(context) {
      const own = [...kept.values()].find((each) => each.context === context);
      if (!own) return;
      // A clock that a test has installed stays in its context.
      const hasOwnClock = await own.anchor.evaluate(() => !String(setTimeout).includes("[native code]"));
      if (hasOwnClock) return context.close();
      await closePages(context);
      for (const event of EVENTS) context.removeAllListeners(event);
      await Promise.all([context.unrouteAll(), context.clearCookies(), context.clearPermissions()]);
      const session = await context.newCDPSession(own.anchor);
      for (const origin of own.origins) {
        if (origin !== "null") await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
      }
      await session.detach();
      own.origins.clear();
    },
  };
}

/** Closes all pages of a test, as a person closes tabs. */
export async function closePages(context: BrowserContext): Promise<void> {
  const anchor = anchors.get(context);
  const opened = context.pages().filter((page) => page !== anchor);
  await Promise.all(opened.map((page) => page.close()));
}
