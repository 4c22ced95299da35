import { type ComponentType, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { track } from "#app/analytics/track.ts";
import type { ShareDialogProps } from "#app/features/meeting/share/share-dialog.tsx";
import { wouldDisturb } from "#app/features/meeting/would-disturb.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { useLazyActions } from "#app/i18n/use-lazy.tsx";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

const shareDialog = lazy(() => import("#app/features/meeting/share/share-dialog.tsx"), ["sharing", "team"]);

/**
 * Opens the dialog of the meeting's link, which loads when it is first opened, complete: the button is busy until the dialog knows
 * how the meeting is shared.
 */
export function ShareButton({ meetId, pdf }: Omit<ShareDialogProps, "onClose">) {
  const { t } = useTranslation("share");
  const { awaited, run } = useLazyActions<"share">();
  const [Dialog, setDialog] = useState<ComponentType<ShareDialogProps> | null>(null);
  const show = () => {
    track("share summary");
    run("share", async () => {
      const { openShare } = await shareDialog.load();
      const opened = await openShare(meetId);
      if (!wouldDisturb()) setDialog(() => opened);
    });
  };
  return (
    <>
      <Button kind="primary" busy={awaited !== null} onClick={show}>
        {awaited === null && <Icon name="external" />}
        {t("open")}
      </Button>
      {/* Outside of the bar, whose rows are closer together. */}
      {Dialog && createPortal(<Dialog meetId={meetId} pdf={pdf} onClose={() => setDialog(null)} />, document.body)}
    </>
  );
}
