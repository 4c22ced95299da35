import { type ComponentType, type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { track } from "#app/analytics/track.ts";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import type { EditDoor } from "#app/features/meeting/edit/edit-door.ts";
import { readDraft } from "#app/features/meeting/edit/keep-draft.ts";
import { useEditKeys } from "#app/features/meeting/edit/use-edit-keys.ts";
import { useToast } from "#app/ui/toast.tsx";

/** What every part gets. `subject` is the speaker or the segment that it is about. */
export type EditPartProps = { view: MeetingView; subject: string | null; onDone: () => void; door: EditDoor };

/** Loaded when somebody asks for them: most who open a meeting only read. */
const PARTS = {
  minutes: () => import("#app/features/meeting/edit/edit-minutes.tsx"),
};
type PartName = keyof typeof PARTS;
type OpenPart = { name: PartName; subject: string | null; Part: ComponentType<EditPartProps> };

/** The correcting of a meeting: the door for the page's parts, and what is open of it. */
export function useEditRoom(view: MeetingView): { door: EditDoor | null; editor: ReactNode; dialog: ReactNode } {
  const { t } = useTranslation("common");
  const toast = useToast();
  const [editing, setEditing] = useState<OpenPart | null>(null);
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
  const door = useMemo<EditDoor>(
    () => ({
      edit() {
        track("edit summary");
        void open("minutes");
      },
      writeAgain: () => {},
      nameSpeakers: () => {},
      correctSegment: () => {},
    }),
    [open],
  );
  const hasSummary = view.summary !== null;
  useEditKeys(editable && hasSummary ? door : null);

  // Somebody was writing when the page was left or loaded anew.
  useEffect(() => {
    if (editable && readDraft(meetId)) void open("minutes");
  }, [editable, meetId, open]);

  const draw = (part: OpenPart | null, close: () => void) =>
    part && <part.Part view={view} subject={part.subject} onDone={close} door={door} />;
  return {
    door: editable ? door : null,
    editor: hasSummary ? draw(editing, () => setEditing(null)) : null,
    dialog: draw(dialog, () => setDialog(null)),
  };
}
