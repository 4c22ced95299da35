import { useEffect, useState } from "react";
import type { LocalModelAnswer } from "#app/contracts/local-model-answer.ts";
import type { LocalModelOrder } from "#app/contracts/local-model-order.ts";
import { mayHaveLocalModel, watchLocalModel } from "#app/contracts/watch-local-model.ts";

/**
 * The language model of the reader's machine, followed while it is prepared, and a person's orders. `state` is null until it is known,
 * and where there is none to speak of. `onState` is told before each change is drawn.
 */
export function useLocalModel(onState?: () => void) {
  const [state, setState] = useState<LocalModelAnswer | null>(null);
  // A new object for each order, so that the same order can be given again.
  const [asked, setAsked] = useState<{ order: LocalModelOrder | null }>({ order: null });
  const [isSent, setIsSent] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onState` may be made anew with each drawing
  useEffect(() => {
    if (!mayHaveLocalModel(window.location.hostname)) return;
    const end = new AbortController();
    const show = (answer: LocalModelAnswer | null) => {
      onState?.();
      setIsSent(true);
      // An order that did not arrive changes nothing.
      if (answer !== null || asked.order === null) setState(answer);
    };
    void watchLocalModel(asked.order, show, end.signal);
    return () => end.abort();
  }, [asked]);
  const give = (order: LocalModelOrder) => {
    setIsSent(false);
    setAsked({ order });
  };
  return { state: state?.state === "none" ? null : state, isSent, give };
}
