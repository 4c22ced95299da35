import * as Toast from "@radix-ui/react-toast";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Shown } from "#app/ui/toast.tsx";
import { Icon } from "#app/ui/icon.tsx";

type ToastStackProps = { durationMs: number; shown: Shown[]; onGone: (id: number) => void };

/** The toasts themselves. Loaded with the first of them: no page waits for it. */
export function ToastStack({ durationMs, shown, onGone }: ToastStackProps) {
  const { t } = useTranslation("common");
  return (
    <Toast.Provider duration={durationMs} label={t("toast.label")} swipeDirection="right">
      {shown.map((toast) => (
        <Toast.Root
          key={toast.id}
          className={`toast toast--${toast.kind}`}
          // A button needs time to be reached.
          duration={toast.action ? 2 * durationMs : durationMs}
          type={toast.kind === "error" ? "foreground" : "background"}
          onOpenChange={(open) => {
            if (!open) onGone(toast.id);
          }}
        >
          <Icon name={toast.kind === "done" ? "check" : "alert"} />
          <Toast.Description asChild>
            <p>{toast.text}</p>
          </Toast.Description>
          {toast.action && (
            <Toast.Action className="btn btn--line" altText={toast.action.label} onClick={toast.action.run}>
              {toast.action.label}
            </Toast.Action>
          )}
          <Toast.Close className="btn btn--quiet btn--icon" aria-label={t("action.close")}>
            <Icon name="close" />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport className="toasts" label={t("toast.viewport")} />
    </Toast.Provider>
  );
}
