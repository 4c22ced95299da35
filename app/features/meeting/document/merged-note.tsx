import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { unmergeMeeting } from "#app/contracts/endpoints/merges.ts";
import { Button } from "#app/ui/button.tsx";
import { useToast } from "#app/ui/toast.tsx";

/** A meeting of several recordings says so; its owner can take the last one out. The page hears of it by its socket. */
export function MergedNote({ recordings, lastPart }: { recordings: number; lastPart: string | undefined }) {
  const { t } = useTranslation("merge");
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const takeOut = async (meetId: string) => {
    setBusy(true);
    const end = await callApi(unmergeMeeting, { params: { meetId } });
    setBusy(false);
    if (end.ok) toast("done", t("undone"));
    else toast("error", end.code === "meeting-busy" ? t("error.busy") : (end.message ?? t("error.failed")));
  };
  return (
    <p className="note muted">
      {t("note", { count: recordings })}{" "}
      {lastPart !== undefined && (
        <Button kind="quiet" className="note" busy={isBusy} onClick={() => void takeOut(lastPart)}>
          {t("takeOut")}
        </Button>
      )}
    </p>
  );
}
