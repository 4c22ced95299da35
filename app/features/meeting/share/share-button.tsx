import { type ComponentType, useState } from "react";
import { useTranslation } from "react-i18next";
import { track } from "#app/analytics/track.ts";
import type { ShareDialogProps } from "#app/features/meeting/share/share-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useToast } from "#app/ui/toast.tsx";

type ShareDialog = ComponentType<ShareDialogProps>;

/** Opens the dialog of the meeting's link, which comes when somebody asks for it. Where it does not come the page says so. */
export function ShareButton({ meetId, pdf }: Omit<ShareDialogProps, "onClose">) {
  const { t } = useTranslation(["share", "common"]);
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const [loading, setLoading] = useState(false);
  const [Dialog, setDialog] = useState<ShareDialog | null>(null);
  const show = async () => {
    track("share summary");
    setLoading(true);
    try {
      const { default: loaded } = await import("#app/features/meeting/share/share-dialog.tsx");
      setDialog(() => loaded);
      setOpen(true);
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
      {Dialog && open && <Dialog meetId={meetId} pdf={pdf} onClose={() => setOpen(false)} />}
    </>
  );
}
