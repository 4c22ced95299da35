import { type ComponentType, type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { track } from "#app/analytics/track.ts";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { segmentAnchor } from "#app/domain/transcript/moment-address.ts";
import type { Correcting, EditActions, PartName } from "#app/features/meeting/edit/edit-actions.ts";
import { readDraft } from "#app/features/meeting/edit/minutes/keep-draft.ts";
import { wouldDisturb } from "#app/features/meeting/would-disturb.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { useLazyActions } from "#app/i18n/use-lazy.tsx";

/** The props of every editing part. `subject` is the speaker or the segments that it edits. */
export type EditPartProps = { view: MeetingView; subject: string | null; onDone: () => void; actions: EditActions };

const editMinutes = lazy(() => import("#app/features/meeting/edit/minutes/edit-minutes.tsx"), ["edit", "highlights"]);
const rewriteDialog = lazy(() => import("#app/features/meeting/edit/rewrite/rewrite-dialog.tsx"), ["edit"]);
const versionsDialog = lazy(() => import("#app/features/meeting/edit/versions/versions-dialog.tsx"), ["edit"]);
const speakersDialog = lazy(() => import("#app/features/meeting/edit/transcript/speakers-dialog.tsx"), ["edit"]);
const assignDialog = lazy(
  async () => (await import("#app/features/meeting/edit/transcript/assign-dialog.tsx")).AssignDialog,
  ["edit"],
);
const correctTurn = lazy(() => import("#app/features/meeting/edit/transcript/correct-turn.tsx"), ["edit"]);

/** Loaded on demand, because most viewers only read. A dialog is returned together with its data. */
const PARTS: Record<PartName, (meetId: string) => Promise<ComponentType<EditPartProps>>> = {
  minutes: async () => (await editMinutes.load()).default,
  rewrite: async (meetId) => (await rewriteDialog.load()).openRewrite(meetId),
  versions: async (meetId) => (await versionsDialog.load()).openVersions(meetId),
  speakers: async (meetId) => (await speakersDialog.load()).openSpeakers(meetId),
  assign: () => assignDialog.load(),
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
  const [editing, setEditing] = useState<OpenPart | null>(null);
  const [correcting, setCorrecting] = useState<Correcting | null>(null);
  const [dialog, setDialog] = useState<OpenPart | null>(null);
  const { awaited, run } = useLazyActions<PartName>();
  const { run: runCorrecting } = useLazyActions<"correct">();
  const { editable, meetId, status, templateId } = view.head;
  // The template is told to the owner alone.
  const splits = status === "SUMMARIZED" && templateId !== undefined;

  const open = useCallback(
    (name: PartName, subject: string | null = null) =>
      run(name, async () => {
        const Part = await PARTS[name](meetId);
        if (name === "minutes") setEditing({ name, subject, Part });
        else if (!wouldDisturb()) setDialog({ name, subject, Part });
      }),
    [meetId, run],
  );
  const openCorrecting = useCallback(
    (segmentId: string) =>
      runCorrecting("correct", async () => {
        const { default: Part } = await correctTurn.load();
        setCorrecting({ segmentId, Part, onDone: () => setCorrecting(null) });
      }),
    [runCorrecting],
  );
  const actions = useMemo<EditActions>(
    () => ({
      edit() {
        track("edit summary");
        open("minutes");
      },
      meetId,
      splits,
      awaited,
      writeAgain: () => open("rewrite"),
      showVersions: () => open("versions"),
      nameSpeakers: (name) => open("speakers", name ?? null),
      correctSegment: (segmentId) => openCorrecting(segmentId),
      assignSegments: (segmentIds) => open("assign", segmentIds.join(" ")),
    }),
    [meetId, splits, awaited, open, openCorrecting],
  );
  const hasSummary = view.summary !== null;
  useEditKeys(editable && hasSummary ? actions : null);

  // Reopens the editor when a draft was left by a reload or by leaving the page.
  useEffect(() => {
    if (editable && readDraft(meetId)) open("minutes");
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

const NOT_OURS =
  "input:not([type='checkbox']), textarea, select, dialog, [contenteditable], [role='dialog'], [role='menu']";

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

/** The segment of a piece of the transcript that has the focus; null elsewhere. */
function segmentOf(element: Element): string | null {
  return element.matches(".seg[id]") ? element.id.slice(segmentAnchor("").length) : null;
}
