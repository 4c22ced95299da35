import { type BackOff, backOffDelayMs } from "#app/domain/back-off.ts";
import { loadTexts } from "#app/i18n/load-texts.ts";
import { lookForScripts } from "#app/i18n/missing-script.ts";
import type { Feature } from "#app/i18n/types.ts";

/**
 * The one way in which pages load code that they do not begin with. `lazy` names a script and the features whose texts it shows.
 * Four things are made of it:
 *
 * - `lazyPart` (lazy-part.tsx): a part of the page that the server renders, and whose HTML stays until the script has loaded;
 * - `WhenLoaded` (use-lazy.tsx): a part that only the browser renders, such as a dialog;
 * - `useLazyActions` (use-lazy.tsx): an action whose code loads with its first use;
 * - `load()` for code that draws nothing, such as a call of the API.
 */
export type Lazy<Value> = {
  /** The script's value, with its texts; null before it has loaded. */
  loaded: () => Value | null;
  /** Loads script and texts. Rejects when one of them does not come; the next call tries again. */
  load: () => Promise<Value>;
  /** Loads, and tries again until it succeeds, with a growing wait. `onFailure` is told each failure. Null after `signal`. */
  keepLoading: (signal: AbortSignal, onFailure?: () => void) => Promise<Value | null>;
  /** Loads once ahead of use, so that it is there when it is needed. A failure is ignored. */
  fetchAhead: () => void;
};

/** 500 ms is soon enough to notice that the network is back, and 30 s asks little of it while it is not. */
const RETRY: BackOff = { firstMs: 500, factor: 2, maxMs: 30_000 };

/** `fetchScript` is an `import()` and what is taken from it. `features`: the texts that the page does not begin with. */
export function lazy<Value>(fetchScript: () => Promise<Value>, features: readonly Feature[] = []): Lazy<Value> {
  let loaded: Value | null = null;
  let failures = 0;
  const load = async () => {
    try {
      const [value] = await Promise.all([fetchScript(), loadTexts(features)]);
      loaded = value;
      failures = 0;
      return value;
    } catch (error) {
      void lookForScripts(failures).then((now) => (failures = now));
      throw error;
    }
  };
  return {
    loaded: () => loaded,
    load,
    async keepLoading(signal, onFailure) {
      for (let attempt = 1; !signal.aborted; attempt++) {
        try {
          const value = await load();
          return signal.aborted ? null : value;
        } catch {
          if (!signal.aborted) onFailure?.();
        }
        await new Promise((resolve) => setTimeout(resolve, backOffDelayMs(RETRY, attempt, Math.random())));
      }
      return null;
    },
    fetchAhead: () => void load().catch(() => undefined),
  };
}
