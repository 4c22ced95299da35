import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { MeetingHead } from "#app/contracts/meeting-view.ts";
import { Downloads } from "#app/features/meeting/share/downloads.tsx";
import { LinkItself } from "#app/features/meeting/share/link-itself.tsx";
import { LinkLine } from "#app/features/meeting/share/link-line.tsx";
import { LinkUntil } from "#app/features/meeting/share/link-until.tsx";
import { ShownParts } from "#app/features/meeting/share/shown-parts.tsx";
import { type Sharing, useShare } from "#app/features/meeting/share/use-share.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Spinner } from "#app/ui/spinner.tsx";

export type ShareDialogProps = Pick<MeetingHead, "meetId" | "pdf"> & { onClose: () => void };

/** The one link of a meeting: made, copied, limited, renewed and withdrawn. What is changed holds at once. */
export default function ShareDialog({ meetId, pdf, onClose }: ShareDialogProps) {
  const { t } = useTranslation("share");
  const sharing = useShare(meetId);
  return (
    <Dialog
      open
      title={t("title")}
      onClose={onClose}
      closeOnScrim
      footer={
        <>
          <span className="hint grow">{sharing.state?.link && t("saved")}</span>
          <Button kind="quiet" large onClick={onClose}>
            {t("done")}
          </Button>
        </>
      }
    >
      <div className="body">
        {sharing.failed && <Notice role="alert">{t("failed")}</Notice>}
        <Link sharing={sharing} />
        <Downloads meetId={meetId} pdf={pdf} />
      </div>
    </Dialog>
  );
}

function Link({ sharing }: { sharing: Sharing }) {
  const { t } = useTranslation("share");
  const [said, say] = useState<"renewed" | "revoked" | null>(null);
  const noteId = useId();
  const { state, busy, ask } = sharing;
  if (!state) {
    if (!busy) return null;
    return (
      <p className="row muted" role="status">
        <Spinner /> {t("loading")}
      </p>
    );
  }
  const spoken = (
    <p className="hint" role="status">
      {said !== null && t(said)}
    </p>
  );
  if (!state.link) {
    const create = () => {
      say(null);
      void ask({ type: "create" });
    };
    return (
      <div className="stack">
        <p>{t("none")}</p>
        {spoken}
        <p>
          <Button kind="primary" large busy={busy === "create"} onClick={create}>
            {t("create")}
          </Button>
        </p>
      </div>
    );
  }
  const turn = async (type: "renew" | "revoke") => {
    say(null);
    if (await ask({ type })) say(type === "renew" ? "renewed" : "revoked");
  };
  return (
    <>
      <LinkLine link={state.link} />
      <ShownParts link={state.link} change={(change) => void ask({ type: "change", change })} />
      <div className="two">
        <LinkUntil
          expiresAt={state.link.expiresAt}
          change={(expiresAt) => void ask({ type: "change", change: { expiresAt } })}
        />
        <LinkItself busy={busy} noteId={noteId} turn={(type) => void turn(type)} />
        <div className="full stack">
          <p className="hint" id={noteId}>
            {t("renewNote")}
          </p>
          {spoken}
        </div>
      </div>
    </>
  );
}
