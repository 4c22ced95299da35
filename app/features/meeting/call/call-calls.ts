import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { callApi } from "#app/contracts/call-api.ts";
import type { cancelCall, stopCall } from "#app/contracts/endpoints/calls.ts";

export type AskState = "idle" | "pending" | "failed";

/** Asks for one of a call's changes. Conflict means that it has happened already: that is what was asked for. */
export function useAsk(
  change: typeof cancelCall | typeof stopCall,
  meetId: string,
): { state: AskState; ask: () => void } {
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<AskState>("idle");
  const run = async () => {
    setState("pending");
    const end = await callApi(change, { params: { meetId }, unread: true });
    const isDone = end.ok || end.status === 409;
    setState(isDone ? "idle" : "failed");
    // The socket says the same, and sooner; this is for a page whose socket is down.
    if (isDone) revalidate();
  };
  return {
    state,
    ask: () => {
      if (state !== "pending") void run();
    },
  };
}
