import { useTranslation } from "#app/i18n/use-translation.ts";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";

type Props = { url: string; asked: "rotate" | "remove"; busy: boolean; onConfirm: () => void; onClose: () => void };

/** Asks before something that a receiver notices and that cannot be undone. */
export function AskDialog({ url, asked, busy, onConfirm, onClose }: Props) {
  const { t } = useTranslation("webhooks");
  return (
    <ConfirmDialog
      texts={{ title: t(`${asked}Ask.title`), confirm: t(`${asked}Ask.go`), cancel: t("cancel") }}
      kind={asked === "remove" ? "danger" : "primary"}
      {...{ busy, onConfirm, onClose }}
    >
      <p className="code">{url}</p>
      <p>{t(`${asked}Ask.text`)}</p>
    </ConfirmDialog>
  );
}
