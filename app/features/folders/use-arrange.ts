import { useState } from "react";
import { callApi } from "#app/contracts/call-api.ts";
import { addFolderRule, arrangeMeetings } from "#app/contracts/endpoints/folders.ts";
import type { BodyOf } from "#app/contracts/endpoint.ts";
import type { Arrangement } from "#app/contracts/folders.ts";
import type { RuleTest } from "#app/domain/folders/rule.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useToast } from "#app/ui/toast.tsx";

type Rules = { chosen: readonly RuleTest[]; templateId: string | null };

/** Saves the change and the rules that were chosen with it, and shows the way back. */
export function useArrange({ onChanged, onClose }: { onChanged: () => void; onClose: () => void }) {
  const { t } = useTranslation("folders");
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const undo = async (changes: readonly Arrangement[]) => {
    const failures: string[] = [];
    for (const body of changes) {
      const end = await callApi(arrangeMeetings, { body });
      if (!end.ok) failures.push(end.message ?? t("error.failed"));
    }
    const [failure] = failures;
    toast(failure === undefined ? "done" : "error", failure ?? t("undone"));
    onChanged();
  };
  const run = async (body: BodyOf<typeof arrangeMeetings>, rules: Rules) => {
    if (body.folder === undefined && body.tags === undefined) return onClose();
    setBusy(true);
    setFailure(null);
    const end = await callApi(arrangeMeetings, { body });
    if (!end.ok) {
      setBusy(false);
      return setFailure(end.message ?? t("error.failed"));
    }
    const { folder, found: count, undo: back } = end.value;
    const made = folder === null ? [] : await addRules(rules, folder.id);
    const text =
      body.folder === undefined
        ? t("tagged", { count })
        : folder === null
          ? t("takenOut", { count })
          : t("moved", { count, folder: folder.name });
    onClose();
    toast("done", made.includes(true) ? `${text}. ${t("ruleMade")}` : text, {
      label: t("undo"),
      run: () => void undo(back),
    });
    if (made.includes(false)) toast("error", t("error.failed"));
    onChanged();
  };
  return { isBusy, failure, run };
}

async function addRules({ chosen, templateId }: Rules, folderId: string): Promise<boolean[]> {
  const made: boolean[] = [];
  for (const test of chosen) {
    made.push((await callApi(addFolderRule, { body: { ...test, folderId, tags: [], templateId } })).ok);
  }
  return made;
}
