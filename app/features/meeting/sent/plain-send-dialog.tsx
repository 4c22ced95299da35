import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi } from "#app/contracts/call-api.ts";
import { sendMinutes } from "#app/contracts/endpoints/connections.ts";
import type { SentOfMeeting } from "#app/contracts/sent.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FieldError } from "#app/ui/field.tsx";

type Props = {
  target: SentOfMeeting["connections"][number];
  meetId: string;
  onSent: () => void;
  onClose: () => void;
};

/** Asks before the minutes of this page go to Slack or Notion. */
export function PlainSendDialog({ target, meetId, onSent, onClose }: Props) {
  const { t } = useTranslation("connections");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const send = async () => {
    setBusy(true);
    setError(null);
    const params = { connection_id: target.id, meetId };
    const result = await callApi(sendMinutes, { params, body: {}, unread: true });
    setBusy(false);
    if (result.ok) onSent();
    else setError(result.message ?? t("error.send"));
  };
  return (
    <Dialog
      open
      small
      title={t("preview.title", { kind: t(`kind.${target.kind}`) })}
      onClose={onClose}
      closable={!isBusy}
      footer={
        <>
          {!isBusy && (
            <Button kind="quiet" large onClick={onClose}>
              {t("cancel")}
            </Button>
          )}
          <Button kind="primary" large busy={isBusy} onClick={() => void send()}>
            {t("preview.go")}
          </Button>
        </>
      }
    >
      <div className="body stack">
        <p>{t("preview.lead", { name: target.name })}</p>
        {error !== null && <FieldError>{error}</FieldError>}
      </div>
    </Dialog>
  );
}
