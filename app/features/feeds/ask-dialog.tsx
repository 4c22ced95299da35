import { useTranslation } from "#app/i18n/use-translation.ts";
import type { FeedKind } from "#app/domain/feeds/feed.ts";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";

type Props = { kind: FeedKind; asked: "renew" | "remove"; busy: boolean; onConfirm: () => void; onClose: () => void };

/** Asks before an address that programs use stops working: it cannot be brought back. */
export function AskDialog({ kind, asked, busy, onConfirm, onClose }: Props) {
  const { t } = useTranslation("feeds");
  return (
    <ConfirmDialog
      texts={{ title: t(`${asked}Ask.title`), confirm: t(`${asked}Ask.go`), cancel: t("cancel") }}
      kind={asked === "remove" ? "danger" : "primary"}
      {...{ busy, onConfirm, onClose }}
    >
      <p className="strong">{t(`kind.${kind}`)}</p>
      <p>{t(`${asked}Ask.text`)}</p>
    </ConfirmDialog>
  );
}
