import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { FieldError } from "#app/ui/field.tsx";

type Props = {
  title: string;
  length: string;
  /** Only what is in this browser goes: the server has ended the recording without it. */
  isKept: boolean;
  onClose: () => void;
  /** False where it failed: everything is as it was. */
  onDiscard: () => Promise<boolean>;
};

/** Asks before a recording goes for good. */
export function DiscardDialog({ title, length, isKept, onClose, onDiscard }: Props) {
  const { t } = useTranslation(["recordHere", "common"]);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const discard = async () => {
    setBusy(true);
    if (await onDiscard()) return onClose();
    setBusy(false);
    setFailed(true);
  };
  return (
    <ConfirmDialog
      kind="danger"
      texts={{ title: t("discard.title"), confirm: t("discard.confirm"), cancel: t("common:action.cancel") }}
      busy={isBusy}
      onConfirm={() => void discard()}
      onClose={onClose}
    >
      <p className="strong">{t("discard.question", { title })}</p>
      <p>{t(isKept ? "discard.kept" : "discard.text", { length })}</p>
      {hasFailed && <FieldError>{t("problem.connection")}</FieldError>}
    </ConfirmDialog>
  );
}
