import { useTranslation } from "react-i18next";
import type { SharePart } from "#app/domain/meeting/access.ts";

/** Links to the downloads, which contain only the shown parts. `pdfHref` is null when there is no PDF (yet). */
export function SharedDownloads(props: { path: string; parts: readonly SharePart[]; pdfHref: string | null }) {
  const { t } = useTranslation(["share", "shared"]);
  const { path, parts, pdfHref } = props;
  const formats = ["docx", "md", "txt", ...(parts.includes("transcript") ? ["srt", "vtt"] : []), "json"];
  return (
    <p className="takeaway">
      {t("shared:take")}
      {pdfHref !== null && (
        <a href={pdfHref} download>
          PDF
        </a>
      )}
      {formats.map((format) => (
        <a key={format} href={`${path}/export/${format}`} download>
          {format.toUpperCase()}
        </a>
      ))}
    </p>
  );
}
