/**
 * A script that does not come although the network is there: a deployment has replaced the scripts of an open page, or the browser
 * keeps the failure of an `import()` and never asks again. Only loading the page again helps.
 */
let isMissing = false;
const listeners = new Set<() => void>();

/** Failures of one script after which the browser itself is taken for the cause. */
const FAILURES_MAX = 4;

/** For `useSyncExternalStore`. */
export function onMissingScript(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the page has to be loaded again before all of its parts work. It stays so until then. */
export function isScriptMissing(): boolean {
  return isMissing;
}

/**
 * Told after each failure of a script, finds out why it did not come. `failures`: those in a row so far for which the network was not the
 * cause. Answers their number now.
 */
export async function lookForScripts(failures: number): Promise<number> {
  if (isMissing || typeof document === "undefined") return failures;
  const status = await manifestStatus();
  const now = status === 200 ? failures + 1 : failures;
  if (status === 404 || now >= FAILURES_MAX) {
    isMissing = true;
    for (const listener of listeners) listener();
  }
  return now;
}

/** The status of the list of the page's scripts, whose name is another one in every version; null without a network. */
async function manifestStatus(): Promise<number | null> {
  try {
    // oxlint-disable-next-line no-underscore-dangle -- Remix's name for its list of scripts
    return (await fetch(window.__remixManifest.url, { method: "HEAD", cache: "no-store" })).status;
  } catch {
    return null;
  }
}

const RELOADED_KEY = "acta.reloaded";

/**
 * Fetches what a page begins with, and tries again after `waitMs` until it succeeds: without its texts no button works, and nothing can be
 * said. Where a script is missing, the page is loaded again by itself: once, and again only after it has begun well, so that it cannot loop.
 */
export async function untilFetched<Value>(
  fetchAll: () => Promise<Value>,
  waitMs: (failures: number) => number,
): Promise<Value> {
  let present = 0;
  for (let failures = 1; ; failures += 1) {
    try {
      const value = await fetchAll();
      forgetReload();
      return value;
    } catch {
      present = await lookForScripts(present);
      if (isMissing) reloadOnce();
      await new Promise((resolve) => setTimeout(resolve, waitMs(failures)));
    }
  }
}

/** Without the storage there is no reload, because nothing would end it. */
function reloadOnce(): void {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) !== null) return;
    sessionStorage.setItem(RELOADED_KEY, "1");
    location.reload();
  } catch {
    // The page goes on asking.
  }
}

function forgetReload(): void {
  try {
    sessionStorage.removeItem(RELOADED_KEY);
  } catch {
    // Nothing was kept.
  }
}
