import { useCallback, useRef, useState } from "react";
import { SHARE_PARTS, type ShareState } from "#app/contracts/meeting/share.ts";
import { callShares, type ShareCall } from "#app/features/meeting/share/share-calls.ts";

export type Sharing = {
  /** Null when it could not be read. */
  state: ShareState | null;
  /** The type of the running call. */
  busy: ShareCall["type"] | null;
  failed: boolean;
  /** Resolves to whether the call succeeded. Calls run one after the other, so the last request is shown last. */
  ask: (call: ShareCall) => Promise<boolean>;
};

/** The sharing state of a meeting on the server; `first` is the state that was read before the dialog opened. */
export function useShare(meetId: string, first: ShareState | null): Sharing {
  const [known, setKnown] = useState<Omit<Sharing, "ask">>({ state: first, busy: null, failed: first === null });
  const open = useRef(0);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const ask = useCallback(
    (call: ShareCall) => {
      // A change is shown at once; the server's answer replaces it.
      setKnown(({ state }) => ({ state: expected(state, call), busy: call.type, failed: false }));
      open.current += 1;
      const asked = before.current.then(async () => {
        const done = await callShares(meetId, call);
        const state = done ?? (await callShares(meetId, { type: "read" }));
        open.current -= 1;
        // While other calls are pending, this answer is older than the shown state.
        const isLast = open.current === 0;
        setKnown((last) => ({
          state: isLast || done === null ? (state ?? withdrawn(last.state, call)) : last.state,
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
  return { ...known, ask };
}

/** The expected state. A link that is being created has no URL yet but takes its space, so nothing moves when the URL arrives. */
function expected(state: ShareState | null, call: ShareCall): ShareState | null {
  if (call.type === "create") return { link: NEW_LINK };
  return call.type === "change" && state?.link ? { link: { ...state.link, ...call.change } } : state;
}

/** The state to show after a failed call when the server's state is not known. */
function withdrawn(state: ShareState | null, call: ShareCall): ShareState | null {
  return call.type === "create" ? { link: null } : state;
}

/** A first link. The server's has the settings of the owner's last one. */
const NEW_LINK = {
  url: "",
  parts: [...SHARE_PARTS],
  titleShown: false,
  expiresAt: null,
  opens: 0,
  lastOpenedOn: null,
};
