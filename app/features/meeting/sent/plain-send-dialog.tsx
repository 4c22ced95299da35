import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import type { Place } from "#app/contracts/connections.ts";
import { listPlaces } from "#app/contracts/endpoints/collaboration.ts";
import { sendMinutes } from "#app/contracts/endpoints/connections.ts";
import { randomId } from "#app/domain/ids.ts";
import type { SentOfMeeting } from "#app/contracts/sent.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field, FieldError } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";

type Props = {
  target: SentOfMeeting["connections"][number];
  meetId: string;
  channels: Channels;
  onSent: () => void;
  onClose: () => void;
};
/** `failed`: Slack does not say which channels there are. A database of Notion is chosen in the settings only. */
export type Channels = { state: "none" | "failed" } | { state: "read"; places: readonly Place[] };

export async function readChannels({ id, kind }: Props["target"]): Promise<Channels> {
  if (kind !== "slack") return { state: "none" };
  const answer = await callApi(listPlaces, { params: { connection_id: id } });
  return answer.ok ? { state: "read", places: answer.value.places } : { state: "failed" };
}

/** Asks before the minutes of this page go to Slack or Notion; at Slack a person may choose another channel for this time. */
export function PlainSendDialog({ target, meetId, channels, onSent, onClose }: Props) {
  const { t } = useTranslation("connections");
  // A press whose answer was lost is repeated: the message is to be there once.
  const [key] = useState(randomId);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [placeId, setPlaceId] = useState(target.placeId ?? "");
  const [placeError, setPlaceError] = useState<string | null>(null);
  const send = async () => {
    const isChosen = channels.state === "read" && channels.places.some(({ id }) => id === placeId);
    if (channels.state === "read" && !isChosen) {
      setPlaceError(t("channel.missing"));
      return;
    }
    setBusy(true);
    setError(null);
    const params = { connection_id: target.id, meetId };
    const body = { key, ...(isChosen && placeId !== target.placeId && { placeId }) };
    const result = await callApi(sendMinutes, { params, body, unread: true });
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
        {channels.state === "failed" && <p className="muted">{t("channel.failed")}</p>}
        {channels.state === "read" && (
          <Field label={t("channel.label")} hint={t("channel.hint")} error={placeError}>
            {(wiring) => (
              <Select
                {...wiring}
                value={channels.places.some(({ id }) => id === placeId) ? placeId : ""}
                onChange={({ target: { value } }) => {
                  setPlaceId(value);
                  setPlaceError(null);
                }}
              >
                <option value="">{t("channel.choose")}</option>
                {channels.places.map(({ id, name, isPrivate }) => (
                  <option key={id} value={id}>
                    {isPrivate ? t("channel.private", { name: `#${name}` }) : `#${name}`}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {error !== null && <FieldError>{error}</FieldError>}
      </div>
    </Dialog>
  );
}
