import { type ComponentType, useState } from "react";
import { useTranslation } from "react-i18next";
import { track } from "#app/analytics/track.ts";
import type { ShareDialogProps } from "#app/features/meeting/share/share-dialog.tsx";
import { wouldDisturb } from "#app/features/meeting/would-disturb.ts";
import { loadLaterTexts } from "#app/i18n/load-texts.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useToast } from "#app/ui/toast.tsx";

type ShareDialog = ComponentType<ShareDialogProps>;

/**
 * Opens the dialog of the meeting's link, which comes when somebody asks for it, and complete: until it knows how the meeting
 * is shared the button says that it is on its way. Where it does not come the page says so.
 */
export function ShareButton({ meetId, pdf }: Omit<ShareDialogProps, "onClose">) {
  const { t } = useTranslation(["share", "common"]);
  const toast = useToast();
  const [loading, setLoading] = useState(false);
  const [Dialog, setDialog] = useState<ShareDialog | null>(null);
  const show = async () => {
    track("share summary");
    setLoading(true);
    try {
      const fetchDialog = () => import("#app/features/meeting/share/share-dialog.tsx");
      const [opened] = await Promise.all([fetchDialog().then((part) => part.openShare(meetId)), loadLaterTexts()]);
      if (!wouldDisturb()) setDialog(() => opened);
    } catch {
      toast("error", t("common:error.connection"));
    }
    setLoading(false);
  };
  return (
    <>
      <Button kind="primary" busy={loading} onClick={() => void show()}>
        {!loading && <Icon name="external" />}
        {t("open")}
      </Button>
      {Dialog && <Dialog meetId={meetId} pdf={pdf} onClose={() => setDialog(null)} />}
    </>
  );
}
