import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

/** Asked before changes are thrown away. Esc stays. */
export function LeaveDialog(props: { count: number; open: boolean; onStay: () => void; onDiscard: () => void }) {
  const { t } = useTranslation("edit");
  return (
    <Dialog
      small
      open={props.open}
      title={t("leave.title")}
      onClose={props.onStay}
      footer={
        <>
          <Button kind="quiet" large onClick={props.onDiscard}>
            {t("leave.discard")}
          </Button>
          <Button kind="primary" large onClick={props.onStay}>
            {t("leave.stay")}
          </Button>
        </>
      }
    >
      <div className="body">
        <p>{t("leave.text", { count: props.count })}</p>
      </div>
    </Dialog>
  );
}
