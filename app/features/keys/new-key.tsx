import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { createKey } from "#app/contracts/endpoints/keys.ts";
import type { ShownKey } from "#app/contracts/keys.ts";
import { SCOPES } from "#app/domain/account/actor.ts";
import { API_KEY_DAYS, API_KEY_DAYS_FIRST, API_KEY_NAME_CHARS_MAX } from "#app/domain/limits/apps.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field, FieldError } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";

type Props = { onMade: (answer: { key: string; shown: ShownKey }) => void; onClose: () => void };
type State = { isBusy: boolean; nameError?: string; error?: string };

/** The form for a new key. */
export function NewKey({ onMade, onClose }: Props) {
  const { t } = useTranslation("apiKeys");
  const id = useId();
  const [{ isBusy, nameError, error }, setState] = useState<State>({ isBusy: false });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const fields = new FormData(form);
    const typed = fields.get("name");
    const name = typeof typed === "string" ? typed.trim() : "";
    if (name === "") {
      setState({ isBusy: false, nameError: t("error.name") });
      form.querySelector("input")?.focus();
      return;
    }
    setState({ isBusy: true });
    const days = API_KEY_DAYS.find((each) => String(each) === fields.get("days")) ?? null;
    const scope = SCOPES.find((each) => each === fields.get("scope")) ?? "read";
    const result = await callApi(createKey, { body: { name, scope, days } });
    if (result.ok) onMade(result.value);
    else setState({ isBusy: false, error: result.message ?? t("error.create") });
  };
  return (
    <Dialog
      open
      small
      title={t("newTitle")}
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
            {t("create")}
          </Button>
        </>
      }
    >
      <form className="body stack" id={id} noValidate onSubmit={(event) => void submit(event)}>
        <Field label={t("name")} hint={t("nameHint")} error={nameError}>
          {(wiring) => (
            <input
              {...wiring}
              className="input"
              name="name"
              required
              autoComplete="off"
              maxLength={API_KEY_NAME_CHARS_MAX}
            />
          )}
        </Field>
        <KeyLimits />
        {error !== undefined && <FieldError>{error}</FieldError>}
      </form>
    </Dialog>
  );
}

/** The scope of the key, and its end. */
function KeyLimits() {
  const { t } = useTranslation("apiKeys");
  return (
    <>
      <Field label={t("scope")}>
        {(wiring) => (
          <Select {...wiring} name="scope" defaultValue="read">
            {SCOPES.map((scope) => (
              <option key={scope} value={scope}>
                {t(`scopes.${scope}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("ends")}>
        {(wiring) => (
          <Select {...wiring} name="days" defaultValue={API_KEY_DAYS_FIRST}>
            {API_KEY_DAYS.map((count) => (
              <option key={count} value={count}>
                {t("days", { count })}
              </option>
            ))}
            <option value="">{t("never")}</option>
          </Select>
        )}
      </Field>
    </>
  );
}
