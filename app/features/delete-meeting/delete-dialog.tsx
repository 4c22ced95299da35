import { Link } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { deleteMeeting } from "#app/contracts/endpoints/meetings.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { NoteRoom } from "#app/ui/notice.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { useIsShown } from "#app/ui/use-is-shown.ts";

type Props = {
  meetId: string;
  /** Null where the address alone brought somebody here, and the page below does not show the meeting. */
  title: string | null;
  onClose: () => void;
  onDeleted: () => void;
};

/** §2: the delete modal. Says what goes, and that it goes for good. */
export default function DeleteDialog({ meetId, title, onClose, onDeleted }: Props) {
  const { t } = useTranslation(["deleting", "common"]);
  const toast = useToast();
  const isShown = useIsShown();
  const [state, setState] = useState<"asking" | "deleting" | "failed">("asking");
  const remove = async () => {
    setState("deleting");
    const end = await callApi(deleteMeeting, { params: { meetId }, unread: true });
    // A meeting that is not there (any more) is as gone as it was to be.
    if (!end.ok && end.status !== 404) return setState(end.kind === "signed-out" ? "asking" : "failed");
    toast("done", t("deleted"));
    if (isShown.current) onDeleted();
  };
  const deleting = state === "deleting";
  return (
    <Dialog
      open
      small
      title={t("title")}
      onClose={onClose}
      closable={!deleting}
      footer={
        <>
          {!deleting && (
            <Button kind="quiet" large onClick={onClose}>
              {t("common:action.cancel")}
            </Button>
          )}
          <Button kind="danger" large busy={deleting} onClick={() => void remove()}>
            {t(deleting ? "pending" : "confirm")}
          </Button>
        </>
      }
    >
      <div className="body stack">
        <p className="strong">{title === null ? t("questionPlain") : t("question", { title })}</p>
        <p>
          {t("text")} <Link to={`/settings/privacy?meeting=${meetId}#keep`}>{t("keepInstead")}</Link>
        </p>
        <NoteRoom room={[t("usage"), t("failed")]}>
          {state === "failed" ? <FieldError>{t("failed")}</FieldError> : <p className="muted">{t("usage")}</p>}
        </NoteRoom>
      </div>
    </Dialog>
  );
}
