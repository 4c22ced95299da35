import { useTranslation } from "#app/i18n/use-translation.ts";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";

type Props = { name: string; busy: boolean; onConfirm: () => void; onClose: () => void };

/** Asks before programs lose access, because a revoked key cannot be brought back. */
export function RevokeKey({ name, busy, onConfirm, onClose }: Props) {
  const { t } = useTranslation("apiKeys");
  return (
    <ConfirmDialog
      texts={{ title: t("revokeAsk.title"), confirm: t("revokeAsk.go"), cancel: t("cancel") }}
      kind="danger"
      {...{ busy, onConfirm, onClose }}
    >
      <p className="strong key-name">{name}</p>
      <p>{t("revokeAsk.text")}</p>
    </ConfirmDialog>
  );
}
