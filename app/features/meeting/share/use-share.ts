import { useCallback, useEffect, useRef, useState } from "react";
import type { ShareState } from "#app/contracts/share.ts";
import { callShares, type ShareCall } from "#app/features/meeting/share/share-calls.ts";

export type Sharing = {
  /** Null while nothing is known yet. */
  state: ShareState | null;
  /** What is being asked for. */
  busy: ShareCall["type"] | null;
  failed: boolean;
  /** Whether it was done. Calls are made one after the other: what is shown last is what was asked for last. */
  ask: (call: ShareCall) => Promise<boolean>;
};

/** How a meeting is shared, as the server knows it. */
export function useShare(meetId: string): Sharing {
  const [known, setKnown] = useState<Omit<Sharing, "ask">>({ state: null, busy: "read", failed: false });
  const open = useRef(0);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const ask = useCallback(
    (call: ShareCall) => {
      // A change shows itself at once; what the server says afterwards is what counts.
      setKnown(({ state }) => ({ state: expected(state, call), busy: call.type, failed: false }));
      open.current += 1;
      const asked = before.current.then(async () => {
        const done = await callShares(meetId, call);
        const state = done ?? (await callShares(meetId, { type: "read" }));
        open.current -= 1;
        // While others are on their way this answer is older than what is shown.
        const isLast = open.current === 0;
        setKnown((last) => ({
          state: isLast || done === null ? (state ?? last.state) : last.state,
          busy: isLast ? null : last.busy,
          failed: done === null || (last.failed && !isLast),
        }));
        return done !== null;
      });
      before.current = asked;
      return asked;
    },
    [meetId],
  );
  useEffect(() => {
    let isShown = true;
    const read = callShares(meetId, { type: "read" });
    before.current = read;
    const show = async () => {
      const state = await read;
      // Somebody who was quicker has been told more already.
      if (isShown && open.current === 0) setKnown({ state, busy: null, failed: state === null });
    };
    void show();
    return () => {
      isShown = false;
    };
  }, [meetId]);
  return { ...known, ask };
}

function expected(state: ShareState | null, call: ShareCall): ShareState | null {
  return call.type === "change" && state?.link ? { link: { ...state.link, ...call.change } } : state;
}
