import { type ComponentType, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { track } from "#app/analytics/track.ts";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import type { Correcting, EditActions, PartName } from "#app/features/meeting/edit/edit-actions.ts";
import { readDraft } from "#app/features/meeting/edit/minutes/keep-draft.ts";
import { segmentOf } from "#app/features/meeting/transcript/segment-anchor.ts";
import { wouldDisturb } from "#app/features/meeting/would-disturb.ts";
import { loadLaterTexts } from "#app/i18n/load-texts.ts";
import { useToast } from "#app/ui/toast.tsx";

/** The props of every editing part. `subject` is the speaker or the segment that it edits. */
export type EditPartProps = { view: MeetingView; subject: string | null; onDone: () => void; actions: EditActions };

/** Loaded on demand, because most viewers only read. A dialog is returned together with its data. */
const PARTS: Record<PartName, (meetId: string) => Promise<ComponentType<EditPartProps>>> = {
  minutes: async () => (await import("#app/features/meeting/edit/minutes/edit-minutes.tsx")).default,
  rewrite: async (meetId) =>
    (await import("#app/features/meeting/edit/rewrite/rewrite-dialog.tsx")).openRewrite(meetId),
  speakers: async (meetId) =>
    (await import("#app/features/meeting/edit/transcript/speakers-dialog.tsx")).openSpeakers(meetId),
};
type OpenPart = { name: PartName; subject: string | null; Part: ComponentType<EditPartProps> };

type EditRoom = {
  actions: EditActions | null;
  correcting: Correcting | null;
  /** Replaces the minutes while they are being edited. */
  editor: ReactNode;
  dialog: ReactNode;
};

/** Editing of a meeting: the actions for the page's parts, and the parts that are open. */
export function useEditRoom(view: MeetingView): EditRoom {
  const { t } = useTranslation("common");
  const toast = useToast();
  const [editing, setEditing] = useState<OpenPart | null>(null);
  const [correcting, setCorrecting] = useState<Correcting | null>(null);
  const [dialog, setDialog] = useState<OpenPart | null>(null);
  const [awaited, setAwaited] = useState<PartName | null>(null);
  const isAwaited = useRef(false);
  const { editable, meetId } = view.head;

  const open = useCallback(
    async (name: PartName, subject: string | null = null) => {
      // A second request while a part is being loaded is ignored.
      if (isAwaited.current) return;
      isAwaited.current = true;
      setAwaited(name);
      try {
        const [Part] = await Promise.all([PARTS[name](meetId), loadLaterTexts()]);
        if (name === "minutes") setEditing({ name, subject, Part });
        else if (!wouldDisturb()) setDialog({ name, subject, Part });
      } catch {
        toast("error", t("error.connection"));
      }
      isAwaited.current = false;
      setAwaited(null);
    },
    [meetId, toast, t],
  );
  const openCorrecting = useCallback(
    async (segmentId: string) => {
      try {
        const [{ default: Part }] = await Promise.all([
          import("#app/features/meeting/edit/transcript/correct-turn.tsx"),
          loadLaterTexts(),
        ]);
        setCorrecting({ segmentId, Part, onDone: () => setCorrecting(null) });
      } catch {
        toast("error", t("error.connection"));
      }
    },
    [toast, t],
  );
  const actions = useMemo<EditActions>(
    () => ({
      edit() {
        track("edit summary");
        void open("minutes");
      },
      meetId,
      awaited,
      writeAgain: () => void open("rewrite"),
      nameSpeakers: (name) => void open("speakers", name ?? null),
      correctSegment: (segmentId) => void openCorrecting(segmentId),
    }),
    [meetId, awaited, open, openCorrecting],
  );
  const hasSummary = view.summary !== null;
  useEditKeys(editable && hasSummary ? actions : null);

  // Reopens the editor when a draft was left by a reload or by leaving the page.
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the browser's storage is only there after the first drawing
    if (editable && readDraft(meetId)) void open("minutes");
  }, [editable, meetId, open]);

  const draw = (part: OpenPart | null, close: () => void) =>
    part && <part.Part view={view} subject={part.subject} onDone={close} actions={actions} />;
  return {
    actions: editable ? actions : null,
    correcting,
    editor: hasSummary ? draw(editing, () => setEditing(null)) : null,
    dialog: draw(dialog, () => setDialog(null)),
  };
}

const NOT_OURS = "input, textarea, select, dialog, [contenteditable], [role='dialog'], [role='menu']";

/** E edits the minutes, or the segment that has the focus; W writes again; not while something is typed or a dialog is open. */
function useEditKeys(actions: EditActions | null): void {
  useEffect(() => {
    if (!actions) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
      if (event.target instanceof Element && event.target.closest(NOT_OURS)) return;
      const key = event.key.toLowerCase();
      if (key !== "e" && key !== "w") return;
      event.preventDefault();
      const segment = event.target instanceof Element ? segmentOf(event.target) : null;
      if (key === "e" && segment !== null) actions.correctSegment(segment);
      else if (key === "e") actions.edit();
      else actions.writeAgain();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [actions]);
}
