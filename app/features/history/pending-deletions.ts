import { DELETION_UNDO_MS } from "#app/domain/limits/lists.ts";

/**
 * Deletions of several meetings wait in the page for the time in which they can be undone, and only then start: a deletion that has begun is
 * final. The server keeps no plan of them, so a page that is closed before deletes nothing. A meeting that was kept by mistake can still be
 * deleted; the other mistake cannot be corrected. They outlive the screen: other pages of Acta may be opened meanwhile.
 */

export type Deletion = {
  id: number;
  /** Those that are still to be deleted. */
  meetIds: readonly string[];
  /** `waiting` can be undone; `failed` were not deleted and can be tried again. */
  state: "waiting" | "deleting" | "failed";
};

export type Deletions = {
  all: readonly Deletion[];
  /** Deleted since this page was opened: a list that was read before still has them. */
  gone: ReadonlySet<string>;
};

/** Those that are gone, or how long the rate limit lasts. */
export type Removal = { gone: readonly string[] } | { againInMs: number };

type Edge = {
  /** Deletes several meetings by one request. Never rejects. */
  remove: (meetIds: readonly string[]) => Promise<Removal>;
  /** Calls `then` after some ms. Answers how to prevent that. */
  after: (ms: number, then: () => void) => () => void;
};

export const NO_DELETIONS: Deletions = { all: [], gone: new Set() };

/** Times that meetings are asked to go when the rate limit answers. */
const REMOVALS_MAX = 3;

/** Those that are gone. At the rate limit it waits as long as the answer says. */
async function removeAll(meetIds: readonly string[], { remove, after }: Edge): Promise<readonly string[]> {
  for (let round = 1; ; round++) {
    const end = await remove(meetIds);
    if ("gone" in end) return end.gone;
    if (round === REMOVALS_MAX) return [];
    await new Promise<void>((resolve) => {
      after(end.againInMs, resolve);
    });
  }
}

export function createDeletions(edge: Edge) {
  let state = NO_DELETIONS;
  let lastId = 0;
  const timers = new Map<number, () => void>();
  const listeners = new Set<() => void>();

  const publish = (next: Deletions) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const put = (changed: Deletion) =>
    publish({ ...state, all: state.all.map((each) => (each.id === changed.id ? changed : each)) });
  const drop = (id: number, gone: ReadonlySet<string> = state.gone) =>
    publish({ all: state.all.filter((each) => each.id !== id), gone });

  const run = async (deletion: Deletion) => {
    put({ ...deletion, state: "deleting" });
    const gone = new Set([...state.gone, ...(await removeAll(deletion.meetIds, edge))]);
    const left = deletion.meetIds.filter((meetId) => !gone.has(meetId));
    if (left.length === 0) return drop(deletion.id, gone);
    publish({ ...state, gone });
    put({ ...deletion, meetIds: left, state: "failed" });
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    current: () => state,
    /** Starts after DELETION_UNDO_MS. */
    plan(meetIds: readonly string[]): void {
      lastId += 1;
      const deletion: Deletion = { id: lastId, meetIds, state: "waiting" };
      publish({ ...state, all: [...state.all, deletion] });
      timers.set(
        deletion.id,
        edge.after(DELETION_UNDO_MS, () => {
          timers.delete(deletion.id);
          void run(deletion);
        }),
      );
    },
    /** Whether there was still time: a deletion that has started goes on. */
    undo(id: number): boolean {
      const cancel = timers.get(id);
      if (!cancel) return false;
      cancel();
      timers.delete(id);
      drop(id);
      return true;
    },
    again(id: number): void {
      const deletion = state.all.find((each) => each.id === id);
      if (deletion?.state === "failed") void run(deletion);
    },
    /** Takes the message of a failure away. */
    dismiss(id: number): void {
      if (state.all.some((each) => each.id === id && each.state === "failed")) drop(id);
    },
  };
}

/** Meetings that a list leaves out: they are gone, or will be unless the deletion is undone. Those that failed are shown. */
export function hiddenBy({ all, gone }: Deletions): ReadonlySet<string> {
  return new Set([...gone, ...all.flatMap(({ state, meetIds }) => (state === "failed" ? [] : meetIds))]);
}
