import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { addWebhook, changeWebhook } from "#app/contracts/endpoints/webhooks.ts";
import type { ListedWebhook, ShownWebhook } from "#app/contracts/webhooks.ts";
import { WEBHOOK_URL_CHARS_MAX } from "#app/domain/limits/deliveries.ts";
import { WEBHOOK_CONTENTS, WEBHOOK_EVENTS } from "#app/domain/webhooks/webhook.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field, FieldError } from "#app/ui/field.tsx";

type Props = {
  /** Null: a new one. The address of one that exists stays. */
  webhook: ListedWebhook | null;
  onAdded: (answer: { secret: string; shown: ShownWebhook }) => void;
  onChanged: () => void;
  onClose: () => void;
};
type State = { isBusy: boolean; urlError?: string; eventsError?: string; error?: string };

/** The form for a new webhook, or for the events and the content of one. */
export function WebhookForm({ webhook, onAdded, onChanged, onClose }: Props) {
  const { t } = useTranslation("webhooks");
  const id = useId();
  const [{ isBusy, urlError, eventsError, error }, setState] = useState<State>({ isBusy: false });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const { url, events, content } = enteredIn(form);
    if (webhook === null && url === "") {
      setState({ isBusy: false, urlError: t("error.noAddress") });
      form.querySelector("input")?.focus();
      return;
    }
    if (events.length === 0) {
      setState({ isBusy: false, eventsError: t("error.noEvent") });
      form.querySelector<HTMLInputElement>("input[name=events]")?.focus();
      return;
    }
    setState({ isBusy: true });
    if (webhook === null) {
      const result = await callApi(addWebhook, { body: { url, events, content } });
      if (result.ok) onAdded(result.value);
      else if (result.code === "webhook-address") {
        setState({ isBusy: false, urlError: result.message ?? t("error.address") });
        form.querySelector("input")?.focus();
      } else setState({ isBusy: false, error: result.message ?? t("error.add") });
      return;
    }
    const result = await callApi(changeWebhook, { params: { webhook_id: webhook.id }, body: { events, content } });
    if (result.ok) onChanged();
    else setState({ isBusy: false, error: result.message ?? t("error.change") });
  };
  return (
    <Dialog
      open
      small
      title={t(webhook === null ? "newTitle" : "edit")}
      onClose={onClose}
      closable={!isBusy}
      footer={
        <>
          {!isBusy && (
            <Button kind="quiet" large onClick={onClose}>
              {t("cancel")}
            </Button>
          )}
          <Button kind="primary" large type="submit" form={id} busy={isBusy}>
            {t(webhook === null ? "create" : "save")}
          </Button>
        </>
      }
    >
      <form className="body stack" id={id} noValidate onSubmit={(event) => void submit(event)}>
        {webhook === null ? <AddressField error={urlError} /> : <p className="code">{webhook.url}</p>}
        <EventsField chosen={webhook?.events ?? ["meeting.summarized"]} errorId={`${id}-events`} error={eventsError} />
        <ContentField chosen={webhook?.content ?? "links"} hintId={`${id}-content`} />
        {error !== undefined && <FieldError>{error}</FieldError>}
      </form>
    </Dialog>
  );
}

function enteredIn(form: HTMLFormElement) {
  const fields = new FormData(form);
  const entered = fields.get("url");
  return {
    url: typeof entered === "string" ? entered.trim() : "",
    events: WEBHOOK_EVENTS.filter((name) => fields.getAll("events").includes(name)),
    content: WEBHOOK_CONTENTS.find((name) => name === fields.get("content")) ?? "links",
  };
}

function AddressField({ error }: { error: string | undefined }) {
  const { t } = useTranslation("webhooks");
  return (
    <Field label={t("address")} hint={t("addressHint")} error={error}>
      {(wiring) => (
        <input
          {...wiring}
          className="input"
          name="url"
          type="url"
          inputMode="url"
          required
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          maxLength={WEBHOOK_URL_CHARS_MAX}
        />
      )}
    </Field>
  );
}

type EventsProps = { chosen: ListedWebhook["events"]; errorId: string; error: string | undefined };

function EventsField({ chosen, errorId, error }: EventsProps) {
  const { t } = useTranslation("webhooks");
  return (
    <fieldset className="hook-events" aria-describedby={error === undefined ? undefined : errorId}>
      <legend>{t("events")}</legend>
      {WEBHOOK_EVENTS.map((name) => (
        <Checkbox
          key={name}
          name="events"
          value={name}
          label={t(`event.${name}`)}
          defaultChecked={chosen.includes(name)}
        />
      ))}
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}

function ContentField({ chosen, hintId }: { chosen: ListedWebhook["content"]; hintId: string }) {
  const { t } = useTranslation("webhooks");
  return (
    <fieldset className="hook-events" aria-describedby={hintId}>
      <legend>{t("contents")}</legend>
      {WEBHOOK_CONTENTS.map((name) => (
        <Checkbox
          key={name}
          type="radio"
          name="content"
          value={name}
          label={t(`content.${name}`)}
          defaultChecked={name === chosen}
        />
      ))}
      <p className="hint" id={hintId}>
        {t("contentHint")}
      </p>
    </fieldset>
  );
}
