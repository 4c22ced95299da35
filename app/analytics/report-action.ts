import type { AnalyticsEvent } from "#app/contracts/analytics-event.ts";
import { isId, randomId } from "#app/domain/ids.ts";
import { ACTION_CLICK_WAIT_MS, ANALYTICS_SESSION_IDLE_MS, CLICK_DEBOUNCE_MS } from "#app/domain/limits/screens.ts";

/** A session of analytics: a random id that says nothing of the person, and its last action. Shared by the tabs of a browser. */
type AnalyticsSession = { id: string; lastAt: number };

/** §4: the session of an action at `at`: the kept one, or a new one after 30 minutes without an action. */
export function sessionAt(kept: AnalyticsSession | null, at: number, newId: () => string = randomId): AnalyticsSession {
  const goesOn = kept !== null && at - kept.lastAt <= ANALYTICS_SESSION_IDLE_MS;
  return { id: goesOn ? kept.id : newId(), lastAt: at };
}

const KEY = "analytics-session";

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Null where nothing usable is kept: the store belongs to the browser, and anything may stand there. */
export function readSession(store: Store): AnalyticsSession | null {
  const [id = "", lastAt = ""] = (store.getItem(KEY) ?? "").split(" ");
  return isId(id) && /^\d{1,15}$/.test(lastAt) ? { id, lastAt: Number(lastAt) } : null;
}

function keepSession(store: Store, { id, lastAt }: AnalyticsSession): void {
  store.setItem(KEY, `${id} ${lastAt}`);
}

function forgetSession(store: Store): void {
  store.removeItem(KEY);
}

/** Sends the actions of a page to our own endpoint, each once. Pages load it with their first action (track.ts). */

const ANALYTICS_PATH = "/api/acta/analytics";

type Report = { event: AnalyticsEvent; session: string };

/** The page's parts that reporting needs. */
export type ReportingPage = {
  now(): number;
  wait(run: () => void, ms: number): void;
  send(report: Report): void;
  /** The person's browser does not ask to be left alone. */
  mayReport(): boolean;
  /** The analytics session of an action. */
  session(at: number): string;
};

export type Reporter = {
  /** §9: sends the action after the click wait. More clicks on it within the debounce are the same action. */
  report: (event: AnalyticsEvent) => void;
  /** Sends what still waits: the page is left. */
  flush: () => void;
};

export function createReporter(page: ReportingPage): Reporter {
  const waiting: Report[] = [];
  const lastClickAt = new Map<AnalyticsEvent, number>();
  const flush = () => {
    for (const report of waiting.splice(0)) page.send(report);
  };
  return {
    report(event) {
      if (!page.mayReport()) return;
      const at = page.now();
      const last = lastClickAt.get(event);
      lastClickAt.set(event, at);
      if (last !== undefined && at - last < CLICK_DEBOUNCE_MS) return;
      const report = { event, session: page.session(at) };
      waiting.push(report);
      page.wait(() => {
        const place = waiting.indexOf(report);
        if (place === -1) return;
        waiting.splice(place, 1);
        page.send(report);
      }, ACTION_CLICK_WAIT_MS);
    },
    flush,
  };
}

/** Do Not Track and Global Privacy Control, https://w3c.github.io/gpc/. TypeScript's DOM does not know the second. */
export function asksForPrivacy(browser: {
  doNotTrack?: string | null | undefined;
  globalPrivacyControl?: boolean | undefined;
}): boolean {
  return browser.doNotTrack === "1" || browser.doNotTrack === "yes" || browser.globalPrivacyControl === true;
}

let reporter: Reporter | null = null;

/** In the browser: reports an action. Never fails. */
export function reportAction(event: AnalyticsEvent): void {
  if (reporter === null) {
    const { report, flush } = createReporter(browserPage());
    reporter = { report, flush };
    addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") flush();
    });
  }
  reporter.report(event);
}

/** The same for an action that leaves the page at once, such as signing in: nothing waits. */
export function reportLeaving(event: AnalyticsEvent): void {
  reportAction(event);
  reporter?.flush();
}

function browserPage(): ReportingPage {
  // In a browser that keeps nothing, a session lasts as long as its page.
  let known: AnalyticsSession | null = null;
  return {
    now: Date.now,
    wait: (run, ms) => void setTimeout(run, ms),
    send: sendBeacon,
    mayReport() {
      const isAsked = asksForPrivacy(navigator);
      if (isAsked) inStore(forgetSession);
      return !isAsked;
    },
    session(at) {
      known = sessionAt(inStore(readSession) ?? known, at);
      const kept = known;
      inStore((store) => keepSession(store, kept));
      return known.id;
    },
  };
}

/** Null where the browser refuses its store. */
function inStore<Value>(use: (store: Storage) => Value): Value | null {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}

function sendBeacon(report: Report): void {
  const body = new Blob([JSON.stringify(report)], { type: "application/json" });
  if (navigator.sendBeacon?.(ANALYTICS_PATH, body)) return;
  void fetch(ANALYTICS_PATH, { method: "POST", body, keepalive: true }).catch(() => undefined);
}
