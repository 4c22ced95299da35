/**
 * All meeting objects of an isolate share its 128 MB, so the windows that are in flight are counted for the isolate, not
 * for the object. Who finds no slot comes back later; nobody waits for another object's promise.
 *
 * An object may die while its isolate lives on, and then nothing of it ever runs again, no `finally` either. So a slot has
 * a holder, whose next life gives back what the last one took, and an end, for a holder that never comes back.
 */
export interface WindowSlots {
  /** The function that gives the slot back, or null where all are taken. */
  take(holder: string, now: number): (() => void) | null;
  /** The holder begins again: all slots that it held are free. */
  releaseAll(holder: string): void;
}

export function windowSlots(max: number, leaseMs: number): WindowSlots {
  const taken = new Set<{ holder: string; until: number }>();
  return {
    take(holder, now) {
      for (const slot of taken) if (slot.until <= now) taken.delete(slot);
      if (taken.size >= max) return null;
      const slot = { holder, until: now + leaseMs };
      taken.add(slot);
      return () => taken.delete(slot);
    },
    releaseAll(holder) {
      for (const slot of taken) if (slot.holder === holder) taken.delete(slot);
    },
  };
}
