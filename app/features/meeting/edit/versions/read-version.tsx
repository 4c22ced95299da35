import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import {
  type ComparedLine,
  compareVersions,
  isDifferent,
  isReordered,
  wordsOf,
} from "#app/domain/summary/edits/compare-versions.ts";
import { SummaryFields } from "#app/features/meeting/document/summary-fields.tsx";
import { EditActionsProvider } from "#app/features/meeting/edit/edit-actions.ts";
import { fieldsOf, type SummaryView } from "#app/features/meeting/edit/minutes/draft.ts";
import type { LoadedVersion } from "#app/features/meeting/edit/versions/load-version.ts";
import { BringBack } from "#app/features/meeting/edit/versions/version-list.tsx";
import { formatDateTime, formatShortDate } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";

type Props = LoadedVersion & {
  meetId: string;
  /** The version that is shown now; null where there is nothing to compare with. */
  current: SummaryView | null;
  onBack: () => void;
  onDone: () => void;
};

/** An earlier version, to be read or compared with what is shown now; nothing of it can be changed there. */
export function ReadVersion({ meetId, version, summary, current, onBack, onDone }: Props) {
  const { t } = useTranslation("edit");
  const locale = useLocale();
  const timeZone = useTimeZone();
  const [compares, setCompares] = useState(false);
  return (
    <Dialog
      open
      title={t("versions.reading", { date: formatDateTime(version.madeAt, locale, timeZone) })}
      onClose={onDone}
      footer={
        <>
          <Button kind="quiet" large onClick={onBack}>
            {t("versions.back")}
          </Button>
          <BringBack meetId={meetId} version={version.version} onDone={onDone} />
        </>
      }
    >
      <div className="body doc version">
        {summary === null ? (
          <p className="error error--world" role="alert">
            <Icon name="alert" />
            {t("versions.failed")}
          </p>
        ) : (
          <>
            {current !== null && (
              <Checkbox
                checked={compares}
                onChange={({ target }) => setCompares(target.checked)}
                label={t("versions.compare")}
              />
            )}
            {compares && current !== null ? (
              <ComparedMinutes before={summary} after={current} />
            ) : (
              <EditActionsProvider value={null}>
                <SummaryFields summary={summary} />
              </EditActionsProvider>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

/** An earlier version beside what is shown now: what went, what came, and what has other words. */
function ComparedMinutes({ before, after }: { before: SummaryView; after: SummaryView }) {
  const { t } = useTranslation(["edit", "meeting"]);
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const fields = compareVersions(was, is);
  const moved = isReordered(was, is);
  if (!isDifferent(fields) && !moved) return <p className="reading">{t("versions.same")}</p>;
  return (
    <>
      {isDifferent(fields) && <p className="hint">{t("versions.legend")}</p>}
      {moved && <p className="hint">{t("versions.moved")}</p>}
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
  const locale = useLocale();
  const sayDay = (day: string) => formatShortDate(Date.parse(day), locale, "UTC");
  const words = wordsOf(line.line, sayDay);
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
          <del>{wordsOf(line.before, sayDay)}</del> <ins>{words}</ins>
        </>
      );
  }
}
