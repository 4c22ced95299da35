import { useTranslation } from "#app/i18n/use-translation.ts";
import { Spinner } from "#app/ui/progress.tsx";

/**
 * Says that a part that was asked for is on its way. It shows itself a moment later: one that comes at once needs no word. `room`: a CSS height that is
 * kept for the part, so that what is around it stays where it is when it comes.
 */
export function PartNote({ room }: { room?: string }) {
  const { t } = useTranslation("common");
  return (
    <div style={{ minBlockSize: room }}>
      <div className="loading-note loading-note--part" role="status">
        <p className="loading-note__in">
          <Spinner />
          {t("loading")}
        </p>
      </div>
    </div>
  );
}
