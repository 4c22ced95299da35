import { useRef, useState } from "react";
import { editedMeanwhile } from "#app/contracts/meeting/edit-answers.ts";
import { saveSummary } from "#app/contracts/endpoints/edits.ts";
import { randomId } from "#app/domain/ids.ts";
import { type Draft, draftPayload, type SummaryView } from "#app/features/meeting/edit/minutes/draft.ts";
import { saveEdit } from "#app/features/meeting/edit/edit-calls.ts";

export type SaveState =
  | { is: "idle" | "saving" | "signed-out" }
  /** `message` as the server gave it; null where the network broke. */
  | { is: "failed"; message: string | null };

/**
 * Saves a draft. Its id stays the same as long as what is sent does: a second try of the same save does nothing twice, and a
 * changed draft is never taken for one that was saved already.
 */
export function useSave(meetId: string, on: { saved: () => void; meanwhile: (current: SummaryView) => void }) {
  const [state, setState] = useState<SaveState>({ is: "idle" });
  const last = useRef<{ content: string; saveId: string } | null>(null);
  const save = async (draft: Draft) => {
    const payload = draftPayload(draft);
    const content = JSON.stringify(payload);
    if (last.current?.content !== content) last.current = { content, saveId: randomId() };
    setState({ is: "saving" });
    const end = await saveEdit(saveSummary, { params: { meetId }, body: { saveId: last.current.saveId, ...payload } });
    if (end.ok) return on.saved();
    if (end.status === 401) return setState({ is: "signed-out" });
    const known = editedMeanwhile.safeParse(end.body);
    if (known.success) {
      setState({ is: "idle" });
      return on.meanwhile(known.data.current.summary);
    }
    setState({ is: "failed", message: end.message });
  };
  return { state, save };
}
