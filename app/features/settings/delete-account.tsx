import { type FormEvent, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { deleteAccount } from "#app/contracts/endpoints/privacy.ts";
import { confirmsDeletion } from "#app/domain/privacy/account-deletion.ts";
import { FORGOTTEN_KEYS } from "#app/domain/privacy/stored-places.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

/** The effect of the account's deletion on the person's team. `heir`: the next administrator, where one is needed. */
export type Leaving = { team: string; ends: boolean; heir: string | null };

/** The page after the deletion: nobody can sign in to the account any more. */
const GOODBYE = "/api/auth/signin?problem=deleting";
const PROMISES = ["now", "hour", "day", "backups", "stays"] as const;

type DeletionProps = {
  person: { name: string; email: string | null };
  leaving: Leaving | null;
  onDeleted: () => Promise<void>;
};

/** The end of the account, after the person has typed their address. */
export function DeletionSection({ person, leaving, onDeleted }: DeletionProps) {
  const { t } = useTranslation("privacy");
  const [typed, setTyped] = useState("");
  const [state, setState] = useState<"asked" | "wrong" | "failed" | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!confirmsDeletion(typed, person)) return setState("wrong");
    setState("asked");
    const asked = await callApi(deleteAccount, { body: { confirmation: typed } });
    if (!asked.ok) return setState("failed");
    forgetInBrowser();
    // Deletion does not wait for ever for files that the browser removes after a week anyway.
    await onDeleted().catch(() => undefined);
    window.location.assign(GOODBYE);
  };
  return (
    <section id="delete" aria-labelledby="delete-heading">
      <h2 id="delete-heading">{t("leave.heading")}</h2>
      <div className="rows rows--full">
        <dl className="whats">
          {leaving && (
            <div>
              <dt>{t("leave.team")}</dt>
              <dd>
                {leaving.heir !== null
                  ? t("leave.teamPasses", { team: leaving.team, heir: leaving.heir })
                  : t(leaving.ends ? "leave.teamEnds" : "leave.teamStays", { team: leaving.team })}
              </dd>
            </div>
          )}
          {PROMISES.map((promise) => (
            <div key={promise}>
              <dt>{t(`leave.${promise}`)}</dt>
              <dd>{t(`leave.${promise}Text`)}</dd>
            </div>
          ))}
        </dl>
        <form className="confirm" noValidate onSubmit={(event) => void submit(event)}>
          <Field
            label={t(person.email === null ? "leave.confirmName" : "leave.confirm")}
            {...(state === "wrong" || state === "failed" ? { error: t(`leave.${state}`) } : {})}
          >
            {(wiring) => (
              <input
                {...wiring}
                className="input"
                type={person.email === null ? "text" : "email"}
                value={typed}
                autoComplete="off"
                onChange={({ target }) => {
                  setTyped(target.value);
                  setState(null);
                }}
              />
            )}
          </Field>
          <Button type="submit" kind="danger-line" large busy={state === "asked"}>
            {t("leave.action")}
          </Button>
        </form>
      </div>
    </section>
  );
}

/** Removes what this browser stores about meetings. Without access to the storage there is nothing to remove. */
function forgetInBrowser(): void {
  try {
    for (const store of [localStorage, sessionStorage]) {
      for (const key of Object.keys(store)) {
        if (FORGOTTEN_KEYS.some((beginning) => key.startsWith(beginning))) store.removeItem(key);
      }
    }
  } catch {
    // The storage is not allowed.
  }
}
