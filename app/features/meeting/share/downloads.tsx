import { useTranslation } from "react-i18next";
import type { MeetingHead } from "#app/contracts/meeting-view.ts";
import { PdfButton } from "#app/features/meeting/share/pdf-button.tsx";
import { buttonClass } from "#app/ui/button.tsx";

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
