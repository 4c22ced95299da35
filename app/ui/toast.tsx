import {
  type ComponentProps,
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useState,
} from "react";
import type { ToastStack } from "#app/ui/toast-stack.tsx";

export type ToastKind = "done" | "error";
/** An action about the message, as a button in it. */
export type ToastAction = { label: string; run: () => void };
export type ShowToast = (kind: ToastKind, text: ReactNode, action?: ToastAction) => void;
export type Shown = { id: number; kind: ToastKind; text: ReactNode; action?: ToastAction | undefined };

const ToastContext = createContext<ShowToast | null>(null);

/** More toasts would cover the page; the oldest one is removed first. */
const TOASTS_MAX = 3;

type Stack = ComponentType<ComponentProps<typeof ToastStack>>;

type Props = { durationMs: number; loadStack: () => Promise<Stack>; children: ReactNode };

/**
 * Wraps the whole app. `durationMs` is the time that a toast stays; hover and focus pause it. `loadStack` loads the code of the
 * stack, with the first toast.
 */
export function ToastProvider({ durationMs, loadStack, children }: Props) {
  const [shown, setShown] = useState<Shown[]>([]);
  const [, setLast] = useState(0);
  const [Stack, setStack] = useState<Stack | null>(null);
  const show = useCallback<ShowToast>(
    (kind, text, action) => {
      setLast((last) => {
        setShown((before) => [...before.slice(1 - TOASTS_MAX), { id: last + 1, kind, text, action }]);
        return last + 1;
      });
      // If the stack cannot be loaded, the toast waits for the next one, and the page keeps working.
      loadStack().then(
        (loaded) => setStack(() => loaded),
        () => undefined,
      );
    },
    [loadStack],
  );
  const onGone = useCallback((id: number) => setShown((before) => before.filter((other) => other.id !== id)), []);
  return (
    <ToastContext.Provider value={show}>
      {children}
      {Stack && <Stack durationMs={durationMs} shown={shown} onGone={onGone} />}
    </ToastContext.Provider>
  );
}

/** `const toast = useToast(); toast("done", t("created"));` For messages without a place of their own on the page. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (!show) throw new Error("useToast outside of ToastProvider");
  return show;
}
