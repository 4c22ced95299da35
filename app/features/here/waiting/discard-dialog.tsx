import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
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
    <Dialog
      open
      small
      title={t("discard.title")}
      onClose={onClose}
      closable={!isBusy}
      footer={
        <>
          {!isBusy && (
            <Button kind="quiet" large onClick={onClose}>
              {t("common:action.cancel")}
            </Button>
          )}
          <Button kind="danger" large busy={isBusy} onClick={() => void discard()}>
            {t("discard.confirm")}
          </Button>
        </>
      }
    >
      <div className="body stack">
        <p className="strong">{t("discard.question", { title })}</p>
        <p>{t(isKept ? "discard.kept" : "discard.text", { length })}</p>
        {hasFailed && <FieldError>{t("problem.connection")}</FieldError>}
      </div>
    </Dialog>
  );
}
