import { type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

type Props = {
  open: boolean;
  title: ReactNode;
  /** Esc, the cross and (where allowed) the scrim. */
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  small?: boolean;
  /** Off where a slip would lose a form. */
  closeOnScrim?: boolean;
  /** False while something runs that must not be left by accident: no cross, no Esc. */
  closable?: boolean;
};

/**
 * A native modal dialog: the page behind it is inert, Esc closes, and the browser gives the focus back to where it was.
 * The `<dialog>` itself is the scrim, the sheet lies inside; under 768 px it is a bottom sheet. The children are one
 * element of class "body" (`<form className="body" id={id}>`), and a submit button in the footer names it (`form={id}`).
 */
export function Dialog({
  open,
  title,
  onClose,
  children,
  footer,
  small,
  closeOnScrim = false,
  closable = true,
}: Props) {
  const { t } = useTranslation("common");
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useModal(ref, open);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc (onCancel) closes it too
    <dialog
      ref={ref}
      className="scrim"
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file picker inside sends its own cancel.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (closable) onClose();
      }}
      onClick={(event) => {
        if (closable && closeOnScrim && event.target === event.currentTarget) onClose();
      }}
    >
      {open && (
        <div className={`dialog${small ? " dialog--s" : ""}`}>
          <header>
            <h2 className="section" id={titleId}>
              {title}
            </h2>
            {closable && (
              <Button kind="quiet" icon aria-label={t("action.close")} onClick={onClose}>
                <Icon name="close" />
              </Button>
            )}
          </header>
          {children}
          {footer && <footer>{footer}</footer>}
        </div>
      )}
    </dialog>
  );
}

/** Keeps a native dialog's modal state in step with `open`, and gives the focus back on closing, without scrolling the page to it. */
export function useModal(ref: React.RefObject<HTMLDialogElement>, open: boolean): void {
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    const before = document.activeElement;
    dialog.showModal();
    return () => {
      // This may run after the dialog has left the page: somebody may have gone on meanwhile, and keeps the focus.
      const now = document.activeElement;
      const back = now === null || now === document.body || dialog.contains(now) ? before : now;
      dialog.close();
      if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
    };
  }, [open, ref]);
}
