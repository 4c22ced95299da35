import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { CONNECTION_SENDS, crmSettings, type FieldMapping, type ShownConnection } from "#app/contracts/connections.ts";
import { changeConnection } from "#app/contracts/endpoints/connections.ts";
import { isCrmKind } from "#app/domain/deliveries/crm-kind.ts";
import { isTaskKind } from "#app/domain/tasks/task-service.ts";
import { TaskConnection } from "#app/features/connections/task-connection.tsx";
import { wholeMappings } from "#app/features/connections/field-mappings.tsx";
import { PropertyFields } from "#app/features/connections/property-fields.tsx";
import { PlaceDialog } from "#app/features/connections/place-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
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
  const isCrm = isCrmKind(connection.kind);
  const settings = isCrm ? crmSettings.parse(connection.settings) : null;
  const [mappings, setMappings] = useState<readonly FieldMapping[]>(settings?.properties ?? []);
  const [{ isBusy, isAsking, error }, setState] = useState<State>({ isBusy: false, isAsking: false, error: null });
  const kind = t(`kind.${connection.kind}`);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const body = changesIn(event.currentTarget, isCrm ? mappings : null);
    setState({ isBusy: true, isAsking: false, error: null });
    const result = await callApi(changeConnection, { params: { connection_id: connection.id }, body });
    if (result.ok) onSaved();
    else setState({ isBusy: false, isAsking: false, error: result.message ?? t("error.change") });
  };
  const disconnect = async () => {
    setState({ isBusy: true, isAsking: true, error: null });
    await onDisconnect();
    setState({ isBusy: false, isAsking: false, error: null });
  };
  const ask = (isAsking: boolean) => setState({ isBusy: false, isAsking, error: null });
  if (isAsking) {
    return (
      <ConfirmDialog
        kind="danger"
        texts={{ title: t("disconnectAsk.title", { kind }), confirm: t("disconnect"), cancel: t("cancel") }}
        busy={isBusy}
        onConfirm={() => void disconnect()}
        onClose={() => ask(false)}
      >
        <p>{t("disconnectAsk.text")}</p>
      </ConfirmDialog>
    );
  }
  if (connection.kind === "slack" || connection.kind === "notion") {
    return <PlaceDialog {...{ connection, onSaved, onClose }} kind={connection.kind} onDisconnect={() => ask(true)} />;
  }
  if (isTaskKind(connection.kind))
    return <TaskConnection {...{ connection, onClose }} onDisconnect={() => ask(true)} />;
  return (
    <Dialog
      open
      title={t("settingsOf", { kind, name: connection.name })}
      onClose={onClose}
      closable={!isBusy}
      footer={<SettingsButtons form={id} isBusy={isBusy} onDisconnect={() => ask(true)} />}
    >
      <form className="body stack" id={id} onSubmit={(event) => void submit(event)}>
        <SendsField sends={connection.sends} hintId={`${id}-hint`} />
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

/** `mappings`: null where the account is not a CRM. */
function changesIn(form: HTMLFormElement, mappings: readonly FieldMapping[] | null) {
  const fields = new FormData(form);
  const sends = CONNECTION_SENDS.find((name) => name === fields.get("sends")) ?? "by-hand";
  const change = { sends, updates: fields.has("updates") };
  if (mappings === null) return change;
  const properties = wholeMappings(mappings);
  return { ...change, settings: { meeting: fields.has("meeting"), tasks: fields.has("tasks"), properties } };
}

function SendsField({ sends, hintId }: { sends: ShownConnection["sends"]; hintId: string }) {
  const { t } = useTranslation("connections");
  return (
    <fieldset className="app-choices" aria-describedby={hintId}>
      <legend className="label">{t("sends.legend")}</legend>
      {CONNECTION_SENDS.map((name) => (
        <Checkbox
          key={name}
          type="radio"
          name="sends"
          value={name}
          label={t(`sends.${name}`)}
          defaultChecked={name === sends}
        />
      ))}
      <p className="hint" id={hintId}>
        {t("sends.hint")}
      </p>
    </fieldset>
  );
}

type SettingsButtonsProps = { form: string; isBusy: boolean; onDisconnect: () => void };

function SettingsButtons({ form, isBusy, onDisconnect }: SettingsButtonsProps) {
  const { t } = useTranslation("connections");
  return (
    <>
      {!isBusy && (
        <Button kind="quiet" large className="danger" onClick={onDisconnect}>
          {t("disconnect")}
        </Button>
      )}
      <Button kind="primary" large type="submit" form={form} busy={isBusy}>
        {t("save")}
      </Button>
    </>
  );
}
