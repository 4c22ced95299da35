import { Link, useNavigate } from "@remix-run/react";
import { useState } from "react";
import { callApi } from "#app/contracts/call-api.ts";
import { unsplitMeeting } from "#app/contracts/endpoints/splits.ts";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { useToast } from "#app/ui/toast.tsx";

type Props = { meetId: string; split: NonNullable<MeetingHead["split"]> };

/** A part of a meeting that was split says so: its owner opens the other part, or puts the two together again. */
export function SplitNote({ meetId, split }: Props) {
  const { t } = useTranslation("split");
  const [isOpen, setOpen] = useState(false);
  const isFirst = split.part === "first";
  return (
    <p className="note muted">
      {t(isFirst ? "note.first" : "note.second")}{" "}
      <Link to={`/${split.other}`}>{t(isFirst ? "note.openSecond" : "note.openFirst")}</Link>{" "}
      <Button kind="quiet" className="note" onClick={() => setOpen(true)}>
        {t("note.join")}
      </Button>
      {isOpen && <JoinDialog second={isFirst ? split.other : meetId} onClose={() => setOpen(false)} />}
    </p>
  );
}

/** The question before the two are one again: it names the changes that are lost. */
function JoinDialog({ second, onClose }: { second: string; onClose: () => void }) {
  const { t } = useTranslation(["split", "common"]);
  const toast = useToast();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const join = async () => {
    setBusy(true);
    setFailure(null);
    const end = await callApi(unsplitMeeting, { params: { meetId: second } });
    setBusy(false);
    if (!end.ok) return setFailure(end.message ?? t("error.joinFailed"));
    toast("done", t("undone"));
    onClose();
    navigate(`/${end.value.meetId}`, { preventScrollReset: true });
  };
  return (
    <ConfirmDialog
      texts={{
        title: t("join.title"),
        confirm: t(isBusy ? "join.pending" : "join.confirm"),
        cancel: t("common:action.cancel"),
      }}
      kind="danger"
      busy={isBusy}
      onConfirm={() => void join()}
      onClose={onClose}
    >
      {failure !== null && <FieldError>{failure}</FieldError>}
      {(["whole", "lost", "kept"] as const).map((each) => (
        <p key={each}>{t(`join.${each}`)}</p>
      ))}
    </ConfirmDialog>
  );
}
