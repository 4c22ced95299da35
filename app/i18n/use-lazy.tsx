import { type ComponentType, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Lazy } from "#app/i18n/lazy.ts";
import { useToast } from "#app/ui/toast.tsx";

type Options = {
  /** Nothing loads before it is true. */
  isWanted?: boolean;
  /** Leaves the page its first moment, in ms. */
  afterMs?: number;
  /**
   * The element that the value replaces: not while a button in it is held down, because a press that begins on the old one and ends on
   * the new one is no click; and in one step with the effects, so that no press comes between the new part and what it is told.
   */
  replaces?: RefObject<HTMLElement | null>;
};

type LazyValue<Value> = {
  /** Null until script and texts have loaded. */
  value: Value | null;
  /** Whether the last attempt failed. The next one follows by itself. */
  failed: boolean;
  /** Tries again now. */
  again: () => void;
};

/** Longer than a person presses a button. */
const HELD_MS_MAX = 2000;
const HELD_CHECK_MS = 50;

/** Loads a script when the component is drawn, and tries again until it succeeds. */
export function useLazy<Value>(
  script: Lazy<Value>,
  { isWanted = true, afterMs = 0, replaces }: Options = {},
): LazyValue<Value> {
  const [value, setValue] = useState<Value | null>(() => script.loaded());
  const [failed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  const isMissing = isWanted && value === null;
  useEffect(() => {
    if (!isMissing) return;
    const leave = new AbortController();
    const ask = async () => {
      const loaded = await script.keepLoading(leave.signal, () => setFailed(true));
      if (loaded === null) return;
      const take = () => {
        setFailed(false);
        setValue(() => loaded);
      };
      if (!replaces) return take();
      await untilReleased(replaces);
      if (!leave.signal.aborted) flushSync(take);
    };
    const timer = setTimeout(() => void ask(), round === 0 ? afterMs : 0);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [script, isMissing, afterMs, round, replaces]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  return { value, failed, again };
}

/** The browser dispatches the click before the element stops being active. */
async function untilReleased({ current }: RefObject<HTMLElement | null>): Promise<void> {
  for (let waitedMs = 0; waitedMs < HELD_MS_MAX && current?.matches(":active"); waitedMs += HELD_CHECK_MS) {
    await new Promise((resolve) => setTimeout(resolve, HELD_CHECK_MS));
  }
}

type WhenLoadedProps<Props extends object> = { part: Lazy<ComponentType<Props>>; props: Props; afterMs?: number };

/** A part that only the browser renders, from the moment its script has loaded. Without it the page works as before. */
export function WhenLoaded<Props extends object>({ part, props, afterMs = 0 }: WhenLoadedProps<Props>) {
  const { value: Part } = useLazy(part, { afterMs });
  return Part && <Part {...props} />;
}

type LazyActions<Name> = {
  /** The action whose code is being loaded. */
  awaited: Name | null;
  /** Does nothing while another action is being loaded. A failure is shown as a message, and the next use tries again. */
  run: (name: Name, action: () => Promise<void>) => void;
};

/** For actions whose code or data load with their first use: the use is carried out when they are there, and the focus stays. */
export function useLazyActions<Name extends string>(): LazyActions<Name> {
  const { t } = useTranslation("common");
  const toast = useToast();
  const [awaited, setAwaited] = useState<Name | null>(null);
  const isBusy = useRef(false);
  const run = useCallback(
    async (name: Name, action: () => Promise<void>) => {
      if (isBusy.current) return;
      isBusy.current = true;
      setAwaited(name);
      try {
        await action();
      } catch {
        toast("error", t("error.connection"));
      }
      isBusy.current = false;
      setAwaited(null);
    },
    [toast, t],
  );
  return { awaited, run: useCallback((name, action) => void run(name, action), [run]) };
}
