import { useTranslation } from "react-i18next";
import type { TranscriptLoad } from "#app/features/meeting/live/use-whole-transcript.ts";

type MoreProps = { meetId: string; fromMs: number | null; side: "earlier" | "later"; load: TranscriptLoad };

/**
 * Marks where a long transcript continues while the page has only an excerpt. The rest loads automatically; without
 * JavaScript there are links from excerpt to excerpt, and one to the whole transcript.
 */
export function MoreOfTranscript({ meetId, fromMs, side, load }: MoreProps) {
  const { t } = useTranslation("reading");
  if (fromMs === null) return null;
  return (
    <div className="panel__more note muted">
      <noscript>
        <p>
          <a href={`?t=${fromMs / 1000}#transcript`}>{t(`more.${side}`)}</a>{" "}
          <a href={`/api/acta/meetings/${meetId}/export/txt`}>{t("more.all")}</a>
        </p>
      </noscript>
      {load.state === "failed" ? (
        <p role="alert">
          {t("more.failed")}{" "}
          <button className="btn btn--quiet note" type="button" onClick={load.again}>
            {t("more.again")}
          </button>
        </p>
      ) : (
        <p className="panel__coming">{t("more.coming")}</p>
      )}
    </div>
  );
}
