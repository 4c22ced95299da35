import { type FormEvent, useEffect, useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import type { Place, ShownConnection } from "#app/contracts/connections.ts";
import { choosePlace, listPlaces } from "#app/contracts/endpoints/collaboration.ts";
import type { TemplatesAnswer } from "#app/contracts/template/template-answers.ts";
import { listTemplates } from "#app/contracts/endpoints/templates.ts";
import { NOTION_FIELDS, type NotionMapping, propertiesFor } from "#app/domain/collaboration/notion-fields.ts";
import { type ChosenSettings, readChosen, type Sends } from "#app/features/connections/chosen-settings.ts";
import { wholeMappings } from "#app/features/connections/field-mappings.tsx";
import { PlaceProperties } from "#app/features/connections/place-properties.tsx";
import { SendsFields } from "#app/features/connections/sends-fields.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field, FieldError } from "#app/ui/field.tsx";
import { PartNote } from "#app/ui/part-note.tsx";
import { Select } from "#app/ui/select.tsx";
import "#app/features/connections/place.css";

type Props = {
  connection: ShownConnection;
  kind: "slack" | "notion";
  onSaved: () => void;
  onClose: () => void;
  onDisconnect: () => void;
};
type Read =
  /** Before the dialog opens, and when the person has it read again. */
  | { state: "opening" | "reading" }
  | { state: "failed"; message: string | null }
  | { state: "read"; places: readonly Place[]; templates: TemplatesAnswer };

async function readPlaces(connectionId: string, signal: AbortSignal): Promise<Read> {
  const params = { connection_id: connectionId };
  const [places, templates] = await Promise.all([
    callApi(listPlaces, { params, signal }),
    callApi(listTemplates, { signal }),
  ]);
  if (!places.ok) return { state: "failed", message: places.message ?? null };
  return { state: "read", places: places.value.places, templates: templates.ok ? templates.value : [] };
}

/** The channel or database of a connection, and when minutes go there. Opens when they are known, so that it does not grow. */
export function PlaceDialog({ connection, kind, onSaved, onClose, onDisconnect }: Props) {
  const { t } = useTranslation("collaboration");
  const id = useId();
  const [read, setRead] = useState<Read>({ state: "opening" });
  const [isBusy, setBusy] = useState(false);
  const isReading = read.state === "opening" || read.state === "reading";
  useEffect(() => {
    if (!isReading) return undefined;
    // A dialog that is closed asks no more: the account may be disconnected by then.
    const leave = new AbortController();
    const load = async () => {
      const places = await readPlaces(connection.id, leave.signal);
      if (!leave.signal.aborted) setRead(places);
    };
    void load();
    return () => leave.abort();
  }, [connection.id, isReading]);
  if (read.state === "opening") return <PartNote />;
  return (
    <Dialog
      open
      small
      title={t(`title.${kind}`)}
      onClose={onClose}
      closable={!isBusy}
      footer={
        <>
          {!isBusy && (
            <Button kind="quiet" large className="danger" onClick={onDisconnect}>
              {t("disconnect")}
            </Button>
          )}
          {read.state === "failed" && (
            <Button kind="primary" large onClick={() => setRead({ state: "reading" })}>
              {t("again")}
            </Button>
          )}
          {read.state === "read" && read.places.length > 0 && (
            <Button kind="primary" large type="submit" form={id} busy={isBusy}>
              {t("save")}
            </Button>
          )}
        </>
      }
    >
      <div className="body" aria-busy={isReading}>
        {isReading && (
          <p className="muted" role="status">
            {t("loading")}
          </p>
        )}
        {read.state === "failed" && <FieldError>{read.message ?? t("error.load")}</FieldError>}
        {read.state === "read" && read.places.length === 0 && <p>{t(`none.${kind}`)}</p>}
        {read.state === "read" && read.places.length > 0 && (
          <PlaceForm {...{ id, connection, kind, onSaved, isBusy, setBusy }} {...read} />
        )}
      </div>
    </Dialog>
  );
}

type FormProps = Pick<Props, "connection" | "kind" | "onSaved"> & {
  id: string;
  places: readonly Place[];
  templates: TemplatesAnswer;
  isBusy: boolean;
  setBusy: (isBusy: boolean) => void;
};
type Errors = { place?: string; templates?: string; form?: string };

function PlaceForm({ id, connection, kind, onSaved, places, templates, isBusy, setBusy }: FormProps) {
  const { t } = useTranslation("collaboration");
  const [chosen, setChosen] = useState<ChosenSettings>(() => readChosen(connection));
  const [errors, setErrors] = useState<Errors>({});
  const place = places.find((each) => each.id === chosen.placeId) ?? null;
  const change = (over: Partial<ChosenSettings>) => setChosen((before) => ({ ...before, ...over }));
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    if (place === null) {
      setErrors({ place: t(`error.noPlace.${kind}`) });
      form.querySelector("select")?.focus();
      return;
    }
    if (chosen.sends === "templates" && chosen.templates.length === 0) {
      setErrors({ templates: t("error.noTemplate") });
      form.querySelector<HTMLInputElement>("input[type=checkbox]")?.focus();
      return;
    }
    setBusy(true);
    setErrors({});
    const saved = await callApi(choosePlace, {
      params: { connection_id: connection.id },
      body: {
        placeId: place.id,
        sends: chosen.sends === "hand" ? "by-hand" : "after-summary",
        updates: chosen.updates,
        templates: chosen.sends === "templates" ? chosen.templates : null,
        mapping: kind === "notion" ? chosen.mapping : {},
        fields: kind === "notion" ? wholeMappings(chosen.fields) : [],
      },
    });
    setBusy(false);
    if (saved.ok) onSaved();
    else setErrors({ form: saved.message ?? t("error.save") });
  };
  return (
    <form className="stack" id={id} noValidate onSubmit={(event) => void submit(event)}>
      <Field label={t(`place.${kind}`)} hint={t(`hint.${kind}`)} error={errors.place}>
        {(wiring) => (
          <Select
            {...wiring}
            required
            value={place?.id ?? ""}
            onChange={({ target }) => {
              const next = places.find((each) => each.id === target.value);
              change({ placeId: next?.id ?? null, mapping: next ? mappingOf(next) : {}, fields: [] });
            }}
          >
            <option value="">{t("choose")}</option>
            {places.map(({ id: of, name, isPrivate }) => (
              <option key={of} value={of}>
                {kind === "notion" ? name : isPrivate ? t("private", { name: `#${name}` }) : `#${name}`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <SendsFields
        sends={chosen.sends}
        chosen={chosen.templates}
        templates={templates}
        error={errors.templates}
        onSends={(sends: Sends) => change({ sends })}
        onTemplates={(next) => change({ templates: next })}
      />
      <Checkbox
        checked={chosen.updates}
        onChange={({ target }) => change({ updates: target.checked })}
        label={t(`updates.${kind}`)}
      />
      {kind === "notion" && place !== null && <PlaceProperties {...{ place, templates, chosen }} onChange={change} />}
      {errors.form !== undefined && <FieldError>{errors.form}</FieldError>}
    </form>
  );
}

/** The proposal of a place, as far as the place still has the properties. */
function mappingOf({ proposed, properties }: Place): NotionMapping {
  const mapping: NotionMapping = {};
  for (const field of NOTION_FIELDS) {
    const property = propertiesFor(field, properties).find(({ id }) => id === proposed[field]);
    if (property) mapping[field] = property.id;
  }
  return mapping;
}
