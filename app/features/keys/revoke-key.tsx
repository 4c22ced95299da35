import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

type Props = { name: string; busy: boolean; onConfirm: () => void; onClose: () => void };

/** Asks before programs lose access, because a revoked key cannot be brought back. */
export function RevokeKey({ name, busy, onConfirm, onClose }: Props) {
  const { t } = useTranslation("apiKeys");
  return (
    <Dialog
      open
      small
      title={t("revokeAsk.title")}
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
            {t("revokeAsk.go")}
          </Button>
        </>
      }
    >
      <div className="body stack">
        <p className="strong key-name">{name}</p>
        <p>{t("revokeAsk.text")}</p>
      </div>
    </Dialog>
  );
}
