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

/** Told after each failure of a script, finds out why it did not come. `failures`: how often in a row. */
export async function lookForScripts(failures: number): Promise<void> {
  if (isMissing || typeof document === "undefined") return;
  const status = await manifestStatus();
  if (status !== 404 && !(status === 200 && failures >= FAILURES_MAX)) return;
  isMissing = true;
  for (const listener of listeners) listener();
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
