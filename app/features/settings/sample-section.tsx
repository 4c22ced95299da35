import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";

/** Opens the sample meeting, and makes it again after it was deleted: a form, so that it works without JavaScript. */
export function SampleSection() {
  const { t } = useTranslation("settings");
  return (
    <section id="sample" aria-labelledby="sample-heading">
      <h2 id="sample-heading">{t("sample.heading")}</h2>
      <div className="rows rows--full">
        <form className="row between row--wrap" method="post" action="/api/acta/sample">
          <p>{t("sample.lead")}</p>
          <Button type="submit">{t("sample.open")}</Button>
        </form>
      </div>
    </section>
  );
}
