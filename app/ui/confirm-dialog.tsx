import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

type Props = {
  texts: { title: string; confirm: string; cancel: string };
  kind: "primary" | "danger";
  busy: boolean;
  /** The subject and the consequence. */
  children: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something that cannot be undone. It stays open while the answer is carried out. */
export function ConfirmDialog({ texts, kind, busy, children, onConfirm, onClose }: Props) {
  return (
    <Dialog
      open
      small
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
          <Button kind={kind} large busy={busy} onClick={onConfirm}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      <div className="body stack">{children}</div>
    </Dialog>
  );
}
