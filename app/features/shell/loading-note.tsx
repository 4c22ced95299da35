import { useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { LOADING_NOTE_DELAY_MS } from "#app/domain/limits/screens.ts";
import { Spinner } from "#app/ui/progress.tsx";

/** Says that the next page is on its way, once it takes long enough to wonder: the page one leaves stays until it is there. */
export function LoadingNote() {
  const { t } = useTranslation("common");
  const isLoading = useNavigation().state === "loading";
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setLong(true), LOADING_NOTE_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isLoading]);
  return (
    <div className="loading-note" role="status">
      {isLong && (
        <p className="loading-note__in">
          <Spinner />
          {t("loading")}
        </p>
      )}
    </div>
  );
}
