import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useModal } from "#app/ui/dialog.tsx";

type Props = { open: boolean; onClose: () => void; children: ReactNode };

/** The slide-over menu: a native modal dialog keeps the focus inside, Esc and a touch beside it close. */
export function Drawer({ open, onClose, children }: Props) {
  const { t } = useTranslation("common");
  const ref = useRef<HTMLDialogElement>(null);
  useModal(ref, open);
  useEffect(() => {
    if (!open) return;
    // A window that grows wide has the menu beside the page again.
    const wide = matchMedia("(min-width: 48rem)");
    wide.addEventListener("change", onClose);
    return () => wide.removeEventListener("change", onClose);
  }, [open, onClose]);
  return (
    // Esc (onCancel) is the keyboard's way; the click is only the pointer's.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      className="drawer"
      aria-label={t("menu.label")}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {open && <div className="side">{children}</div>}
    </dialog>
  );
}
