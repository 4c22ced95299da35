import { useTranslation } from "react-i18next";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { linesOf } from "#app/domain/summary/summary.ts";
import { FieldView } from "#app/features/minutes/field-views.tsx";
import { MinutesPartsProvider } from "#app/features/minutes/minutes-parts.ts";
import { SHARED_PARTS } from "#app/features/share/shared-parts.tsx";

type SummaryView = NonNullable<MeetingView["summary"]>;

/** The minutes as they are read: every field in the order of its template, without anything to click but its moments. */
export function SharedFields({ summary }: { summary: SummaryView }) {
  const { t } = useTranslation("meeting");
  const byKey = new Map(summary.fields.map(({ key, content }) => [key, content]));
  const sections = summary.template.fields.map((field, index) => {
    const content = byKey.get(field.key);
    const id = `field-${index}`;
    return (
      <section
        key={field.key}
        className={index === 0 ? "fieldset fieldset--first" : "fieldset"}
        aria-labelledby={id}
        lang={field.title === null ? undefined : summary.language}
      >
        <header>
          <h2 className="section" id={id}>
            {field.title ?? t(`field.${field.type}`)}
          </h2>
        </header>
        {content && linesOf(content).length > 0 ? (
          <div lang={summary.language}>
            <FieldView content={content} />
          </div>
        ) : (
          <p className="muted">{t("nothingFound")}</p>
        )}
      </section>
    );
  });
  return <MinutesPartsProvider value={SHARED_PARTS}>{sections}</MinutesPartsProvider>;
}
