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
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const ask = useCallback(
    (call: ShareCall) => {
      setKnown(({ state }) => ({ state, busy: call.type, failed: false }));
      const asked = before.current.then(async () => {
        const state = await callShares(meetId, call);
        setKnown((last) => ({ state: state ?? last.state, busy: null, failed: state === null }));
        return state !== null;
      });
      before.current = asked;
      return asked;
    },
    [meetId],
  );
  useEffect(() => void ask({ type: "read" }), [ask]);
  return { ...known, ask };
}
