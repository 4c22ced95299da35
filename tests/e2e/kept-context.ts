import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";

/**
 * Contexts of a browser that serve one test after the other. A new context begins with an empty cache and a process of its own, and
 * compiles every script again, which took half of the CPU of a short test. Between two tests everything is removed that pages store.
 * Playwright cannot remove init scripts and bindings from a context: tests add them to their page.
 */
export type KeptContexts = {
  take(options: BrowserContextOptions): Promise<BrowserContext>;
  /** Closes the pages and removes what they stored. */
  clean(context: BrowserContext): Promise<void>;
};

/** A page that stays open, so that the process that renders the pages of its context does not end between tests. */
const anchors = new WeakMap<BrowserContext, Page>();

export function keepContexts(browser: Browser): KeptContexts {
  const kept = new Map<string, BrowserContext>();
  const visited = new WeakMap<BrowserContext, Set<string>>();
  return {
    async take(options) {
      const name = JSON.stringify(options);
      const known = kept.get(name);
      // A test that failed, or that is about the browser's end, has closed it.
      const context = known?.pages().length ? known : await browser.newContext(options);
      kept.set(name, context);
      const origins = new Set<string>();
      visited.set(context, origins);
      context.on("page", (page) => page.on("framenavigated", (frame) => origins.add(new URL(frame.url()).origin)));
      if (!anchors.has(context)) anchors.set(context, await context.newPage());
      return context;
    },
    async clean(context) {
      const anchor = anchors.get(context);
      await closePages(context);
      for (const event of ["page", "request", "requestfinished", "requestfailed", "response", "console"] as const) {
        context.removeAllListeners(event);
      }
      await Promise.all([context.unrouteAll(), context.clearCookies(), context.clearPermissions()]);
      if (!anchor) return;
      const session = await context.newCDPSession(anchor);
      for (const origin of visited.get(context) ?? []) {
        if (origin !== "null") await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
      }
      await session.detach();
    },
  };
}

/** Closes all pages of a test, as a person closes tabs. */
export async function closePages(context: BrowserContext): Promise<void> {
  const anchor = anchors.get(context);
  await Promise.all(context.pages().map((page) => (page === anchor ? undefined : page.close())));
}
