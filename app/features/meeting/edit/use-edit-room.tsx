import { type ComponentType, type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { track } from "#app/analytics/track.ts";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import type { Correcting, EditDoor } from "#app/features/meeting/edit/edit-door.ts";
import { readDraft } from "#app/features/meeting/edit/keep-draft.ts";
import { useEditKeys } from "#app/features/meeting/edit/use-edit-keys.ts";
import { useToast } from "#app/ui/toast.tsx";

/** What every part gets. `subject` is the speaker or the segment that it is about. */
export type EditPartProps = { view: MeetingView; subject: string | null; onDone: () => void; door: EditDoor };

/** Loaded when somebody asks for them: most who open a meeting only read. */
const PARTS = {
  minutes: () => import("#app/features/meeting/edit/edit-minutes.tsx"),
  rewrite: () => import("#app/features/meeting/edit/rewrite-dialog.tsx"),
  speakers: () => import("#app/features/meeting/edit/speakers-dialog.tsx"),
};
type PartName = keyof typeof PARTS;
type OpenPart = { name: PartName; subject: string | null; Part: ComponentType<EditPartProps> };

type EditRoom = {
  door: EditDoor | null;
  correcting: Correcting | null;
  /** In the place of the minutes, where they are being edited. */
  editor: ReactNode;
  dialog: ReactNode;
};

/** The correcting of a meeting: the door for the page's parts, and what is open of it. */
export function useEditRoom(view: MeetingView): EditRoom {
  const { t } = useTranslation("common");
  const toast = useToast();
  const [editing, setEditing] = useState<OpenPart | null>(null);
  const [correcting, setCorrecting] = useState<Correcting | null>(null);
  const [dialog, setDialog] = useState<OpenPart | null>(null);
  const { editable, meetId } = view.head;

  const open = useCallback(
    async (name: PartName, subject: string | null = null) => {
      try {
        const { default: Part } = await PARTS[name]();
        (name === "minutes" ? setEditing : setDialog)({ name, subject, Part });
      } catch {
        toast("error", t("error.connection"));
      }
    },
    [toast, t],
  );
  const openCorrecting = useCallback(
    async (segmentId: string) => {
      try {
        const { default: Part } = await import("#app/features/meeting/edit/correct-turn.tsx");
        setCorrecting({ segmentId, Part, onDone: () => setCorrecting(null) });
      } catch {
        toast("error", t("error.connection"));
      }
    },
    [toast, t],
  );
  const door = useMemo<EditDoor>(
    () => ({
      edit() {
        track("edit summary");
        void open("minutes");
      },
      meetId,
      writeAgain: () => void open("rewrite"),
      nameSpeakers: (name) => void open("speakers", name ?? null),
      correctSegment: (segmentId) => void openCorrecting(segmentId),
    }),
    [meetId, open, openCorrecting],
  );
  const hasSummary = view.summary !== null;
  useEditKeys(editable && hasSummary ? door : null);

  // Somebody was writing when the page was left or loaded anew.
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the browser's storage is only there after the first drawing
    if (editable && readDraft(meetId)) void open("minutes");
  }, [editable, meetId, open]);

  const draw = (part: OpenPart | null, close: () => void) =>
    part && <part.Part view={view} subject={part.subject} onDone={close} door={door} />;
  return {
    door: editable ? door : null,
    correcting,
    editor: hasSummary ? draw(editing, () => setEditing(null)) : null,
    dialog: draw(dialog, () => setDialog(null)),
  };
}
