import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { versionAnswer, type VersionAnswer } from "#app/contracts/edit-answers.ts";
import { SummaryFields } from "#app/features/meeting/document/summary-fields.tsx";
import { BringBack } from "#app/features/meeting/edit/bring-back.tsx";
import type { SummaryView } from "#app/features/meeting/edit/draft.ts";
import { callMeeting } from "#app/features/meeting/edit/edit-calls.ts";
import { EditDoorProvider } from "#app/features/meeting/edit/edit-door.ts";
import { formatDateTime } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";

type Props = { meetId: string; version: VersionAnswer; onBack: () => void; onDone: () => void };

/** An earlier version, to be read; nothing of it can be changed there. */
export function ReadVersion({ meetId, version, onBack, onDone }: Props) {
  const { t } = useTranslation("edit");
  const locale = useLocale();
  const timeZone = useTimeZone();
  const [read, setRead] = useState<SummaryView | "loading" | "failed">("loading");
  useEffect(() => {
    let isLeft = false;
    void loadVersion(meetId, version.version).then((loaded) => !isLeft && setRead(loaded));
    return () => {
      isLeft = true;
    };
  }, [meetId, version.version]);
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
        {read === "loading" && <p role="status">{t("versions.loading")}</p>}
        {read === "failed" && (
          <p className="error error--world" role="alert">
            <Icon name="alert" />
            {t("versions.failed")}
          </p>
        )}
        <EditDoorProvider value={null}>{typeof read === "object" && <SummaryFields summary={read} />}</EditDoorProvider>
      </div>
    </Dialog>
  );
}

async function loadVersion(meetId: string, version: number): Promise<SummaryView | "failed"> {
  const end = await callMeeting(meetId, `versions/${version}`);
  const parsed = versionAnswer.safeParse(end.ok ? end.value : null);
  return parsed.success ? parsed.data.summary : "failed";
}
