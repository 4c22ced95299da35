import { useTranslation } from "react-i18next";
import {
  type ComparedLine,
  compareVersions,
  isDifferent,
  wordsOf,
} from "#app/domain/summary/edits/compare-versions.ts";
import { fieldsOf, type SummaryView } from "#app/features/meeting/edit/minutes/draft.ts";

/** An earlier version beside what is shown now: what went, what came, and what has other words. */
export function ComparedMinutes({ before, after }: { before: SummaryView; after: SummaryView }) {
  const { t } = useTranslation(["edit", "meeting"]);
  const fields = compareVersions(fieldsOf(before), fieldsOf(after));
  if (!isDifferent(fields)) return <p className="reading">{t("versions.same")}</p>;
  return (
    <>
      <p className="hint">{t("versions.legend")}</p>
      {fields.map(({ key, field, lines }) => (
        <section className="fieldset" key={key}>
          <h3 className="section">{field.title ?? t(`meeting:field.${field.type}`)}</h3>
          <ul className="compared reading">
            {lines.map((line) => (
              <li key={`${line.kind} ${line.line.id}`}>
                <Words line={line} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Words({ line }: { line: ComparedLine }) {
  const words = wordsOf(line.line);
  switch (line.kind) {
    case "same":
      return words;
    case "added":
      return <ins>{words}</ins>;
    case "removed":
      return <del>{words}</del>;
    case "changed":
      return (
        <>
          <del>{wordsOf(line.before)}</del> <ins>{words}</ins>
        </>
      );
  }
}
