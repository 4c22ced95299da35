import { useCallback, useEffect, useState } from "react";

/** How long it is said that something was copied. */
const SAID_MS = 4000;

/** Writes to the clipboard and says whether it went. Null: somebody else has written already. */
export function useCopy(): { said: "done" | "failed" | null; copy: (text: string | null) => void } {
  const [outcome, setOutcome] = useState<{ said: "done" | "failed" } | null>(null);
  const copy = useCallback((text: string | null) => {
    if (text === null) return setOutcome({ said: "done" });
    navigator.clipboard.writeText(text).then(
      () => setOutcome({ said: "done" }),
      () => setOutcome({ said: "failed" }),
    );
  }, []);
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return { said: outcome?.said ?? null, copy };
}
