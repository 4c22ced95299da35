import { useTranslation } from "react-i18next";
import type { FeedKind } from "#app/domain/feeds/feed.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

type Props = { kind: FeedKind; asked: "renew" | "remove"; busy: boolean; onConfirm: () => void; onClose: () => void };

/** Asks before an address that programs use stops working: it cannot be brought back. */
export function AskDialog({ kind, asked, busy, onConfirm, onClose }: Props) {
  const { t } = useTranslation("feeds");
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
        <p className="strong">{t(`kind.${kind}`)}</p>
        <p>{t(`${asked}Ask.text`)}</p>
      </div>
    </Dialog>
  );
}
