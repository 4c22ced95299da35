import * as Toast from "@radix-ui/react-toast";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "#app/ui/icon.tsx";

export type ToastKind = "done" | "error";
export type ShowToast = (kind: ToastKind, text: string) => void;

const ToastContext = createContext<ShowToast | null>(null);

type Shown = { id: number; kind: ToastKind; text: string };

/** More at once cover the page; the oldest goes first. */
const TOASTS_MAX = 3;

/** Around the app once. `durationMs` is how long a toast stays; it waits under the pointer and the focus. */
export function ToastProvider({ durationMs, children }: { durationMs: number; children: ReactNode }) {
  const { t } = useTranslation("common");
  const [shown, setShown] = useState<Shown[]>([]);
  const [, setLast] = useState(0);
  const show = useCallback<ShowToast>((kind, text) => {
    setLast((last) => {
      setShown((before) => [...before.slice(1 - TOASTS_MAX), { id: last + 1, kind, text }]);
      return last + 1;
    });
  }, []);
  const label = useMemo(() => t("toast.label"), [t]);
  return (
    <ToastContext.Provider value={show}>
      <Toast.Provider duration={durationMs} label={label} swipeDirection="right">
        {children}
        {shown.map((toast) => (
          <Toast.Root
            key={toast.id}
            className={`toast toast--${toast.kind}`}
            type={toast.kind === "error" ? "foreground" : "background"}
            onOpenChange={(open) => {
              if (!open) setShown((before) => before.filter((other) => other.id !== toast.id));
            }}
          >
            <Icon name={toast.kind === "done" ? "check" : "alert"} />
            <Toast.Description asChild>
              <p>{toast.text}</p>
            </Toast.Description>
            <Toast.Close className="btn btn--quiet btn--icon" aria-label={t("action.close")}>
              <Icon name="close" />
            </Toast.Close>
          </Toast.Root>
        ))}
        <Toast.Viewport className="toasts" label={t("toast.viewport")} />
      </Toast.Provider>
    </ToastContext.Provider>
  );
}

/** `const toast = useToast(); toast("done", t("created"));` For what has no place of its own on the page. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (!show) throw new Error("useToast outside of ToastProvider");
  return show;
}
