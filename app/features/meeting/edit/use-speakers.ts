import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi } from "#app/contracts/call-api.ts";
import type { SpeakerAnswer } from "#app/contracts/edit-answers.ts";
import { nameSpeakers, readSpeakers } from "#app/contracts/endpoints/edits.ts";
import { cleanName } from "#app/domain/clean-name.ts";
import { randomId } from "#app/domain/ids.ts";
import { ANSWER_MS_MAX } from "#app/domain/limits/screens.ts";
import { saveEdit } from "#app/features/meeting/edit/edit-calls.ts";
import { useToast } from "#app/ui/toast.tsx";

/** The speaker labels of the recording, and the name in the field of each. */
export type Named = { speakers: SpeakerAnswer[]; names: string[] };

/** The speakers as stored (`first`) and as edited. Saving a name that another person has changed meanwhile loads their names. */
export function useSpeakers(meetId: string, first: Named | "failed", onDone: () => void) {
  const { t } = useTranslation(["edit", "common"]);
  const toast = useToast();
  const [loaded, setLoaded] = useState(first);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async ({ speakers, names }: Named) => {
    const changed = speakers
      .map(({ label, name }, index) => ({ label, before: name, name: cleanName(names[index] ?? "") || null }))
      .filter(({ before, name }) => before !== name);
    if (changed.length === 0) return onDone();
    setBusy(true);
    setProblem(null);
    const end = await saveEdit(nameSpeakers, { params: { meetId }, body: { saveId: randomId(), names: changed } });
    setBusy(false);
    if (end.ok) {
      toast("done", t("speakers.saved"));
      return onDone();
    }
    const isMeanwhile = end.code === "edited-meanwhile";
    if (isMeanwhile) setLoaded(await loadSpeakers(meetId));
    setProblem(isMeanwhile ? t("speakers.meanwhile") : (end.message ?? t("common:error.connection")));
  };
  return { loaded, setLoaded, problem, busy, save };
}

export async function loadSpeakers(meetId: string): Promise<Named | "failed"> {
  const end = await callApi(readSpeakers, { params: { meetId }, timeoutMs: ANSWER_MS_MAX });
  if (!end.ok) return "failed";
  return { speakers: end.value.speakers, names: end.value.speakers.map(({ name }) => name ?? "") };
}
