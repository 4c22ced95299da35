import { type FormEvent, useState } from "react";
import { failureDetail } from "#app/features/calendars/failure-detail.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { addCalendarFeed } from "#app/contracts/endpoints/calendars.ts";
import { FEED_ADDRESS_CHARS_MAX, FEED_NAME_CHARS_MAX } from "#app/domain/limits/calendars.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, FieldError } from "#app/ui/field.tsx";
import { useToast } from "#app/ui/toast.tsx";

/** Any calendar by its secret address. The address leaves the page when it is sent, and never comes back. */
export function FeedForm({ onAdded }: { onAdded: () => void }) {
  const { t } = useTranslation("calendars");
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  const [url, setUrl] = useState("");
  const [name, setName] = useState("");
  const [state, setState] = useState<{ busy: boolean; error: string | null }>({ busy: false, error: null });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (url.trim() === "") return setState({ busy: false, error: t("error.feedAddress") });
    setState({ busy: true, error: null });
    const result = await callApi(addCalendarFeed, { body: { url, name } });
    if (!result.ok) {
      const unnamed = t(result.kind === "unreadable" ? "error.unexpected" : "error.couldNotConnect");
      return setState({ busy: false, error: failureDetail(result) ?? result.message ?? unnamed });
    }
    setState({ busy: false, error: null });
    setUrl("");
    setName("");
    setOpen(false);
    toast("done", t("done.connected"));
    onAdded();
  };
  return (
    <details className="calendar__more" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t("feed.open")}</summary>
      <form className="stack calendar__form" noValidate onSubmit={(event) => void submit(event)}>
        <Field label={t("feed.url")} hint={t("feed.urlHint")}>
          {(wiring) => (
            <input
              {...wiring}
              className="input"
              type="url"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              maxLength={FEED_ADDRESS_CHARS_MAX}
              value={url}
              onChange={({ target }) => setUrl(target.value)}
            />
          )}
        </Field>
        <Field label={t("feed.name")}>
          {(wiring) => (
            <input
              {...wiring}
              className="input"
              maxLength={FEED_NAME_CHARS_MAX}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        {state.error !== null && <FieldError>{state.error}</FieldError>}
        <div className="row">
          <Button type="submit" busy={state.busy}>
            {t("feed.add")}
          </Button>
        </div>
      </form>
    </details>
  );
}
