import { useTranslation } from "#app/i18n/use-translation.ts";
import { Spinner } from "#app/ui/progress.tsx";

/** Says that a part that was asked for is on its way. It shows itself a moment later: one that comes at once needs no word. */
export function PartNote() {
  const { t } = useTranslation("common");
  return (
    <div className="loading-note loading-note--part" role="status">
      <p className="loading-note__in">
        <Spinner />
        {t("loading")}
      </p>
    </div>
  );
}
