import { useCallback, useRef, useState } from "react";
import type { ShareState } from "#app/contracts/share.ts";
import { SHARE_DEFAULT_MS } from "#app/domain/limits/sharing.ts";
import { callShares, type ShareCall } from "#app/features/meeting/share/share-calls.ts";

export type Sharing = {
  /** Null where it could not be read. */
  state: ShareState | null;
  /** What is being asked for. */
  busy: ShareCall["type"] | null;
  failed: boolean;
  /** Whether it was done. Calls are made one after the other: what is shown last is what was asked for last. */
  ask: (call: ShareCall) => Promise<boolean>;
};

/** How a meeting is shared, as the server knows it; `first` is what it said before the dialog opened. */
export function useShare(meetId: string, first: ShareState | null): Sharing {
  const [known, setKnown] = useState<Omit<Sharing, "ask">>({ state: first, busy: null, failed: first === null });
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

/** A link that is being made has no address yet, and takes its room at once: nothing moves when the address comes. */
function expected(state: ShareState | null, call: ShareCall): ShareState | null {
  if (call.type === "create") return { link: { ...NEW_LINK, expiresAt: Date.now() + SHARE_DEFAULT_MS } };
  return call.type === "change" && state?.link ? { link: { ...state.link, ...call.change } } : state;
}

/** What is shown where nobody can say how it is. */
function withdrawn(state: ShareState | null, call: ShareCall): ShareState | null {
  return call.type === "create" ? { link: null } : state;
}

/** As the server makes it. */
const NEW_LINK = {
  url: "",
  parts: ["summary" as const, "recording" as const],
  titleShown: false,
  opens: 0,
  lastOpenedOn: null,
};
