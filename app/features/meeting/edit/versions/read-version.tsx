import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SummaryFields } from "#app/features/meeting/document/summary-fields.tsx";
import type { SummaryView } from "#app/features/meeting/edit/minutes/draft.ts";
import { BringBack } from "#app/features/meeting/edit/versions/bring-back.tsx";
import { ComparedMinutes } from "#app/features/meeting/edit/versions/compared-minutes.tsx";
import { EditActionsProvider } from "#app/features/meeting/edit/edit-actions.ts";
import type { LoadedVersion } from "#app/features/meeting/edit/versions/load-version.ts";
import { formatDateTime } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";

type Props = LoadedVersion & {
  meetId: string;
  /** What is shown now; null where there is nothing to compare with. */
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
