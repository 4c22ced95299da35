import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";

type DialogFrameProps = {
  title: string;
  /** Escape, the cross and a click beside the dialog. */
  onDismiss: () => void;
  isSmall?: boolean;
  children: ReactNode;
  footer: ReactNode;
};

/** The native modal dialog in the look's frame: head and foot stay, the body scrolls. */
export function DialogFrame({ title, onDismiss, isSmall, children, footer }: DialogFrameProps) {
  const { t } = useTranslation("common");
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const onBackdrop = (event: MouseEvent) => event.target === event.currentTarget && onDismiss();
  return (
    <dialog
      ref={dialog}
      className="scrim m-0 h-full max-h-none w-full max-w-none border-0"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss();
      }}
      onMouseDown={onBackdrop}
    >
      <div className={isSmall ? "dialog dialog--s" : "dialog"}>
        <header>
          <h2 className="section" id={titleId}>
            <span className="cap">{title}</span>
          </h2>
          <button className="btn btn--quiet btn--icon" type="button" aria-label={t("action.close")} onClick={onDismiss}>
            <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
              <path d="m3.5 3.5 9 9M12.5 3.5l-9 9" />
            </svg>
          </button>
        </header>
        {children}
        <footer>{footer}</footer>
      </div>
    </dialog>
  );
}
