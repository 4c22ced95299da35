import { useRevalidator } from "@remix-run/react";
import { type KeyboardEvent, useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { track } from "#app/analytics/track.ts";
import {
  countChanges,
  draftPayload,
  isTooLong,
  openDraft,
  type SummaryView,
} from "#app/features/meeting/edit/minutes/draft.ts";
import { useEditing } from "#app/features/meeting/edit/minutes/use-editing.ts";
import { forgetDraft, keepDraft, readDraft } from "#app/features/meeting/edit/minutes/keep-draft.ts";
import { useSave } from "#app/features/meeting/edit/minutes/use-save.ts";
import { useToast } from "#app/ui/toast.tsx";

type Given = { meetId: string; title: string; summary: SummaryView; onDone: () => void };

/** An edit from opening to leaving: the draft, which the browser keeps, its save, and saves by other people meanwhile. */
export function useEditMinutes({ meetId, title, summary, onDone }: Given) {
  const { t } = useTranslation("edit");
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [told, setTold] = useState<SummaryView | null>(null);
  const [leaving, setLeaving] = useState(false);
  // The newer version comes from the socket, or from the refusal of this person's save.
  const newest = told && (told.version ?? 0) > (summary.version ?? 0) ? told : summary;
  const edit = useEditing(
    () => readDraft(meetId) ?? openDraft(summary, title),
    (draft) => (newest.version === draft.madeOn ? null : newest),
    summary.language,
  );
  const { draft } = edit;
  const count = countChanges(draft);
  useEffect(() => {
    if (count > 0) keepDraft(meetId, draft);
    else forgetDraft(meetId);
  }, [meetId, draft, count]);

  const leave = () => {
    forgetDraft(meetId);
    onDone();
  };
  const { state, save } = useSave(meetId, {
    saved() {
      leave();
      toast("done", t("saved"));
      // The socket sends the same change sooner; this is for a page whose socket is down.
      revalidate();
    },
    meanwhile: setTold,
  });
  const discard = () => {
    track("cancel edit");
    leave();
  };
  const cancel = () => (count > 0 ? setLeaving(true) : discard());
  const submit = () => {
    if (state.is === "saving") return;
    track("save edit");
    if (count === 0) leave();
    else if (draftPayload(draft).fields.some(isTooLong)) showTooLong();
    else void save({ ...draft, seen: newest.version ?? draft.seen });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const saves = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (!saves && (event.key !== "Escape" || leaving)) return;
    event.preventDefault();
    if (saves) submit();
    else cancel();
  };
  return { ...edit, count, state, leaving, setLeaving, discard, cancel, submit, onKeyDown };
}

/** Focuses the first field that is too long; its error stands below it. */
function showTooLong(): void {
  document.querySelector<HTMLElement>("[data-too-long] textarea")?.focus();
}
