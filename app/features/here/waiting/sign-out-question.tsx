import { Link } from "@remix-run/react";
import { isRecorderBusy } from "#app/features/here/session/run-session.ts";
import { hasWaitingRecordings } from "#app/features/here/spool/forget-recordings.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

/** `waits`: a part of a recording is only here. `runs`: a tab of this browser records, or sends. */
export type Kept = "waits" | "runs";

/** Null where nothing of the person's recordings is only in this browser. */
export async function keptHere(userId: string): Promise<Kept | null> {
  if (await isRecorderBusy(userId)) return "runs";
  return (await hasWaitingRecordings(userId)) ? "waits" : null;
}

type Props = { kept: Kept; onLeave: () => void; onClose: () => void };

/** Says what stays in this browser, and leaves the choice to the person. */
export function SignOutQuestion({ kept, onLeave, onClose }: Props) {
  const { t } = useTranslation(["recordHere", "common"]);
  return (
    <Dialog
      open
      small
      title={t(`signOut.${kept}.title`)}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" large onClick={onLeave}>
            {t("signOut.leave")}
          </Button>
          {kept === "waits" ? (
            <Link className={buttonClass("primary", "btn--l")} to="/" onClick={onClose}>
              {t("signOut.stay")}
            </Link>
          ) : (
            <Button kind="primary" large onClick={onClose}>
              {t("common:action.cancel")}
            </Button>
          )}
        </>
      }
    >
      <div className="body">
        <p>{t(`signOut.${kept}.text`)}</p>
      </div>
    </Dialog>
  );
}
