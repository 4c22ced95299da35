import { type ComponentType, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import type { ListedVersion } from "#app/contracts/meeting/edit-answers.ts";
import { listVersions } from "#app/contracts/endpoints/edits.ts";
import { ANSWER_MS_MAX } from "#app/domain/limits/screens.ts";
import type { EditPartProps } from "#app/features/meeting/edit/use-edit-room.tsx";
import { type LoadedVersion, loadVersion } from "#app/features/meeting/edit/versions/load-version.ts";
import { ReadVersion } from "#app/features/meeting/edit/versions/read-version.tsx";
import { VersionList } from "#app/features/meeting/edit/versions/version-list.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** Loads the list, then returns the dialog. */
export async function openVersions(meetId: string): Promise<ComponentType<EditPartProps>> {
  const end = await callApi(listVersions, { params: { meetId }, timeoutMs: ANSWER_MS_MAX });
  return (props) => <VersionsDialog {...props} versions={end.ok ? end.value.versions : null} />;
}

/** All versions of the minutes: to read, to compare with what is shown now, to bring back. `versions` is null where they did not come. */
function VersionsDialog({ view, onDone, versions }: EditPartProps & { versions: ListedVersion[] | null }) {
  const { t } = useTranslation(["edit", "common"]);
  const [reading, setReading] = useState<LoadedVersion | null>(null);
  const { meetId } = view.head;
  if (reading) {
    const back = () => setReading(null);
    return <ReadVersion meetId={meetId} {...reading} current={view.summary} onBack={back} onDone={onDone} />;
  }
  return (
    <Dialog
      open
      title={t("versions.all")}
      onClose={onDone}
      closeOnScrim
      footer={
        <Button kind="quiet" large onClick={onDone}>
          {t("common:action.close")}
        </Button>
      }
    >
      <div className="body">
        {versions === null ? (
          <p className="error error--world" role="alert">
            <Icon name="alert" />
            {t("versions.failed")}
          </p>
        ) : (
          <VersionList
            meetId={meetId}
            versions={versions}
            onRead={async (version) => setReading(await loadVersion(meetId, version))}
            onBroughtBack={onDone}
          />
        )}
      </div>
    </Dialog>
  );
}
