import { useId } from "react";
import { useTranslation } from "react-i18next";
import { track } from "#app/analytics/track.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";

/** §8: 'PDF is not ready' until it is. `href` is where it can be fetched; null where it is not ready. */
export function PdfButton({ href }: { href: string | null }) {
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
