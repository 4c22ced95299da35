import { useTranslation } from "#app/i18n/use-translation.ts";
import { useId } from "react";
import { track } from "#app/analytics/track.ts";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";

/** The route knows the same names. */
const FORMATS = ["docx", "md", "txt", "srt", "vtt", "json"] as const;

/** The meeting to take away: the PDF, then the other files. */
export function Downloads({ meetId, pdf }: Pick<MeetingHead, "meetId" | "pdf">) {
  const { t } = useTranslation("sharing");
  return (
    <section className="downloads stack" aria-label={t("downloads")}>
      <PdfButton href={pdf === "ready" ? `/api/acta/meetings/${meetId}/pdf` : null} />
      <ul className="suggest" aria-label={t("files")}>
        {FORMATS.map((format) => (
          <li key={format}>
            <a
              className={buttonClass("line", "note")}
              href={`/api/acta/meetings/${meetId}/export/${format}`}
              aria-label={t("file", { format: format.toUpperCase() })}
              download
            >
              {format.toUpperCase()}
            </a>
          </li>
        ))}
      </ul>
      <p className="hint">{t("filesNote")}</p>
    </section>
  );
}

/** §8: 'PDF is not ready' until it is. `href` is where it can be fetched; null where it is not ready. */
function PdfButton({ href }: { href: string | null }) {
  const { t } = useTranslation("sharing");
  const headingId = useId();
  const noteId = useId();
  return (
    <>
      <div className="row between row--wrap">
        <h3 className="label ink" id={headingId}>
          {t("downloads")}
        </h3>
        {href === null ? (
          <button className={buttonClass("line", "btn--l")} type="button" disabled aria-describedby={noteId}>
            {t("pdf")}
          </button>
        ) : (
          <a className={buttonClass("line", "btn--l")} href={href} download onClick={() => track("download PDF")}>
            <Icon name="download" />
            {t("pdf")}
          </a>
        )}
      </div>
      {href === null && (
        <div id={noteId}>
          <Notice title={t("pdfNotReady")}>{t("pdfNotReadyNote")}</Notice>
        </div>
      )}
    </>
  );
}
