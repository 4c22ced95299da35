import { type ReactNode, useId } from "react";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

type Props = {
  small?: boolean;
  texts: { title: string; confirm: string; cancel: string };
  busy: boolean;
  /** There is nothing yet that could be sent. */
  disabled: boolean;
  children: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
};

/** A dialog that is one form. It stays open while the form is sent. */
export function FormDialog({ small = false, texts, busy, disabled, children, onSubmit, onClose }: Props) {
  const formId = useId();
  return (
    <Dialog
      open
      small={small}
      title={texts.title}
      onClose={onClose}
      closable={!busy}
      footer={
        <>
          {!busy && (
            <Button kind="quiet" large onClick={onClose}>
              {texts.cancel}
            </Button>
          )}
          <Button kind="primary" large type="submit" form={formId} busy={busy} disabled={disabled}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      <form
        className="body stack"
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && !disabled) onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
