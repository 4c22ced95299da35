import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi } from "#app/contracts/call-api.ts";
import { cancelUpload } from "#app/contracts/endpoints/uploads.ts";
import type { UnfinishedUpload } from "#app/contracts/upload-answers.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { useToast } from "#app/ui/toast.tsx";

type Props = { upload: UnfinishedUpload; onClose: () => void; onGone: () => void };

/** Asks before what has arrived of a large file is deleted. */
export function GiveUpDialog({ upload: { meetId, title, sound }, onClose, onGone }: Props) {
  const { t } = useTranslation(["upload", "common"]);
  const toast = useToast();
  const [state, setState] = useState<"asking" | "pending" | "failed">("asking");
  const giveUp = async () => {
    setState("pending");
    const end = await callApi(cancelUpload, { params: { meetId }, unread: true });
    // One that is not there (any more) is as gone as it was to be.
    if (!end.ok && end.status !== 404) return setState("failed");
    toast("done", t("unfinished.givenUp"));
    onGone();
    onClose();
  };
  const pending = state === "pending";
  return (
    <Dialog
      open
      small
      title={t("unfinished.giveUpTitle")}
      onClose={onClose}
      closable={!pending}
      footer={
        <>
          {!pending && (
            <Button kind="quiet" large onClick={onClose}>
              {t("common:action.cancel")}
            </Button>
          )}
          <Button kind="danger" large busy={pending} onClick={() => void giveUp()}>
            {t("unfinished.giveUp")}
          </Button>
        </>
      }
    >
      <div className="body stack">
        <p className="strong">{t("unfinished.question", { title })}</p>
        <p>{t(sound === "in" || sound === "written" ? "unfinished.textVideo" : "unfinished.text")}</p>
        {state === "failed" && <FieldError>{t("unfinished.failed")}</FieldError>}
      </div>
    </Dialog>
  );
}
