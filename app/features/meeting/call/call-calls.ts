import { useRevalidator } from "@remix-run/react";
import { useState } from "react";

export type AskState = "idle" | "pending" | "failed";

/** Asks for one of a call's changes. Conflict means that it has happened already: that is what was asked for. */
export function useAsk(path: string): { state: AskState; ask: () => void } {
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<AskState>("idle");
  const run = async () => {
    setState("pending");
    const isDone = await fetch(path, { method: "POST" }).then(
      ({ ok, status }) => ok || status === 409,
      () => false,
    );
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
