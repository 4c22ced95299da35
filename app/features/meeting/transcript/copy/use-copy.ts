import { useCallback, useEffect, useState } from "react";

/** Time for which the result of a copy is shown, in ms. */
const SAID_MS = 4000;

/** Writes to the clipboard and reports the result. Null: other code has already written the text. */
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
