import { useSyncExternalStore } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { isScriptMissing, onMissingScript } from "#app/i18n/missing-script.ts";
import { Button } from "#app/ui/button.tsx";
import { StaleNote } from "#app/ui/notice.tsx";

const onServer = () => false;

/** Offers to load the page again when one of its scripts cannot come otherwise. The page asks before a recording or an upload is left. */
export function ReloadNote() {
  const { t } = useTranslation("common");
  const isNeeded = useSyncExternalStore(onMissingScript, isScriptMissing, onServer);
  if (!isNeeded) return null;
  const action = (
    <Button kind="line" onClick={() => location.reload()}>
      {t("error.loadAgain")}
    </Button>
  );
  return <StaleNote action={action}>{t("error.partMissing")}</StaleNote>;
}
