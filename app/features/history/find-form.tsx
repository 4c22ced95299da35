import { Form } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Icon } from "#app/ui/icon.tsx";

/** Text is looked for by the search of all meetings, which knows what was said in each of them. */
export function FindForm() {
  const { t } = useTranslation("history");
  return (
    <Form
      className="search search--wide libfind"
      method="get"
      action="/search"
      role="search"
      aria-label={t("find.label")}
    >
      <label className="sr" htmlFor="history-find">
        {t("find.label")}
      </label>
      <Icon name="search" />
      <input className="input" id="history-find" type="search" name="q" placeholder={t("find.what")} />
    </Form>
  );
}
