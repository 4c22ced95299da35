import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi } from "#app/contracts/call-api.ts";
import { createKey } from "#app/contracts/endpoints/keys.ts";
import type { ShownKey } from "#app/contracts/keys.ts";
import type { Scope } from "#app/domain/account/actor.ts";
import { API_KEY_DAYS, API_KEY_NAME_CHARS_MAX } from "#app/domain/limits/keys.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";

const SCOPES: readonly Scope[] = ["read", "write"];

/** The form for a new key. In its place the key is shown, once. */
export function NewKey({ onMade }: { onMade: (shown: ShownKey) => void }) {
  const { t } = useTranslation("apiKeys");
  const [key, setKey] = useState<string | null>(null);
  const [state, setState] = useState<{ busy: boolean; error?: string }>({ busy: false });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state.busy) return;
    const fields = new FormData(event.currentTarget);
    const name = String(fields.get("name")).trim();
    if (name === "") return setState({ busy: false, error: t("error.name") });
    setState({ busy: true });
    const days = API_KEY_DAYS.find((each) => String(each) === fields.get("days")) ?? null;
    const scope = SCOPES.find((each) => each === fields.get("scope")) ?? "read";
    const result = await callApi(createKey, { body: { name, scope, days } });
    if (!result.ok) return setState({ busy: false, error: result.message ?? t("error.create") });
    setState({ busy: false });
    setKey(result.value.key);
    onMade(result.value.shown);
  };
  if (key !== null) return <MadeKey value={key} onDone={() => setKey(null)} />;
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      <Field label={t("name")} error={state.error}>
        {(wiring) => (
          <input {...wiring} className="input" name="name" autoComplete="off" maxLength={API_KEY_NAME_CHARS_MAX} />
        )}
      </Field>
      <div className="two">
        <Field label={t("scope")}>
          {(wiring) => (
            <Select {...wiring} name="scope" defaultValue="read">
              {SCOPES.map((scope) => (
                <option key={scope} value={scope}>
                  {t(scope)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t("ends")}>
          {(wiring) => (
            <Select {...wiring} name="days" defaultValue="90">
              {API_KEY_DAYS.map((count) => (
                <option key={count} value={count}>
                  {t("days", { count })}
                </option>
              ))}
              <option value="">{t("never")}</option>
            </Select>
          )}
        </Field>
      </div>
      <div className="row">
        <Button type="submit" busy={state.busy}>
          {t("create")}
        </Button>
      </div>
    </form>
  );
}

function MadeKey({ value, onDone }: { value: string; onDone: () => void }) {
  const { t } = useTranslation("apiKeys");
  const [said, setSaid] = useState<"copied" | "copyFailed" | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setSaid("copied");
    } catch {
      field.current?.select();
      setSaid("copyFailed");
    }
  };
  return (
    <div className="stack">
      <Field label={t("once")}>
        {(wiring) => <input {...wiring} ref={field} className="input num" readOnly value={value} spellCheck={false} />}
      </Field>
      <div className="row row--wrap">
        <Button kind="primary" onClick={() => void copy()}>
          {t("copy")}
        </Button>
        <Button onClick={onDone}>{t("done")}</Button>
        <p className="note muted" role="status">
          {said !== null && t(said)}
        </p>
      </div>
    </div>
  );
}
