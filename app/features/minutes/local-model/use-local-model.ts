import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { LocalModelAnswer } from "#app/contracts/local-model-answer.ts";
import type { LocalModelOrder } from "#app/contracts/local-model-order.ts";
import { mayHaveLocalModel, watchLocalModel } from "#app/contracts/watch-local-model.ts";
import { holdFocus } from "#app/ui/hold-focus.ts";

/** The last answer, so that the next page begins with it and nothing in it moves when it comes again. */
let last: LocalModelAnswer | null = null;

/**
 * The language model of the reader's machine, followed while it is prepared, and a person's orders. `state` is null until it is known,
 * and where there is none to speak of. `wasMissing`: this page has seen the model come. The focus keeps its place on the screen, because
 * the state comes late, above others.
 */
export function useLocalModel() {
  const [state, setState] = useState(last);
  // A new object for each order, so that the same order can be given again.
  const [asked, setAsked] = useState<{ order: LocalModelOrder | null }>({ order: null });
  const [isSent, setIsSent] = useState(true);
  const [wasMissing, setWasMissing] = useState(false);
  const release = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (!mayHaveLocalModel(window.location.hostname)) return;
    const end = new AbortController();
    const show = (answer: LocalModelAnswer | null) => {
      release.current ??= holdFocus();
      setIsSent(true);
      if (answer !== null && answer.state !== "ready" && answer.state !== "none") setWasMissing(true);
      // An order that did not arrive changes nothing.
      if (answer === null && asked.order !== null) return;
      last = answer;
      setState(answer);
    };
    void watchLocalModel(asked.order, show, end.signal);
    return () => end.abort();
  }, [asked]);
  useLayoutEffect(() => {
    release.current?.();
    release.current = null;
  });
  const give = (order: LocalModelOrder) => {
    setIsSent(false);
    setAsked({ order });
  };
  return { state: state?.state === "none" ? null : state, wasMissing, isSent, give };
}
