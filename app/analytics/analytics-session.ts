import { isId, randomId } from "#app/domain/ids.ts";
import { ANALYTICS_SESSION_IDLE_MS } from "#app/domain/limits/analytics.ts";

/** A session of analytics: a random id that says nothing of the person, and its last action. Shared by the tabs of a browser. */
export type AnalyticsSession = { id: string; lastAt: number };

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

export function keepSession(store: Store, { id, lastAt }: AnalyticsSession): void {
  store.setItem(KEY, `${id} ${lastAt}`);
}

export function forgetSession(store: Store): void {
  store.removeItem(KEY);
}
