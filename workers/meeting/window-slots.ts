/**
 * All meeting objects of an isolate share its 128 MB, so the windows that are in flight are counted for the isolate, not
 * for the object. Who finds no slot comes back later; nobody waits for another object's promise.
 */
export interface WindowSlots {
  /** The function that gives the slot back, or null where all are taken. */
  take(): (() => void) | null;
}

export function windowSlots(max: number): WindowSlots {
  let taken = 0;
  return {
    take() {
      if (taken >= max) return null;
      taken += 1;
      let held = true;
      return () => {
        if (held) taken -= 1;
        held = false;
      };
    },
  };
}
