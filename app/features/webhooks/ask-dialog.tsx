import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

type Props = { url: string; asked: "rotate" | "remove"; busy: boolean; onConfirm: () => void; onClose: () => void };

/** Asks before something that a receiver notices and that cannot be undone. */
export function AskDialog({ url, asked, busy, onConfirm, onClose }: Props) {
  const { t } = useTranslation("webhooks");
  return (
    <Dialog
      open
      small
      title={t(`${asked}Ask.title`)}
      onClose={onClose}
      closable={!busy}
      footer={
        <>
          {!busy && (
            <Button kind="quiet" large onClick={onClose}>
              {t("cancel")}
            </Button>
          )}
          <Button kind={asked === "remove" ? "danger" : "primary"} large busy={busy} onClick={onConfirm}>
            {t(`${asked}Ask.go`)}
          </Button>
        </>
      }
    >
      <div className="body stack">
        <p className="code">{url}</p>
        <p>{t(`${asked}Ask.text`)}</p>
      </div>
    </Dialog>
  );
}
