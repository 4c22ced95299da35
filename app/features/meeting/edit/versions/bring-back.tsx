import { useState } from "react";
import { useTranslation } from "react-i18next";
import { bringBackVersion } from "#app/contracts/endpoints/edits.ts";
import { randomId } from "#app/domain/ids.ts";
import { saveEdit } from "#app/features/meeting/edit/edit-calls.ts";
import { Button } from "#app/ui/button.tsx";
import { useToast } from "#app/ui/toast.tsx";

type Props = { meetId: string; version: number; label?: string; onDone: () => void };

/** Shows an earlier version again, as a version of its own: the one that is shown now stays in the list. */
export function BringBack({ meetId, version, label, onDone }: Props) {
  const { t } = useTranslation(["edit", "common"]);
  const toast = useToast();
  const [saveId] = useState(() => randomId());
  const [busy, setBusy] = useState(false);
  const bringBack = async () => {
    setBusy(true);
    const end = await saveEdit(bringBackVersion, { params: { meetId, version }, body: { saveId } });
    setBusy(false);
    if (!end.ok) return toast("error", end.message ?? t("common:error.connection"));
    toast("done", t("versions.brought"));
    onDone();
  };
  return (
    <Button still busy={busy} aria-label={label} onClick={() => void bringBack()}>
      {t("versions.bringBack")}
    </Button>
  );
}
