import { type ComponentType, type ReactNode, useState } from "react";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import type { GiveDialogProps } from "#app/features/meeting/give/give-dialog.tsx";
import { wouldDisturb } from "#app/features/meeting/would-disturb.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { useLazyActions } from "#app/i18n/use-lazy.tsx";

const giveDialog = lazy(
  async () => (await import("#app/features/meeting/give/give-dialog.tsx")).GiveDialog,
  ["upload"],
);

/** Whether a transcript would take the place of another one. */
export function wouldReplace({ status }: Pick<MeetingHead, "status">): boolean {
  return status === "SUMMARIZED" || status === "ERROR_SUMMARY";
}

/** The dialog in which a transcript is given, which loads when it is first opened. Its place is outside of menus, which hide it. */
export function useGiveTranscript(head: MeetingHead): { isAwaited: boolean; open: () => void; dialog: ReactNode } {
  const { awaited, run } = useLazyActions<"give">();
  const [Dialog, setDialog] = useState<ComponentType<GiveDialogProps> | null>(null);
  const open = () =>
    run("give", async () => {
      const loaded = await giveDialog.load();
      if (!wouldDisturb()) setDialog(() => loaded);
    });
  return {
    isAwaited: awaited !== null,
    open,
    dialog: Dialog && <Dialog head={head} isReplacing={wouldReplace(head)} onClose={() => setDialog(null)} />,
  };
}
