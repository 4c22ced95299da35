import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

type Props = {
  title: string;
  text: string;
  action: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before somebody loses access to meetings, and says what happens to them. */
export function ConfirmDialog({ title, text, action, busy, onConfirm, onClose }: Props) {
  const { t } = useTranslation("team");
  return (
    <Dialog
      open
      small
      title={title}
      onClose={onClose}
      closable={!busy}
      footer={
        <>
          {!busy && (
            <Button kind="quiet" large onClick={onClose}>
              {t("cancel")}
            </Button>
          )}
          <Button kind="danger" large busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <div className="body stack">
        <p>{text}</p>
      </div>
    </Dialog>
  );
}
