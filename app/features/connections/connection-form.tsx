import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { CONNECTION_SENDS, crmSettings, type FieldMapping, type ShownConnection } from "#app/contracts/connections.ts";
import { changeConnection } from "#app/contracts/endpoints/connections.ts";
import { wholeMappings } from "#app/features/connections/field-mappings.tsx";
import { PropertyFields } from "#app/features/connections/property-fields.tsx";
import { PlaceDialog } from "#app/features/connections/place-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FieldError } from "#app/ui/field.tsx";

type Props = {
  connection: ShownConnection;
  onSaved: () => void;
  onClose: () => void;
  onDisconnect: () => Promise<void>;
};
type State = { isBusy: boolean; isAsking: boolean; error: string | null };

/** When minutes go to an account and what of them; and its end. */
export function ConnectionForm({ connection, onSaved, onClose, onDisconnect }: Props) {
  const { t } = useTranslation("connections");
  const id = useId();
  const isCrm = connection.kind === "hubspot" || connection.kind === "pipedrive";
  const settings = isCrm ? crmSettings.parse(connection.settings) : null;
  const [mappings, setMappings] = useState<readonly FieldMapping[]>(settings?.properties ?? []);
  const [{ isBusy, isAsking, error }, setState] = useState<State>({ isBusy: false, isAsking: false, error: null });
  const kind = t(`kind.${connection.kind}`);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const fields = new FormData(event.currentTarget);
    setState({ isBusy: true, isAsking: false, error: null });
    const properties = wholeMappings(mappings);
    const own = { meeting: fields.has("meeting"), tasks: fields.has("tasks"), properties };
    const sends = CONNECTION_SENDS.find((name) => name === fields.get("sends")) ?? "by-hand";
    const result = await callApi(changeConnection, {
      params: { connection_id: connection.id },
      body: { sends, updates: fields.has("updates"), ...(isCrm ? { settings: own } : {}) },
    });
    if (result.ok) onSaved();
    else setState({ isBusy: false, isAsking: false, error: result.message ?? t("error.change") });
  };
  const disconnect = async () => {
    setState({ isBusy: true, isAsking: true, error: null });
    await onDisconnect();
    setState({ isBusy: false, isAsking: false, error: null });
  };
  if (isAsking) {
    return (
      <Dialog
        open
        small
        title={t("disconnectAsk.title", { kind })}
        onClose={onClose}
        closable={!isBusy}
        footer={
          <>
            {!isBusy && (
              <Button kind="quiet" large onClick={() => setState({ isBusy: false, isAsking: false, error: null })}>
                {t("cancel")}
              </Button>
            )}
            <Button kind="danger" large busy={isBusy} onClick={() => void disconnect()}>
              {t("disconnect")}
            </Button>
          </>
        }
      >
        <div className="body stack">
          <p>{t("disconnectAsk.text")}</p>
        </div>
      </Dialog>
    );
  }
  if (connection.kind === "slack" || connection.kind === "notion") {
    const ask = () => setState({ isBusy: false, isAsking: true, error: null });
    return <PlaceDialog {...{ connection, onSaved, onClose }} kind={connection.kind} onDisconnect={ask} />;
  }
  return (
    <Dialog
      open
      title={t("settingsOf", { kind, name: connection.name })}
      onClose={onClose}
      closable={!isBusy}
      footer={
        <>
          {!isBusy && (
            <Button
              kind="quiet"
              large
              className="danger"
              onClick={() => setState({ isBusy: false, isAsking: true, error: null })}
            >
              {t("disconnect")}
            </Button>
          )}
          <Button kind="primary" large type="submit" form={id} busy={isBusy}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form className="body stack" id={id} onSubmit={(event) => void submit(event)}>
        <fieldset className="app-choices" aria-describedby={`${id}-hint`}>
          <legend className="label">{t("sends.legend")}</legend>
          {CONNECTION_SENDS.map((name) => (
            <Checkbox
              key={name}
              type="radio"
              name="sends"
              value={name}
              label={t(`sends.${name}`)}
              defaultChecked={name === connection.sends}
            />
          ))}
          <p className="hint" id={`${id}-hint`}>
            {t("sends.hint")}
          </p>
        </fieldset>
        <Checkbox name="updates" label={t("updates")} defaultChecked={connection.updates} />
        {settings !== null && (
          <>
            <Checkbox name="tasks" label={t("sendTasks")} defaultChecked={settings.tasks} />
            <Checkbox name="meeting" label={t("logMeeting")} defaultChecked={settings.meeting} />
            <PropertyFields connectionId={connection.id} mappings={mappings} onChange={setMappings} />
          </>
        )}
        {error !== null && <FieldError>{error}</FieldError>}
      </form>
    </Dialog>
  );
}
