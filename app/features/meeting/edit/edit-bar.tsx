import { useTranslation } from "react-i18next";
import type { SaveState } from "#app/features/meeting/edit/use-save.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

type Props = { count: number; state: SaveState; isMeanwhile: boolean; meetId: string; onCancel: () => void };

/** Save and cancel, how much there is to save, and why it could not be. Sticks while the minutes scroll. */
export function EditBar({ count, state, isMeanwhile, meetId, onCancel }: Props) {
  const { t } = useTranslation(["edit", "common"]);
  return (
    <div className="doc__bar doc__bar--edit">
      <p className="row">
        <span className="strong">{t("editing")}</span>
        <span className="note muted wide" role="status">
          {count === 0 ? t("noChanges") : t("changes", { count })}
        </span>
      </p>
      <div className="row">
        <Button kind="quiet" onClick={onCancel}>
          {t("common:action.cancel")}
        </Button>
        <Button kind="primary" type="submit" busy={state.is === "saving"} aria-keyshortcuts="Control+Enter">
          {t(isMeanwhile ? "saveVersion" : "save")}
        </Button>
      </div>
      {state.is === "failed" && (
        <p className="error error--world edit__failed" role="alert">
          <Icon name="alert" />
          {state.message ?? t("common:error.connection")}
        </p>
      )}
      {state.is === "signed-out" && (
        <p className="error error--world edit__failed" role="alert">
          <Icon name="alert" />
          <span>
            {t("signedOut")} <a href={`/api/auth/signin?returnTo=/${meetId}`}>{t("signIn")}</a>
          </span>
        </p>
      )}
    </div>
  );
}
